"""Ways to hold a conversation: with a session, with a history that the client sends, and what they are compared to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.objects import ObjectRef
from netbox_chat_sessions.conversation.reader import Reader
from netbox_chat_sessions.conversation.reading import Reading, TopicReading
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.results import TurnResult
from netbox_chat_sessions.conversation.topics import TopicReader
from netbox_chat_sessions.conversation.turn import TurnService
from netbox_chat_sessions.wiring import turn_service

__all__ = ('WAYS', 'Conversation')


class NeverShift(TopicReader):
    """No turn leaves the topic."""

    def _reading(self, *args: Any, **kwargs: Any) -> TopicReading:
        return replace(super()._reading(*args, **kwargs), changed=False, returned=False)


class AlwaysShift(Reader):
    """Every turn is a topic of its own: what was asked before is gone, what was talked about is not."""

    def read(self, request: TurnRequest, memory: Memory, page: ObjectRef | None = None) -> Reading:
        return super().read(request, replace(memory, focus=(), window=()), page)


def _never(service: TurnService) -> TurnService:
    return replace(service, reader=replace(service.reader, topics=NeverShift(service.reader.topics.topics)))


def _always(service: TurnService) -> TurnService:
    reader = service.reader
    return replace(service, reader=AlwaysShift(reader.finder, reader.topics, reader.limits, reader.words))


@dataclass
class Conversation:
    """One conversation of a user, held in one way.

    Attributes:
        service: Takes the turns.
        stored: It has a session.
        resent: What was said is sent again with each turn.
    """

    service: TurnService
    stored: bool = True
    resent: bool = False
    session_id: int | None = None
    history: list[Mapping[str, str]] = field(default_factory=list)

    def say(self, message: str) -> TurnResult:
        """Take a turn."""
        history = tuple(self.history) if self.resent else ()
        result = self.service.handle(TurnRequest(message, self.session_id, history=history, stateless=not self.stored))
        if result.session:
            self.session_id = result.session.id
        self.history += [
            {'role': 'user', 'content': message},
            {'role': 'assistant', 'content': result.reply['text']},
        ]
        return result


WAYS: Mapping[str, Callable[[Any], Conversation]] = {
    'a session': lambda user: Conversation(turn_service(user)),
    'a history that the client sends': lambda user: Conversation(turn_service(user), stored=False, resent=True),
    'nothing': lambda user: Conversation(turn_service(user), stored=False),
    'a session whose topic never changes': lambda user: Conversation(_never(turn_service(user))),
    'a session whose topic changes in every turn': lambda user: Conversation(_always(turn_service(user))),
}
