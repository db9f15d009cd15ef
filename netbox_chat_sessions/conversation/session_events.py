"""What others are told about a session, so that they may act upon it."""

from dataclasses import dataclass
from enum import StrEnum

from .session import EntityReference, Session

__all__ = ('SessionEvent', 'SessionEventType')


class SessionEventType(StrEnum):
    """What others are told about a session (DESIGN: decisions and routing)."""

    HANDOFF_REQUESTED = 'session.human_handoff.requested'
    END_REQUESTED = 'session.end.requested'


@dataclass(frozen=True)
class SessionEvent:
    """Something that others may act upon. It never carries what was said.

    Attributes:
        actor_id: Primary key of the user who caused it.
        reason: In a few words; empty when none was given.
        entities: The latest objects that the session was about, most recent first.
    """

    type: SessionEventType
    session: Session
    actor_id: int
    reason: str = ''
    entities: tuple[EntityReference, ...] = ()
