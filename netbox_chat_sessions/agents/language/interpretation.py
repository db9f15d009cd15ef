"""A reading becomes a query to the inventory, or the reason why it cannot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ...conversation.objects import Noun, NounSpan, ObjectKey, ObjectRef
from ...conversation.reading import Reading, Reference, ReferenceStatus, Source
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind, kinds
from ...inventory.query import PAGE_SIZE, Action, FilterValues, InventoryQuery
from ...inventory.relations import filter_for, forward_paths, relates
from .lexicon import Lexicon, lexicon
from .marking import Marked, mark

__all__ = ('Interpreter', 'Problem', 'ProblemKind')

MEASURED = ('dcim.rack', 'ipam.prefix', 'ipam.aggregate', 'ipam.iprange', 'dcim.powerfeed', 'dcim.powerpanel', 'virtualization.cluster', 'ipam.vlangroup')
CABLED = ('dcim.device', 'dcim.interface', 'dcim.frontport', 'dcim.rearport', 'dcim.cable', 'circuits.circuit', 'dcim.powerport', 'dcim.poweroutlet', 'dcim.powerfeed', 'dcim.consoleport', 'dcim.consoleserverport')
FREE = ('dcim.interface', 'dcim.frontport', 'dcim.poweroutlet', 'dcim.powerport', 'ipam.ipaddress', 'ipam.prefix', 'ipam.vlan', 'dcim.rack')


class ProblemKind(StrEnum):
    """Why a reading cannot become a query."""

    ASK = 'ask'
    GONE = 'gone'
    UNKNOWN_NAME = 'unknown_name'
    UNKNOWN_VALUE = 'unknown_value'
    UNKNOWN_WORDS = 'unknown_words'
    NO_QUESTION = 'no_question'
    WRITES = 'writes'
    HELP = 'help'


@dataclass(frozen=True)
class Problem:
    """Why a reading cannot become a query.

    Attributes:
        words: The words that stand in the way.
        reference: The reference to ask about.
        noun: The kind of object that the words were said of.
    """

    kind: ProblemKind
    words: tuple[str, ...] = ()
    reference: Reference | None = None
    noun: Noun | None = None


@dataclass
class Interpreter:
    """Turns readings into queries."""

    lexicon: Lexicon = field(default_factory=lexicon)

    def interpret(self, reading: Reading) -> InventoryQuery | Problem:
        """The query that a reading asks for, or why there is none."""
        marked = mark(reading, self.lexicon)
        if problem := self._early(reading, marked):
            return problem
        draft = _Draft(reading, marked, self.lexicon)
        found = draft.query()
        if isinstance(found, InventoryQuery) and (problem := draft.not_covered(found)):
            return problem
        return found

    def _early(self, reading: Reading, marked: Marked) -> Problem | None:
        first = next((token for token in marked.tokens if token.base not in ('please', 'now', 'and')), None)
        if first and self._writes(first.base, marked, reading):
            return Problem(ProblemKind.WRITES, (first.text,))
        if marked.has('help') and not marked.nouns and not reading.bindings:
            return Problem(ProblemKind.HELP)
        return None

    def _writes(self, word: str, marked: Marked, reading: Reading) -> bool:
        named = any(name.start == marked.tokens[0].start for name in reading.annotations.names)
        noun = any(noun.start == marked.tokens[0].start for noun in reading.annotations.nouns)
        return word in self.lexicon.words('writes', 'verbs') and not named and not noun


@dataclass
class _Draft:
    """One reading on its way to a query."""

    reading: Reading
    marked: Marked
    lexicon: Lexicon

    def query(self) -> InventoryQuery | Problem:
        """The query, without the check that all words are covered."""
        target = self._target()
        if problem := self._open(target):
            return problem
        carried = self._carried()
        anchors = self._anchors(target.noun if target else None)
        if target is None and carried and self._continues(anchors):
            return self._continue(carried, anchors)
        if target is None:
            return self._about(anchors, carried)
        return self._of(target, anchors, carried)

    def not_covered(self, query: InventoryQuery) -> Problem | None:
        """Words that were not understood: never the whole table instead."""
        values = [value for value in self.marked.values if query.object_type and query.object_type not in value.values]
        unused = [self._text(value.start, value.end) for value in values if not self._is_cue(value.start)]
        if unused and query.action in (Action.LIST, Action.COUNT) and query.object_type:
            return Problem(ProblemKind.UNKNOWN_VALUE, tuple(unused), noun=Noun((query.object_type,)))
        unknown = [token for token in self.marked.unknown if not self._names_type(token.base, query)]
        if not unknown:
            return None
        words = tuple(token.text for token in unknown)
        kind_ = ProblemKind.UNKNOWN_NAME if self._stand_for_names() else ProblemKind.UNKNOWN_WORDS
        return Problem(kind_, words, noun=Noun((query.object_type,)) if query.object_type else None)

    def _stand_for_names(self) -> bool:
        return all(token.text[:1].isupper() or any(char.isdigit() for char in token.text) for token in self.marked.unknown)

    def _names_type(self, word: str, query: InventoryQuery) -> bool:
        """Whether a word stands in NetBox's name of a property of the type asked for."""
        if not query.object_type:
            return False
        labels = attribute_labels(query.object_type)
        return any(word in f'{name} {label}'.casefold().replace('_', ' ').split() for name, label in labels.items())

    def _is_cue(self, offset: int) -> bool:
        return offset in self.marked.cues.values()

    def _text(self, start: int, end: int) -> str:
        return self.reading.annotations.text[start:end]

    def _target(self) -> NounSpan | None:
        """The noun that is asked for: of several side by side the last ("PDU outlet"), otherwise the first."""
        nouns = [noun for noun in self.marked.nouns if noun.start != self.marked.group]
        if not nouns:
            return None
        first = nouns[0]
        for behind in nouns[1:]:
            if self._text(first.end, behind.start).strip():
                break
            first = behind
        return first

    def _open(self, target: NounSpan | None) -> Problem | None:
        """What has to be asked, or said to be missing, before anything can be answered."""
        for reference in self.reading.bindings:
            if reference.status is ReferenceStatus.GONE:
                return Problem(ProblemKind.GONE, (reference.phrase,), reference)
            if reference.status is ReferenceStatus.UNRESOLVED:
                if self._is_name(reference):
                    return Problem(ProblemKind.UNKNOWN_NAME, (reference.phrase,), reference, reference.noun)
                return Problem(ProblemKind.ASK, (reference.phrase,), reference)
            if reference.status is ReferenceStatus.AMBIGUOUS and not self._is_set(reference, target):
                return Problem(ProblemKind.ASK, (reference.phrase,), reference)
        return None

    def _is_name(self, reference: Reference) -> bool:
        return any(name.start == reference.start and not name.matches for name in self.reading.annotations.names)

    def _is_set(self, reference: Reference, target: NounSpan | None) -> bool:
        """Whether equals of one name are meant together: "at how many sites is VLAN 100 defined?"."""
        if reference.source is not Source.NAME:
            return False
        object_type = reference.candidates[0].key.object_type
        if any(ref.key.object_type != object_type for ref in reference.candidates):
            return False
        if target is None:
            return self.marked.has('locate') and len({ref.display for ref in reference.candidates}) == 1
        return bool(forward_paths(object_type, target.noun.object_types[0])) and (target.plural or self.marked.has('count'))

    def _anchors(self, noun: Noun | None) -> list[ObjectRef]:
        """The objects that the question is about; what only tells others of them apart ("Row 1 of the MDF site") is left out."""
        refs: list[ObjectRef] = []
        for reference in self.reading.bindings:
            if not reference.excluded:
                refs += reference.objects or reference.candidates
        refs = list(dict.fromkeys(refs))
        kept = []
        for ref in refs:
            inside = any(
                (trait.object_type, trait.object_id) == ref.key
                for other in refs for trait in other.traits
                if other is not ref and trait.name in ('site', 'location', 'rack', 'device', 'vrf', 'cluster', 'region', 'group')
            )  # fmt: skip
            if not inside:
                kept.append(ref)
        return kept

    def _excluded(self) -> list[ObjectRef]:
        return [ref for reference in self.reading.bindings if reference.excluded for ref in reference.objects]

    def _carried(self) -> InventoryQuery | None:
        try:
            return InventoryQuery.from_json(self.reading.carried) if self.reading.carried else None
        except (KeyError, ValueError, TypeError):
            return None

    def _values(self, object_type: str) -> dict[str, FilterValues]:
        """Filters from words such as `active`."""
        found: dict[str, list[Any]] = {}
        for value in self.marked.values:
            for name, wanted in value.values.get(object_type, {}).items():
                if self._is_action_word(value.start, object_type):
                    continue
                found.setdefault(name, []).append(wanted)
        return {name: tuple(values) for name, values in found.items()}

    def _is_action_word(self, offset: int, object_type: str) -> bool:
        """`available` is a status of racks, and a question for free addresses of a prefix."""
        return offset == self.marked.cues.get('available') and object_type in FREE and object_type != 'dcim.rack'

    def _type_of(self, noun: Noun, anchors: Sequence[ObjectRef]) -> str:
        """Of the types that a noun may mean the one that the anchors are related to."""
        for object_type in noun.object_types:
            if object_type in kinds() and all(
                ref.key.object_type == object_type or relates(ref.key.object_type, object_type) for ref in anchors
            ):
                return object_type
        return noun.object_types[0]

    def _role_filters(self, target: NounSpan, object_type: str) -> dict[str, FilterValues]:
        """Filters from nouns that are roles ("switches"), the target's own and those in front of it."""
        found: dict[str, FilterValues] = {}
        for noun in self.marked.nouns:
            traits = noun.noun.traits
            beside = noun is target or (noun.end <= target.start and not self._text(noun.end, target.start).strip())
            if beside and traits and object_type in noun.noun.object_types:
                name = filter_for(kind(object_type), next(iter(traits)).object_type)
                if name:
                    found[name] = tuple(sorted(trait.object_id for trait in traits))
        return found

    def _of(self, target: NounSpan, anchors: Sequence[ObjectRef], carried: InventoryQuery | None) -> InventoryQuery | Problem:
        """A question for objects of a kind."""
        object_type = self._type_of(target.noun, anchors)
        own = [ref for ref in anchors if ref.key.object_type == object_type]
        others = [ref for ref in anchors if ref.key.object_type != object_type]
        unrelated = [ref for ref in others if not relates(ref.key.object_type, object_type)]
        if unrelated:
            return Problem(ProblemKind.UNKNOWN_WORDS, tuple(ref.display for ref in unrelated), noun=target.noun)
        filters = {**self._values(object_type), **self._role_filters(target, object_type)}
        if own:
            filters['id'] = tuple(ref.key.object_id for ref in own)
        if excluded := [ref.key.object_id for ref in self._excluded() if ref.key.object_type == object_type]:
            filters['id__n'] = tuple(excluded)
        query = InventoryQuery(
            self._list_action(target, object_type, others), object_type, filters,
            subjects=tuple(ref.key for ref in others), limit=self.marked.limit or PAGE_SIZE,
        )  # fmt: skip
        if self.marked.group is not None and (path := self._group_path(object_type)):
            return replace(query, action=Action.GROUP, group_by=path)
        if query.action in (Action.UTILISATION, Action.LOCATE, Action.TRACE, Action.CHANGES) and own:
            return replace(query, subjects=tuple(ref.key for ref in own), filters={})
        return query

    def _list_action(self, target: NounSpan, object_type: str, others: Sequence[ObjectRef]) -> Action:
        marked = self.marked
        if marked.has('available') and object_type in FREE and not self._values(object_type) and (others or object_type != 'dcim.rack'):
            return Action.AVAILABLE
        if marked.has('trace') and object_type in CABLED and others and not marked.has('count'):
            return Action.TRACE if object_type in ('dcim.interface', 'dcim.frontport') else Action.LIST
        if marked.has('count'):
            return Action.COUNT
        if marked.has('utilisation') and object_type in MEASURED:
            return Action.UTILISATION
        return Action.LIST

    def _group_path(self, object_type: str) -> str | None:
        for noun in self.marked.nouns:
            if noun.start == self.marked.group:
                paths = forward_paths(object_type, noun.noun.object_types[0])
                return paths[0] if paths else None
        labels = attribute_labels(object_type)
        for token in self.marked.tokens:
            if token.start == self.marked.group:
                fields = self.lexicon.attributes.get(token.base, (token.base,))
                return next((name for name in reversed(fields) if name in labels), None)
        return None

    def _about(self, anchors: Sequence[ObjectRef], carried: InventoryQuery | None) -> InventoryQuery | Problem:
        """A question about given objects."""
        if not anchors:
            if self.marked.has('help'):
                return Problem(ProblemKind.HELP)
            words = tuple(token.text for token in self.marked.unknown)
            return Problem(ProblemKind.NO_QUESTION, words)
        keys = tuple(ref.key for ref in anchors)
        object_type = keys[0].object_type
        if fields := self._fields(object_type):
            return InventoryQuery(Action.SHOW, object_type, subjects=self._same_type(keys), attributes=fields)
        action = self._action_about(keys)
        if action is Action.LIST:
            contents = self.lexicon.contents(object_type)
            if contents:
                return InventoryQuery(Action.LIST, contents, self._values(contents), subjects=keys)
            action = Action.SHOW
        if action is Action.COUNT:
            return InventoryQuery(Action.COUNT, object_type, self._only(keys, object_type))
        if action is Action.SHOW and self._values(object_type):
            return InventoryQuery(Action.LIST, object_type, self._only(keys, object_type) | self._values(object_type))
        subjects = tuple(key for key in keys if self._suits(key.object_type, action)) or keys
        wanted = 'dcim.rack' if action is Action.AVAILABLE and subjects[0].object_type == 'dcim.rack' else object_type
        if action is Action.AVAILABLE and object_type == 'ipam.prefix':
            wanted = 'ipam.ipaddress'
        return InventoryQuery(action, wanted, subjects=subjects)

    def _only(self, keys: Sequence[ObjectKey], object_type: str) -> dict[str, FilterValues]:
        return {'id': tuple(key.object_id for key in keys if key.object_type == object_type)}

    def _same_type(self, keys: Sequence[ObjectKey]) -> tuple[ObjectKey, ...]:
        return tuple(key for key in keys if key.object_type == keys[0].object_type)

    def _action_about(self, keys: Sequence[ObjectKey]) -> Action:
        marked, object_type = self.marked, keys[0].object_type
        measured = any(key.object_type in MEASURED for key in keys)
        units = any(token.base in self.lexicon.units(object_type) for token in marked.tokens)
        if marked.has('compare') and len(keys) > 1:
            return Action.COMPARE
        if marked.has('changes'):
            return Action.CHANGES
        if measured and marked.has('utilisation'):
            return Action.UTILISATION
        if measured and units and marked.has('available', 'count'):
            return Action.UTILISATION
        if marked.has('available') and object_type in ('ipam.prefix', 'ipam.iprange', 'dcim.rack', 'ipam.vlangroup'):
            return Action.AVAILABLE
        if marked.has('trace') and object_type in CABLED:
            return Action.TRACE
        if marked.has('locate'):
            return Action.LOCATE
        if marked.has('count'):
            return Action.COUNT
        return Action.LIST if self._asks_for_contents(object_type) else Action.SHOW

    def _asks_for_contents(self, object_type: str) -> bool:
        """`what is in the rack`, `what's mounted in R201`: words for contents and none for the thing itself."""
        words = {token.folded for token in self.marked.tokens if not self._in_reference(token.start)}
        return bool(words & set(self.lexicon.words('contents', 'words'))) and self.lexicon.contents(object_type) is not None

    def _in_reference(self, offset: int) -> bool:
        return any(reference.start <= offset < reference.end for reference in self.marked.references)

    def _suits(self, object_type: str, action: Action) -> bool:
        suited: Mapping[Action, Sequence[str]] = {Action.UTILISATION: MEASURED, Action.TRACE: CABLED}
        return object_type in suited.get(action, (object_type,))

    def _fields(self, object_type: str) -> tuple[str, ...]:
        """The properties asked for, as fields of the type; NetBox's own names for them count as well."""
        labels = attribute_labels(object_type)
        found = [next((name for name in names if name in labels), None) for _, names in self.marked.properties]
        words = [token.base for token in self.marked.unknown]
        for name, label in labels.items():
            if any(word in (name, str(label).casefold()) for word in words):
                found.append(name)
        return tuple(dict.fromkeys(name for name in found if name))

    def _continues(self, anchors: Sequence[ObjectRef]) -> bool:
        """Whether a follow-up without a noun of its own asks the carried question again."""
        object_type = anchors[0].key.object_type if anchors else None
        return not (object_type and self._fields(object_type)) and not self.marked.has('locate', 'compare', 'changes')

    def _continue(self, carried: InventoryQuery, anchors: Sequence[ObjectRef]) -> InventoryQuery | Problem:
        """The carried question with the new part in place of its counterpart."""
        object_type = carried.object_type or ''
        if object_type not in kinds():
            return self._about(anchors, None)
        query = replace(carried, offset=0)
        if values := self._values(object_type):
            query = replace(query, filters={**query.filters, **values})
        explicit = [ref for reference in self.reading.bindings if reference.phrase for ref in reference.objects]
        if explicit:
            query = self._substitute(query, [ref for ref in anchors if ref in explicit])
        if 'continuation' in self.reading.signals:
            query = replace(carried, offset=carried.offset + carried.limit)
        if self.marked.has('count') and query.action is Action.LIST:
            query = replace(query, action=Action.COUNT)
        if self.marked.has('utilisation') and object_type in MEASURED:
            query = replace(query, action=Action.UTILISATION)
        if self.marked.group is not None and (path := self._group_path(object_type)):
            query = replace(query, action=Action.GROUP, group_by=path)
        return query

    def _substitute(self, query: InventoryQuery, refs: Sequence[ObjectRef]) -> InventoryQuery:
        """New objects replace those of their type: as subjects, as filter values, or as what the list hangs on."""
        object_type = query.object_type or ''
        by_type: dict[str, list[ObjectKey]] = {}
        for ref in refs:
            by_type.setdefault(ref.key.object_type, []).append(ref.key)
        for new_type, keys in by_type.items():
            ids = tuple(key.object_id for key in keys)
            if any(key.object_type == new_type for key in query.subjects):
                kept = tuple(key for key in query.subjects if key.object_type != new_type)
                query = replace(query, subjects=(*kept, *keys), filters=_without_ids(query.filters))
            elif new_type == object_type:
                query = replace(query, filters={**query.filters, 'id': ids})
            elif name := filter_for(kind(object_type), new_type):
                query = replace(query, filters={**_without_places(query.filters, name), name: ids})
            else:
                query = replace(query, subjects=(*query.subjects, *keys), filters=_without_ids(query.filters))
        return query


PLACE_FILTERS = ('site_id', 'location_id', 'rack_id', 'region_id', 'site_group_id')


def _without_places(filters: Mapping[str, FilterValues], name: str) -> dict[str, FilterValues]:
    """A new place takes the place of the old one, whatever its type ("and in New York?" after a site)."""
    places = PLACE_FILTERS if name in PLACE_FILTERS else ()
    return {key: value for key, value in filters.items() if key not in places}


def _without_ids(filters: Mapping[str, FilterValues]) -> dict[str, FilterValues]:
    return {key: value for key, value in filters.items() if key != 'id'}
