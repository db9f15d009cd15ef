"""Questions for objects of a kind: which, how many, which of them are free."""

import re
from dataclasses import replace

from ...conversation.objects import Noun, NounSpan, ObjectKey, ObjectRef
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind, kinds
from ...inventory.query import PAGE_SIZE, Action, FilterValues, Having, InventoryQuery
from ...inventory.relations import belong_together, filter_for, forward_paths
from .happenings import ask_for_changes, changes_of_kind
from .problems import Problem, ProblemKind
from .question import Question
from .ranking import ranked
from .restrictions import restrictions
from .suitability import CABLED, FREE, MEASURED_BY, NETWORKS, PORTS
from .telling import columns, group_path

__all__ = ('alternatives', 'ask_for', 'excluded_filters')

VLAN, VID = 'ipam.vlan', 'vid'
# NetBox shows a VLAN as `Voice (200)`.
_NUMBER = re.compile(r'\((\d+)\)$')
SUBJECT_ACTIONS = (Action.UTILISATION, Action.TRACE)


def ask_for(question: Question, target: NounSpan) -> InventoryQuery | Problem:
    """The query for objects of the target's kind that belong to what the question is about."""
    if fields := _is_property(question, target):
        keys = _keys(question.anchors)
        return InventoryQuery(Action.SHOW, keys[0].object_type, subjects=keys, attributes=fields)
    object_type = _type_of(target.noun, question.anchors)
    networks = question.networks(object_type)
    anchors = [ref for ref in question.anchors if not networks or ref.key.object_type not in NETWORKS]
    anchors, numbered = _by_number(question, object_type, anchors)
    own = [ref for ref in anchors if ref.key.object_type == object_type]
    others = [ref for ref in anchors if ref.key.object_type != object_type]
    if changes := ask_for_changes(question, object_type, own, others):
        return changes
    unrelated = [ref.display for ref in others if not belong_together(ref.key.object_type, object_type)]
    traced = object_type in PORTS and question.marked.has('trace') and all(r.key.object_type in CABLED for r in others)
    if unrelated and not traced:
        return Problem(ProblemKind.UNKNOWN_WORDS, tuple(unrelated), noun=target.noun)
    if own and (same := question.same_as):
        # `in the same rack as X`: X is not what is asked for.
        return Problem(ProblemKind.UNKNOWN_WORDS, (same,), noun=target.noun)
    if not anchors and (each := _for_each(question, object_type)):
        return each
    if not anchors and question.end_asked:
        return Problem(ProblemKind.NO_QUESTION, (question.end_asked,), noun=target.noun)
    restricted = restrictions(question, object_type)
    if isinstance(restricted, Problem):
        return restricted
    filters = {**question.values(object_type), **question.roles(target, object_type), **networks, **restricted.filters}
    if own:
        filters['id'] = tuple(ref.key.object_id for ref in own)
    filters |= excluded_filters(question, object_type)
    having = (*restricted.having, *numbered)
    if question.asks_for_changes:
        return changes_of_kind(
            question, InventoryQuery(Action.LIST, object_type, filters, _keys(others), having=having)
        )
    action = _action(question, target, object_type, others)
    told = columns(question, object_type) if action is Action.LIST else ()
    if isinstance(told, Problem):
        return told
    if own and told and set(filters) == {'id'} and not (others or having):
        return InventoryQuery(Action.SHOW, object_type, subjects=_keys(own), attributes=told)
    query = InventoryQuery(
        action,
        object_type,
        filters,
        subjects=_keys(others),
        attributes=told,
        having=having,
        size=question.size(object_type) if action is Action.AVAILABLE else None,
        limit=question.marked.limit or PAGE_SIZE,
    )
    return _adapted(question, query, target, own, others)


def alternatives(question: Question, query: InventoryQuery) -> tuple[InventoryQuery, ...]:
    """The query for the other types that its noun may mean ("ports" of a patch panel)."""
    target = question.target
    if target is None or query.object_type not in target.noun.object_types or not query.subjects:
        return ()
    found = []
    for other in target.noun.object_types:
        if other == query.object_type or other not in kinds():
            continue
        restricted = restrictions(question, other)
        if isinstance(restricted, Problem) or not all(
            belong_together(key.object_type, other) for key in query.subjects
        ):
            continue
        filters = {**question.values(other), **restricted.filters}
        found.append(replace(query, object_type=other, filters=filters, having=tuple(restricted.having)))
    return tuple(found)


def _by_number(question: Question, object_type: str, anchors: list[ObjectRef]) -> tuple[list[ObjectRef], list[Having]]:
    """`how many sites use that VID?`: whatever has the number, not only the object that the number was read from."""
    said = {key for ref in question.marked.references if ref.noun and ref.noun.label == VID for key in ref.keys}
    numbers = tuple(int(hit[1]) for ref in anchors if ref.key in said and (hit := _NUMBER.search(ref.display)))
    if not numbers or object_type == VLAN:
        return anchors, []
    return [ref for ref in anchors if ref.key not in said], [Having(VLAN, {VID: numbers})]


