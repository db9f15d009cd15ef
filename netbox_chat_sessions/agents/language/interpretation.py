"""A reading becomes a query to the inventory, or the reason why it cannot."""

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ...conversation.changes import asks_for_change
from ...conversation.objects import Noun, NounSpan, ObjectKey, ObjectRef
from ...conversation.reading import Reading, Reference, ReferenceStatus, Source
from ...conversation.vocabulary import vocabulary
from ...conversation.text import Token
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind, kinds
from ...inventory.query import PAGE_SIZE, Action, FilterValues, InventoryQuery
from ...inventory.relations import filter_for, forward_paths, relates
from .lexicon import Lexicon, lexicon
from .marking import Marked, mark

__all__ = ('Interpretation', 'Interpreter', 'Problem', 'ProblemKind')

MEASURED = ('dcim.rack', 'ipam.prefix', 'ipam.aggregate', 'ipam.iprange', 'dcim.powerfeed', 'dcim.powerpanel', 'virtualization.cluster', 'ipam.vlangroup')
CABLED = ('dcim.device', 'dcim.interface', 'dcim.frontport', 'dcim.rearport', 'dcim.cable', 'circuits.circuit', 'dcim.powerport', 'dcim.poweroutlet', 'dcim.powerfeed', 'dcim.consoleport', 'dcim.consoleserverport')
PLACES = ('site', 'location', 'rack', 'device', 'vrf', 'cluster', 'region', 'group')
PORTS = ('dcim.interface', 'dcim.frontport', 'dcim.rearport', 'dcim.powerport', 'dcim.poweroutlet', 'dcim.consoleport', 'dcim.consoleserverport')
ADDRESSED = ('ipam.prefix', 'ipam.aggregate', 'ipam.ipaddress')
NETWORK_FILTERS = {'ipam.ipaddress': 'parent', 'ipam.prefix': 'within_include'}
MEASURED_BY = {'ipam.ipaddress': 'ipam.prefix'}
FREE = ('dcim.interface', 'dcim.frontport', 'dcim.poweroutlet', 'dcim.powerport', 'ipam.ipaddress', 'ipam.prefix', 'ipam.vlan', 'dcim.rack')


class ProblemKind(StrEnum):
    """Why a reading cannot become a query."""

    ASK = 'ask'
    GONE = 'gone'
    UNKNOWN_NAME = 'unknown_name'
    UNKNOWN_VALUE = 'unknown_value'
    UNKNOWN_WORDS = 'unknown_words'
    NO_PROPERTY = 'no_property'
    NO_QUESTION = 'no_question'
    WRITES = 'writes'
    HELP = 'help'


@dataclass(frozen=True)
class Interpretation:
    """What a reading asks for.

    Attributes:
        alternatives: The same question for the other types that the noun may mean ("ports" of a patch panel).
        single: One object is asked for ("what rack is it in?"); the answer is then what the conversation is about.
    """

    query: InventoryQuery
    alternatives: tuple[InventoryQuery, ...] = ()
    single: bool = True


@dataclass(frozen=True)
class Problem:
    """Why a reading cannot become a query.

    Attributes:
        words: The words that stand in the way.
        reference: The reference to ask about.
        noun: The kind of object that the words were said of.
        query: What the question would have been; it was not run.
    """

    kind: ProblemKind
    words: tuple[str, ...] = ()
    reference: Reference | None = None
    noun: Noun | None = None
    query: InventoryQuery | None = None


