"""Questions that wait for a worker: each is claimed once, whatever a broker delivers twice."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from ..conversation.errors import ConversationError
from ..conversation.records import Admission
from ..conversation.session import InteractionStatus
from ..models import ChatSession, Interaction
from .access import find_session, missing, open_status
from .mapping import interaction_value, session_value

__all__ = ('QUEUED', 'Claimer', 'defer')

# Why a pending interaction is not being answered yet.
QUEUED = 'queued'


def defer(admission: Admission) -> None:
    """Mark a question as waiting; see `SessionStore.defer`."""
    pending = Interaction.objects.filter(pk=admission.interaction.id, status=InteractionStatus.PENDING.value)
    pending.update(reason=QUEUED)


@dataclass(frozen=True)
class Claimer:
    """Claims questions of one user."""

    user: Any

    def __call__(self, interaction_id: int) -> Admission | None:
        """Take the question; see `SessionStore.claim`."""
        waiting = Interaction.objects.filter(
            pk=interaction_id, author=self.user, status=InteractionStatus.PENDING.value, reason=QUEUED
        )
        session_id = waiting.values_list('session', flat=True).first()
        if session_id is None:
            return None
        try:
            with transaction.atomic():
                row = find_session(self.user, session_id, lock=True)
                now = timezone.now()
                # Its age tells others whether somebody works on it, so the answer begins now.
                if not waiting.update(reason='', created=now):
                    return None
                if not Interaction.objects.restrict(self.user, 'add').filter(pk=interaction_id).exists():
                    raise missing(Interaction, 'add')
                row.status = open_status(row, self.user).value
                ChatSession.objects.filter(pk=row.pk).update(status=row.status, last_interaction=now)
                return Admission(session_value(row), interaction_value(Interaction.objects.get(pk=interaction_id)))
        except ConversationError as error:
            waiting.update(status=InteractionStatus.FAILED.value, reason=error.code)
            raise
