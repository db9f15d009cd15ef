"""The search for the names of one text, in two statements at most."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...conversation.objects import NameSpan, NounSpan, ObjectKey, ObjectRef
from ...conversation.text import Token, fold
from ..nouns import ROLE_NOUNS
from .addresses import Address, address_in, at_address, mac_in
from .components import component_mentions, components, wanted_components
from .conditions import Purpose, Slot
from .full import in_full
from .named_types import ADDRESSED, IDENTIFIED, IN_FULL, IN_PART, NUMBERED, PARTIES
from .near import doubtful, wanted_near, with_near
from .numbers import Number, identifiers, member_of, numbered, numbers_in
from .parts import beginnings, described, in_part, noun_words, telling_words
from .spelling import spellings, text_pattern
from .statement import Wanted, ask
from .unknown import capitalised, unknown
from .wording import Mention, Wording, overlaps

__all__ = ('NameSearch',)

# A longer text has too many words to look for each with all its blanks doubled.
_SHORT_TEXT = 40
_PLACED = {Slot.SITES: 'dcim.site', Slot.RACKS: 'dcim.rack', Slot.DEVICES: 'dcim.device'}
_UNNAMED = re.compile(r'\((\d{1,18})\)')


@dataclass
class NameSearch:
    """The names of live objects in one text, as one user may see them.

    Attributes:
        user: Whose permissions apply.
        nouns: The nouns of the text; one beside a name gives its type.
        scope: What the conversation is about, likeliest first; of very many namesakes those of its sites are found.
        roles: Roles whose words stand in the text, filled by `first`.
    """

    user: Any
    text: str
    tokens: Sequence[Token]
    nouns: Sequence[NounSpan]
    scope: Sequence[ObjectKey] = ()
    roles: list[ObjectRef] = field(default_factory=list)

    @cached_property
    def wording(self) -> Wording:
        """The text with its nouns."""
        return Wording(self.text, self.tokens, self.nouns)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The runs of words that may be names."""
        return self.wording.mentions()

    @cached_property
    def addresses(self) -> dict[int, Address]:
        """IP addresses and networks by the places of their tokens."""
        return {at: found for at, token in enumerate(self.tokens) if (found := address_in(token.base))}

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Numbers that stand for objects."""
        return numbers_in(self.wording)

    @cached_property
    def macs(self) -> dict[int, str]:
        """MAC addresses by the places of their tokens."""
        return {at: found for at, token in enumerate(self.tokens) if (found := mac_in(token.base))}

    def first(self) -> tuple[NameSpan, ...]:
        """The names of objects that stand for themselves, in order and apart from each other; one statement."""
        found = ask(list(self._wanted()), self.user)
        self.roles += [ref for ref in found if ref.key.object_type in ROLE_NOUNS]
        spans = [
            *in_full(self.wording, self.mentions, found),
            *in_part(self.wording, found),
            *described(self.wording, found),
            *self._addressed(found),
            *numbered(self.wording, self.numbers, found),
        ]
        return self._apart(spans)

    def second(
        self, nouns: Sequence[NounSpan], taken: Sequence[NameSpan], devices: Sequence[ObjectKey]
    ) -> tuple[NameSpan, ...]:
        """What remains beside the names `taken`: components of devices, serial numbers, asset tags, and unknown names.

        An unknown name has no matches, but perhaps some that are called nearly so. At most one statement, none when no
        word calls for it.

        Args:
            nouns: The nouns of the text, roles among them.
            taken: The names found by `first`.
            devices: Whose components may be meant, likeliest first.
        """
        wording = Wording(self.text, self.tokens, nouns)
        parts = component_mentions(wording, self.mentions, taken)
        places = identifiers(wording, [(span.start, span.end) for span in taken])
        strangers = tuple(unknown(wording, taken))
        perhaps = tuple(capitalised(wording, (*taken, *strangers)))
        doubts = doubtful((*strangers, *perhaps))
        found = ask(
            [
                *wanted_components(parts, devices),
                *self._wanted_identified(places),
                *wanted_near(doubts),
            ],
            self.user,
        )
        spans = [*components(wording, parts, devices, found), *self._identified(wording, places, found)]
        spans += [with_near(span, found) if span in doubts else span for span in strangers]
        spans += [near for span in perhaps if span in doubts and (near := with_near(span, found)).near]
        return self._apart(spans)

    def _wanted(self) -> Iterator[Wanted]:
        generous = len(self.tokens) <= _SHORT_TEXT
        forms = sorted({form for mention in self.mentions for form in spellings(mention.text, generous=generous)})
        words, nouns = telling_words(self.wording), noun_words(self.wording)
        starts = [self.tokens[place].base for place in beginnings(self.wording)]
        at_hand = {
            slot: [key.object_id for key in self.scope if key.object_type == kind] for slot, kind in _PLACED.items()
        }
        for object_type in (*IN_FULL, *IN_PART):
            # The words of roles are nouns as well.
            sought = [*words, *(nouns if object_type in ROLE_NOUNS else ())]
            values = {
                Slot.FORMS: forms,
                Slot.SAID: forms,
                Slot.WORDS: _pattern(sought, r'\y'),
                Slot.BEGINNINGS: _pattern(starts, '') if object_type in PARTIES else None,
                Slot.NUMBERS: self._numbers_of(object_type),
                Slot.UNNAMED: [int(number) for number in _UNNAMED.findall(self.text)],
                **at_hand,
            }
            yield Wanted(object_type, Purpose.NAMED, values)
        for object_type in NUMBERED:
            if object_type not in IN_FULL and (numbers := self._numbers_of(object_type)):
                yield Wanted(object_type, Purpose.NAMED, {Slot.NUMBERS: numbers})
        if self.macs:
            yield Wanted('dcim.macaddress', Purpose.NAMED, {Slot.MACS: sorted(self.macs.values())})
        if self.addresses:
            hosts = sorted({address.host for address in self.addresses.values()})
            networks = sorted({str(address.interface.network) for address in self.addresses.values()})
            for object_type in ADDRESSED:
                yield Wanted(object_type, Purpose.NAMED, {Slot.HOSTS: hosts, Slot.NETWORKS: networks})

    def _numbers_of(self, object_type: str) -> list[int]:
        return [number.value for number in self.numbers if object_type in number.object_types]

    def _addressed(self, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
        addressed = [ref for ref in found if ref.key.object_type in ADDRESSED]
        cards = [ref for ref in found if ref.key.object_type == 'dcim.macaddress']
        for place, address in self.addresses.items():
            yield self._at(place, at_address(addressed, address), addressed, address)
        for place, mac in self.macs.items():
            matches = tuple(ref for ref in cards if mac_in(ref.display) == mac)
            if matches:
                yield self._at(place, matches)

    def _at(
        self,
        place: int,
        matches: tuple[ObjectRef, ...],
        pool: Sequence[ObjectRef] = (),
        address: Address | None = None,
    ) -> NameSpan:
        mention = self.wording.at(place)
        noun = self.wording.noun_beside(mention)
        if noun and address and (typed := at_address([ref for ref in pool if noun.noun.fits(ref)], address)):
            matches = typed
        end = mention.start + len(self.tokens[place].base)
        return NameSpan(mention.start, end, self.text[mention.start : end], matches, noun=noun)

    def _wanted_identified(self, places: Iterable[int]) -> Iterator[Wanted]:
        words = [
            self.text[token.start : token.start + len(token.base)] for token in map(self.tokens.__getitem__, places)
        ]
        tags = sorted({form for word in words for form in (word, word.upper(), word.lower())})
        serials = sorted({fold(word) for word in words if word.isalnum()})
        if members := [member for word in words if (member := member_of(word))]:
            chassis, positions = zip(*members, strict=True)
            values = {Slot.FORMS: sorted(set(chassis)), Slot.NUMBERS: sorted(set(positions))}
            yield Wanted('dcim.device', Purpose.MEMBER, values)
        for object_type in IDENTIFIED if tags else ():
            yield Wanted(object_type, Purpose.TAGGED, {Slot.FORMS: tags})
            if serials:
                yield Wanted(object_type, Purpose.SERIAL, {Slot.FORMS: serials})

    def _identified(self, wording: Wording, places: Iterable[int], found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
        for place in places:
            token = self.tokens[place]
            matches = tuple(ref for ref in found if ref.key.object_type in IDENTIFIED and fold(token.base) in ref.words)
            if matches:
                end = token.start + len(token.base)
                noun = wording.noun_beside(wording.at(place))
                yield NameSpan(token.start, end, self.text[token.start : end], matches, noun=noun)

    def _apart(self, spans: Iterable[NameSpan]) -> tuple[NameSpan, ...]:
        """Of spans that overlap the longest; of equally long ones what exists, was said in full, has its type said."""
        chosen: list[NameSpan] = []
        for span in sorted(spans, key=_rank):
            if not overlaps(span.start, span.end, chosen):
                chosen.append(span)
                continue
            twin = next((c for c in chosen if (c.start, c.end, c.exact) == (span.start, span.end, span.exact)), None)
            if twin and twin.noun == span.noun and not set(span.matches) <= set(twin.matches):
                both = tuple(dict.fromkeys((*twin.matches, *span.matches)))
                merged = NameSpan(twin.start, twin.end, twin.text, both, twin.exact, twin.quoted, twin.noun)
                chosen[chosen.index(twin)] = merged
        # A word that only tells the type of the name beside it is no name itself ("Rack R101").
        telling = {span.noun.start for span in chosen if span.noun}
        chosen = [span for span in chosen if span.start not in telling or span.noun or not self._is_noun(span)]
        return tuple(sorted(chosen, key=lambda span: span.start))

    def _is_noun(self, span: NameSpan) -> bool:
        return any(noun.start == span.start and noun.end >= span.end for noun in self.nouns)


def _rank(span: NameSpan) -> tuple[int, bool, bool, bool]:
    return span.start - span.end, not span.matches, not span.exact, span.noun is None


def _pattern(words: Sequence[str], behind: str) -> str | None:
    """A regular expression for whole words, or for their beginnings."""
    return rf'\y(?:{"|".join(map(text_pattern, dict.fromkeys(words)))}){behind}' if words else None
