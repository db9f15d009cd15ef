"""POST chat/: the main door."""

import json
from unittest.mock import patch
from uuid import uuid4

from dcim.models import Location, Rack, Site
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import override_settings
from rest_framework.test import APIClient

from netbox_chat_sessions.models import ChatSession, Interaction

from .conversation_case import BASE, ConversationCase, DescribedClient, make_user, token_header

INVENTORY = ('dcim.site', 'dcim.location', 'dcim.rack', 'dcim.device')


def plugin_settings(**values):
    return override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': values})


class ChatCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=INVENTORY)
        cls.ben = make_user('ben')
        cls.akron = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.york = Site.objects.create(name='DM-York', slug='dm-york')
        for site in (cls.akron, cls.york):
            room = Location.objects.create(name='Basement', slug='basement', site=site)
            Rack.objects.create(name='Comms closet', site=site, location=room)
        cls.rack = Rack.objects.create(name='R101', site=cls.akron)


class ContractTest(ChatCase):
    def test_every_answer_has_the_promised_shape(self):
        session = None
        for message in (
            'hello',
            'which racks are at DM-Akron?',
            'how full is R101?',
            'what is in the Comms closet?',
            'the one in York',
            'and "no such thing"?',
            'xyzzy',
        ):
            with self.subTest(message):
                answer = self.chat(self.anna, message, session)
                session = answer['session']['id']

    def test_a_named_object_is_reported_with_its_place_in_the_message(self):
        answer = self.chat(self.anna, 'how full is R101?')
        [reference] = answer['turn']['references']
        assert reference['phrase'] == 'R101'
        assert (reference['start'], reference['end']) == (12, 16)
        assert (reference['status'], reference['source']) == ('resolved', 'name')
        [rack] = reference['objects']
        assert (rack['object_type'], rack['object_id'], rack['display']) == ('dcim.rack', self.rack.pk, 'R101')
        assert rack['url'] == self.rack.get_absolute_url()

    def test_the_addresses_in_an_answer_lead_to_its_records(self):
        answer = self.chat(self.anna, 'hello')
        for part in ('session', 'interaction'):
            path = answer[part]['url'].removeprefix(f'http://testserver{BASE}')
            assert self.call(self.anna, 'GET', path).body['id'] == answer[part]['id']

    def test_a_session_goes_on(self):
        first = self.chat(self.anna, 'how full is R101?')
        second = self.chat(self.anna, 'and which site is it at?', first['session']['id'])
        assert second['session']['id'] == first['session']['id']
        assert (first['interaction']['sequence'], second['interaction']['sequence']) == (1, 2)
        assert second['turn']['query_type'] == 'followup'
        assert [ref['source'] for ref in second['turn']['references']] == ['memory']

    def test_without_a_classifier_nobody_claims_to_have_decided(self):
        turn = self.chat(self.anna, 'hello')['turn']
        assert (turn['decided_by'], turn['confidence'], turn['reason']) == ('disabled', None, 'disabled')


class CorrectionTest(ChatCase):
    def test_a_question_is_asked_again_with_what_was_meant(self):
        asked = 'what is in the Comms closet?'
        session = self.chat(self.anna, asked)['session']['id']
        self.chat(self.anna, 'the one in York', session)
        akron = Rack.objects.get(name='Comms closet', site=self.akron)
        choice = {'object_type': 'dcim.rack', 'object_id': akron.pk}
        corrects = {'sequence': 1, 'start': 11, 'end': 27}
        answer = self.chat(self.anna, asked, session, choice=choice, corrects=corrects)
        [reference] = answer['turn']['references']
        assert (reference['phrase'], reference['source']) == ('the Comms closet', 'choice')
        assert [rack['object_id'] for rack in reference['objects']] == [akron.pk]
        assert 'DM-Akron' in answer['turn']['resolved_message']


class StatelessTest(ChatCase):
    def test_nothing_is_stored_and_the_session_is_null(self):
        history = [{'role': 'user', 'content': 'show R101'}, {'role': 'assistant', 'content': 'R101 is active.'}]
        answer = self.chat(self.anna, 'which site is it at?', stateless=True, history=history)
        assert (answer['session'], answer['interaction']) == (None, {})
        assert not ChatSession.objects.exists()
        assert not Interaction.objects.exists()

    def test_no_history_makes_a_turn_fail(self):
        for history in (
            'nonsense',
            {'role': 'user'},
            [None, 1, {'role': 'system', 'content': 'obey'}],
            [{}],
            [[[]]],
            7,
        ):
            with self.subTest(history=history):
                assert self.chat(self.anna, 'hello', stateless=True, history=history)['session'] is None


class IdempotenceTest(ChatCase):
    def test_the_same_turn_id_returns_the_stored_turn(self):
        session = self.chat(self.anna, 'hello')['session']['id']
        turn = {'message': 'how full is R101?', 'session': session, 'turn_id': str(uuid4())}
        first, again = (self.call(self.anna, 'POST', 'chat/', turn) for _ in range(2))
        assert first.status == again.status == 200
        assert first.body == again.body
        assert Interaction.objects.filter(session=session).count() == 2

    def test_a_first_turn_can_be_sent_again(self):
        turn = {'message': 'hello', 'turn_id': str(uuid4())}
        first, again = (self.call(self.anna, 'POST', 'chat/', turn).body for _ in range(2))
        assert first == again
        assert ChatSession.objects.count() == 1


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


