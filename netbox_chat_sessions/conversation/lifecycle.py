"""When a conversation is idle, when its record may go, and when a turn is given up."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from .session import SessionStatus

__all__ = ('PURGED_STATUSES', 'TURN_LIMIT', 'UNDO_TIME', 'CleanupReport', 'Lifecycle')

# No answer takes longer: an interaction that is pending beyond this has lost the process that answered it.
TURN_LIMIT = timedelta(seconds=120)

# How long whoever has deleted a session is offered to take that back.
UNDO_TIME = timedelta(seconds=10)

# Someone still waits for a person in a session that was handed over; it is kept until that is over.
PURGED_STATUSES = frozenset(SessionStatus) - {SessionStatus.HANDOFF}


@dataclass(frozen=True)
class Lifecycle:
    """The time limits of sessions (ADR-0017), all of them elapsed time.

    A session's activity is its last interaction, or its creation while it has none.

    Attributes:
        session_timeout: How long an active session may stay without activity.
        retention: How long any session is kept after its activity; zero: until it expires.
        handoff_timeout: How long a session waits for a person who writes nothing; None: until somebody releases it.
    """

    session_timeout: timedelta
    retention: timedelta
    handoff_timeout: timedelta | None = None

    def idle_before(self, now: datetime) -> datetime:
        """Active sessions whose activity is not later than this are idle and expire."""
        return now - self.session_timeout

    def purged_before(self, now: datetime) -> datetime:
        """Sessions whose activity is not later than this are deleted; no session before it could expire."""
        return now - max(self.retention, self.session_timeout)

    def removed_before(self, now: datetime) -> datetime:
        """Sessions that somebody deleted not later than this are gone for good: an undo on its way has arrived."""
        return now - 2 * UNDO_TIME

    def interrupted_before(self, now: datetime) -> datetime:
        """Pending interactions that were created not later than this are interrupted; later ones are running."""
        return now - TURN_LIMIT

    def given_up_before(self, now: datetime) -> datetime | None:
        """Sessions in which a person was asked for, or wrote last, not later than this wait no longer; None: all do."""
        return now - self.handoff_timeout if self.handoff_timeout else None


@dataclass(frozen=True)
class CleanupReport:
    """What a cleanup did, or would do.

    Attributes:
        interrupted: Interactions that lost the process answering them.
        released: Sessions that waited for a person in vain, and were given back to the assistant.
        expired: Sessions that were idle.
        purged: Sessions whose retention was over, or that somebody had deleted.
        failed: Rows that could not be changed or deleted; each is in the log with its reason.
        busy: Another cleanup was at it, so that at least one part was left to that one.
        unfinished: Time was up before everything was done; the next run goes on.
    """

    interrupted: int = 0
    released: int = 0
    expired: int = 0
    purged: int = 0
    failed: int = 0
    busy: bool = False
    unfinished: bool = False

    def __add__(self, other: 'CleanupReport') -> 'CleanupReport':
        return CleanupReport(
            interrupted=self.interrupted + other.interrupted,
            released=self.released + other.released,
            expired=self.expired + other.expired,
            purged=self.purged + other.purged,
            failed=self.failed + other.failed,
            busy=self.busy or other.busy,
            unfinished=self.unfinished or other.unfinished,
        )
