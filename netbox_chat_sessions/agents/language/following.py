"""Follow-ups that ask the last question again, with a new part in place of its counterpart."""

from dataclasses import replace

from ...conversation.fragments import asks_of_each, is_part
from ...conversation.objects import Noun, NounSpan, ObjectRef
from ...conversation.reading import Reference, ReferenceStatus
from ...conversation.text import match_words
from ...conversation.vocabulary import vocabulary
from ...inventory.catalogue import kind, kinds
from ...inventory.query import Action, Having, InventoryQuery
from .contrasting import another, beside, others
from .merging import merged
from .narrowing import narrowed, opened
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import counted_objects
from .retelling import LISTING, retold
from .substituting import fits_into, is_about_a_part, substituted
from .suitability import NETWORK_FILTERS, NETWORKS
from .telling import is_column, properties
from .turning import turned
from .widening import PLACE_FILTERS, widened

__all__ = ('follow', 'follow_first', 'follow_with_kind')

# What stays the same when another kind is asked for.
KEPT_FILTERS = (*PLACE_FILTERS, 'tenant_id', 'cluster_id', 'device_id')


def follow_first(question: Question) -> InventoryQuery | Problem | None:
    """The carried query changed by a text whose noun asks for nothing of its own; None where it does.

    `switches only` narrows, `at all sites` widens, `which provider?` asks for a column, `on switches` is a condition.
    """
    carried, target = question.carried, question.target
    if carried is None or carried.object_type not in kinds():
        return None
    object_type = carried.object_type
    if question.marked.group is not None and (further := question.groups_further):
        return Problem(ProblemKind.UNKNOWN_WORDS, further, noun=Noun((object_type,)))
    if _is_part(question) and (wide := widened(question, carried)):
        if opened(carried) != carried:
            # Given objects are chosen by nothing that could be dropped.
            return Problem(ProblemKind.NO_QUESTION)
        return follow(replace(question, marked=replace(question.marked, nouns=[], properties=[])), carried=wide)
    if not target:
        return others(question, carried)
    if 'narrowing' in question.reading.signals and object_type in target.noun.object_types:
        return follow(question, target)
    several = carried.action in LISTING and len(question.reading.listed) > 1
    if several and is_column(question, target, object_type):
        return follow(question)
    if several and asks_of_each(question.marked.tokens, question.reading.annotations, vocabulary()):
        single = replace(target, plural=False)
        nouns = [single if noun == target else noun for noun in question.marked.nouns]
        return follow(replace(question, marked=replace(question.marked, nouns=nouns)))
    if target.plural and (found := others(question, carried)):
        return found
    return _belonging(question, target, object_type) if _is_part(question) else None


def follow(
    question: Question,
    target: NounSpan | None = None,
    *,
    carried: InventoryQuery | None = None,
    having: tuple[Having, ...] = (),
) -> InventoryQuery | Problem | None:
    """The carried query with what the question changes; None when it does not ask that question again.

    Args:
        question: What is said.
        target: The noun that says which of them ("only the switches").
        carried: The query to go on from, where it is not the question's own.
        having: Conditions on related objects that the question says.
    """
    carried = carried or question.carried
    if carried is None or carried.object_type not in kinds():
        return None
    if page := turned(question, carried):
        return page
    unsaid = carried.action is Action.SHOW and not (carried.subjects or carried.filters)
    if unsaid or _only_begins(question):
        return Problem(ProblemKind.NO_QUESTION)
    explicit = _explicit(question, carried)
    if found := beside(question, carried, explicit):
        return found
    if _asks_something_else(question, carried):
        return None
    if question.asks_for_another and question.anchors:
        return another(question, carried)
    if misfits := tuple(ref.display for ref in explicit if not fits_into(carried, ref)):
        problem = Problem(ProblemKind.UNKNOWN_VALUE, misfits, noun=Noun((carried.object_type,)))
        return problem if _is_part(question) or 'narrowing' in question.reading.signals else None
    if explicit and is_about_a_part(carried, explicit):
        part = carried.subjects[0].object_type
        asked = Reference('', 0, 0, ReferenceStatus.UNRESOLVED, noun=Noun((part,), label=kind(part).noun))
        return Problem(ProblemKind.ASK, (), asked)
    if number := question.other_number:
        replaced = tuple(replace(item, filters={**item.filters, 'vid': (number,)}) for item in carried.having)
        filters = {name: values for name, values in carried.filters.items() if name != 'id__n'}
        return replace(carried, having=replaced, offset=0, filters=filters)
    if any(ref.key.object_type != carried.object_type for ref in explicit):
        carried = opened(carried)
    restricted = narrowed(question, carried, target, having)
    return restricted if isinstance(restricted, Problem) else retold(question, substituted(restricted, explicit))


