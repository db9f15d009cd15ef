"""The same conversations with a history that the client sends."""

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import turn_service

from . import test_conversations


class HistoriesTestCase(test_conversations.ConversationsTestCase):
    """The dialogues of the data files, each without a session: answered the same, unless the file says otherwise.

    Those of a single turn have no history.
    """

    cases = [dialogue for dialogue in test_conversations.CASES if len(dialogue['turns']) > 1]

    def hold(self, dialogue):
        service, history = turn_service(self.user), []
        for turn in dialogue['turns']:
            result = service.handle(TurnRequest(turn['say'], stateless=True, history=tuple(history)))
            history += [
                {'role': 'user', 'content': turn['say']},
                {'role': 'assistant', 'content': result.reply['text']},
            ]
            self.check({'say': turn['say'], **turn.get('history', turn)}, result)
            if 'history' in turn:
                # What follows hangs on it.
                break
