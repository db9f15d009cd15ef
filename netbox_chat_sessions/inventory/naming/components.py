"""Ports, outlets and other parts of a device, by their names in full, in short, or by number: Gi1/0/1, port 12."""

import re
from collections.abc import Iterator, Sequence

from ...conversation.objects import NameSpan, NounSpan, ObjectKey, ObjectRef
from .conditions import Purpose, Slot
from .named_types import COMPONENTS
from .spelling import name_key, spellings
from .statement import Wanted
from .wording import Mention, Wording, overlaps

__all__ = ('component_mentions', 'components', 'wanted_components')

# Letters, then figures: `Gi1/0/1`, `xe-0/0/1`, `Port-channel 10`, `Outlet 3`.
_COMPONENT = re.compile(r'([a-z]+(?:[-_ ][a-z]+)*)[-_ ]?(\d+(?:[/.:-]\d+)*)')
_FIGURES = re.compile(r'\d+(?:[/.:-]\d+)*')
_SHORTEST_PREFIX = 2


def component_mentions(wording: Wording, mentions: Sequence[Mention], taken: Sequence[NameSpan]) -> tuple[Mention, ...]:
    """The mentions that may be components: of their shape, or with a noun for one beside them."""
    return tuple(
        mention
        for mention in mentions
        if not mention.piece
        and not overlaps(mention.start, mention.end, taken)
        and (_COMPONENT.fullmatch(mention.key) or _noun(wording, mention))
    )


def wanted_components(mentions: Sequence[Mention], devices: Sequence[ObjectKey]) -> Iterator[Wanted]:
    """The pieces of a statement that find them within devices; none without devices."""
    ids = [key.object_id for key in devices if key.object_type == 'dcim.device']
    if not ids or not mentions:
        return
    figures = {figures for mention in mentions if (figures := _figures(mention.key))}
    endings = rf'(^|[^0-9])({"|".join(re.escape(text) for text in sorted(figures))})$' if figures else None
    forms = {form for mention in mentions for form in spellings(mention.text, generous=False)}
    values = {Slot.DEVICES: ids, Slot.FORMS: sorted(forms), Slot.ENDINGS: endings}
    for object_type in COMPONENTS:
        yield Wanted(object_type, Purpose.PART_OF_DEVICE, values)


def components(
    wording: Wording, mentions: Sequence[Mention], devices: Sequence[ObjectKey], found: Sequence[ObjectRef]
) -> Iterator[NameSpan]:
    """The mentions that are components of the first of `devices` that has any."""
    owners = {ref: trait.object_id for ref in found for trait in ref.traits if trait.name == 'device'}
    parts = [ref for ref in found if ref.key.object_type in COMPONENTS]
    for device in devices:
        own = [ref for ref in parts if owners.get(ref) == device.object_id and device.object_type == 'dcim.device']
        spans = [span for mention in mentions if (span := _component(mention, _noun(wording, mention), own))]
        if spans:
            yield from spans
            return


def _component(mention: Mention, noun: NounSpan | None, parts: Sequence[ObjectRef]) -> NameSpan | None:
    typed = [ref for ref in parts if noun and noun.noun.fits(ref)]
    for test in (_same, _short, _numbered, _ends):
        for pool in (typed, () if test in (_numbered, _ends) else parts):
            if matches := tuple(ref for ref in pool if test(mention.key, name_key(ref.display))):
                return NameSpan(
                    mention.start,
                    mention.end,
                    mention.text,
                    matches,
                    quoted=mention.quoted,
                    noun=noun if pool is typed else None,
                )
    return None


def _same(said: str, name: str) -> bool:
    return said == name


def _short(said: str, name: str) -> bool:
    """`gi1/0/1` is GigabitEthernet1/0/1, and the other way round: the same figures behind the beginning of a word."""
    ours, theirs = _COMPONENT.fullmatch(said), _COMPONENT.fullmatch(name)
    if not ours or not theirs or ours.group(2) != theirs.group(2):
        return False
    short, long = sorted((ours.group(1), theirs.group(1)), key=len)
    return len(short) >= _SHORTEST_PREFIX and long.startswith(short)


def _numbered(said: str, name: str) -> bool:
    """`port 12` is eth12: all figures of its name."""
    return bool(_FIGURES.fullmatch(said)) and _FIGURES.findall(name) == [said]


def _ends(said: str, name: str) -> bool:
    """`port 12` is GigabitEthernet1/0/12 where none is called so by itself."""
    return said.isdecimal() and bool(re.search(rf'[^0-9]{said}$', name))


def _figures(said: str) -> str | None:
    found = _COMPONENT.fullmatch(said)
    return found.group(2) if found else said if _FIGURES.fullmatch(said) else None


def _noun(wording: Wording, mention: Mention) -> NounSpan | None:
    noun = wording.noun_beside(mention)
    return noun if noun and any(kind in COMPONENTS for kind in noun.noun.object_types) else None
