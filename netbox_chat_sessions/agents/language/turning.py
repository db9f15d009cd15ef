"""Follow-ups that turn the pages of the last answer: `more`, `the next 10`, `go back`, `the rest`, `all of them`."""

from dataclasses import replace

from ...conversation.paging import Turn, turn_of
from ...conversation.vocabulary import vocabulary
from ...inventory.limits import MAX_PAGE
from ...inventory.query import PAGE_SIZE, Action, InventoryQuery
from .problems import Problem, ProblemKind
from .question import Question

__all__ = ('turned',)

PAGED = (Action.LIST, Action.COUNT, Action.EXTREME, Action.AVAILABLE, Action.CHANGES)


def turned(question: Question, carried: InventoryQuery) -> InventoryQuery | Problem | None:
    """The page of the carried query that is asked for; None: the text turns no page."""
    tokens, known = question.marked.tokens, question.reading.annotations
    turn = turn_of(tokens, known, vocabulary(), carried.object_type or '')
    if turn is None:
        return None
    if turn is Turn.AGAIN:
        return carried
    words = (' '.join(token.text for token in tokens),)
    if carried.action not in PAGED or turn is Turn.LAST:
        # How many pages there are is not known before the list is.
        return Problem(ProblemKind.UNKNOWN_WORDS, words)
    action = Action.LIST if carried.action is Action.COUNT else carried.action
    # Behind the rest of a list a page is as long as pages are.
    size = _number(question) or (carried.limit if carried.limit < MAX_PAGE else PAGE_SIZE)
    offset, limit = {
        Turn.NEXT: (carried.offset + carried.limit, size),
        Turn.REST: (carried.offset + carried.limit, MAX_PAGE),
        Turn.BACK: (max(carried.offset - size, 0), size),
        Turn.FIRST: (0, size),
        Turn.WHOLE: (0, MAX_PAGE),
    }[turn]
    if turn is Turn.BACK and not carried.offset:
        return Problem(ProblemKind.UNKNOWN_WORDS, words)
    return replace(carried, action=action, offset=offset, limit=limit)


def _number(question: Question) -> int | None:
    """How many are asked for; None where it is not said, or said of pages."""
    words = [token.folded for token in question.marked.tokens]
    if any(vocabulary().has(word, 'paging', 'page') for word in words):
        return None
    numbers = [int(word) if word.isdecimal() else vocabulary().numbers.get(word) for word in words]
    return next(filter(None, numbers), None)
