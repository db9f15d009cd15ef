"""Superlatives and orders as queries: `the fullest rack`, `tenants by number of devices`, `sorted by height`."""

from dataclasses import replace

from ...conversation.objects import Noun
from ...inventory.attributes import field_path
from ...inventory.catalogue import kind
from ...inventory.query import PAGE_SIZE, Action, InventoryQuery, Rank
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import counted_objects
from .suitability import MEASURED, NETWORKS
from .superlatives import Superlative

__all__ = ('ranked',)

# So many of the top are told where several are asked for, without a number.
TOP = 5


def ranked(question: Question, wanted: Superlative, query: InventoryQuery, *, single: bool) -> InventoryQuery | Problem:
    """The query with what its objects are compared by.

    Args:
        question: It says how many are wanted.
        wanted: What they are compared by.
        query: For the objects to be compared.
        single: One object is asked for.
    """
    object_type = query.object_type or ''
    if wanted.noun:
        counted = counted_objects(question, wanted.noun, wanted.states, object_type)
        if counted is None:
            words = question.text(wanted.noun.start, wanted.noun.end)
            return Problem(ProblemKind.NO_PROPERTY, (words,), noun=Noun((object_type,)))
        rank = Rank(object_type=counted[0], filters=counted[1], descending=wanted.descending)
    else:
        name = next((name for name in wanted.fields if _is_comparable(object_type, name)), None)
        if name is None:
            return Problem(ProblemKind.NO_PROPERTY, (wanted.words,), noun=Noun((object_type,)))
        if wanted.ordered and name != 'utilization':
            order = f'-{name}' if wanted.descending else name
            return replace(query, action=Action.LIST, order=(order,), limit=question.marked.limit or PAGE_SIZE)
        rank = Rank(attribute=name, descending=wanted.descending)
    limit = question.marked.limit or (PAGE_SIZE if wanted.ordered else 1 if single else TOP)
    return replace(query, action=Action.EXTREME, rank=rank, attributes=(), limit=limit)


def _is_comparable(object_type: str, name: str) -> bool:
    if name == 'utilization':
        return object_type in MEASURED
    if name == 'prefix_length':
        return object_type in NETWORKS
    return field_path(kind(object_type), name) is not None
