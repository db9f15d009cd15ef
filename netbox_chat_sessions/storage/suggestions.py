"""What one person asks again and again, and what they talk about: read for suggestions, and for nothing else.

No reference is ever resolved by it; a session knows its own memory only.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ..conversation.objects import ObjectKey
from ..conversation.reading import QueryType, Source
from ..conversation.reply import ReplyKind
from ..conversation.session import InteractionStatus, SaidBy
from ..models import EntityReference, Interaction
from .titles import is_real_answer
from .withholding import withheld

__all__ = ('Asked', 'Habits', 'same_question')

RECENT = timedelta(days=90)
MOST_INTERACTIONS = 200
MOST_REFERENCES = 50
# Longer ones are no buttons.
LONGEST = 100


def same_question(text: str) -> str:
    """What two questions have in common that differ in case and spacing only."""
    return ' '.join(text.split()).casefold()


@dataclass(frozen=True)
class Asked:
    """A question, and the objects that it named when it was asked last."""

    text: str
    about: tuple[ObjectKey, ...]


@dataclass(frozen=True)
class Habits:
    """The habits of one user as they show in their latest turns; a few statements, however much was said.

    Attributes:
        now: The end of the time that is looked at.
    """

    user: Any
    now: datetime

    def questions(self, most: int) -> tuple[Asked, ...]:
        """The questions asked most, as they were asked last; each was answered, and means the same anywhere.

        No answer named an object that the user may not see now; an object that a question names may be gone.
        """
        asked = dict(self._asked())
        frequent = _most_common(map(same_question, asked.values()))[: most * 3]
        latest = {same_question(query): pk for pk, query in reversed(asked.items())}
        turns = Interaction.objects.in_bulk([latest[question] for question in frequent])
        hidden = withheld(turns.values(), self.user)
        chosen = [turns[latest[question]] for question in frequent]
        return tuple(_asked(turn) for turn in chosen if turn.pk not in hidden and _stands_alone(turn))[:most]

    def objects(self, most: int) -> tuple[ObjectKey, ...]:
        """The objects that they mentioned most in their sessions; some may be gone or hidden by now."""
        counts: Counter[ObjectKey] = Counter()
        for app_label, model, object_id, mentions in self._mentioned():
            counts[ObjectKey(f'{app_label}.{model}', object_id)] += mentions
        return tuple(key for key, _count in counts.most_common(most))

    def _asked(self) -> Iterable[tuple[int, str]]:
        """Primary keys and texts of the answered questions among the latest turns, the latest first."""
        own = Interaction.objects.restrict(self.user, 'view').filter(author=self.user, created__gt=self.now - RECENT)
        latest = own.order_by('-created', '-pk').values('pk')[:MOST_INTERACTIONS]
        answered = Interaction.objects.filter(
            pk__in=latest,
            status=InteractionStatus.ANSWERED.value,
            reply__kind=ReplyKind.ANSWER.value,
            reading__query_type=QueryType.STANDALONE.value,
        )
        # Those of other agents were recorded without a decision, and are not answered here.
        found = answered.exclude(decision='').order_by('-created', '-pk').values_list('pk', 'query')
        return [(pk, query) for pk, query in found if query and len(query) <= LONGEST]

    def _mentioned(self) -> Iterable[tuple[str, str, int, int]]:
        own = EntityReference.objects.restrict(self.user, 'view').filter(
            session__user=self.user, last_mentioned__gt=self.now - RECENT
        )
        latest = own.exclude(said_by=SaidBy.ANSWER.value).order_by('-last_mentioned', '-pk')
        fields = ('object_type__app_label', 'object_type__model', 'object_id', 'mention_count')
        return latest.values_list(*fields)[:MOST_REFERENCES]


def _most_common(items: Iterable[str]) -> list[str]:
    return [item for item, _count in Counter(items).most_common()]


def _asked(turn: Interaction) -> Asked:
    named = (item for reference in turn.reading.get('references', ()) for item in reference['objects'])
    return Asked(turn.query, tuple(ObjectKey(item['object_type'], item['object_id']) for item in named))


def _stands_alone(turn: Interaction) -> bool:
    """Whether a question was about something, and said all of it: "this rack" is another one on another page."""
    named = all(reference.get('source') == Source.NAME for reference in turn.reading.get('references', ()))
    return named and is_real_answer(turn.reply, turn.reading)
