"""What the assistant's user hears while the model is at it, and what is left when they do not wait."""

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.results import Doing, Partial, TurnResult
from netbox_chat_sessions.models import Interaction
from netbox_chat_sessions.wiring import session_store, turn_service
from tests.netbox.llm import server

from .case import DEVICES, OPEN, AssistantCase

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
        assert told[1].text.startswith('2 devices at site DM-Akron')
        assert '1 rack at site DM-Akron' in told[3].text
        assert '2 devices at site DM-Akron' in told[3].text
        assert result.reply['text'] == 'akr-sw01 is offline.'

    def test_a_model_is_asked_no_further_once_it_was_stopped(self):
        self.does(server.calls(DEVICES), server.calls(RACKS), server.says('akr-sw01 is offline.'))
        *_told, result = self.told(stop_at=1)
        assert len(self.script.received) == 1
        row = Interaction.objects.get()
        assert (row.status, row.agent, len(row.listed)) == ('stopped', 'assistant', 2)
        assert row.response.startswith('2 devices at site DM-Akron')
        assert result.reply == row.reply

    def test_what_was_kept_is_withheld_like_an_answer(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        self.told(stop_at=1)
        about = {tuple(key) for key in Interaction.objects.get().reading['about']}
        assert {('dcim.device', self.rtr.pk), ('dcim.device', self.sw.pk)} <= about
