"""The session store over NetBox's database."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from .. import models
from ..conversation.memory import Memory
from ..conversation.objects import ObjectKey, ObjectRef
from ..conversation.ports import EventSink
from ..conversation.records import Admission, Outcome, Recorded
from ..conversation.requests import TurnRequest
from ..conversation.session import EntityReference, Interaction, InteractionStatus, Session, SessionStatus
from ..conversation.topics import TopicReader
from .access import ended, find_session, missing, need
from .admission import Admitter
from .deferring import Claimer, defer
from .events import NetBoxEvents
from .forgetting import MemoryKeeper
from .mapping import reference_value, session_value
from .recall import Recaller, references
from .recording import Recorder
from .remembering import LONGEST_REASON, Rememberer, tell
from .speaking import Writer, control_note
from .status import StatusChanger
from .stopping import stop

__all__ = ('OrmSessionStore',)


class OrmSessionStore:
    """The `SessionStore` of one user; every lookup is restricted to what this user may see or do.

    Args:
        user: NetBox user whose permissions count.
        topics: What recorded interactions are about.
        events: Who is told about handoffs and ends; NetBox's event rules unless given.
        busy_wait: Seconds that `admit` waits for another turn of the session.
    """

    def __init__(self, user: Any, topics: TopicReader, events: EventSink | None = None, busy_wait: float = 2.0) -> None:
        self.user, self.topics = user, topics
        self.events = events or NetBoxEvents()
        self.admit_turn = Admitter(user, busy_wait)
        self.memory = MemoryKeeper(user)

    def open(self, title: str = '') -> Session:
        """A new, empty session; see `SessionStore.open`."""
        need(self.user, models.ChatSession, 'add')
        with transaction.atomic():
            row = models.ChatSession(user=self.user, title=title, title_is_manual=bool(title))
            row.save()
            if not models.ChatSession.objects.restrict(self.user, 'add').filter(pk=row.pk).exists():
                raise missing(models.ChatSession, 'add')
        return session_value(row)

    def find(self, session_id: int, action: str = 'view') -> Session:
        """The session; see `SessionStore.find`."""
        return session_value(find_session(self.user, session_id, action))

    def admit(self, request: TurnRequest) -> Admission:
        """Let a turn in; see `SessionStore.admit`. Must not be called inside a transaction."""
        return self.admit_turn(request)

    def recall(self, session: Session, before: int | None = None, topic_start: int | None = None) -> Memory:
        """What the session remembers; see `SessionStore.recall`."""
        return Recaller(self.user)(session, before, topic_start)

    def tell(self, admission: Admission, outcome: Outcome | None) -> Interaction | None:
        """Keep what has been answered so far; see `SessionStore.tell`."""
        return tell(admission, outcome)

    def remember(self, admission: Admission, outcome: Outcome) -> Admission:
        """Store how a turn came out; see `SessionStore.remember`."""
        return Rememberer(self.user, self.events)(admission, outcome)

    def fail(self, admission: Admission, status: InteractionStatus, reason: str) -> None:
        """Close an interaction without an answer; see `SessionStore.fail`."""
        models.Interaction.objects.filter(pk=admission.interaction.id, status=InteractionStatus.PENDING.value).update(
            status=status.value, reason=reason[:LONGEST_REASON]
        )

    def stop(self, interaction_id: int) -> Interaction:
        """Close an interaction that is being answered; see `SessionStore.stop`."""
        return stop(self.user, interaction_id)

    def defer(self, admission: Admission) -> None:
        """Leave an admitted question to a worker; see `SessionStore.defer`."""
        defer(admission)

    def claim(self, interaction_id: int) -> Admission | None:
        """Take a deferred question; see `SessionStore.claim`."""
        return Claimer(self.user)(interaction_id)

    def record(self, session_id: int, recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef]) -> Interaction:
        """Store an interaction answered elsewhere; see `SessionStore.record`."""
        return Recorder(self.user, self.topics)(session_id, recorded, refs)

    def write(self, session_id: int, message: str, turn_id: UUID | None = None) -> Interaction:
        """Write into a waiting session as a person; see `SessionStore.write`."""
        return Writer(self.user)(session_id, message, turn_id)

    def change_status(
        self, session_id: int, action: str, target: SessionStatus, reason: str = '', said: str = ''
    ) -> Session:
        """Move the session to another status; see `SessionStore.change_status`."""
        with transaction.atomic():
            row = find_session(self.user, session_id, action, lock=True)
            now = timezone.now()
            if target is SessionStatus.ACTIVE:
                self._check_release(row, action)
            if fields := StatusChanger(self.user, self.events)(row, target, now, reason):
                if said:
                    control_note(row, self.user, target, said, now)
                models.ChatSession.objects.filter(pk=row.pk).update(last_updated=now, **fields)
        return session_value(row)

    def _check_release(self, row: models.ChatSession, action: str) -> None:
        if row.status == SessionStatus.EXPIRED:
            # Only a turn of its owner resumes an expired session.
            raise ended(SessionStatus.EXPIRED)
        if action != 'release' and row.user_id != self.user.pk:
            # Somebody else may be the one who waits.
            raise missing(models.ChatSession, 'release')

    def entities(self, session: Session) -> tuple[EntityReference, ...]:
        """All entity references; see `SessionStore.entities`."""
        return tuple(reference_value(row) for row in references(self.user, session.id))

    def forget(self, session_id: int, reference_id: int) -> None:
        """Drop one entity reference; see `SessionStore.forget`."""
        self.memory.forget(session_id, reference_id)

    def forget_all(self, session_id: int) -> None:
        """Empty the memory; see `SessionStore.forget_all`."""
        self.memory.forget_all(session_id)

    def pin(self, session_id: int, reference_id: int, pinned: bool) -> EntityReference:
        """Pin an entity reference, or no longer; see `SessionStore.pin`."""
        return self.memory.pin(session_id, reference_id, pinned)
