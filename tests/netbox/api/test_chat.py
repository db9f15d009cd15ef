"""POST chat/: the main door."""

from uuid import uuid4

from dcim.models import Rack
from django.test import override_settings

from netbox_chat_sessions.models import ChatSession, Interaction

from .chat_case import ChatCase
from .conversation_case import BASE, token_header


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