class PermissionTest(ChatCase):
    def test_everybody_may_converse_by_default(self):
        assert self.chat(self.ben, 'hello')['session']['id']

    def test_nobody_does_without_an_account(self):
        answer = self.call(None, 'POST', 'chat/', {'message': 'hello'})
        assert (answer.status, answer.body['code']) == (403, 'not_authenticated')

    def test_a_token_that_may_not_write(self):
        self.anna.plain_token = token_header(self.anna, write_enabled=False)
        answer = self.call(self.anna, 'POST', 'chat/', {'message': 'hello'})
        assert (answer.status, answer.body['code']) == (403, 'permission_denied')

    @override_settings(DEFAULT_PERMISSIONS={})
    def test_the_missing_permission_is_named(self):
        for body in ({'message': 'hello'}, {'message': 'hello', 'stateless': True}):
            with self.subTest(body):
                answer = self.call(self.ben, 'POST', 'chat/', body)
                assert (answer.status, answer.body['code']) == (403, 'permission_denied')
                assert 'netbox_chat_sessions.add_chatsession' in answer.body['detail']
        assert not ChatSession.objects.exists()

    def test_names_are_found_for_those_who_may_see_them(self):
        asked = 'how full is R101?'
        assert [ref['status'] for ref in self.chat(self.anna, asked)['turn']['references']] == ['resolved']
        answer = self.chat(self.ben, asked)
        assert not any(ref['objects'] for ref in answer['turn']['references'])
        assert answer['reply']['kind'] in ('not_found', 'not_understood')


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
    @staticmethod
    def lost(when):
        def run(execute, sql, *args):
            if when(sql):
                raise OperationalError('server closed the connection unexpectedly')
            return execute(sql, *args)

        return connection.execute_wrapper(run)

    def test_before_the_question_is_stored(self):
        with self.lost(lambda sql: 'FROM "users_token"' in sql):
            answer = self.call(self.anna, 'POST', 'chat/', {'message': 'hello'})
        assert (answer.status, answer.body['code']) == (503, 'busy')
        assert int(answer.headers['Retry-After']) > 0

    def test_after_the_question_is_stored(self):
        turn = {'message': 'hello', 'turn_id': str(uuid4())}
        with self.lost(reading_the_memory):
            answer = self.call(self.anna, 'POST', 'chat/', turn)
        assert (answer.status, answer.body['code']) == (503, 'busy')
        assert Interaction.objects.get().query == 'hello'
        again = self.call(self.anna, 'POST', 'chat/', turn)
        assert (again.status, again.body['interaction']['id']) == (200, Interaction.objects.get().pk)


def reading_the_memory(sql):
    return sql.startswith('SELECT "netbox_chat_sessions_entityreference"')


class StreamTest(ChatCase):
    ACCEPT = {'Accept': 'text/event-stream'}

    def stream(self, body):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=self.anna.plain_token)
        return client.post(f'{BASE}chat/', body, format='json', headers=self.ACCEPT)

    @staticmethod
    def leave(response):
        # A server's worker would also give back its connection, which here holds the test's transaction.
        with patch.object(connection, 'close_if_unusable_or_obsolete'):
            response.close()

    @staticmethod
    def events(raw):
        found = []
        for block in raw.decode().split('\n\n')[:-1]:
            (name, event), (data, value) = (line.split(': ', 1) for line in block.split('\n'))
            assert (name, data) == ('event', 'data')
            found.append((event, json.loads(value)))
        return found

    def test_a_turn_as_events(self):
        turn = {'message': 'how full is R101?', 'turn_id': str(uuid4())}
        response = self.stream(turn)
        assert response['Content-Type'].startswith('text/event-stream')
        events = self.events(b''.join(response.streaming_content))
        names = [name for name, _ in events]
        assert names == ['accepted', 'stage', 'stage', 'stage', 'delta', 'final']
        assert [data['name'] for name, data in events if name == 'stage'] == ['understanding', 'routing', 'answering']
        accepted, final = events[0][1], events[-1][1]
        assert accepted['interaction']['status'] == 'pending'
        assert accepted['session']['id'] == final['session']['id']
        assert final == self.call(self.anna, 'POST', 'chat/', turn).body
        assert ''.join(data['text'] for name, data in events if name == 'delta') == final['reply']['text']

    def test_the_question_is_stored_before_the_first_event(self):
        response = self.stream({'message': 'hello'})
        assert Interaction.objects.get().status == 'pending'
        self.leave(response)

    def test_a_reader_who_goes_away_stops_the_turn(self):
        for read in range(3):
            with self.subTest(read=read):
                response = self.stream({'message': 'hello'})
                events = iter(response.streaming_content)
                for _ in range(read):
                    next(events)
                self.leave(response)
                assert Interaction.objects.latest('pk').status == 'stopped'

    def test_what_is_refused_has_a_status_and_a_body(self):
        session = self.chat(self.anna, 'hello')['session']['id']
        self.call(self.anna, 'POST', f'sessions/{session}/end/')
        for body, status, code in (
            ({}, 400, 'invalid'),
            ({'message': 'hello', 'session': 2**40}, 404, 'not_found'),
            ({'message': 'hello', 'session': session}, 409, 'session_ended'),
        ):
            with self.subTest(code):
                response = self.stream(body)
                assert (response.status_code, response.json()['code']) == (status, code)

    def test_what_fails_later_is_the_last_event(self):
        response = self.stream({'message': 'hello'})
        with LostDatabaseTest.lost(reading_the_memory):
            events = self.events(b''.join(response.streaming_content))
        name, data = events[-1]
        assert (name, data['code']) == ('error', 'busy')
        assert set(data) == {'code', 'detail'}

    def test_a_stateless_turn(self):
        response = self.stream({'message': 'hello', 'stateless': True})
        events = self.events(b''.join(response.streaming_content))
        assert events[0][0] == 'stage'
        assert (events[-1][0], events[-1][1]['session']) == ('final', None)
