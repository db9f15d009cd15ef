"""Letting a turn in: the question is stored with the next sequence number before anything can fail."""

from dataclasses import dataclass
from datetime import datetime
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..conversation.errors import TurnInProgress
from ..conversation.records import Admission
from ..conversation.requests import TurnRequest
from ..conversation.session import InteractionStatus
from ..models import ChatSession, Interaction
from .access import check_author, find_session, missing, need, open_status
from .mapping import interaction_value, session_value
from .presence import interrupt, is_running

__all__ = ('Admitter', 'append')

# Seconds between two looks whether the other turn is over.
PAUSE = 0.1
UNANSWERED = (InteractionStatus.FAILED, InteractionStatus.INTERRUPTED)


@dataclass(frozen=True)
class Admitter:
    """Admits turns of one user.

    Attributes:
        busy_wait: Seconds to wait for another turn of the session.
    """

    user: Any
    busy_wait: float = 2.0

    def __call__(self, request: TurnRequest) -> Admission:
        """Store the question; see `SessionStore.admit`."""
        deadline = monotonic() + self.busy_wait
        while (admission := self._attempt(request)) is None:
            if monotonic() >= deadline:
                raise TurnInProgress(_('Another turn of this session is still being answered. Try again in a moment.'))
            sleep(PAUSE)
        return admission

    def _attempt(self, request: TurnRequest) -> Admission | None:
        """One try, committed when it returns; None: another turn is being answered."""
        with transaction.atomic(durable=True):
            if request.session_id is None:
                return self._first(request)
            return self._next(request, request.session_id)

    def _first(self, request: TurnRequest) -> Admission | None:
        if request.turn_id is not None:
            _claim(request.turn_id)
            same = (
                Interaction.objects.select_related('session')
                .filter(turn_id=request.turn_id, author=self.user, session__user=self.user, sequence=1)
                .first()
            )
            if same is not None:
                return self._again(same, same.session, timezone.now())
        need(self.user, ChatSession, 'add')
        need(self.user, Interaction, 'add')
        now = timezone.now()
        row = ChatSession(user=self.user, interaction_count=1, last_interaction=now)
        row.save()
        interaction = Interaction.objects.create(
            session=row, sequence=1, turn_id=request.turn_id, author=self.user, query=request.message
        )
        allowed = ChatSession.objects.restrict(self.user, 'add').filter(pk=row.pk)
        if not allowed.filter(_may_add(self.user, interaction)).exists():
            raise missing(Interaction if allowed.exists() else ChatSession, 'add')
        return Admission(session_value(row), interaction_value(interaction))

    def _next(self, request: TurnRequest, session_id: int) -> Admission | None:
        row = find_session(self.user, session_id, lock=True)
        need(self.user, Interaction, 'add')
        now = timezone.now()
        wanted = Q(status=InteractionStatus.PENDING.value)
        if request.turn_id is not None:
            wanted |= Q(turn_id=request.turn_id)
        others = list(Interaction.objects.filter(wanted, session=row))
        same = next((other for other in others if other.turn_id == request.turn_id is not None), None)
        if same is not None:
            return self._again(same, row, now)
        if any(is_running(other, now) for other in others):
            return None
        if others:
            interrupt(Interaction.objects.filter(pk__in=[other.pk for other in others]))
        interaction = append(row, self.user, Interaction(turn_id=request.turn_id, query=request.message), now)
        return Admission(session_value(row), interaction_value(interaction))

    def _again(self, same: Interaction, row: ChatSession, now: datetime) -> Admission | None:
        """A turn that was sent before: its answer, or, where it got none, its second try."""
        check_author(same, self.user)
        if is_running(same, now):
            return None
        if same.status == InteractionStatus.PENDING or (same.status in UNANSWERED and same.answered is None):
            row.status = open_status(row, self.user).value
            ChatSession.objects.filter(pk=row.pk).update(status=row.status, last_interaction=now)
            # Its age tells others whether somebody works on it, so the second try begins now.
            same.status, same.created, same.reason = InteractionStatus.PENDING.value, now, ''
            same.save(update_fields=['status', 'created', 'reason'])
            return Admission(session_value(row), interaction_value(same))
        return Admission(session_value(row), interaction_value(same), replayed=True)


def append(row: ChatSession, user: Any, interaction: Interaction, now: datetime) -> Interaction:
    """Add an interaction to a session whose row is locked; `row` is brought up to date.

    Raises:
        SessionEnded: The session takes no more.
        PermissionMissing: The user may not add this one.
    """
    row.status = open_status(row, user).value
    row.interaction_count += 1
    row.last_interaction = row.last_updated = now
    interaction.session, interaction.author, interaction.sequence = row, user, row.interaction_count
    interaction.topic_start = row.topic_start
    interaction.save(force_insert=True)
    # A constraint may name anything about the new row, so the database decides once it is there, as NetBox does with
    # objects made through its REST API (netbox/api/viewsets/__init__.py, _validate_objects).
    updated = ChatSession.objects.filter(_may_add(user, interaction), pk=row.pk).update(
        interaction_count=row.interaction_count, last_interaction=now, last_updated=now, status=row.status
    )
    if not updated:
        raise missing(Interaction, 'add')
    return interaction


def _may_add(user: Any, interaction: Interaction) -> Exists:
    return Exists(Interaction.objects.restrict(user, 'add').filter(pk=interaction.pk))


def _claim(turn_id: UUID) -> None:
    """Let one of several requests that open a session for the same turn go first, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute('SELECT pg_advisory_xact_lock(%s)', [int.from_bytes(turn_id.bytes[:8], signed=True)])
