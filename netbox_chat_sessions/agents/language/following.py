"""Follow-ups that ask the last question again, with a new part in place of its counterpart."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...conversation.objects import NounSpan, ObjectKey, ObjectRef
from ...conversation.text import match_words
from ...conversation.vocabulary import vocabulary
from ...inventory.catalogue import kind, kinds
from ...inventory.limits import MAX_PAGE
from ...inventory.query import Action, FilterValues, InventoryQuery
from ...inventory.relations import belong_together, filter_for
from .problems import Problem
from .question import Question
from .ranking import ranked
from .restrictions import restrictions
from .suitability import MEASURED
from .telling import columns, group_path, properties

__all__ = ('follow', 'follow_with_kind')

PLACE_FILTERS = ('site_id', 'location_id', 'rack_id', 'region_id', 'site_group_id')
# What stays the same when another kind is asked for.
KEPT_FILTERS = (*PLACE_FILTERS, 'tenant_id', 'cluster_id', 'device_id')


def follow(question: Question) -> InventoryQuery | Problem | None:
    """The carried query with what the question changes; None when it does not ask that question again."""
    carried = question.carried
    if carried is None or carried.object_type not in kinds() or _asks_something_else(question):
        return None
    object_type = carried.object_type
    if question.asks_for_another and question.anchors:
        return _another(question, carried)
    explicit = [ref for reference in question.marked.references if reference.phrase for ref in reference.objects]
    if any(not _fits_into(carried, ref) for ref in explicit):
        return None
    if number := question.other_number:
        having = tuple(replace(item, filters={**item.filters, 'vid': (number,)}) for item in carried.having)
        return replace(carried, having=having, offset=0, filters=_without(carried.filters, 'id__n'))
    if 'continuation' in question.reading.signals and explicit and question.asks_inside:
        return None
    if 'continuation' in question.reading.signals:
        return _continued(question, carried)
    restricted = restrictions(question, object_type)
    if isinstance(restricted, Problem):
        return restricted
    filters = {**carried.filters, **question.values(object_type), **restricted.filters}
    query = replace(carried, offset=0, filters=filters, having=(*carried.having, *restricted.having))
    told = columns(question, object_type) if question.marked.columns else ()
    if isinstance(told, Problem):
        return told
    query = replace(query, limit=question.marked.limit or carried.limit, attributes=told or carried.attributes)
    query = _substituted(query, [ref for ref in question.anchors if ref in explicit])
    query = replace(query, action=_action(question, query))
    if path := group_path(question, object_type):
        query = replace(query, action=Action.GROUP, group_by=path)
    if wanted := question.marked.superlative:
        return ranked(
            question, wanted, query, single=not question.words & set(question.lexicon.words('limits', 'plural'))
        )
    return query


def follow_with_kind(question: Question, target: NounSpan) -> InventoryQuery | None:
    """`and routers?`, `and racks?`: the last question for another role or kind, at the same places.

    None: it does not go on from the last question, or says by itself what it is about.
    """
    carried, first = question.carried, question.marked.tokens[0]
    goes_on = vocabulary().has(first.folded, 'followup', 'starts') and first.end < target.start
    if carried is None or not goes_on or question.anchors or carried.action not in (Action.LIST, Action.COUNT):
        return None
    object_type = next((name for name in target.noun.object_types if name in kinds()), '')
    if not object_type or question.marked.conditions or question.marked.superlative:
        return None
    roles, values = question.roles(target, object_type), question.values(object_type)
    if object_type == carried.object_type:
        return replace(carried, offset=0, filters={**carried.filters, **roles, **values})
    known = kind(object_type).filterset.base_filters
    kept = {name: ids for name, ids in carried.filters.items() if name in KEPT_FILTERS and name in known}
    if not kept:
        return None
    return InventoryQuery(carried.action, object_type, {**kept, **roles, **values})


def _continued(question: Question, carried: InventoryQuery) -> InventoryQuery:
    """`show me more`, `the next 10`; `all of them` is the whole list from its beginning."""
    tokens = question.marked.tokens
    if match_words(tokens, 0, vocabulary().words('followup', 'whole')) == len(tokens):
        return replace(carried, action=Action.LIST, offset=0, limit=MAX_PAGE)
    return replace(carried, offset=carried.offset + carried.limit, limit=question.marked.limit or carried.limit)


def _another(question: Question, carried: InventoryQuery) -> InventoryQuery:
    """`does that site have a second one?`: of the kind spoken of, but not what was spoken of."""
    kept = [*carried.filters.get('id__n', ()), *carried.filters.get('id', ())]
    kept += [key.object_id for key in carried.subjects if key.object_type == carried.object_type]
    filters: dict[str, FilterValues] = {'id__n': tuple(dict.fromkeys(kept))} if kept else {}
    subjects = tuple(ref.key for ref in question.anchors if ref.key.object_type != carried.object_type)
    return InventoryQuery(Action.LIST, carried.object_type, filters, subjects=subjects)


def _asks_something_else(question: Question) -> bool:
    """A property of an object, its place, a comparison: none of them was asked before."""
    anchors = question.anchors
    named = bool(anchors) and bool(properties(question, anchors[0].key.object_type))
    return named or question.marked.has('locate', 'compare', 'changes')


def _action(question: Question, query: InventoryQuery) -> Action:
    if question.marked.has('utilisation') and query.object_type in MEASURED:
        return Action.UTILISATION
    if question.marked.has('count') and query.action is Action.LIST:
        return Action.COUNT
    if 'narrowing' in question.reading.signals and query.action is Action.COUNT:
        return Action.LIST
    return query.action


def _fits_into(query: InventoryQuery, ref: ObjectRef) -> bool:
    new, asked = ref.key.object_type, query.object_type or ''
    return new == asked or new in {key.object_type for key in query.subjects} or belong_together(new, asked)


def _substituted(query: InventoryQuery, refs: Sequence[ObjectRef]) -> InventoryQuery:
    """New objects replace those of their type: as subjects, as filter values, or as what the list hangs on."""
    object_type = query.object_type or ''
    by_type: dict[str, list[ObjectKey]] = {}
    for ref in refs:
        by_type.setdefault(ref.key.object_type, []).append(ref.key)
    for new_type, keys in by_type.items():
        ids = tuple(key.object_id for key in keys)
        kept = tuple(key for key in query.subjects if key.object_type != new_type)
        if len(kept) < len(query.subjects):
            query = replace(query, subjects=(*kept, *keys), filters=_without(query.filters, 'id'))
        elif new_type == object_type:
            query = replace(query, filters={**query.filters, 'id': ids})
        elif name := filter_for(kind(object_type), new_type):
            # A new place takes the place of the old one, whatever its type ("and in New York?" after a site).
            old = PLACE_FILTERS if name in PLACE_FILTERS else ()
            query = replace(query, filters={**_without(query.filters, *old), name: ids})
        else:
            query = replace(query, subjects=(*query.subjects, *keys), filters=_without(query.filters, 'id'))
    return query


def _without(filters: Mapping[str, FilterValues], *names: str) -> dict[str, FilterValues]:
    return {name: value for name, value in filters.items() if name not in names}