@dataclass
class Interpreter:
    """Turns readings into queries."""

    lexicon: Lexicon = field(default_factory=lexicon)

    def interpret(self, reading: Reading) -> Interpretation | Problem:
        """The query that a reading asks for, or why there is none."""
        marked = mark(reading, self.lexicon)
        if problem := self._early(reading, marked):
            return problem
        draft = _Draft(reading, marked, self.lexicon)
        found = draft.query()
        if isinstance(found, Problem):
            return found
        if problem := draft.not_covered(found):
            return problem
        return Interpretation(found, draft.alternatives(found), draft.asks_for_one(found))

    def _early(self, reading: Reading, marked: Marked) -> Problem | None:
        if verb := asks_for_change(reading.annotations, vocabulary()):
            return Problem(ProblemKind.WRITES, (verb,))
        if marked.has('help') and not marked.nouns and not reading.bindings:
            return Problem(ProblemKind.HELP)
        return None


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

    def alternatives(self, query: InventoryQuery) -> tuple[InventoryQuery, ...]:
        """The query for the other types that its noun may mean."""
        target = self._target()
        if target is None or query.object_type not in target.noun.object_types:
            return ()
        others = [kind_ for kind_ in target.noun.object_types if kind_ != query.object_type and kind_ in kinds()]
        keys = query.subjects
        related = [kind_ for kind_ in others if keys and all(relates(key.object_type, kind_) for key in keys)]
        return tuple(replace(query, object_type=kind_, filters=self._values(kind_)) for kind_ in related)

    def asks_for_one(self, query: InventoryQuery) -> bool:
        """Whether the answer is one object rather than a list that happens to have one."""
        target = self._target()
        return query.action is not Action.LIST or (target is not None and not target.plural)

    def not_covered(self, query: InventoryQuery) -> Problem | None:
        """Words that were not understood: never the whole table instead."""
        values = [value for value in self.marked.values if query.object_type and query.object_type not in value.values]
        unused = [self._text(value.start, value.end) for value in values if not self._is_cue(value.start)]
        if unused and query.action in (Action.LIST, Action.COUNT) and query.object_type:
            return Problem(ProblemKind.UNKNOWN_VALUE, tuple(unused), noun=Noun((query.object_type,)))
        unknown = [token for token in self.marked.unknown if not self._is_covered(token, query)]
        if not unknown:
            return None
        words = tuple(token.text for token in unknown)
        kind_ = ProblemKind.UNKNOWN_NAME if self._stand_for_names() else ProblemKind.UNKNOWN_WORDS
        return Problem(kind_, words, noun=Noun((query.object_type,)) if query.object_type else None)

    def _stand_for_names(self) -> bool:
        return all(token.text[:1].isupper() or any(char.isdigit() for char in token.text) for token in self.marked.unknown)

    def _is_covered(self, token: Token, query: InventoryQuery) -> bool:
        excluded = any(ref.excluded and token.end <= ref.start for ref in self.reading.bindings)
        negated = excluded and token.base in self.lexicon.words('unhandled', 'words')
        if token.base == 'more' and 'continuation' in self.reading.signals:
            return True
        return negated or self._names_type(token.base, query)

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
        nouns = [noun for noun in self.marked.nouns if noun.start != self.marked.group and not self._measures(noun)]
        if not nouns:
            return None
        first = nouns[0]
        for behind in nouns[1:]:
            if self._text(first.end, behind.start).strip() or self._is_verb(behind):
                break
            first = behind
        return first

    def _is_verb(self, noun: NounSpan) -> bool:
        """`which outlet feeds the switch`: a noun's plural behind another noun is a verb where it can be one."""
        cues = self.lexicon.actions['trace']
        return self._text(noun.start, noun.end).casefold() in cues

    def _measures(self, noun: NounSpan) -> bool:
        """`rack units`: the noun only tells what the units are of."""
        behind = next((token for token in self.marked.tokens if token.start >= noun.end), None)
        return behind is not None and behind.base in self.lexicon.units(noun.noun.object_types[0])

    def _open(self, target: NounSpan | None) -> Problem | None:
        """What has to be asked, or said to be missing, before anything can be answered."""
        for reference in self.reading.bindings:
            if reference.status is ReferenceStatus.GONE:
                return Problem(ProblemKind.GONE, (reference.phrase,), reference)
            if reference.status is ReferenceStatus.UNRESOLVED:
                if self._is_name(reference):
                    query = self._sought(target, reference)
                    return Problem(ProblemKind.UNKNOWN_NAME, (reference.phrase,), reference, reference.noun, query)
                return Problem(ProblemKind.ASK, (reference.phrase,), reference)
            if reference.status is ReferenceStatus.AMBIGUOUS and not self._is_set(reference, target):
                return Problem(ProblemKind.ASK, (reference.phrase,), reference)
        return None

    def _sought(self, target: NounSpan | None, reference: Reference) -> InventoryQuery | None:
        """The question about an object that is not there: of the kind asked for, else of the kind that the name was said to be."""
        own = reference.noun.object_types[0] if reference.noun else None
        object_type = target.noun.object_types[0] if target else own
        if object_type not in kinds():
            return None
        name = filter_for(kind(object_type), own) if own and own != object_type else None
        filters = {name.removesuffix('_id') if name else 'q': (reference.phrase,)}
        return InventoryQuery(Action.LIST if target else Action.SHOW, object_type, filters)

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
            return False
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
            by_type: dict[str, list[bool]] = {}
            for other in refs:
                if other is not ref:
                    by_type.setdefault(other.key.object_type, []).append(_is_within(other, ref))
            if not any(all(within) for within in by_type.values()):
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
            if beside and noun.noun.needs_trait(object_type) and object_type in noun.noun.object_types:
                name = filter_for(kind(object_type), next(iter(traits)).object_type)
                if name:
                    found[name] = tuple(sorted(trait.object_id for trait in traits))
        return found

    def _of(self, target: NounSpan, anchors: Sequence[ObjectRef], carried: InventoryQuery | None) -> InventoryQuery | Problem:
        """A question for objects of a kind."""
        if prop := self._is_property(target, anchors):
            return InventoryQuery(Action.SHOW, anchors[0].key.object_type, subjects=tuple(r.key for r in anchors), attributes=prop)
        object_type = self._type_of(target.noun, anchors)
        networks = self._networks(object_type)
        anchors = [ref for ref in anchors if not networks or ref.key.object_type not in ADDRESSED]
        own = [ref for ref in anchors if ref.key.object_type == object_type]
        others = [ref for ref in anchors if ref.key.object_type != object_type]
        unrelated = [ref for ref in others if not relates(ref.key.object_type, object_type)]
        if unrelated and object_type != 'core.objectchange':
            return Problem(ProblemKind.UNKNOWN_WORDS, tuple(ref.display for ref in unrelated), noun=target.noun)
        filters = {**self._values(object_type), **self._role_filters(target, object_type), **networks}
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
        if query.action is Action.UTILISATION and object_type in MEASURED_BY:
            query = replace(query, object_type=MEASURED_BY[object_type])
        if query.action is Action.TRACE and others:
            # What a device's outlet feeds and which outlet feeds a device are both ends of the device's own cables.
            query = replace(query, object_type=others[0].key.object_type, filters={})
        if query.action in (Action.UTILISATION, Action.LOCATE, Action.TRACE, Action.CHANGES) and own:
            return replace(query, subjects=tuple(ref.key for ref in own), filters={})
        return query

    def _is_property(self, target: NounSpan, anchors: Sequence[ObjectRef]) -> tuple[str, ...]:
        """`address of the second one`: a noun that is called like a property of what it is asked of."""
        types = {ref.key.object_type for ref in anchors}
        names = self.lexicon.attributes.get(self._text(target.start, target.end).casefold(), ())
        if len(types) != 1 or target.plural:
            return ()
        labels = attribute_labels(types.pop())
        return tuple(name for name in names if name in labels)[:1]

    def _networks(self, object_type: str) -> dict[str, FilterValues]:
        """`IP addresses in 10.0.0.0/8`: a network in the text is a filter, whether NetBox has a prefix of it or not."""
        name = NETWORK_FILTERS.get(object_type)
        networks = [text for name_ in self.reading.annotations.names if (text := _network(name_.text))]
        return {name: tuple(networks)} if name and networks and not self.marked.has('available') else {}

    def _list_action(self, target: NounSpan, object_type: str, others: Sequence[ObjectRef]) -> Action:
        marked = self.marked
        if marked.has('available') and object_type in FREE and not self._values(object_type) and (others or object_type != 'dcim.rack'):
            return Action.AVAILABLE
        verb = any(self._is_verb(noun) for noun in marked.nouns if noun is not target)
        if (marked.has('trace') or verb) and object_type in PORTS and others and not marked.has('count'):
            return Action.TRACE
        if object_type == 'core.objectchange' and others:
            return Action.CHANGES
        if marked.has('count'):
            return Action.COUNT
        return Action.UTILISATION if marked.has('utilisation') else Action.LIST

    def _group_path(self, object_type: str) -> str | None:
        """The field to count by: one that is called so, else one that leads to objects of that kind."""
        labels = attribute_labels(object_type)
        word = next(token.base for token in self.marked.tokens if token.start == self.marked.group)
        fields = (*self.lexicon.attributes.get(word, ()), word)
        if path := next((name for name in reversed(fields) if name in labels), None):
            return path
        nouns = [noun.noun for noun in self.marked.nouns if noun.start == self.marked.group]
        paths = [path for noun in nouns for kind_ in noun.object_types for path in forward_paths(object_type, kind_)]
        return paths[0] if paths else None

    def _about(self, anchors: Sequence[ObjectRef], carried: InventoryQuery | None) -> InventoryQuery | Problem:
        """A question about given objects."""
        if not anchors:
            if self.marked.has('help'):
                return Problem(ProblemKind.HELP)
            words = tuple(token.text for token in self.marked.unknown)
            return Problem(ProblemKind.NO_QUESTION, words)
        main, others = self._main(anchors)
        keys = tuple(ref.key for ref in main)
        object_type = keys[0].object_type
        if self.marked.properties or self._fields(object_type):
            return self._properties(keys)
        if others:
            return self._narrowed(keys, others)
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
        wanted = object_type
        if action is Action.AVAILABLE and object_type == 'ipam.prefix':
            wanted = 'ipam.ipaddress'
        return InventoryQuery(action, wanted, subjects=keys)

    def _main(self, anchors: Sequence[ObjectRef]) -> tuple[list[ObjectRef], list[ObjectRef]]:
        """What the question is about, and what only says which of them ("only the ones in New York")."""
        suited = [ref for ref in anchors if self.marked.has('utilisation') and ref.key.object_type in MEASURED]
        remembered = [ref.key for found in self.reading.bindings if found.source is Source.MEMORY for ref in found.objects]
        first = next(iter([*suited, *(ref for ref in anchors if ref.key in remembered), *anchors]))
        main = [ref for ref in anchors if ref.key.object_type == first.key.object_type]
        others = [ref for ref in anchors if ref not in main and relates(ref.key.object_type, first.key.object_type)]
        return main, [] if suited else others

    def _narrowed(self, keys: Sequence[ObjectKey], others: Sequence[ObjectRef]) -> InventoryQuery:
        object_type = keys[0].object_type
        action = Action.COUNT if self.marked.has('count') else Action.LIST
        filters = self._only(keys, object_type) | self._values(object_type)
        return InventoryQuery(action, object_type, filters, subjects=tuple(ref.key for ref in others))

    def _properties(self, keys: Sequence[ObjectKey]) -> InventoryQuery | Problem:
        """`the serial of X`; a property that such objects do not have is said to be missing, never left out."""
        object_type = keys[0].object_type
        fields = self._fields(object_type)
        labels = attribute_labels(object_type)
        lacking = [offset for offset, names in self.marked.properties if not any(name in labels for name in names)]
        if lacking or not fields:
            words = tuple(token.text for token in self.marked.tokens if token.start in lacking)
            return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((object_type,)))
        return InventoryQuery(Action.SHOW, object_type, subjects=self._same_type(keys), attributes=fields)

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
        if object_type == 'circuits.circuit' and marked.has('locate'):
            return Action.LOCATE
        if object_type in CABLED and marked.has('trace'):
            return Action.TRACE
        if object_type in PORTS and self._words() & set(self.lexicon.words('contents', 'words')):
            return Action.TRACE
        if marked.has('locate'):
            return Action.LOCATE
        if marked.has('count'):
            return Action.COUNT
        return Action.LIST if self._asks_for_contents(object_type) else Action.SHOW

    def _asks_for_contents(self, object_type: str) -> bool:
        """`what is in the rack`, `what's mounted in R201`: words for contents and none for the thing itself."""
        return bool(self._words() & set(self.lexicon.words('contents', 'words'))) and self.lexicon.contents(object_type) is not None

    def _words(self) -> set[str]:
        return {token.folded for token in self.marked.tokens if not self._in_reference(token.start)}

    def _in_reference(self, offset: int) -> bool:
        return any(reference.start <= offset < reference.end for reference in self.marked.references)

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
        if 'narrowing' in self.reading.signals and query.action is Action.COUNT:
            query = replace(query, action=Action.LIST)
        explicit = [ref for reference in self.reading.bindings if reference.phrase for ref in reference.objects]
        if any(not self._fits_into(query, ref) for ref in explicit):
            return self._about(anchors, None)
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

    def _fits_into(self, query: InventoryQuery, ref: ObjectRef) -> bool:
        new, asked = ref.key.object_type, query.object_type or ''
        return new == asked or new in {key.object_type for key in query.subjects} or relates(new, asked)

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


def _is_within(ref: ObjectRef, place: ObjectRef) -> bool:
    return any((trait.object_type, trait.object_id) == place.key for trait in ref.traits if trait.name in PLACES)


def _network(text: str) -> str | None:
    """The network that a text writes with its mask; None for anything else."""
    try:
        return str(ipaddress.ip_network(text, strict=False)) if '/' in text else None
    except ValueError:
        return None


def _without_ids(filters: Mapping[str, FilterValues]) -> dict[str, FilterValues]:
    return {key: value for key, value in filters.items() if key != 'id'}
