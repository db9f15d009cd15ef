"""Questions for what happened: who changed it, what was deleted yesterday, what is new since it was talked about."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.objects import ObjectRef
from ...conversation.text import match_words
from ...inventory.query import PAGE_SIZE, Action, FilterValues, InventoryQuery
from .periods import Period
from .question import Question

__all__ = ('CHANGES', 'ask_for_changes', 'ask_what_changed', 'changes_of_kind', 'history_of')

CHANGES = 'core.objectchange'


def ask_for_changes(
    question: Question, object_type: str, own: Sequence[ObjectRef], others: Sequence[ObjectRef]
) -> InventoryQuery | None:
    """`recent changes`, `history of R103`: changes of anything, or of given objects; None: neither is asked for."""
    if object_type == CHANGES:
        return history_of(question, others) if others else ask_what_changed(question)
    return history_of(question, own) if own and question.asks_for_changes else None


def changes_of_kind(question: Question, chosen: InventoryQuery) -> InventoryQuery:
    """`which cables were deleted yesterday`, `who changed devices at MDF`: changes of the objects that `chosen` finds.

    Where nothing chooses among them, those that are gone count as well.
    """
    if chosen.filters or chosen.subjects or chosen.having:
        filters = {**chosen.filters, **_restricted(question)}
        return replace(chosen, action=Action.CHANGES, filters=filters, limit=_limit(question))
    filters = {'changed_object_type': (chosen.object_type or '',), **_restricted(question)}
    return InventoryQuery(Action.CHANGES, CHANGES, filters, limit=_limit(question))


def ask_what_changed(question: Question) -> InventoryQuery:
    """`what was deleted yesterday`: changes of anything."""
    return InventoryQuery(Action.CHANGES, CHANGES, _restricted(question), limit=_limit(question))


def history_of(question: Question, refs: Sequence[ObjectRef]) -> InventoryQuery:
    """The changes of given objects."""
    keys = tuple(ref.key for ref in refs)
    return InventoryQuery(
        Action.CHANGES, keys[0].object_type, _restricted(question), subjects=keys, limit=_limit(question)
    )


def _restricted(question: Question) -> dict[str, FilterValues]:
    found: dict[str, FilterValues] = {}
    if action := _act(question):
        found['action'] = (action,)
    if question.marked.person:
        found['user'] = (question.marked.person,)
    if period := _period(question):
        if period.after:
            found['time_after'] = (period.after.isoformat(timespec='seconds'),)
        if period.before:
            found['time_before'] = (period.before.isoformat(timespec='seconds'),)
    return found


def _period(question: Question) -> Period | None:
    """When; `since we last talked about it` is known to the session."""
    tokens, phrases = question.marked.tokens, tuple(question.lexicon.words('times', 'talked'))
    if question.reading.talked and any(match_words(tokens, at, phrases) for at in range(len(tokens))):
        return Period(question.reading.talked)
    return question.marked.period


def _act(question: Question) -> str:
    """What was done: `deleted` only, or `created` only; anything when it is not said."""
    acts = question.lexicon.mapping('moments')
    said = [acts[word].get('action', '') for word in question.words if word in acts]
    return next((action for action in said if action), '')


def _limit(question: Question) -> int:
    """`who changed it last` asks for one change."""
    latest = question.words & set(question.lexicon.words('limits', 'latest'))
    return question.marked.limit or (1 if latest and not _period(question) else PAGE_SIZE)
