"""How far a question was understood that could not be asked: it is told with the reason why."""

from collections.abc import Iterator
from dataclasses import replace

from ...conversation.objects import NameSpan
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kinds
from ...inventory.naming.addresses import address_in, mac_in
from ...inventory.naming.shapes import is_shaped
from ...inventory.query import Action, FilterValues, Having, InventoryQuery
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import restrictions
from .suitability import MEASURED

__all__ = ('understood',)

DEVICE = 'dcim.device'
# What people ask most about.
COMMON = (DEVICE, 'virtualization.virtualmachine', 'dcim.rack', 'circuits.circuit', 'dcim.interface', 'dcim.site')

COURTESIES = (ProblemKind.GREETING, ProblemKind.THANKS, ProblemKind.CANCEL)


def understood(problem: Problem, question: Question, query: InventoryQuery | None = None) -> Problem:
    """The problem with the query as far as it is known, which was not run.

    Args:
        problem: Why the question could not be asked.
        question: The question.
        query: What it would have been, had all of its words been understood.
    """
    if problem.query or problem.kind in COURTESIES:
        return problem
    found = query or _sketch(problem, question)
    return replace(problem, query=found) if found else problem


def _sketch(problem: Problem, question: Question) -> InventoryQuery | None:
    object_type = _type(problem, question)
    if object_type is None:
        return None
    names = tuple(name.text for name in question.reading.annotations.names if not name.matches)
    sought = {'q': names} if names and 'q' in kinds()[object_type].filterset.base_filters else {}
    filters, having = _conditions(question, object_type)
    anchors = tuple(ref.key for ref in question.anchors)
    action = _action(question, object_type)
    return InventoryQuery(action, object_type, {**filters, **sought}, subjects=anchors, having=having)


def _conditions(question: Question, object_type: str) -> tuple[dict[str, FilterValues], tuple[Having, ...]]:
    """The conditions as far as they are known: they hold for what is asked for instead as well."""
    target = question.target
    if target is None or object_type not in target.noun.object_types:
        return {}, ()
    filters = question.values(object_type) | question.roles(target, object_type)
    restricted = restrictions(question, object_type)
    if isinstance(restricted, Problem):
        return filters, ()
    return filters | restricted.filters, tuple(restricted.having)


def _action(question: Question, object_type: str) -> Action:
    marked = question.marked
    if marked.has('count'):
        return Action.COUNT
    if marked.has('utilisation') and object_type in MEASURED:
        return Action.UTILISATION
    return Action.LIST if question.target else Action.SHOW


def _type(problem: Problem, question: Question) -> str | None:
    """The kind that was asked for, else the one that a name or reference was said to be of, else by a name's shape."""
    carried = question.carried
    said = [question.target.noun] if question.target else []
    said += [ref.noun for ref in question.marked.references if ref.noun]
    candidates = [object_type for noun in said for object_type in noun.object_types[:1]]
    candidates += [ref.key.object_type for ref in question.anchors]
    candidates += [carried.object_type] if carried and carried.object_type else []
    candidates.append(question.reading.asked)
    candidates += [found for name in question.reading.annotations.names if (found := _shape(name))]
    candidates += [found for token in question.marked.unknown if (found := _shaped(token.base))]
    candidates += list(_having(question))
    hints = question.lexicon.mapping('hints')
    candidates += [hints[token.base] for token in question.marked.tokens if token.base in hints]
    if problem.kind is ProblemKind.UNKNOWN_NAME:
        candidates.append(DEVICE)
    return next((object_type for object_type in candidates if object_type in kinds()), None)


def _having(question: Question) -> Iterator[str]:
    """The common kinds that have the properties that are asked for ("its primary IP")."""
    for object_type in COMMON:
        labels = attribute_labels(object_type)
        if any(name in labels for _, names in question.marked.properties for name in names):
            yield object_type


def _shape(name: NameSpan) -> str | None:
    if name.noun:
        return name.noun.noun.object_types[0]
    return _shaped(name.text.casefold()) or (DEVICE if not name.matches else None)


def _shaped(word: str) -> str | None:
    """`10.0.0.1`, a MAC address; what is called like a host is a device as far as anybody can tell."""
    if address_in(word) is not None:
        return 'ipam.prefix' if '/' in word else 'ipam.ipaddress'
    if mac_in(word) is not None:
        return 'dcim.macaddress'
    return DEVICE if is_shaped(word) else None
