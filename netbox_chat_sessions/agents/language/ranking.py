"""Superlatives and orders as queries: `the fullest rack`, `tenants by number of devices`, `sorted by height`."""

from dataclasses import replace

from ...conversation.objects import Noun
from ...conversation.text import match_words
from ...inventory.catalogue import kind
from ...inventory.model_fields import field_path
from ...inventory.query import PAGE_SIZE, Action, InventoryQuery, Rank
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import counted_objects
from .suitability import MEASURED, NETWORKS
from .superlatives import Superlative

__all__ = ('ranked', 'reordered', 'reranked')

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
            limit = question.marked.limit or PAGE_SIZE
            return replace(query, action=Action.LIST, order=(order,), rank=None, limit=limit)
        rank = Rank(attribute=name, descending=wanted.descending)
    limit = question.marked.limit or (PAGE_SIZE if wanted.ordered else 1 if single else TOP)
    return replace(query, action=Action.EXTREME, rank=rank, attributes=(), limit=limit)


def reranked(question: Question, query: InventoryQuery) -> InventoryQuery | Problem | None:
    """`the tallest`, `and the fewest?`, `newest first`: what was asked for, compared; None: nothing is compared."""
    if wanted := question.marked.superlative:
        single = not question.words & set(question.lexicon.words('limits', 'plural'))
        limit = PAGE_SIZE if query.action is Action.EXTREME else query.limit
        listed = query.subjects and all(key.object_type == query.object_type for key in query.subjects)
        if listed:
            ids = tuple(key.object_id for key in query.subjects)
            query = replace(query, filters={**query.filters, 'id': ids}, subjects=())
        found = ranked(question, wanted, replace(query, offset=0, group_by=None), single=single)
        kept = isinstance(found, InventoryQuery) and wanted.ordered and not question.marked.limit
        return replace(found, limit=limit) if kept and isinstance(found, InventoryQuery) else found
    words = question.lexicon.mapping('superlatives')
    said = [words[token.folded] for token in question.marked.unknown if token.folded in words]
    if said and query.rank:
        # `and the fewest?` is counted as the most were.
        return replace(query, rank=replace(query.rank, descending=said[0]['descending']), offset=0)
    return None


def reordered(question: Question, query: InventoryQuery) -> InventoryQuery | None:
    """`descending`, `in reverse order`: the same list the other way round; None: no direction is said."""
    lexicon, tokens = question.lexicon, question.marked.tokens
    said = {
        name
        for name in ('descending', 'ascending', 'reversed')
        if any(match_words(tokens, at, lexicon.words('ordering', name)) for at in range(len(tokens)))
    }
    if not said or not (query.order or query.rank):
        return None
    descends = query.order[0].startswith('-') if query.order else bool(query.rank and query.rank.descending)
    descending = not descends if 'reversed' in said else 'descending' in said
    rank = replace(query.rank, descending=descending) if query.rank else None
    order = tuple(f'-{name.lstrip("-")}' if descending else name.lstrip('-') for name in query.order)
    return replace(query, rank=rank, order=order, offset=0)


def _is_comparable(object_type: str, name: str) -> bool:
    if name == 'utilization':
        return object_type in MEASURED
    if name == 'prefix_length':
        return object_type in NETWORKS
    return field_path(kind(object_type), name) is not None
