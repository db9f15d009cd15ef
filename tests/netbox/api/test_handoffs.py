"""A person is asked for, answers and gives the session back: what users, operators and programs get over REST."""

from dcim.models import Rack, Site
from django.test import override_settings

from netbox_chat_sessions.models import ChatSession

from .conversation_case import ConversationCase, grant, make_user

MODELS = tuple(f'netbox_chat_sessions.{name}' for name in ('chatsession', 'interaction', 'entityreference'))
HIDDEN_ANSWER = 'This answer is about something that you may not see.'


def make_operator(name, **fields):
    """Somebody who sees the sessions that wait for a person, and no others."""
    operator = make_user(name, **fields)
    for action in ('view', 'release'):
        grant(operator, action, MODELS[0], constraints={'status': 'handoff'})
    grant(operator, 'view', *MODELS[1:], constraints={'session__status': 'handoff'})
    return operator


class HandoffCase(ConversationCase):
    """Anna has asked about a rack and a site; Olga operates and may see sites, Otto racks as well."""

    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.rack'))
        cls.olga = make_operator('olga', view=('dcim.site',))
        cls.otto = make_operator('otto', view=('dcim.site', 'dcim.rack'))
        cls.site = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.rack = Rack.objects.create(name='R101', site=cls.site)

    def setUp(self):
        self.session = self.chat(self.anna, 'show DM-Akron')['session']['id']
        self.chat(self.anna, 'how full is R101?', self.session)

    def ask(self, user, method, name, body=None, status=200):
        answer = self.call(user, method, f'sessions/{self.session}/{name}', body)
        assert answer.status == status, answer.raw
        return answer.body

    def hand_over(self, **body):
        return self.ask(self.anna, 'POST', 'handoff/', body)

    def transcript(self, user):
        found = self.ask(user, 'GET', 'interactions/')['results']
        return [(turn['author']['username'], turn['agent'], turn['query'], turn['response']) for turn in found]


class WaitingTest(HandoffCase):
    def test_what_is_said_meanwhile_is_kept_and_runs_nothing(self):
        self.hand_over()
        for text in ('how many racks are there?', 'anybody?'):
            answer = self.chat(self.anna, text, self.session)
            assert answer['reply']['text'] == 'A person has been asked and will read this.'
            assert answer['session']['status'] == 'handoff'
            turn = answer['turn']
            assert (turn['decision'], turn['decided_by'], turn['agent'], turn['references']) == (
                'human_handoff',
                'user',
                None,
                [],
            )
            assert answer['control']['next_state'] == 'HUMAN_HANDOFF_REQUESTED'
        assert [query for _, _, query, _ in self.transcript(self.anna)][2:] == [
            '',
            'how many racks are there?',
            'anybody?',
        ]

    @override_settings(
        PLUGINS_CONFIG={'netbox_chat_sessions': {'human_handoff_message': 'Somebody will be here within the hour.'}}
    )
    def test_the_call_says_what_words_would_have_been_answered(self):
        self.hand_over()
        assert self.transcript(self.anna)[-1] == ('anna', '', '', 'Somebody will be here within the hour.')

    def test_the_owner_goes_on_without_a_person(self):
        self.hand_over()
        answer = self.ask(self.anna, 'DELETE', 'handoff/')
        assert (answer['session']['status'], answer['control']) == ('active', None)
        assert self.chat(self.anna, 'how full is it?', self.session)['turn']['agent'] == 'inventory'

    def test_after_the_end_a_message_is_told_how_to_go_on(self):
        self.ask(self.anna, 'POST', 'end/')
        body = {'message': 'hello', 'session': self.session}
        for headers in ({}, {'Accept': 'text/event-stream'}):
            answer = self.call(self.anna, 'POST', 'chat/', body, **headers)
            assert (answer.status, answer.body['code']) == (409, 'session_ended')
            assert 'A message without "session" opens one.' in answer.body['detail']
        assert self.chat(self.anna, 'hello')['session']['id'] != self.session


