"""Which earlier query a follow-up continues."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .followups import CARRYING
from .memory import Memory
from .reading import QueryType
from .reply import ReplyKind
from .session import Interaction

__all__ = ('carried_query',)

# What a query that was not run says of the name that nothing has.
SOUGHT = 'q'


def carried_query(memory: Memory, object_types: Collection[str]) -> Mapping[str, Any] | None:
    """The query that a follow-up continues, as JSON; None without one.

    It is the latest query about an object of one of the types, whose place a new one can take, as later follow-ups
    changed it; else the latest. Behind a list that was recorded, only later ones count. What was not understood is not
    continued, and what was not found only when something else takes the place of the name that nothing has.
    """
    asked = [turn for turn in _since_shown(memory.window) if turn.reply.get('query')]
    last = asked[-1] if asked else None
    if last and _sought_in_vain(last):
        return _without_name(last.reply['query']) if object_types else None
    window = [turn for turn in asked if _was_run(turn)]
    found = replace(memory, window=tuple(window)).query_about(object_types)
    return _changed(found, window) if found else None


def _since_shown(window: Sequence[Interaction]) -> Sequence[Interaction]:
    """The turns from where objects were recorded as shown or chosen: "which of them" is of these."""
    shown = [number for number, turn in enumerate(window) if turn.listed and not turn.decision]
    return window[shown[-1] :] if shown else window


def _was_run(turn: Interaction) -> bool:
    """Whether the query of a reply was asked; that of a question back only says what was meant."""
    kind, total = turn.reply.get('kind'), turn.reply.get('total')
    return kind == ReplyKind.ANSWER or (kind == ReplyKind.NOT_FOUND and total is not None)


def _sought_in_vain(turn: Interaction) -> bool:
    """Whether a whole request failed for want of a name."""
    kinds = (ReplyKind.NOT_FOUND, ReplyKind.CLARIFICATION)
    whole = turn.reading.get('query_type') == QueryType.STANDALONE
    return whole and turn.reply.get('kind') in kinds and not _was_run(turn)


def _without_name(query: Mapping[str, Any]) -> Mapping[str, Any]:
    filters = {name: values for name, values in query.get('filters', {}).items() if name != SOUGHT}
    return {**query, 'filters': filters, 'subjects': []}


def _changed(query: Mapping[str, Any], window: Sequence[Interaction]) -> Mapping[str, Any]:
    """The query as follow-ups changed it: under some of its conditions, or of the same kind about the same objects."""
    turns = [turn for turn in window if turn.reply['query'] is query]
    for later in window[window.index(turns[-1]) + 1 :] if turns else ():
        changed, continues = later.reply['query'], CARRYING & set(later.reading.get('followup_signals', ()))
        same = all(changed.get(name) == query.get(name) for name in ('object_type', 'subjects'))
        shared = _conditions(query) & _conditions(changed) - {'id'}
        if (same and (continues or _conditions(query) <= _conditions(changed))) or (continues and shared):
            query = changed
    return query


def _conditions(query: Mapping[str, Any]) -> set[str]:
    return set(query.get('filters', ()))
