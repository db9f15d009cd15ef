"""One question, and what its words say about what is asked for."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...conversation.objects import NounSpan, ObjectRef
from ...conversation.reading import Reading
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind
from ...inventory.query import FilterValues, InventoryQuery
from ...inventory.relations import filter_for, forward_paths
from .lexicon import Lexicon
from .marking import Marked
from .suitability import FREE, NETWORK_FILTERS, PLACES

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
        nouns = [noun for noun in self.marked.nouns if noun.start != self.marked.group and not self._measures(noun)]
        if not nouns:
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
        for reference in self.reading.bindings:
            if not reference.excluded:
                refs += reference.objects or reference.candidates
        refs = list(dict.fromkeys(refs))
        return tuple(ref for ref in refs if not _tells_apart(ref, refs))

    @property
    def excluded(self) -> list[ObjectRef]:
        """The objects that are left out ("other circuits", "all but the PDU")."""
        return [ref for reference in self.reading.bindings if reference.excluded for ref in reference.objects]

    @property
    def carried(self) -> InventoryQuery | None:
        """The query that it continues, if any."""
        try:
            return InventoryQuery.from_json(self.reading.carried) if self.reading.carried else None
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

    def text(self, start: int, end: int) -> str:
        """Its characters at `[start, end)`."""
        return self.reading.annotations.text[start:end]

    def is_verb(self, noun: NounSpan) -> bool:
        """`which outlet feeds the switch`: a noun's plural behind another noun is a verb where it can be one."""
        return self.text(noun.start, noun.end).casefold() in self.lexicon.actions['trace']

    def values(self, object_type: str) -> dict[str, FilterValues]:
        """Filters of a type from words such as `active`."""
        found: dict[str, list[Any]] = {}
        for value in self.marked.values:
            for name, wanted in value.values.get(object_type, {}).items():
                if not self._is_action_word(value.start, object_type):
                    found.setdefault(name, []).append(wanted)
        return {name: tuple(values) for name, values in found.items()}

    def roles(self, target: NounSpan, object_type: str) -> dict[str, FilterValues]:
        """Filters from nouns that are roles ("switches"), the target's own and those right in front of it."""
        found: dict[str, FilterValues] = {}
        for noun in self.marked.nouns:
            beside = noun is target or (noun.end <= target.start and not self.text(noun.end, target.start).strip())
            if beside and noun.noun.needs_trait(object_type) and object_type in noun.noun.object_types:
                traits = noun.noun.traits
                if name := filter_for(kind(object_type), next(iter(traits)).object_type):
                    found[name] = tuple(sorted(trait.object_id for trait in traits))
        return found

    def networks(self, object_type: str) -> dict[str, FilterValues]:
        """`IP addresses in 10.0.0.0/8`: a network in the text is a filter, whether NetBox has a prefix of it or not."""
        name = NETWORK_FILTERS.get(object_type)
        networks = [text for span in self.reading.annotations.names if (text := _network(span.text))]
        return {name: tuple(networks)} if name and networks and not self.marked.has('available') else {}

    def properties(self, object_type: str) -> tuple[str, ...]:
        """The properties asked for, as fields of the type; NetBox's own names for them count as well."""
        labels = attribute_labels(object_type)
        found = [next((name for name in names if name in labels), None) for _, names in self.marked.properties]
        words = [token.base for token in self.marked.unknown]
        for name, label in labels.items():
            if any(word in (name, str(label).casefold()) for word in words):
                found.append(name)
        return tuple(dict.fromkeys(name for name in found if name))

    def group_path(self, object_type: str) -> str | None:
        """The field to count by: one that is called so, else one that leads to objects of that kind."""
        if self.marked.group is None:
            return None
        labels = attribute_labels(object_type)
        word = next(token.base for token in self.marked.tokens if token.start == self.marked.group)
        fields = (*self.lexicon.attributes.get(word, ()), word)
        if path := next((name for name in reversed(fields) if name in labels), None):
            return path
        nouns = [noun.noun for noun in self.marked.nouns if noun.start == self.marked.group]
        paths = [path for noun in nouns for type_ in noun.object_types for path in forward_paths(object_type, type_)]
        return paths[0] if paths else None

    def _measures(self, noun: NounSpan) -> bool:
        """`rack units`: the noun only tells what the units are of."""
        behind = next((token for token in self.marked.tokens if token.start >= noun.end), None)
        return behind is not None and behind.base in self.lexicon.units(noun.noun.object_types[0])

    def _is_action_word(self, offset: int, object_type: str) -> bool:
        """`available` is a status of racks, and a question for free addresses of a prefix."""
        return offset == self.marked.cues.get('available') and object_type in FREE and object_type != 'dcim.rack'


def _tells_apart(ref: ObjectRef, refs: Sequence[ObjectRef]) -> bool:
    """Whether all the objects of some type stand in `ref`."""
    by_type: dict[str, list[bool]] = {}
    for other in refs:
        if other is not ref:
            within = any(
                (trait.object_type, trait.object_id) == ref.key for trait in other.traits if trait.name in PLACES
            )
            by_type.setdefault(other.key.object_type, []).append(within)
    return any(all(within) for within in by_type.values())


def _network(text: str) -> str | None:
    """The network that a text writes with its mask; None for anything else."""
    try:
        return str(ipaddress.ip_network(text, strict=False)) if '/' in text else None
    except ValueError:
        return None
