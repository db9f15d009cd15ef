"""Questions about given objects: what they are, where, how full, and what is in them."""

from collections.abc import Sequence

from ...conversation.objects import Noun, ObjectKey, ObjectRef
from ...conversation.reading import Reference, ReferenceStatus, Source
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind, kinds
from ...inventory.query import Action, FilterValues, InventoryQuery
from ...inventory.relations import belong_together
from .happenings import ask_what_changed, history_of
from .problems import Problem, ProblemKind
from .question import Question
from .ranking import ranked
from .restrictions import restrictions
from .suitability import CABLED, MEASURED, PORTS, POWERED, SPACES
from .telling import properties

__all__ = ('ask_about',)


def ask_about(question: Question) -> InventoryQuery | Problem:
    """The query about the objects of the question's references."""
    if not question.anchors:
        if question.asks_for_changes:
            return ask_what_changed(question)
        if question.marked.has('summary'):
            return InventoryQuery(Action.SUMMARY)
        return _of_a_state(question) or _about_nothing(question)
    main, others = _main(question)
    keys = tuple(ref.key for ref in main)
    object_type = keys[0].object_type
    if question.asks_for_changes and not others:
        return history_of(question, main)
    if wanted := question.marked.superlative:
        query = InventoryQuery(Action.LIST, object_type, _only(keys), subjects=tuple(ref.key for ref in others))
        return ranked(question, wanted, query, single=True)
    if question.marked.has('power') and object_type in POWERED:
        return InventoryQuery(Action.UTILISATION, object_type, subjects=keys, attributes=('power',))
    if question.marked.properties or properties(question, object_type):
        return _properties(question, keys)
    if others:
        action = Action.COUNT if question.marked.has('count') else Action.LIST
        restricted = restrictions(question, object_type)
        if isinstance(restricted, Problem):
            return restricted
        filters = _only(keys) | question.values(object_type) | restricted.filters
        return InventoryQuery(
            action, object_type, filters, subjects=tuple(ref.key for ref in others), having=tuple(restricted.having)
        )
    return _as_asked(question, keys, _action(question, keys))


def _of_a_state(question: Question) -> InventoryQuery | None:
    """`what is planned?`: devices, where they have that state."""
    values = [value for value in question.marked.values if not value.weak]
    if not values or question.marked.unknown:
        return None
    types = [object_type for object_type in values[0].values if object_type in kinds()]
    object_type = 'dcim.device' if 'dcim.device' in types else types[0] if len(types) == 1 else None
    if object_type is None:
        return None
    return InventoryQuery(Action.LIST, object_type, question.values(object_type))


def _about_nothing(question: Question) -> Problem:
    """What is not understood; words behind `about` or `find` can only be a name that nothing has."""
    reading, tokens = question.reading, question.marked.tokens
    if reading.asked in kinds() and not reading.carried and tokens:
        # `by role`, behind a question that came to nothing: of which ones?
        first, noun = tokens[0], Noun((reading.asked,), label=kind(reading.asked).noun)
        missing = Reference(first.text, first.start, first.end, ReferenceStatus.UNRESOLVED, noun=noun)
        return Problem(ProblemKind.ASK, (first.text,), missing)
    hints = question.lexicon.mapping('hints')
    unknown = [token for token in question.marked.unknown if token.base not in hints]
    words = tuple(token.text for token in unknown)
    places = [at for at, token in enumerate(question.marked.tokens) if token in unknown]
    in_a_row = bool(places) and places[-1] - places[0] == len(places) - 1 <= 2
    sought = question.marked.has('show', 'locate', 'summary') or bool(question.marked.properties)
    proper = bool(unknown) and all(token.text[1:] and token.text[:1].isupper() for token in unknown)
    last = in_a_row and question.marked.tokens[places[-1]] is question.marked.tokens[-1]
    named = (last and sought) or (proper and (len(words) < len(question.marked.unknown) or words[0].isupper()))
    return Problem(ProblemKind.UNKNOWN_NAME if named else ProblemKind.NO_QUESTION, words)


