"""One question, and what its words say about what is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...conversation.objects import NounSpan, ObjectRef
from ...conversation.reading import Reading, Reference
from ...conversation.text import match_words
from ...conversation.vocabulary import vocabulary
from ...inventory.catalogue import kind
from ...inventory.query import FilterValues, InventoryQuery
from ...inventory.relations import filter_for
from .anchoring import is_address, most_specific, network, tells_apart
from .condition import Condition
from .lexicon import Lexicon
from .marked import Marked
from .suitability import FREE, NETWORK_FILTERS, NETWORKS

__all__ = ('Question',)


@dataclass(frozen=True)
class Question:
    """A reading with its words sorted."""

    reading: Reading
    marked: Marked
    lexicon: Lexicon

    @cached_property
    def target(self) -> NounSpan | None:
        """The noun that is asked for: of several side by side the last ("PDU outlet"), otherwise the first."""
        nouns = [
            noun
            for noun in self.marked.nouns
            if noun.start != self.marked.group and not self._measures(noun) and not self.is_attributive(noun)
        ]
        if not nouns or (
            self._word_before(nouns[0]) in self.lexicon.words('conditions', 'things') and self.is_verb(nouns[0])
        ):
            return None
        first = nouns[0]
        for behind in nouns[1:]:
            if self.text(first.end, behind.start).strip() or self.is_verb(behind):
                break
            first = behind
        return first

    @cached_property
    def anchors(self) -> tuple[ObjectRef, ...]:
        """The objects that it is about; what only tells others of them apart ("Row 1 of the MDF site") is left out."""
        refs: list[ObjectRef] = []
        for reference in self.marked.references:
            if not reference.excluded and reference not in self.negated:
                refs += reference.objects or most_specific(reference.candidates)
        refs = list(dict.fromkeys(refs))
        return tuple(ref for ref in refs if not tells_apart(ref, refs))

    @property
    def excluded(self) -> list[ObjectRef]:
        """The objects that are left out ("other circuits", "all but the PDU")."""
        left_out = [reference for reference in self.marked.references if reference.excluded]
        return [ref for reference in (*left_out, *self.negated) for ref in reference.objects]

    @property
    def negated(self) -> list[Reference]:
        """The references behind `not` or `other than`."""
        behind = {
            self.marked.tokens[item.last].start
            for item in self.marked.conditions
            if item.names_follow and item.last < len(self.marked.tokens)
        }
        # `not in rack R101`: the noun in front of a name belongs to it.
        nouns = {name.start: name.noun.start for name in self.reading.annotations.names if name.noun}
        starts = {ref: min(ref.start, nouns.get(ref.start, ref.start)) for ref in self.marked.references}
        return [ref for ref, first in starts.items() if any(first <= start < ref.end for start in behind)]

    @property
    def joined(self) -> list[NounSpan]:
        """Further kinds that are asked for as well ("devices and racks at MDF"), roles of the same kind left out."""
        target = self.target
        if target is None or not target.plural:
            return []
        found = [target]
        for noun in self.marked.nouns:
            if noun.start < found[-1].end or not noun.plural or noun.start == self.marked.group:
                continue
            between = self.text(found[-1].end, noun.start).casefold()
            if between.strip() != ',' and between.strip(' ,') not in self.lexicon.words('joints', 'between'):
                break
            found.append(noun)
        return [noun for noun in found[1:] if noun.noun.object_types[0] != target.noun.object_types[0]]

    @property
    def belonging(self) -> list[NounSpan]:
        """Further kinds that what is asked for belongs to some object of ("ports on switches")."""
        target = self.target
        behind = [noun for noun in self.marked.nouns if target and noun.start > target.end and noun.plural]
        return [
            noun
            for noun in behind
            if noun not in self.joined
            and noun.start != self.marked.group
            and not (self.is_attributive(noun) or self.is_verb(noun))
            and self._word_before(noun) in self.lexicon.words('conditions', 'belonging')
        ]

    @property
    def other_number(self) -> int | None:
        """`and 201?`: another VLAN ID in place of the one that the last question was about."""
        carried = self.carried
        if carried is None or not any('vid' in item.filters for item in carried.having):
            return None
        said = [ref.phrase for ref in self.marked.references if ref.phrase]
        said = said or [token.base for token in self.marked.unknown]
        return int(said[0]) if len(said) == 1 and said[0].isdecimal() else None

    @property
    def groups_further(self) -> tuple[str, ...]:
        """What else is to be counted by, behind the first ("per site and role")."""
        group, tokens = self.marked.group, self.marked.tokens
        places = [offset for offset, _ in self.marked.properties] + [noun.start for noun in self.marked.nouns]
        further = [offset for offset in places if group is not None and offset > group]
        return tuple(token.text for token in tokens if token.start in further)

    @property
    def same_as(self) -> str:
        """`in the same rack as X`: the word that compares; empty where nothing is compared with X."""
        tokens, like = self.marked.tokens, self.lexicon.words('limits', 'as')
        same = [token for token in tokens if token.folded in self.lexicon.words('limits', 'same')]
        return same[0].text if same and any(token.folded in like for token in tokens) else ''

    @property
    def end_asked(self) -> str:
        """`at the other end`: of what is not said; empty where no end of a connection is asked for."""
        tokens, words = self.marked.tokens, self.lexicon.words('connections', 'ends')
        places = [at for at in range(len(tokens)) if match_words(tokens, at, words)]
        return ' '.join(token.text for token in tokens[places[0] : places[0] + 2]) if places else ''

    @property
    def asks_why(self) -> bool:
        """`why?`, `how do you know?`: how the last answer was obtained, and nothing else."""
        tokens = self.marked.tokens
        return bool(tokens) and match_words(tokens, 0, self.lexicon.words('why', 'words')) == len(tokens)

    @property
    def asks_for_another(self) -> bool:
        """`a second one`, `another one`."""
        known = vocabulary()
        one = any(known.has(word, 'pronouns', 'one') for word in self.words)
        return one and any(word in known.ordinals or known.has(word, 'other', 'another') for word in self.words)

    @property
    def asks_for_changes(self) -> bool:
        """Whether it asks what happened rather than what is."""
        moment = self.marked.moment
        return (
            self.marked.has('changes')
            or bool(self.marked.person)
            or (self.target is not None and self.target.noun.object_types[:1] == ('core.objectchange',))
            or (moment is not None and not moment.get('property'))
        )

    @property
    def carried(self) -> InventoryQuery | None:
        """The query that it continues, if any: of a list that was shown the one that found it."""
        listed = set(self.reading.listed)
        latest, by = self.latest_query, self.shown_query
        shown = len(listed) > 1 and any(set(ref.keys) == listed for ref in self.marked.references)
        if not shown or latest is None or by is None:
            return latest
        # What the list was narrowed to since, or counted by, goes on.
        same = (latest.object_type, latest.subjects) == (by.object_type, by.subjects)
        return latest if same else by

    @property
    def latest_query(self) -> InventoryQuery | None:
        """The query of the last question, whatever was shown."""
        return self._query(self.reading.carried)

    @property
    def shown_query(self) -> InventoryQuery | None:
        """The query that found the list that was shown last."""
        return self._query(self.reading.shown_by)

    @staticmethod
    def _query(data: Mapping[str, Any] | None) -> InventoryQuery | None:
        try:
            return InventoryQuery.from_json(data) if data else None
        except (KeyError, ValueError, TypeError):
            return None

    @property
    def words(self) -> set[str]:
        """Its folded words outside of references."""
        references = self.marked.references
        return {
            token.folded
            for token in self.marked.tokens
            if not any(reference.start <= token.start < reference.end for reference in references)
        }

    def said(self, condition: Condition) -> str:
        """The words of a condition."""
        tokens = self.marked.tokens
        return self.text(tokens[condition.first].start, tokens[condition.last - 1].end)

    def text(self, start: int, end: int) -> str:
        """Its characters at `[start, end)`."""
        return self.reading.annotations.text[start:end]

    def is_verb(self, noun: NounSpan) -> bool:
        """`which outlet feeds the switch`, `what feeds it`: a noun's plural that stands where a verb does."""
        behind = next((token.folded for token in self.marked.tokens if token.start >= noun.end), '')
        asks = self._word_before(noun) in self.lexicon.words('conditions', 'subjects')
        if asks and vocabulary().has(behind, 'verbs', 'aux'):
            return False
        return self.text(noun.start, noun.end).casefold() in self.lexicon.actions['trace']

    def is_attributive(self, noun: NounSpan) -> bool:
        """`VLANs tagged X`: the word only tells that a name of that kind follows."""
        return self.text(noun.start, noun.end).casefold() in self.lexicon.words('attributive', 'words')

    def values(self, object_type: str) -> dict[str, FilterValues]:
        """Filters of a type from words such as `active`."""
        found: dict[str, list[Any]] = {}
        for value in self.marked.values:
            for name, wanted in value.values.get(object_type, {}).items():
                if name != 'status' or not self._is_action_word(value.start, object_type):
                    found.setdefault(name, []).extend(wanted if isinstance(wanted, list) else [wanted])
        return {name: tuple(values) for name, values in found.items()}

    def roles(self, target: NounSpan, object_type: str) -> dict[str, FilterValues]:
        """Filters from nouns that are roles ("switches"), the target's own and those right in front of it."""
        found: dict[str, FilterValues] = {}
        for noun in self.marked.nouns:
            kind_of = noun.noun
            if noun is not target and not self._is_beside(noun, target):
                continue
            if kind_of.needs_trait(object_type) and object_type in kind_of.object_types:
                traits = kind_of.traits
                if name := filter_for(kind(object_type), next(iter(traits)).object_type):
                    found[name] = (*found.get(name, ()), *sorted(trait.object_id for trait in traits))
        return found

    def networks(self, object_type: str) -> dict[str, FilterValues]:
        """`IP addresses in 10.0.0.0/8`: a network in the text is a filter, whether NetBox has a prefix of it or not."""
        name = NETWORK_FILTERS.get(object_type)
        if name is None or self.marked.has('available'):
            return {}
        left_out = [ref for ref in self.marked.references if ref.excluded or ref in self.negated]
        names = self.reading.annotations.names
        spans = [name for name in names if not any(ref.start <= name.start < ref.end for ref in left_out)]
        if networks := [text for span in spans if (text := network(span.text))]:
            return {name: tuple(networks)}
        # An address is in the prefixes that contain it.
        addresses = [span.text for span in spans if is_address(span.text) and not span.matches]
        return {'contains': (addresses[0],)} if addresses and object_type != 'ipam.ipaddress' else {}

    def size(self, object_type: str) -> int | None:
        """The length of the prefixes that are asked for; None for what has none."""
        masks = [item for item in self.marked.conditions if item.fields == ('mask_length',)]
        return int(masks[0].values[0]) if masks and object_type in NETWORKS else None

    def _is_beside(self, noun: NounSpan, target: NounSpan) -> bool:
        """`ToR switches`, `switches and routers`: the nouns together tell what is asked for."""
        first, second = sorted((noun, target), key=lambda span: span.start)
        between = self.text(first.end, second.start).strip(' ,').casefold()
        return (noun is first and not between) or between in self.lexicon.words('joints', 'words')

    def _word_before(self, noun: NounSpan) -> str:
        """The word in front of a noun, `all` and the like left out."""
        words = [token.folded for token in self.marked.tokens if token.end <= noun.start]
        while words and vocabulary().has(words[-1], 'determiners', 'distributive'):
            words.pop()
        return words[-1] if words else ''

    def _measures(self, noun: NounSpan) -> bool:
        """`rack units`: the noun only tells what the units are of."""
        behind = next((token for token in self.marked.tokens if token.start >= noun.end), None)
        return behind is not None and behind.base in self.lexicon.units(noun.noun.object_types[0])

    def _is_action_word(self, offset: int, object_type: str) -> bool:
        """`available` is a status of racks, and a question for free addresses of a prefix."""
        return offset == self.marked.cues.get('available') and object_type in FREE and object_type != 'dcim.rack'