def _for_each(question: Question, object_type: str) -> InventoryQuery | None:
    """`how many VMs does each have?`: by the objects of the list that was shown."""
    shown = question.shown_query
    if shown is None or not question.words & set(question.lexicon.words('grouping', 'each')):
        return None
    if not question.marked.has('count') or not forward_paths(object_type, shown.object_type or ''):
        return None
    whole = not shown.filters and not shown.having
    subjects = () if whole else tuple(question.reading.listed)
    group = (shown.object_type or '').partition('.')[2]
    return InventoryQuery(Action.GROUP, object_type, question.values(object_type), subjects=subjects, group_by=group)


def excluded_filters(question: Question, object_type: str) -> dict[str, FilterValues]:
    """`other devices`, `all but the PDU`, `not at MDF`: objects left out, or those of the places left out."""
    found: dict[str, FilterValues] = {}
    for ref in question.excluded:
        own = ref.key.object_type == object_type
        name = 'id' if own else filter_for(kind(object_type), ref.key.object_type)
        if name:
            found[f'{name}__n'] = tuple(dict.fromkeys((*found.get(f'{name}__n', ()), ref.key.object_id)))
    return found


def _adapted(
    question: Question, query: InventoryQuery, target: NounSpan, own: list[ObjectRef], others: list[ObjectRef]
) -> InventoryQuery | Problem:
    """The query as its action needs it: grouped, of the kind that is measured, or about the objects themselves."""
    if (path := group_path(question, query.object_type or '')) and (more := question.groups_further):
        return Problem(ProblemKind.UNKNOWN_WORDS, more, noun=target.noun)
    if path:
        return replace(query, action=Action.GROUP, group_by=path, attributes=())
    if wanted := question.marked.superlative:
        return ranked(question, wanted, query, single=not target.plural)
    if query.action is Action.UTILISATION and query.object_type in MEASURED_BY:
        return _measured(question, query)
    if own and not others and question.marked.has('trace') and query.object_type in CABLED:
        # `which devices are connected to X`: X is not what is asked for.
        return replace(query, action=Action.TRACE, subjects=_keys(own), filters={}, attributes=())
    if query.action is Action.TRACE and others:
        # What a device's outlet feeds and which outlet feeds a device are both ends of the device's own cables.
        query = replace(query, object_type=others[0].key.object_type, filters={})
    if query.action in SUBJECT_ACTIONS and own:
        return replace(query, subjects=_keys(own), filters={})
    return query


def _measured(question: Question, query: InventoryQuery) -> InventoryQuery:
    """`IP usage of 10.0.0.0/8`: how full networks are, those named or those of the places named."""
    networks = [ref for ref in question.anchors if ref.key.object_type in NETWORKS[:2]]
    object_type = MEASURED_BY[query.object_type or '']
    if networks:
        return replace(query, object_type=networks[0].key.object_type, subjects=_keys(networks), filters={})
    kept = {name: values for name, values in query.filters.items() if name in kind(object_type).filterset.base_filters}
    return replace(query, object_type=object_type, filters=kept)


def _action(question: Question, target: NounSpan, object_type: str, others: list[ObjectRef]) -> Action:
    marked = question.marked
    # "which connected ports are free" contradicts itself; "free access ports" does not.
    free = object_type in FREE and not {'status', 'cabled', 'assigned_to_interface'} & set(question.values(object_type))
    if marked.has('available') and free and (others or object_type != 'dcim.rack'):
        return Action.AVAILABLE
    verb = any(question.is_verb(noun) for noun in marked.nouns if noun is not target)
    if (marked.has('trace') or verb) and object_type in PORTS and others and not marked.has('count'):
        return Action.TRACE
    if marked.has('count'):
        return Action.COUNT
    return Action.UTILISATION if marked.has('utilisation') else Action.LIST


def _type_of(noun: Noun, anchors: tuple[ObjectRef, ...]) -> str:
    """Of the types that a noun may mean the first that everything the question is about is related to."""
    for object_type in noun.object_types:
        if object_type in kinds() and all(
            ref.key.object_type == object_type or belong_together(ref.key.object_type, object_type) for ref in anchors
        ):
            return object_type
    return noun.object_types[0]


def _is_property(question: Question, target: NounSpan) -> tuple[str, ...]:
    """`address of the second one`: a noun that is called like a property of what it is asked of."""
    if question.marked.has('available'):
        return ()
    types = {ref.key.object_type for ref in question.anchors}
    names = question.lexicon.attributes.get(question.text(target.start, target.end).casefold(), ())
    if len(types) != 1 or target.plural or not names:
        return ()
    labels = attribute_labels(types.pop())
    return tuple(name for name in names if name in labels)[:1]


def _keys(refs: list[ObjectRef] | tuple[ObjectRef, ...]) -> tuple[ObjectKey, ...]:
    return tuple(ref.key for ref in refs)
