"""What a session remembers, in three statements whatever its length."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, Q, QuerySet

from .. import models
from ..conversation.memory import Memory, OpenQuestion, ShownList
from ..conversation.session import EntityReference, InteractionStatus, Session
from ..settings import get
from .mapping import interaction_value, keys, memory_of, open_question_value, reference_value
from .withholding import withheld

__all__ = ('Recaller', 'references')

MOST_ENTITIES = 50
MOST_LISTS = 8

# Questions that came to nothing are no part of the conversation.
_NOTHING = Q(status=InteractionStatus.PENDING.value) | Q(
    status__in=[
        InteractionStatus.FAILED.value,
        InteractionStatus.INTERRUPTED.value,
        InteractionStatus.STOPPED.value,
    ],
    reply={},
)


def references(user: Any, session_id: int | None) -> QuerySet[models.EntityReference]:
    """Entity references of a session, pinned ones first, then most recently mentioned first."""
    return (
        models.EntityReference.objects.restrict(user, 'view')
        .filter(session_id=session_id)
        .select_related('object_type')
        .order_by('-pinned', '-last_mentioned', '-pk')
    )


@dataclass(frozen=True)
class Recaller:
    """Recalls for one user."""

    user: Any

    def __call__(self, session: Session, before: int | None = None, topic_start: int | None = None) -> Memory:
        """What the session remembers; see `SessionStore.recall`."""
        rows = models.Interaction.objects.restrict(self.user, 'view').filter(
            session_id=session.id, sequence__gt=F('session__forgotten_until')
        )
        if before is not None:
            rows = rows.filter(sequence__lt=before)
        latest = self._latest(rows.filter(topic_start=topic_start or session.topic_start))
        window = tuple(map(interaction_value, latest))
        return replace(
            memory_of(session),
            entities=self._entities(session),
            lists=_lists(rows),
            window=window,
            open_question=self._open_question(latest),
        )

    def _entities(self, session: Session) -> tuple[EntityReference, ...]:
        return tuple(reference_value(row) for row in references(self.user, session.id)[:MOST_ENTITIES])

    def _latest(self, rows: QuerySet[models.Interaction]) -> list[models.Interaction]:
        latest = rows.exclude(_NOTHING).order_by('-sequence')[: get().context_interactions]
        return list(reversed(latest))

    def _open_question(self, latest: list[models.Interaction]) -> OpenQuestion | None:
        """What the last answer left open; not what somebody else asked about something that this user may not see."""
        stored = latest[-1].reading.get('open_question') if latest else None
        if not stored or (latest[-1].author_id != self.user.pk and withheld(latest[-1:], self.user)):
            return None
        return open_question_value(stored)


def _lists(rows: QuerySet[models.Interaction]) -> tuple[ShownList, ...]:
    # The condition of the partial index, to the letter.
    shown = rows.filter(~Q(listed=[])).order_by('-sequence').values_list('sequence', 'listed')
    return tuple(ShownList(sequence, keys(listed)) for sequence, listed in shown[:MOST_LISTS])
