"""Every way in which a model fails: the inventory agent answers, and says why nobody else did."""

import json
from time import monotonic

from netbox_chat_sessions.models import Interaction
from tests.netbox.llm import server

from .case import DEVICES, OPEN, AssistantCase, note

FAULTS = [
    (server.slow, 'took too long'),
    (server.dripping, 'took too long'),
    (server.half_closed, 'cannot be reached'),
    (server.hung_up, 'cannot be reached'),
    (server.status(429, Retry_After='60'), 'too much to do'),
    (server.status(402), 'has nothing left'),
    (server.status(401), 'not set up correctly'),
    (server.status(404), 'not set up correctly'),
    (server.status(500), 'does not work at the moment'),
    (server.status(503), 'does not work at the moment'),
    (server.status(302, Location='/elsewhere'), 'not set up correctly'),
    (server.raw(b'{"id": "c1", "object": "chat.comp'), 'does not work at the moment'),
    (server.raw(b'<html>Please log in</html>', 'text/html'), 'does not work at the moment'),
    (server.raw(b'', 'text/plain'), 'does not work at the moment'),
    (server.raw(b' ' * 1_100_000), 'does not work at the moment'),
]
# What comes too late is not waited for long.
LATE = {'timeout_seconds': 0.5}
NONSENSE = [
    server.calls('{"action": "list", "object_type": "dcim.dev'),
    server.calls(''),
    server.calls('[]'),
    server.calls('null'),
    server.calls('{"action": "list", "object_type": "dcim.device", "filters": {"id": [1e999]}}'),
    server.calls('{"action": "extension", "object_type": "dcim.device"}'),
    server.calls('{"action": "list"}'),
    server.calls('{"action": "list", "object_type": "dcim.spaceship"}'),
    server.calls('{"action": "list", "object_type": "dcim.device", "sql": "DROP TABLE dcim_device"}'),
    server.calls('{"action": "list", "object_type": "dcim.device", "filters": {"id__in": ["1) OR 1=1"]}}'),
    server.calls('{"action": "list", "object_type": "dcim.device", "order": ["?"]}'),
    server.calls('{"action": "group", "object_type": "dcim.device", "group_by": "__class__"}'),
    server.calls('{"action": "show", "subjects": [["dcim.device", 99999999999]]}'),
    server.calls('{"action": "trace"}'),
    server.calls('{"action": "compare", "object_type": "dcim.device", "size": -1}'),
    server.calls({}, tool='delete_device'),
    server.calls({}, tool='query_inventory; rm -rf /'),
    server.calls('{"a":' * 3000),
    server.says(None),
    server.says(''),
    server.says('x' * 100_000),
    server.says('{"action": "list", "object_type": "dcim.device"'),
]


class FaultCase:
    """For one protocol, whole or as a stream."""

    def own(self):
        with self.settings_with(assistant_llm_profile=None):
            return self.reply()

    def test_faults(self):
        own = self.own()
        for answer, reason in FAULTS:
            with self.subTest(reason, answer=answer):
                self.begin()
                self.script.answer = answer
                started = monotonic()
                with self.settings_with(LATE if answer in (server.slow, server.dripping) else None):
                    reply = self.reply()
                assert monotonic() - started < 6
                assert note(reply) == f'The language model could not be asked: {note(reply).partition(": ")[2]}'
                assert reason in note(reply)
                assert reply | {'blocks': reply['blocks'][:-1]} == own
                assert len(self.script.received) == 1, 'what was sent is not sent again'

    def test_faults_in_the_middle(self):
        own = self.own()
        for answer, reason in FAULTS:
            with self.subTest(reason):
                self.begin()
                self.does(server.calls(DEVICES), answer)
                reply = self.reply()
                assert reason in note(reply)
                assert reply | {'blocks': reply['blocks'][:-1]} == own

    def test_nonsense(self):
        own = self.own()
        for answer in NONSENSE:
            with self.subTest(answer):
                self.begin()
                self.script.answer = answer
                with self.settings_with(assistant_max_queries=2):
                    reply = self.reply()
                assert reply | {'blocks': reply['blocks'][:-1]} == own
                assert len(self.script.received) <= 6


class OpenAITest(FaultCase, AssistantCase):
    pass


class OpenAIStreamTest(FaultCase, AssistantCase):
    profile = {'stream': True}


class AnthropicTest(FaultCase, AssistantCase):
    provider = 'anthropic'


class AnthropicStreamTest(FaultCase, AssistantCase):
    provider = 'anthropic'
    profile = {'stream': True}


class WholeTest(AssistantCase):
    """The same conversation over every wire."""

    def test_each_wire(self):
        for provider in ('openai_compatible', 'anthropic'):
            for stream in (False, True):
                with self.subTest(provider, stream=stream):
                    self.provider, self.profile = provider, {'stream': stream}
                    self.setUp()
                    self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
                    assert self.reply()['text'] == 'akr-sw01 is offline.'
                    assert self.script.last.results[0]['total'] == 2


class WaitingTest(AssistantCase):
    def test_only_the_service_that_asked_for_it_is_left_alone(self):
        self.script.answer = server.status(429, Retry_After='60')
        notes = [note(self.reply()) for _ in range(3)]
        assert len(self.script.received) == 1
        assert 'left alone' in notes[1]
        url, script = self.enterContext(server.serving(server.in_turn(server.calls(DEVICES), server.says(''))))
        with self.settings_with({'base_url': f'{url}/v1'}):
            assert self.reply()['total'] == 2

    def test_no_secret_and_no_address_in_what_is_said(self):
        for answer in (server.status(401), server.status(400), server.hung_up):
            self.begin()
            self.script.answer = answer
            answered = self.ask()
            assert self.url not in json.dumps(answered)
            assert self.url.partition('//')[2] not in json.dumps(answered)

    def test_the_question_is_kept_and_can_be_asked_again(self):
        self.script.answer = server.status(500)
        first = self.ask()
        stored = Interaction.objects.get(pk=first['interaction']['id'])
        assert (stored.query, stored.status, stored.tokens) == (OPEN, 'answered', 0)
        self.begin()
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        assert self.reply(session=first['session']['id'])['total'] == 2
