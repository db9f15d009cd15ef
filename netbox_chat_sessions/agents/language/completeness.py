"""Whether a query says all that its question said: a condition that it leaves out is named, never passed over."""

from dataclasses import replace

from ...conversation.objects import Noun
from ...inventory.catalogue import kinds
from ...inventory.query import Action, Having, InventoryQuery
from .happenings import CHANGES
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import restrictions
from .suitability import PORTS

__all__ = ('left_out',)

# Ports that lead somewhere are cabled anyway.
TRACED = {'cabled'}


def left_out(question: Question, query: InventoryQuery) -> Problem | None:
    """The condition, time or order of the question that the query does not say, if any."""
    marked, object_type = question.marked, query.object_type or ''
    noun = Noun((object_type,)) if object_type else None
    if query.size is not None:
        # How large a free network has to be is no condition on networks.
        rest = [item for item in marked.conditions if item.fields != ('mask_length',)]
        question = replace(question, marked=replace(marked, conditions=rest))
    compared = query.action is Action.EXTREME or query.order
    if marked.superlative and not compared:
        at = marked.tokens[marked.superlative.first]
        return Problem(ProblemKind.UNKNOWN_WORDS, (at.text,), noun=noun)
    first, repeats = marked.tokens[0], 'substitution' in question.reading.signals
    if first.folded in question.lexicon.words('limits', 'same') and not (marked.references or repeats):
        # `same rack`: as what is not said.
        return Problem(ProblemKind.UNKNOWN_WORDS, (first.text,), noun=noun)
    if query.action is Action.TRACE and (states := _untraced(question)):
        return Problem(ProblemKind.UNKNOWN_VALUE, states, noun=noun)
    if object_type not in kinds() or object_type == CHANGES:
        words = tuple(question.said(item) for item in question.marked.conditions)
        return Problem(ProblemKind.UNKNOWN_WORDS, words, noun=noun) if words else None
    expected = restrictions(question, object_type)
    if isinstance(expected, Problem):
        return expected
    said = all(query.filters.get(name) == values for name, values in expected.filters.items())
    if said and all(any(_says(found, item) for found in query.having) for item in expected.having):
        return None
    words = tuple(question.said(item) for item in question.marked.conditions)
    return Problem(ProblemKind.UNKNOWN_WORDS, words, noun=noun)


def _says(found: Having, said: Having) -> bool:
    """Whether a condition says what was said, and no less."""
    same = (found.object_type, dict(found.filters)) == (said.object_type, dict(said.filters))
    most = said.maximum is None or (found.maximum is not None and found.maximum <= said.maximum)
    return same and found.minimum >= said.minimum and most


def _untraced(question: Question) -> tuple[str, ...]:
    """States that choose among ports, which following their cables does not."""
    found = [
        question.text(value.start, value.end)
        for value in question.marked.values
        if any(set(value.values.get(object_type, ())) - TRACED for object_type in PORTS) and not value.weak
    ]
    return tuple(found)
