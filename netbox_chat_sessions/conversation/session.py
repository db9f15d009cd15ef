"""Session, interaction and entity reference as values, and the statuses they go through."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from .errors import SessionEnded
from .objects import ObjectKey

__all__ = (
    'EntityReference',
    'Interaction',
    'InteractionStatus',
    'SaidBy',
    'Session',
    'SessionStatus',
    'SuspendedTopic',
)


class SessionStatus(StrEnum):
    """Where a session stands (DESIGN: data model)."""

    ACTIVE = 'active'
    HANDOFF = 'handoff'
    ENDED = 'ended'
    EXPIRED = 'expired'

    def to(self, target: 'SessionStatus') -> 'SessionStatus':
        """The status after a change to `target`.

        Raises:
            SessionEnded: This status does not allow it.
        """
        if target is not self and target not in _NEXT[self]:
            raise SessionEnded(self.value)
        return target


_NEXT = {
    SessionStatus.ACTIVE: {SessionStatus.HANDOFF, SessionStatus.ENDED, SessionStatus.EXPIRED},
    SessionStatus.HANDOFF: {SessionStatus.ACTIVE, SessionStatus.ENDED},
    SessionStatus.ENDED: set(),
    SessionStatus.EXPIRED: {SessionStatus.ACTIVE},
}


class InteractionStatus(StrEnum):
    """Where one exchange stands; only `pending` is not final."""

    PENDING = 'pending'
    ANSWERED = 'answered'
    STOPPED = 'stopped'
    FAILED = 'failed'
    INTERRUPTED = 'interrupted'


class SaidBy(StrEnum):
    """Who brought an object into the conversation."""

    USER = 'user'
    PAGE = 'page'
    ANSWER = 'answer'


@dataclass(frozen=True)
class EntityReference:
    """A NetBox object that a session has talked about.

    Attributes:
        key: The object.
        display: What it was called when it was last mentioned; never shown without checking that it is visible now.
        first_mentioned: Time of the first mention.
        last_mentioned: Time of the latest mention.
        last_sequence: Sequence number of the interaction that mentioned it last.
        mention_count: In how many interactions it was mentioned.
        said_by: Who mentioned it last, the user counting more than an answer in the same interaction.
        pinned: Kept at the top of what agents see.
        id: Primary key of the stored record; None when there is none.
    """

    key: ObjectKey
    display: str
    first_mentioned: datetime
    last_mentioned: datetime
    last_sequence: int
    mention_count: int = 1
    said_by: SaidBy = SaidBy.USER
    pinned: bool = False
    id: int | None = None


@dataclass(frozen=True)
class Interaction:
    """One exchange: the user's query and the reply.

    Attributes:
        sequence: 1, 2, 3… within its session, without gaps.
        turn_id: The client's UUID, unique within the session.
        author_id: Primary key of the user who asked; None where there is none, or no longer.
        query: What the user said.
        response: The reply's text; empty until answered.
        reply: The whole reply as JSON (`reply.Reply.as_json`); empty until answered.
        reading: What understanding the turn produced, as JSON (`reading.Reading.as_json`).
        listed: The ordered objects that the reply showed.
        topic_start: Sequence number of the interaction that its topic began with.
        tokens: Tokens a language model used for it; 0 without one.
        duration_ms: Milliseconds from admission to answer.
    """

    id: int | None
    sequence: int
    turn_id: UUID | None
    status: InteractionStatus
    query: str
    created: datetime
    response: str = ''
    reply: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)
    listed: tuple[ObjectKey, ...] = ()
    topic_start: int = 1
    author_id: int | None = None
    agent: str = ''
    decision: str = ''
    decided_by: str = ''
    confidence: float | None = None
    reason: str | None = None
    tokens: int = 0
    duration_ms: int | None = None


@dataclass(frozen=True)
class SuspendedTopic:
    """A topic that was left, with what it takes to go on with it.

    Attributes:
        start: Sequence number of the interaction that it began with.
        left: Sequence number of the interaction that left it.
        focus: What "it" meant there.
        query: Its latest query, as JSON; None where it had none.
        asked_by: Primary key of the user whose query it was.
    """

    start: int
    left: int = 0
    focus: tuple[ObjectKey, ...] = ()
    query: Mapping[str, Any] | None = None
    asked_by: int | None = None


@dataclass(frozen=True)
class Session:
    """A conversation of one user.

    Attributes:
        id: Primary key; None for a conversation whose memory the client keeps.
        focus: The objects that "it" and "they" mean now, in order.
        topic_start: Sequence number of the interaction that the current topic began with.
        suspended: Topic domain → the topic that was left there.
        interaction_count: How many interactions it has, pending ones included.
    """

    id: int | None
    user_id: int | None
    title: str = ''
    status: SessionStatus = SessionStatus.ACTIVE
    topic_domain: str | None = None
    active_agent: str = ''
    focus: tuple[ObjectKey, ...] = ()
    topic_start: int = 1
    suspended: Mapping[str, SuspendedTopic] = field(default_factory=dict)
    interaction_count: int = 0
