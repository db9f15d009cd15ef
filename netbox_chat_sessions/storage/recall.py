"""What a session remembers, in three statements whatever its length; a few more where others take part in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, Q, QuerySet

from .. import models
from ..conversation.memory import Memory, OpenQuestion, ShownList
from ..conversation.session import EntityReference, InteractionStatus, Session, SuspendedTopic
from ..settings import get
from .mapping import interaction_value, keys, memory_of, open_question_value, reference_value
from .proposals import open_proposal
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
        models.EntityReference.objects.among(session=session_id)
        .restrict(user, 'view')
        .select_related('object_type')
        .order_by('-pinned', '-last_mentioned', '-pk')
    )


@dataclass(frozen=True)
class Recaller:
    """Recalls for one user."""

    user: Any

    def __call__(self, session: Session, before: int | None = None, topic_start: int | None = None) -> Memory:
        """What the session remembers; see `SessionStore.recall`."""
        rows = models.Interaction.objects.among(session=session.id).restrict(self.user, 'view')
        rows = rows.filter(sequence__gt=F('session__forgotten_until'))
        if before is not None:
            rows = rows.filter(sequence__lt=before)
        latest, lists = self._latest(rows.filter(topic_start=topic_start or session.topic_start)), _lists(rows)
        hidden = self._hidden(latest, lists)
        return replace(
            memory_of(session),
            entities=self._entities(session),
            lists=tuple(ShownList(row.sequence, keys(row.listed)) for row in lists if row.pk not in hidden),
            window=tuple(interaction_value(row) for row in latest if row.pk not in hidden),
            open_question=_open_question(row for row in latest[-1:] if row.pk not in hidden),
            suspended=self._suspended(session),
            proposal=open_proposal(self.user, session.id),
        )

    def _hidden(self, latest: Sequence[models.Interaction], lists: Sequence[models.Interaction]) -> set[int]:
        """What others asked and this user may not read: nothing goes on from it, neither its query nor its list.

        Their own turns go on whatever has been hidden since; what they named is then gone.
        """
        others = {row.pk: row for row in latest if row.author_id != self.user.pk}
        further = [row.pk for row in lists if row.author_id != self.user.pk and row.pk not in others]
        found = models.Interaction.objects.in_bulk(further) if further else {}
        return withheld((others | found).values(), self.user) if others or found else set()

    def _suspended(self, session: Session) -> Mapping[str, SuspendedTopic]:
        """The topics that were left; the question that somebody else asked last there is not gone on from."""
        return {
            domain: topic if topic.asked_by == self.user.pk else replace(topic, query=None)
            for domain, topic in session.suspended.items()
        }

    def _entities(self, session: Session) -> tuple[EntityReference, ...]:
        return tuple(reference_value(row) for row in references(self.user, session.id)[:MOST_ENTITIES])

    def _latest(self, rows: QuerySet[models.Interaction]) -> list[models.Interaction]:
        latest = rows.exclude(_NOTHING).order_by('-sequence')[: get().context_interactions]
        return list(reversed(latest))


def _open_question(last: Iterable[models.Interaction]) -> OpenQuestion | None:
    """What the last answer left open."""
    stored = next((row.reading.get('open_question') for row in last), None)
    return open_question_value(stored) if stored else None


def _lists(rows: QuerySet[models.Interaction]) -> list[models.Interaction]:
    # The condition of the partial index, to the letter.
    shown = rows.filter(~Q(listed=[])).order_by('-sequence')
    return list(shown.only('sequence', 'listed', 'author_id')[:MOST_LISTS])
