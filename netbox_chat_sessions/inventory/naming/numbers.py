"""Numbers that are names because of the word beside them: `VLAN 100`, `cable #24`, `AS65001`, `asset tag 0042`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...conversation.objects import NameSpan, NounSpan, ObjectRef
from ...conversation.text import fold, match_words
from ..nouns import inventory_words
from .named_types import NUMBERED
from .shapes import is_amount
from .wording import Wording

__all__ = ('Number', 'identifiers', 'member_of', 'numbered', 'numbers_in')

_MOST_DIGITS = 10
# A list never shows so many objects that `#100` could be a place in it.
_BEYOND_LISTS = 100
_AUTONOMOUS_SYSTEM = re.compile(r'asn?(\d{1,10})(?:\.(\d{1,5}))?')
_CABLE = re.compile(r'#(\d{1,10})')
_SERIAL = re.compile(r'(?=.*[a-z])(?=.*\d)[\w./-]{5,}', re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number at the token `place`, and the types whose number it may be."""

    place: int
    value: int
    object_types: tuple[str, ...]
    noun: NounSpan | None = None


def numbers_in(wording: Wording) -> tuple[Number, ...]:
    """The numbers of a text that stand for objects."""
    return tuple(_numbers(wording))


def _numbers(wording: Wording) -> Iterator[Number]:
    cables = any('dcim.cable' in noun.noun.object_types for noun in wording.nouns)
    for place, token in enumerate(wording.tokens):
        word = token.base
        if found := _AUTONOMOUS_SYSTEM.fullmatch(word):
            high, low = found.groups()
            yield Number(place, (int(high) << 16) + int(low) if low else int(high), ('ipam.asn',))
        elif (digits := word.lstrip('#')).isdecimal() and len(digits) < _MOST_DIGITS:
            noun = _noun_of_series(wording, place)
            types = tuple(kind for kind in (noun.noun.object_types if noun else ()) if kind in NUMBERED)
            if noun and types:
                yield Number(place, int(digits), types, noun)
            elif _CABLE.fullmatch(word) and noun is None and (cables or int(digits) >= _BEYOND_LISTS):
                yield Number(place, int(digits), ('dcim.cable',))


def _noun_of_series(wording: Wording, place: int) -> NounSpan | None:
    """The noun in front of a number, or of the numbers before it: `VLANs 100, 200 and 300`."""
    joining = inventory_words()['names']['join']
    here = place
    while here > 0:
        if noun := wording.noun_ending_at(here):
            return noun
        here -= 1
        word = wording.tokens[here].folded
        if not (word.lstrip('#').isdecimal() or word in joining):
            return None
    return None


def numbered(wording: Wording, numbers: Sequence[Number], found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
    """The numbers as names; those behind a noun are names even when nothing has the number."""
    for number in numbers:
        token = wording.tokens[number.place]
        matches = [ref for ref in found if ref.key.object_type in number.object_types and _number(ref) == number.value]
        if matches or number.noun:
            end = token.start + len(token.base)
            yield NameSpan(token.start, end, wording.text[token.start : end], tuple(matches), noun=number.noun)


def _number(ref: ObjectRef) -> int | None:
    if ref.key.object_type == 'dcim.cable':
        return ref.key.object_id
    pattern = r'AS(\d+)' if ref.key.object_type == 'ipam.asn' else r'\((\d+)\)$'
    found = re.search(pattern, ref.display)
    return int(found.group(1)) if found else None


def identifiers(wording: Wording, taken: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Places of the words that may be serial numbers, asset tags or members: said to be, or shaped like one."""
    found = []
    for place, token in enumerate(wording.tokens):
        if any(start < token.end and token.start < end for start, end in taken):
            continue
        serial = _SERIAL.fullmatch(token.base) and not is_amount(token.base)
        if serial or member_of(token.base) or (_said(wording, place) and any(char.isdigit() for char in token.base)):
            found.append(place)
    return tuple(found)


def member_of(word: str) -> tuple[str, int] | None:
    """`sw01:2`, as NetBox shows a nameless member of a virtual chassis: the chassis, folded, and the position."""
    chassis, colon, position = word.rpartition(':')
    return (fold(chassis), int(position)) if colon and chassis and position.isdecimal() and len(position) < 4 else None


def _said(wording: Wording, place: int) -> bool:
    """Whether a word for an identifier stands right before a token: `asset 0042`, `serial number is 12345`."""
    words = inventory_words()['names']
    here = place
    while here > 0 and wording.tokens[here - 1].folded in words['introduce']:
        here -= 1
    return any(
        match_words(wording.tokens, here - size, words['identifiers']) >= size for size in (1, 2) if here >= size
    )
