"""Follow-ups that set the last answer against something else: `the other circuits`, `vs MDF`."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.objects import Noun, ObjectRef
from ...conversation.text import match_words
from ...conversation.vocabulary import vocabulary
from ...inventory.catalogue import kind
from ...inventory.query import Action, FilterValues, InventoryQuery
from ...inventory.relations import filter_for, forward_paths
from .problems import Problem, ProblemKind
from .question import Question

__all__ = ('another', 'beside', 'others')


def others(question: Question, carried: InventoryQuery) -> InventoryQuery | Problem | None:
    """`the other circuits`, `any others?`: those of the kind that the last question did not find."""
    if not asks_for_others(question):
        return None
    object_type, listed = carried.object_type or '', question.reading.listed
    problem = Problem(ProblemKind.UNKNOWN_WORDS, _words(question), noun=Noun((object_type,)))
    shown = question.shown_query
    if shown is None or shown.object_type != object_type or carried.action not in (Action.LIST, Action.COUNT):
        return problem
    if len(listed) < shown.limit and not shown.offset:
        return InventoryQuery(Action.LIST, object_type, {'id__n': tuple(key.object_id for key in listed)})
    # Of a list that is shown in part those are left out that its one condition chooses.
    name, values = next(iter(shown.filters.items()), ('', ()))
    if len(shown.filters) > 1 or shown.having or shown.subjects:
        return problem
    if f'{name}__n' not in kind(object_type).filterset.base_filters:
        return problem
    return InventoryQuery(Action.LIST, object_type, {f'{name}__n': values})


def asks_for_others(question: Question) -> bool:
    """Whether a text asks for others than what was shown, and names none of them."""
    said = {token.folded for token in question.marked.tokens}
    listed = set(question.reading.listed)
    named = [ref for ref in question.marked.references if ref.phrase and set(ref.keys) != listed]
    return bool(said & set(vocabulary().words('other'))) and not named


def beside(question: Question, carried: InventoryQuery, refs: Sequence[ObjectRef]) -> InventoryQuery | None:
    """`vs MDF`: the last question for both, so that they can be compared; None: nothing is set against it."""
    if not match_words(question.marked.tokens, 0, question.lexicon.words('contrast', 'beside')) or not refs:
        return None
    new_type, keys = refs[0].key.object_type, tuple(ref.key for ref in refs)
    if any(key.object_type == new_type for key in carried.subjects):
        action = Action.COMPARE if carried.action is Action.SHOW and not carried.attributes else carried.action
        return replace(carried, action=action, subjects=tuple(dict.fromkeys((*carried.subjects, *keys))))
    object_type = carried.object_type or ''
    name, paths = filter_for(kind(object_type), new_type), forward_paths(object_type, new_type)
    if not name or not paths or name not in carried.filters:
        return None
    values: FilterValues = (*carried.filters[name], *(key.object_id for key in keys))
    filters = {**carried.filters, name: tuple(dict.fromkeys(values))}
    return replace(carried, action=Action.GROUP, group_by=paths[0], filters=filters, attributes=(), offset=0)


def another(question: Question, carried: InventoryQuery) -> InventoryQuery:
    """`does that site have a second one?`: of the kind spoken of, but not what was spoken of."""
    kept = [*carried.filters.get('id__n', ()), *carried.filters.get('id', ())]
    kept += [key.object_id for key in carried.subjects if key.object_type == carried.object_type]
    filters: dict[str, FilterValues] = {'id__n': tuple(dict.fromkeys(kept))} if kept else {}
    subjects = tuple(ref.key for ref in question.anchors if ref.key.object_type != carried.object_type)
    return InventoryQuery(Action.LIST, carried.object_type, filters, subjects=subjects)


def _words(question: Question) -> tuple[str, ...]:
    return tuple(t.text for t in question.marked.tokens if vocabulary().has(t.folded, 'other'))
