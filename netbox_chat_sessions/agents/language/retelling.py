"""How a carried query is to be told: what of each object, how many, in which order, counted by what."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.objects import Noun
from ...conversation.text import match_words
from ...conversation.vocabulary import vocabulary
from ...inventory.query import Action, InventoryQuery
from .problems import Problem, ProblemKind
from .question import Question
from .ranking import reordered, reranked
from .suitability import MEASURED
from .telling import columns, group_path

__all__ = ('LISTING', 'retold')

LISTING = (Action.LIST, Action.COUNT, Action.EXTREME)


def retold(question: Question, query: InventoryQuery) -> InventoryQuery | Problem:
    """The query with the columns, number, order and grouping that the question says; the others stay."""
    object_type, marked = query.object_type or '', question.marked
    noun = Noun((object_type,))
    told = columns(question, object_type)
    if isinstance(told, Problem):
        return told
    grouped = query.action is Action.GROUP
    if (grouped and marked.limit) or ((grouped or marked.has('count')) and _orders_by_nothing(question)):
        # What is counted by something comes in its own order, all of it; a list has no counts.
        return Problem(ProblemKind.UNKNOWN_WORDS, (' '.join(token.text for token in marked.tokens),), noun=noun)
    attributes = tuple(dict.fromkeys((*query.attributes, *told)))
    action = _action(question, query, told)
    group = query.group_by if action is Action.GROUP else None
    query = replace(query, action=action, limit=marked.limit or query.limit, attributes=attributes, group_by=group)
    if marked.group is not None:
        return _grouped(question, query)
    if found := reranked(question, query) or reordered(question, query):
        return found
    if marked.has('utilisation') and query.action is not Action.UTILISATION:
        words = tuple(token.text for token in marked.tokens if token.start == marked.cues['utilisation'])
        return Problem(ProblemKind.NO_PROPERTY, words, noun=noun)
    return query


def _grouped(question: Question, query: InventoryQuery) -> InventoryQuery | Problem:
    path = group_path(question, query.object_type or '')
    if path is None:
        words = tuple(token.text for token in question.marked.tokens if token.start == question.marked.group)
        return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((query.object_type or '',)))
    if query.order and question.marked.tokens[0].folded in question.lexicon.words('ordering', 'by_word'):
        # `by name`, of a list in some order: in another one.
        return replace(query, order=(path,))
    return replace(query, action=Action.GROUP, group_by=path, attributes=(), rank=None)


def _orders_by_nothing(question: Question) -> bool:
    """`sort by count`: an order by what objects are not known to have."""
    asks = bool(match_words(question.marked.tokens, 0, vocabulary().words('fragments', 'orders')))
    return asks and question.marked.superlative is None and question.marked.group is None


def _action(question: Question, query: InventoryQuery, told: Sequence[str]) -> Action:
    marked, totals = question.marked, question.lexicon.words('parts', 'total')
    if marked.has('utilisation') and query.object_type in MEASURED:
        return Action.UTILISATION
    total = match_words(marked.tokens, 0, totals) == len(marked.tokens)
    if (marked.has('count') or total) and query.action in (Action.LIST, Action.EXTREME, Action.GROUP):
        return Action.COUNT
    if query.action is Action.COUNT and ('narrowing' in question.reading.signals or told):
        return Action.LIST
    if query.action in (Action.SHOW, Action.COMPARE) and not query.subjects:
        return Action.LIST
    if told and query.action not in (Action.SHOW, *LISTING):
        # A property is told of what was located, compared or counted by something.
        return Action.SHOW if query.subjects else Action.LIST
    return query.action