def follow_with_kind(question: Question, target: NounSpan) -> InventoryQuery | None:
    """`and routers?`, `what about racks?`: the last question for another role or kind, at the same places.

    None: it does not go on from the last question, or says by itself what it is about.
    """
    carried, first = question.carried, question.marked.tokens[0]
    goes_on = vocabulary().has(first.folded, 'followup', 'starts') and first.end < target.start
    goes_on |= 'substitution' in question.reading.signals
    if carried is None or not goes_on or question.anchors or carried.action not in (Action.LIST, Action.COUNT):
        return None
    object_type = next((name for name in target.noun.object_types if name in kinds()), '')
    if not object_type or question.marked.conditions or question.marked.superlative:
        return None
    roles, values = question.roles(target, object_type), question.values(object_type)
    if object_type == carried.object_type:
        return replace(carried, offset=0, filters=merged(carried.filters, roles | values))
    known = kind(object_type).filterset.base_filters
    kept = {name: ids for name, ids in carried.filters.items() if name in KEPT_FILTERS and name in known}
    if not kept:
        return None
    return InventoryQuery(carried.action, object_type, {**kept, **roles, **values})


def _is_part(question: Question) -> bool:
    """Whether the text is a condition or a place and nothing else, `and` in front of it or not."""
    tokens, known = question.marked.tokens, question.reading.annotations
    everywhere = match_words(tokens, 0, vocabulary().words('fragments', 'everywhere'))
    starts = match_words(tokens, 0, vocabulary().words('followup', 'starts'))
    return bool(everywhere) or any(is_part(tokens[at:], known, vocabulary()) for at in (0, starts))


def _only_begins(question: Question) -> bool:
    """`only`, `and`: the beginning of something that was not said."""
    groups = (('followup', 'starts'), ('followup', 'narrow'), ('fragments', 'orders'), ('fragments', 'parts'))
    first = question.marked.tokens[0].folded
    return len(question.marked.tokens) == 1 and any(vocabulary().has(first, *group) for group in groups)


def _belonging(question: Question, noun: NounSpan, object_type: str) -> InventoryQuery | Problem | None:
    """`on switches`: those that belong to an object of that kind."""
    counted = counted_objects(question, noun, (), object_type)
    if counted is None:
        words = (question.text(noun.start, noun.end),)
        return Problem(ProblemKind.UNKNOWN_WORDS, words, noun=Noun((object_type,)))
    nouns = [other for other in question.marked.nouns if other != noun]
    return follow(replace(question, marked=replace(question.marked, nouns=nouns)), having=(Having(*counted),))


def _explicit(question: Question, carried: InventoryQuery) -> list[ObjectRef]:
    """The objects that phrases stand for; those of the whole list that was shown are what is carried anyway."""
    whole = set(question.reading.listed)
    same = {key.object_type for key in whole} == {carried.object_type}
    phrases = [ref for ref in question.marked.references if ref.phrase and not (same and set(ref.keys) == whole)]
    said = [ref for reference in phrases for ref in reference.objects]
    if NETWORK_FILTERS.get(carried.object_type or '') in carried.filters:
        # `and in 10.1.0.0/16?`: the network that is written replaces the one that was.
        said = [ref for ref in said if ref.key.object_type not in NETWORKS]
    return [ref for ref in question.anchors if ref in said]


def _asks_something_else(question: Question, carried: InventoryQuery) -> bool:
    """A property of an object, its place, what is free in it, a comparison: none of them was asked before."""
    anchors, references = question.anchors, question.marked.references
    own = bool(properties(question, carried.object_type or ''))
    if own and carried.action in LISTING and len(question.reading.listed) > 1:
        # `and the serial?` behind a list is asked of what it shows.
        anchors = tuple(ref for reference in references if reference.phrase for ref in reference.objects)
    named = bool(anchors) and bool(properties(question, anchors[0].key.object_type))
    free = question.marked.has('available') and carried.action is not Action.AVAILABLE
    free = free and not question.values(carried.object_type or '')
    powered = question.marked.has('power', 'summary') and carried.action in LISTING
    return named or free or powered or question.marked.has('locate', 'compare', 'changes')