class OperatorTest(HandoffCase):
    def test_before_it_waits_it_is_not_there_for_operators(self):
        for method, name in (('GET', ''), ('GET', 'handoff/'), ('POST', 'messages/'), ('POST', 'release/')):
            body = {'message': 'hello'} if name == 'messages/' else None
            self.ask(self.otto, method, name, body, status=404)

    def test_the_summary_tells_what_its_reader_may_see(self):
        self.hand_over(reason='The count is wrong')
        self.chat(self.anna, 'anybody?', self.session)
        akron, rack = (('dcim.site', self.site.pk, 'DM-Akron'), ('dcim.rack', self.rack.pk, 'R101'))
        for reader, entities, told in (
            (self.otto, {akron, rack}, 'Rack R101'),
            (self.olga, {akron}, HIDDEN_ANSWER),
        ):
            with self.subTest(reader.username):
                found = self.ask(reader, 'GET', 'handoff/')
                assert (found['waiting'], found['reason']) == (True, 'The count is wrong')
                assert found['requested_by']['username'] == 'anna'
                assert found['requested']
                shown = {
                    (entity['object_type'], entity['object_id'], entity['display']) for entity in found['entities']
                }
                assert shown == entities
                first, last = found['exchanges']
                assert (first['query'], first['withheld']) == ('show DM-Akron', False)
                assert told in last['response']
                assert last['withheld'] == (reader is self.olga)

    def test_a_session_that_does_not_wait_has_little_to_tell(self):
        found = self.ask(self.anna, 'GET', 'handoff/')
        assert (found['waiting'], found['requested'], found['requested_by'], found['reason']) == (False, None, None, '')

    def test_an_operator_answers_and_gives_it_back(self):
        self.hand_over()
        self.chat(self.anna, 'anybody?', self.session)
        written = self.ask(self.olga, 'POST', 'messages/', {'message': ' Which rack? '}, status=201)
        assert (written['response'], written['query'], written['agent']) == ('Which rack?', '', 'person')
        assert (written['author']['username'], written['withheld'], written['reply']['text']) == (
            'olga',
            False,
            'Which rack?',
        )
        assert self.transcript(self.anna)[-1] == ('olga', 'person', '', 'Which rack?')
        answer = self.ask(self.olga, 'POST', 'release/', {'reason': 'Clear now'})
        assert answer['session']['status'] == 'active'
        # Out of the operators' sight, and the assistant knows what was talked about before.
        self.ask(self.olga, 'GET', '', status=404)
        again = self.chat(self.anna, 'how full is it?', self.session)
        assert again['turn']['references'][0]['objects'][0]['object_id'] == self.rack.pk
        assert self.chat(self.anna, 'and the site?', self.session)['turn']['agent'] == 'inventory'

    def test_messages_are_checked(self):
        self.hand_over()
        for body, field in (({}, 'message'), ({'message': ' '}, 'message'), ({'message': 'a', 'to': 1}, 'to')):
            with self.subTest(body):
                assert field in self.ask(self.olga, 'POST', 'messages/', body, status=400)
        self.ask(self.anna, 'POST', 'messages/', {'message': 'hello'}, status=403)

    def test_nobody_writes_where_nobody_waits(self):
        grant(self.anna, 'release', MODELS[0])
        assert self.ask(self.anna, 'POST', 'messages/', {'message': 'hello'}, status=409)['code'] == 'not_waiting'
        self.ask(self.anna, 'POST', 'end/')
        assert self.ask(self.anna, 'POST', 'messages/', {'message': 'hello'}, status=409)['code'] == 'session_ended'

    def test_a_message_without_a_question_gives_no_title_and_is_never_suggested(self):
        ChatSession.objects.filter(pk=self.session).update(title='')
        grant(self.anna, 'release', MODELS[0])
        self.hand_over()
        self.ask(self.anna, 'POST', 'messages/', {'message': 'I am a person'}, status=201)
        self.ask(self.anna, 'POST', 'release/')
        self.chat(self.anna, 'show DM-Akron', self.session)
        assert ChatSession.objects.get(pk=self.session).title == 'show DM-Akron'

    def test_the_list_of_those_who_wait(self):
        self.hand_over()
        other = self.chat(self.anna, 'show DM-Akron')['session']['id']
        assert self.call(self.anna, 'GET', 'sessions/?waiting=true').body['count'] == 1
        self.call(self.anna, 'POST', f'sessions/{other}/handoff/')
        found = self.call(self.otto, 'GET', 'sessions/?waiting=true').body['results']
        assert [session['id'] for session in found] == [self.session, other]
        assert self.call(self.anna, 'GET', 'sessions/?waiting=false').body['count'] == 0

    def test_what_hides_an_object_hides_the_text_of_no_person(self):
        self.hand_over()
        self.ask(self.otto, 'POST', 'messages/', {'message': 'R101 is full'}, status=201)
        assert self.transcript(self.olga)[-1] == ('otto', 'person', '', 'R101 is full')
