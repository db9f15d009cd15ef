"""What else a phrase could have meant: to be chosen from where it was misread."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.db.models import F
from users.models import User

from ..conversation.followups import Signal
from ..conversation.objects import ObjectKey, ObjectRef
from ..models import EntityReference, Interaction
from ..storage.mapping import keys, open_question_value
from ..wiring import object_finder
from .entities import key_of

__all__ = ('Alternatives', 'alternatives_of')

MOST = 8
MOST_REMEMBERED = 50


@dataclass(frozen=True)
class Alternatives:
    """Objects to choose from, and the question to ask again with one of them.

    Attributes:
        question: The message that was misread.
        sequence: Sequence number of the interaction in which it was asked.
        start: Where the phrase starts in it.
        end: Where it ends.
        choices: Likeliest first; empty where nothing else is known.
    """

    question: str
    sequence: int
    start: int
    end: int
    choices: tuple[ObjectRef, ...] = ()

    @property
    def phrase(self) -> str:
        """The words that were misread."""
        return self.question[self.start : self.end]


def alternatives_of(row: Interaction, place: int, reader: User) -> Alternatives | None:
    """What the user may have meant: others of that name, of the same question back, of the conversation, of a list.

    Args:
        row: An interaction of the reader's own, which they may read.
        place: Which of its references, counted from 0.
        reader: Who asks.

    Returns:
        None where the interaction has no such reference.
    """
    references = row.reading.get('references', ())
    if place >= len(references):
        return None
    misread = references[place]
    taken = [ObjectKey(item['object_type'], item['object_id']) for item in misread['objects']]
    asked = _question_back(row)
    if asked is not None:
        question = open_question_value(asked.reading['open_question'])
        found = Alternatives(question.question, asked.sequence, question.start, question.end)
        offered: Iterator[ObjectKey] = iter(question.candidates)
    else:
        found = Alternatives(row.query, row.sequence, misread['start'], misread['end'])
        offered = chain(_candidates(misread), _called(found.phrase, reader))
    types = {key.object_type for key in taken}
    talked = chain(_remembered(row, reader), _shown(row, reader))
    alike = (key for key in talked if not types or key.object_type in types)
    wanted = [key for key in dict.fromkeys(chain(offered, alike)) if key not in taken]
    visible = object_finder(reader).look(wanted)
    return replace(found, choices=tuple(visible[key] for key in wanted if key in visible)[:MOST])


def _question_back(row: Interaction) -> Interaction | None:
    """The interaction whose open question this one answers."""
    if Signal.CLARIFICATION not in row.reading.get('followup_signals', ()):
        return None
    before = Interaction.objects.filter(session=row.session_id, sequence__lt=row.sequence).order_by('-sequence')
    asked = before.filter(reading__has_key='open_question').first()
    return asked if asked is not None and asked.author_id == row.author_id else None


def _candidates(reference: Mapping[str, Any]) -> Iterator[ObjectKey]:
    for item in reference.get('candidates', ()):
        yield ObjectKey(item['object_type'], item['object_id'])


def _called(phrase: str, reader: User) -> Iterator[ObjectKey]:
    """Objects of that name, and where there are none, those one letter away."""
    if phrase:
        for span in object_finder(reader).annotate(phrase).names:
            yield from (ref.key for ref in (*span.matches, *span.near))


def _remembered(row: Interaction, reader: User) -> Iterator[ObjectKey]:
    known = EntityReference.objects.among(session=row.session_id).restrict(reader, 'view')
    for reference in known.select_related('object_type').order_by('-last_mentioned', '-pk')[:MOST_REMEMBERED]:
        yield key_of(reference)


def _shown(row: Interaction, reader: User) -> Iterator[ObjectKey]:
    """The list that was shown last before, unless it was forgotten."""
    visible = Interaction.objects.among(session=row.session_id).restrict(reader, 'view')
    before = visible.filter(sequence__lt=row.sequence, sequence__gt=F('session__forgotten_until'))
    shown = before.exclude(listed=[]).order_by('-sequence').first()
    yield from keys(shown.listed) if shown else ()
