"""Numbers in a row behind a kind that is numbered: `VLANs 10, 20 and 99`, `VLANs 10 to 50`."""

import re
from dataclasses import replace
from functools import cache

from ...conversation.objects import NounSpan
from ...conversation.reading import Reading
from ...conversation.text import tokenise
from .condition import Condition, Operator
from .lexicon import Lexicon
from .suitability import NUMBERED

__all__ = ('without_series',)


def without_series(reading: Reading, lexicon: Lexicon) -> tuple[Reading, tuple[Condition, ...]]:
    """The reading without the names in its series of numbers, and the conditions that these are.

    One number is one object ("VLAN 100"), which may have to be told apart; of several everything is meant that has one.
    """
    known = reading.annotations
    nouns = {noun.start: noun for noun in (*known.nouns, *(name.noun for name in known.names if name.noun))}
    found: list[Condition] = []
    for noun in nouns.values():
        if not noun.plural or noun.noun.object_types[0] not in NUMBERED:
            continue
        if (run := _run(known.text, noun, lexicon)) is None:
            continue
        condition, end = run
        found.append(condition)
        names = tuple(name for name in known.names if not noun.start <= name.start < end)
        kept = tuple(item for item in known.nouns if item.start != noun.start)
        every = tuple(sorted((*kept, noun), key=lambda item: item.start))
        known = replace(known, names=names, nouns=every)
        bindings = tuple(ref for ref in reading.bindings if not (ref.phrase and noun.start <= ref.start < end))
        reading = replace(reading, annotations=known, bindings=bindings)
    return reading, tuple(found)


@cache
def _patterns(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a series of numbers looks like, and one that only says from where to where."""
    through = '|'.join(map(re.escape, lexicon.words('comparisons', 'through')))
    joints = '|'.join(map(re.escape, lexicon.words('joints', 'words')))
    series = rf'[\s,]*\d+(?:[\s,]*(?:{joints}|{through}|,)[\s,]*\d+)+(?![\w./:-])'
    return re.compile(series, re.IGNORECASE), re.compile(rf'\s*(\d+)\s*(?:{through})\s*(\d+)\s*', re.IGNORECASE)


def _run(text: str, noun: NounSpan, lexicon: Lexicon) -> tuple[Condition, int] | None:
    """The condition that a series behind a noun is, and the offset behind it."""
    series, bounds = _patterns(lexicon)
    hit = series.match(text, noun.end)
    if hit is None:
        return None
    tokens = tokenise(text)
    places = [at for at, token in enumerate(tokens) if noun.end <= token.start < hit.end()]
    fields = NUMBERED[noun.noun.object_types[0]]
    between = bounds.fullmatch(hit.group())
    values = between.groups() if between else tuple(re.findall(r'\d+', hit.group()))
    operator = Operator.BETWEEN if between else Operator.IS
    return Condition(places[0], places[-1] + 1, operator, fields[0], fields, values=values), hit.end()
