"""POST chat/ where it cannot answer: what is wrong is said field by field, and whether the same may be sent again."""

import json
from uuid import uuid4

from django.core.cache import cache

from netbox_chat_sessions.models import ChatSession, Interaction

from .chat_case import ChatCase, lost, plugin_settings, reading_the_memory
from .conversation_case import BASE, DescribedClient

LONG = 'x' * 4001
CHOICE = {'object_type': 'dcim.rack', 'object_id': 1}
MISREAD = {'message': 'hello', 'session': 1, 'choice': CHOICE}
WRONG = [
    ({}, {'message'}),
    ({'message': ''}, {'message'}),
    ({'message': ' \n\t '}, {'message'}),
    ({'message': LONG}, {'message'}),
    ({'message': None}, {'message'}),
    ({'message': ['a']}, {'message'}),
    ({'message': 'a\x00b'}, {'message'}),
    ({'message': 'hello', 'session': 'mine'}, {'session'}),
    ({'message': 'hello', 'session': -1}, {'session'}),
    ({'message': 'hello', 'session': 2**64}, {'session'}),
    ({'message': 'hello', 'turn_id': '7'}, {'turn_id'}),
    ({'message': 'hello', 'page': {}}, {'page'}),
    ({'message': 'hello', 'page': '/dcim/racks/1/'}, {'page'}),
    ({'message': 'hello', 'page': {'object_type': 'dcim.rack'}}, {'page'}),
    ({'message': 'hello', 'page': {'path': '/', 'object_type': 'dcim.rack', 'object_id': 1}}, {'page'}),
    ({'message': 'hello', 'page': {'path': '/', 'title': 'x'}}, {'page'}),
    ({'choice': {'object_type': 'rack', 'object_id': 1}}, {'choice'}),
    ({'choice': {'object_type': 'dcim.rack'}}, {'choice'}),
    ({'message': 'hello', 'stateless': 'perhaps'}, {'stateless'}),
    ({'message': 'hello', 'session': 1, 'history': []}, {'history'}),
    ({'message': 'hello', 'session': 1, 'stateless': True}, {'stateless'}),
    ({'message': 'hello', 'corrects': {'sequence': 1, 'start': 0, 'end': 5}}, {'corrects'}),
    (
        {'message': 'hello', 'session': 1, 'choice': CHOICE, 'corrects': {'sequence': 1, 'start': 0, 'end': 6}},
        {'corrects'},
    ),
    (
        {'message': 'hello', 'session': 1, 'choice': CHOICE, 'corrects': {'sequence': 1, 'start': 3, 'end': 2}},
        {'corrects'},
    ),
    (MISREAD | {'corrects': {'sequence': 0}}, {'corrects'}),
    ({'message': 'hello', 'mesage': 'hello', 'model': 'x'}, {'mesage', 'model'}),
    ({'mesage': 'hello', 'session': 0}, {'mesage', 'session'}),
]


@plugin_settings(throttle=None)
class ErrorTest(ChatCase):
    def test_what_is_wrong_is_said_field_by_field(self):
        for body, fields in WRONG:
            with self.subTest(str(body)[:60]):
                answer = self.call(self.anna, 'POST', 'chat/', body)
                assert answer.status == 400
                assert set(answer.body) == {'code', 'detail', *fields}
                assert answer.body['code'] == 'invalid'
                assert all(field in answer.body['detail'] for field in fields)
        assert not ChatSession.objects.exists()

    def test_half_a_character_is_no_text(self):
        answer = self.post_raw(rb'{"message": "a\ud800b"}')
        assert (answer.status_code, set(answer.json())) == (400, {'code', 'detail', 'message'})

    def test_bodies_that_are_no_object(self):
        for raw in (b'', b'[]', b'"hello"', b'{"message": ', b'{"message": NaN}', b'[' * 60_000, b'\xff'):
            with self.subTest(raw[:20]):
                assert self.post_raw(raw).status_code == 400

    def post_raw(self, raw, content_type='application/json'):
        client = DescribedClient()
        client.credentials(HTTP_AUTHORIZATION=self.anna.plain_token)
        return client.generic('POST', f'{BASE}chat/', raw, content_type=content_type)

    def test_a_body_of_64_kib_and_no_more(self):
        body = {'message': 'hello', 'stateless': True, 'history': ''}
        room = 64 * 1024 - len(json.dumps(body))
        largest = json.dumps(body | {'history': 'x' * room}).encode()
        assert self.post_raw(largest).status_code == 200
        answer = self.post_raw(largest + b' ')
        assert answer.status_code == 413
        assert answer.json()['code'] == 'too_large'

    def test_other_media_types(self):
        answer = self.post_raw(b'message=hello', 'application/x-www-form-urlencoded')
        assert (answer.status_code, answer.json()['code']) == (415, 'unsupported_media_type')

    @plugin_settings(max_message_chars=10)
    def test_the_longest_message_is_a_setting(self):
        assert self.call(self.anna, 'POST', 'chat/', {'message': ' ' * 50 + 'x' * 10}).status == 200
        answer = self.call(self.anna, 'POST', 'chat/', {'message': 'x' * 11})
        assert (answer.status, set(answer.body)) == (400, {'code', 'detail', 'message'})

    def test_a_session_that_has_ended(self):
        session = self.chat(self.anna, 'hello')['session']['id']
        self.call(self.anna, 'POST', f'sessions/{session}/end/')
        answer = self.call(self.anna, 'POST', 'chat/', {'message': 'hello', 'session': session})
        assert (answer.status, answer.body['code']) == (409, 'session_ended')

    def test_a_session_that_is_busy(self):
        session = ChatSession.objects.create(user=self.anna)
        Interaction.objects.create(session=session, sequence=1, query='still at it', author=self.anna)
        session.interaction_count = 1
        session.save()
        answer = self.call(self.anna, 'POST', 'chat/', {'message': 'hello', 'session': session.pk})
        assert (answer.status, answer.body['code']) == (409, 'turn_in_progress')


class ThrottleTest(ChatCase):
    def setUp(self):
        cache.clear()

    @plugin_settings(throttle='2/min')
    def test_too_many_turns_are_told_when_to_go_on(self):
        body = {'message': 'hello', 'stateless': True}
        answers = [self.call(self.anna, 'POST', 'chat/', body) for _ in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert answers[-1].body['code'] == 'throttled'
        assert 0 < int(answers[-1].headers['Retry-After']) <= 60
        assert self.call(self.ben, 'POST', 'chat/', body).status == 200

    @plugin_settings(throttle=None)
    def test_no_limit(self):
        body = {'message': 'hello', 'stateless': True}
        assert {self.call(self.anna, 'POST', 'chat/', body).status for _ in range(40)} == {200}


class LostDatabaseTest(ChatCase):
    def test_before_the_question_is_stored(self):
        with lost(lambda sql: 'FROM "users_token"' in sql):
            answer = self.call(self.anna, 'POST', 'chat/', {'message': 'hello'})
        assert (answer.status, answer.body['code']) == (503, 'busy')
        assert int(answer.headers['Retry-After']) > 0

    def test_after_the_question_is_stored(self):
        turn = {'message': 'hello', 'turn_id': str(uuid4())}
        with lost(reading_the_memory):
            answer = self.call(self.anna, 'POST', 'chat/', turn)
        assert (answer.status, answer.body['code']) == (503, 'busy')
        assert Interaction.objects.get().query == 'hello'
        again = self.call(self.anna, 'POST', 'chat/', turn)
        assert (again.status, again.body['interaction']['id']) == (200, Interaction.objects.get().pk)
