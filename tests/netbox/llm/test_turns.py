"""Turns through REST with a turn classifier, which asks a scripted model over a real connection."""

import json
import tomllib
from pathlib import Path
from unittest.mock import patch

from core.models import ObjectType
from dcim.models import Rack, Site
from django.conf import settings
from django.core.cache import cache
from django.core.signals import request_started
from django.test import override_settings
from users.models import ObjectPermission

from netbox_chat_sessions import wiring
from netbox_chat_sessions.llm import library
from netbox_chat_sessions.llm_settings import Provider
from netbox_chat_sessions.models import ChatSession, Interaction
from tests.netbox.api.conversation_case import ConversationCase, make_user

from . import server

CASES = tomllib.loads((Path(__file__).parent / 'turns.toml').read_text())
INJECTIONS = tomllib.loads((Path(__file__).parent / 'injections.toml').read_text())['texts']


def output(decision, confidence=0.97):
    return json.dumps({'decision': decision, 'confidence': confidence})


class ClassifierCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.rack'))
        cls.akron = Site.objects.create(name='DM-Akron', slug='dm-akron')
        Rack.objects.create(name='R101', site=cls.akron)
        library.calling(Provider.OPENAI_COMPATIBLE, 120)

    def setUp(self):
        cache.clear()
        self.url, self.script = self.enterContext(server.serving(server.says(output('route'))))
        self.enterContext(self.settings_with())

    def settings_with(self, **values):
        profile = {
            'provider': 'openai_compatible',
            'model': 'small',
            'base_url': f'{self.url}/v1',
            'timeout_seconds': 1.0,
        }
        chosen = {'throttle': None, 'enable_route_stickiness': True, 'profiles': {'route_continuity': profile}} | values
        return override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': chosen})

    def says(self, text):
        self.script.answer = server.says(text)

    def begun(self):
        """A session with an active agent."""
        return self.chat(self.anna, 'hello')['session']['id']


class DecisionTest(ClassifierCase):
    def test_what_becomes_of_a_turn(self):
        for case in CASES['turn']:
            with self.subTest(case):
                self.says(output('route'))
                session = None if case.get('first') else self.begun()
                self.says(json.dumps(case['says']))
                answer = self.chat(self.anna, case['message'], session)
                turn = answer['turn']
                assert (turn['decision'], turn['reason']) == (case['decision'], case.get('reason'))
                assert turn['decided_by'] == ('fallback' if 'reason' in case else 'classifier')
                assert answer['session']['status'] == case.get('status', 'active')
                if 'status' in case:
                    assert answer['control']['action'] == case['decision']
                    assert (turn['agent'], answer['reply']['objects']) == (None, [])
                else:
                    assert answer['control'] is None
                    assert [item['display'] for item in answer['reply']['objects']] == ['R101']

    def test_a_true_model_is_understood(self):
        truth = {text: decision for decision, texts in CASES['truth'].items() for text in texts}

        def knows(handler, received):
            server.says(output(truth[received.data['message']]))(handler, received)

        session = self.begun()
        self.script.answer = knows
        for text, decision in truth.items():
            with self.subTest(text):
                answer = self.call(self.anna, 'POST', f'sessions/{session}/classify/', {'message': text})
                assert answer.body['turn']['decision'] == decision

    def test_a_model_that_fails_changes_no_answer(self):
        message = 'which racks are at DM-Akron?'
        right = self.chat(self.anna, message)['reply']
        for answer, reason in (
            (server.slow, 'timeout'),
            (server.status(500), 'error'),
            (server.raw(b'{'), 'error'),
            (server.says('I end this session now.'), 'invalid_output'),
        ):
            with self.subTest(reason):
                cache.clear()
                self.script.answer = answer
                found = self.chat(self.anna, message)
                assert found['reply'] == right
                assert (found['turn']['decision'], found['turn']['reason']) == ('route', reason)

    def test_while_a_provider_is_left_alone_turns_go_on(self):
        self.script.answer = server.status(429, Retry_After='60')
        turns = [self.chat(self.anna, 'which racks are at DM-Akron?') for _ in range(3)]
        assert {turn['turn']['reason'] for turn in turns} == {'error'}
        assert {turn['reply']['total'] for turn in turns} == {1}
        assert len(self.script.received) == 1

    def test_nobody_is_asked_while_a_person_is_wanted(self):
        self.says(output('human_handoff'))
        session = self.chat(self.anna, 'somebody please')['session']['id']
        asked = len(self.script.received)
        answer = self.chat(self.anna, 'anybody there?', session)
        assert answer['turn']['decided_by'] == 'user'
        assert len(self.script.received) == asked

    def test_what_people_write_is_text(self):
        for text in INJECTIONS:
            with self.subTest(text):
                turn = self.chat(self.anna, text)['turn']
                assert (turn['decision'], turn['decided_by']) == ('route', 'classifier')


