"""What the assistant's user hears while the model is at it, and what is left when they do not wait."""

from threading import Event
from unittest.mock import patch

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.results import Doing, Partial, TurnResult
from netbox_chat_sessions.models import Interaction
from netbox_chat_sessions.wiring import session_store, turn_service
from tests.netbox.llm import server

from .case import DEVICES, OPEN, AssistantCase

PLAIN = '2 devices at site DM-Akron'

RACKS = {'action': 'count', 'object_type': 'dcim.rack', 'filters': {'site': ['dm-akron']}}


class TellingTest(AssistantCase):
    def told(self, stop_at=0):
        """What is told in a turn; it is stopped when so many answers have been told."""
        told = []

        def hear(step):
            told.append(step)
            if stop_at and sum(isinstance(one, Partial) for one in told) == stop_at:
                session_store(self.anna).stop(Interaction.objects.get().pk)

        for step in turn_service(self.anna).stream(TurnRequest(OPEN), hear):
            if isinstance(step, TurnResult):
                told.append(step)
        return told

    def test_what_the_queries_find_is_told_while_the_model_goes_on(self):
        self.does(server.calls(DEVICES), server.calls(RACKS), server.says('akr-sw01 is offline.'))
        *told, result = self.told()
        assert [type(step) for step in told] == [Doing, Partial, Doing, Partial, Doing]
        assert told[1].text.startswith(PLAIN)
        assert '1 rack at site DM-Akron' in told[3].text
        assert PLAIN in told[3].text
        assert result.reply['text'] == 'akr-sw01 is offline.'

    def test_a_model_is_asked_no_further_once_it_was_stopped(self):
        self.does(server.calls(DEVICES), server.calls(RACKS), server.says('akr-sw01 is offline.'))
        *_told, result = self.told(stop_at=1)
        assert len(self.script.received) == 1
        row = Interaction.objects.get()
        assert (row.status, row.agent, len(row.listed)) == ('stopped', 'assistant', 2)
        assert row.response.startswith(PLAIN)
        assert result.reply == row.reply

    def test_what_was_kept_is_withheld_like_an_answer(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        self.told(stop_at=1)
        about = {tuple(key) for key in Interaction.objects.get().reading['about']}
        assert {('dcim.device', self.rtr.pk), ('dcim.device', self.sw.pk)} <= about


class GrowingTest(AssistantCase):
    """A model that streams: what it says is shown sentence by sentence, and only what is traced up to there."""

    profile = {'stream': True, 'timeout_seconds': 10}
    # what it has written when it pauses, what it goes on with, what is shown meanwhile, whether it is the answer
    CASES = [
        ('akr-sw01 is offline. ', 'akr-rtr01 is active.', ['akr-sw01 is offline.'], True),
        ('DM-Akron has 2 devices.\n', '**akr-sw01** is offline.', ['DM-Akron has 2 devices.'], True),
        ('akr-sw01 is offline. akr-rt', 'r01 is active.', ['akr-sw01 is offline.'], True),
        ('akr-sw01 is off', 'line.', [], True),
        ('akr-sw01 is offline. ', 'So are 7 others.', ['akr-sw01 is offline.'], False),
        ('akr-rtr01 is offline. ', 'akr-sw01 is offline.', [], False),
        ('See [the list](https://example.com). ', 'akr-sw01 is offline.', [], False),
    ]

    def told(self, written, rest, *, stops=False):
        """The answers so far, and the last one; the model goes on once its words are shown, or half a second later."""
        go, told = Event(), []

        def hear(step):
            if isinstance(step, Partial):
                told.append(step.text)
            if len(told) == 2:
                go.set()
                if stops:
                    session_store(self.anna).stop(Interaction.objects.get().pk)

        self.does(server.calls(DEVICES), server.pausing(written + rest, written, go))
        *_steps, result = turn_service(self.anna).stream(TurnRequest(OPEN), hear)
        return told, result.reply

    def test_sentence_by_sentence(self):
        for written, rest, shown, whole in self.CASES:
            with self.subTest(written=written, rest=rest):
                self.begin()
                told, reply = self.told(written, rest)
                assert told[0].startswith(PLAIN)
                assert told[1:] == shown
                assert reply['text'] == ((written + rest).replace('*', '').replace('\n', ' ') if whole else told[0])

    def test_what_was_found_empty_stays_empty_meanwhile(self):
        with patch.dict(DEVICES, filters={'site': ['dm-albany'], 'status': ['failed']}):
            told, reply = self.told('All is well there. ', 'Nothing is wrong.')
        assert told == [reply['text']]

    def test_what_was_shown_is_kept_when_it_is_stopped(self):
        _told, reply = self.told('akr-sw01 is offline. ', 'akr-rtr01 is active. Both are at DM-Akron.', stops=True)
        row = Interaction.objects.get()
        assert (row.status, row.response, row.reply) == ('stopped', 'akr-sw01 is offline.', reply)
        assert len(row.listed) == 2


class GrowingAnthropicTest(GrowingTest):
    provider = 'anthropic'
