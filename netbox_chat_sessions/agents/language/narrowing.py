"""The carried query under the conditions of a follow-up as well."""

from dataclasses import replace

from ...conversation.objects import Noun, NounSpan
from ...conversation.reading import Reference
from ...inventory.query import FilterValues, Having, InventoryQuery
from .kinds import excluded_filters
from .merging import merged, merged_having, opposite
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import restrictions
from .suitability import NETWORK_FILTERS

__all__ = ('narrowed', 'opened')


def narrowed(
    question: Question, carried: InventoryQuery, target: NounSpan | None = None, having: tuple[Having, ...] = ()
) -> InventoryQuery | Problem:
    """The carried query with the conditions of the question, each in place of its counterpart.

    Args:
        question: It says states, conditions, and what is left out.
        carried: The query that it continues.
        target: The noun that says which of them, a role among them.
        having: Conditions on related objects that it says as well.
    """
    object_type = carried.object_type or ''
    values = question.values(object_type)
    if negated := _negated(question):
        # `not the planned ones`: none of the list but those of a state is left out.
        if not values:
            return Problem(ProblemKind.UNKNOWN_WORDS, (negated[0].phrase,), noun=Noun((object_type,)))
        values = dict(opposite(name, chosen) for name, chosen in values.items())
        left = [ref for ref in question.marked.references if ref not in negated]
        question = replace(question, marked=replace(question.marked, references=left))
    restricted = restrictions(question, object_type)
    if isinstance(restricted, Problem):
        return restricted
    new: dict[str, FilterValues] = {**values, **restricted.filters, **excluded_filters(question, object_type)}
    if NETWORK_FILTERS.get(object_type) in carried.filters or not question.anchors:
        new |= question.networks(object_type)
    new |= question.roles(target, object_type) if target else {}
    carried = opened(carried) if new or restricted.having or having else carried
    conditions = merged_having(carried.having, (*restricted.having, *having))
    return replace(carried, offset=0, filters=merged(carried.filters, new), having=conditions)


def opened(query: InventoryQuery) -> InventoryQuery:
    """A query about given objects as one that chooses among them: conditions say which."""
    subjects, ids = query.subjects, tuple(key.object_id for key in query.subjects)
    if not subjects or any(key.object_type != query.object_type for key in subjects):
        return query
    return replace(query, filters={**query.filters, 'id': ids}, subjects=())


def _negated(question: Question) -> list[Reference]:
    """The references that leave out all that was shown, but for what else they say of it."""
    listed = set(question.reading.listed)
    return [ref for ref in question.marked.references if ref.excluded and listed and set(ref.keys) == listed]