def _as_asked(question: Question, keys: tuple[ObjectKey, ...], action: Action) -> InventoryQuery | Problem:
    object_type = keys[0].object_type
    contents = question.lexicon.contents(object_type)
    if action is Action.LIST and contents:
        inside = restrictions(question, contents)
        if isinstance(inside, Problem):
            return inside
        filters = question.values(contents) | inside.filters
        return InventoryQuery(Action.LIST, contents, filters, subjects=keys, having=tuple(inside.having))
    if action is Action.COUNT and len(keys) == 1:
        # One named object is not counted: `how many are at MDF?` does not say of what.
        return Problem(ProblemKind.NO_QUESTION, noun=Noun((object_type,)))
    restricted = restrictions(question, object_type)
    if isinstance(restricted, Problem):
        return restricted
    filters = question.values(object_type) | restricted.filters
    if action is Action.COUNT or (action is Action.SHOW and (filters or restricted.having)):
        # `how many of them are active?`, `which of them have a serial?`.
        chosen = Action.COUNT if action is Action.COUNT else Action.LIST
        return InventoryQuery(chosen, object_type, _only(keys) | filters, having=tuple(restricted.having))
    if action is Action.AVAILABLE and object_type == 'ipam.prefix':
        return InventoryQuery(action, 'ipam.ipaddress', subjects=keys)
    return InventoryQuery(action, object_type, subjects=keys)


def _main(question: Question) -> tuple[list[ObjectRef], list[ObjectRef]]:
    """What the question is about, and what only says which of them ("only the ones in New York")."""
    anchors, bindings = question.anchors, question.marked.references
    measured = [ref for ref in anchors if question.marked.has('utilisation') and ref.key.object_type in MEASURED]
    remembered = [key for found in bindings if found.source is Source.MEMORY for key in found.keys]
    first = [*measured, *(ref for ref in anchors if ref.key in remembered), *anchors][0]
    main = [ref for ref in anchors if ref.key.object_type == first.key.object_type]
    if measured:
        return main, []
    others = [ref for ref in anchors if ref not in main and belong_together(ref.key.object_type, first.key.object_type)]
    return main, others


def _properties(question: Question, keys: tuple[ObjectKey, ...]) -> InventoryQuery | Problem:
    """`the serial of X`; a property that such objects do not have is said to be missing, never left out."""
    object_type = keys[0].object_type
    labels, fields = attribute_labels(object_type), properties(question, object_type)
    lacking = [offset for offset, names in question.marked.properties if not any(name in labels for name in names)]
    if lacking or not fields:
        words = tuple(token.text for token in question.marked.tokens if token.start in lacking)
        return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((object_type,)))
    return InventoryQuery(Action.SHOW, object_type, subjects=keys, attributes=fields)


def _action(question: Question, keys: Sequence[ObjectKey]) -> Action:
    marked, object_type = question.marked, keys[0].object_type
    units = any(token.base in question.lexicon.units(object_type) for token in marked.tokens)
    inside = _asks_inside(question, keys)
    measured = object_type in MEASURED
    verb = any(question.is_verb(noun) for noun in marked.nouns)
    cues = (
        (marked.has('compare') and len(keys) > 1, Action.COMPARE),
        (marked.has('summary') and len(keys) == 1, Action.SUMMARY),
        (measured and marked.has('utilisation'), Action.UTILISATION),
        (measured and units and marked.has('available', 'count'), Action.UTILISATION),
        (marked.has('available') and object_type in SPACES, Action.AVAILABLE),
        (marked.has('locate') and object_type == 'circuits.circuit', Action.LOCATE),
        ((marked.has('trace') or verb) and object_type in CABLED, Action.TRACE),
        (inside and object_type in PORTS, Action.TRACE),
        (marked.has('locate'), Action.LOCATE),
        (marked.has('count'), Action.COUNT),
        (inside and question.lexicon.contents(object_type) is not None, Action.LIST),
    )
    return next((action for holds, action in cues if holds), Action.SHOW)


def _asks_inside(question: Question, keys: Sequence[ObjectKey]) -> bool:
    """`what is in it`; the `at` of `R101 and R102 at MDF` only tells which racks."""
    words = question.lexicon.words('contents', 'words')
    words = (*words, *(question.lexicon.words('contents', 'verbs') if len(keys) == 1 else ()))
    references = question.marked.references
    others = {ref.start for ref in references if not set(ref.keys) & set(keys)}
    tokens = question.marked.tokens
    for at, token in enumerate(tokens):
        within = [ref for ref in references if ref.start <= token.start < ref.end]
        if token.folded not in words or any(token.start != ref.start for ref in within):
            continue
        if at + 1 == len(tokens) or tokens[at + 1].start not in others:
            return True
    return False


def _only(keys: Sequence[ObjectKey]) -> dict[str, FilterValues]:
    return {'id': tuple(key.object_id for key in keys)}
