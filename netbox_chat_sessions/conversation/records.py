"""What a store keeps of a turn: its question, how it came out, and interactions that others have answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from .decisions import Decision
from .memory import Mention, OpenQuestion
from .objects import ObjectKey
from .reading import Reading
from .reply import Reply
from .session import Interaction, InteractionStatus, SaidBy, Session, SessionStatus, SuspendedTopic

__all__ = ('PERSON', 'Admission', 'Outcome', 'Recorded', 'RecordedEntity')


@dataclass(frozen=True)
class Admission:
    """A question that is stored and may now be answered.

    Attributes:
        session: The session it belongs to.
        interaction: The stored interaction, `pending` unless it is a replay.
        replayed: The turn was answered before; nothing runs again.
    """

    session: Session
    interaction: Interaction
    replayed: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a turn came out, to be remembered.

    Attributes:
        mentions: The objects it was about; they enter the entity memory.
        focus: What "it" means from now on; None: as before.
        listed: The ordered list that the reply showed.
        topic_domain: The topic domain from now on; None: as before.
        topic_start: Sequence number of the interaction that the topic began with; None: as before.
        suspended: Topics that were left; None: as before.
        open_question: The clarification that the reply leaves open, if any.
        status_change: The session's new status, if any.
    """

    reading: Reading
    decision: Decision
    reply: Reply
    agent: str
    duration_ms: int
    mentions: tuple[Mention, ...] = ()
    focus: tuple[ObjectKey, ...] | None = None
    listed: tuple[ObjectKey, ...] = ()
    topic_domain: str | None = None
    topic_start: int | None = None
    suspended: Mapping[str, SuspendedTopic] | None = None
    open_question: OpenQuestion | None = None
    status: InteractionStatus = InteractionStatus.ANSWERED
    status_change: SessionStatus | None = None


@dataclass(frozen=True)
class RecordedEntity:
    """An object that a recorded interaction was about."""

    key: ObjectKey
    said_by: SaidBy = SaidBy.USER


@dataclass(frozen=True)
class Recorded:
    """An interaction that somebody else's agent answered (API.md, `POST sessions/{id}/interactions/`).

    Attributes:
        choices: Candidates of a question that was left open.
        asked: The query that shows the list, as JSON, where there is one; follow-ups go on from it.
    """

    query: str
    response: str = ''
    agent: str = ''
    turn_id: UUID | None = None
    entities: tuple[RecordedEntity, ...] = ()
    listed: tuple[ObjectKey, ...] = ()
    choices: tuple[ObjectKey, ...] = ()
    asked: Mapping[str, Any] | None = None


# The agent of an interaction that has no question: somebody has written into a session that waits for a person.
PERSON = 'person'