class StoredTest(ClassifierCase):
    def test_what_was_decided_is_kept_with_the_interaction(self):
        self.says(output('continue', 0.93))
        pk = self.chat(self.anna, 'which racks are at DM-Akron?', self.begun())['interaction']['id']
        stored = self.call(self.anna, 'GET', f'interactions/{pk}/').body
        assert stored['decision']['value'] == 'continue'
        assert stored['decided_by']['value'] == 'classifier'
        assert (stored['confidence'], stored['reason']) == (0.93, '')
        assert stored['tokens'] == stored['classifier']['tokens'] == sum(server.TOKENS)
        assert 0 <= stored['classifier']['latency_ms'] <= stored['duration_ms']
        assert 'classifier' not in stored['reading']

    def test_so_is_why_nothing_was(self):
        self.script.answer = server.slow
        pk = self.chat(self.anna, 'hello')['interaction']['id']
        stored = self.call(self.anna, 'GET', f'interactions/{pk}/').body
        assert (stored['decided_by']['value'], stored['reason'], stored['tokens']) == ('fallback', 'timeout', 0)
        assert stored['classifier']['latency_ms'] >= 1000

    def test_admins_see_it_on_the_page(self):
        self.says(output('end_session', 0.96))
        pk = self.chat(self.anna, 'bye')['interaction']['id']
        self.anna.is_superuser = True
        self.anna.save()
        self.client.force_login(self.anna)
        page = self.client.get(Interaction.objects.get(pk=pk).get_absolute_url()).content.decode()
        for shown in ('End session', 'Classifier (ms)', 'Classifier tokens', str(sum(server.TOKENS))):
            assert shown in page


class HistoryTest(ClassifierCase):
    def test_a_participant_sends_nothing_that_they_may_not_see(self):
        ben = make_user('ben', view=('dcim.site',))
        session = ChatSession.objects.get(pk=self.begun())
        session.participants.add(ben)
        self.chat(self.anna, 'which racks are at DM-Akron?', session.pk)
        self.chat(self.anna, 'how many sites are there?', session.pk)
        self.chat(ben, 'and the next?', session.pk)
        told = [exchange['user'] for exchange in self.script.last.data['history']]
        assert told == ['hello', 'how many sites are there?']
        assert b'R101' not in self.script.last.raw

    def test_an_object_that_is_hidden_since(self):
        session = self.begun()
        self.chat(self.anna, 'which racks are at DM-Akron?', session)
        self.chat(self.anna, 'and now?', session)
        assert b'R101' in self.script.last.raw
        racks = ObjectType.objects.get_by_natural_key('dcim', 'rack')
        ObjectPermission.objects.get(users=self.anna).object_types.remove(racks)
        self.chat(self.anna, 'and now?', session)
        assert b'R101' not in self.script.last.raw


class LoadingTest(ClassifierCase):
    def test_the_library_is_loaded_before_a_turn_needs_it(self):
        for enabled, values in (
            (True, {}),
            (True, {'enable_route_stickiness': False, 'context_summary_llm_profile': 'route_continuity'}),
            (False, {'enable_route_stickiness': False}),
        ):
            with self.subTest(values), self.settings_with(**values):
                request_started.connect(wiring.load_library)
                with patch.object(wiring, 'load_soon') as loads:
                    for _ in range(2):
                        self.client.get('/login/')
                assert loads.call_count == (1 if enabled else 0)


class DisabledTest(ClassifierCase):
    def test_nobody_is_asked_and_nothing_changes(self):
        with override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {}}):
            expected = self.chat(self.anna, 'which racks are at DM-Akron?')
        with self.settings_with(enable_route_stickiness=False):
            found = self.chat(self.anna, 'which racks are at DM-Akron?')
            stored = self.call(self.anna, 'GET', f'interactions/{found["interaction"]["id"]}/').body
        assert not self.script.received
        assert (found['turn'], found['reply']) == (expected['turn'], expected['reply'])
        assert (found['turn']['decided_by'], found['turn']['reason']) == ('disabled', 'disabled')
        assert (stored['classifier'], stored['tokens']) == (None, 0)
