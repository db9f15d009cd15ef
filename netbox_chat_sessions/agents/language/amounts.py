"""How many are asked for, and how many rack units."""

import re
from collections.abc import Sequence

from ...conversation.vocabulary import vocabulary
from .lexicon import Lexicon
from .marked import Marked

__all__ = ('limit_of', 'mark_units')

_UNITS = re.compile(r'(\d{1,2})(u|ru)?')


def limit_of(found: Marked, free: Sequence[int], lexicon: Lexicon) -> tuple[int | None, set[int]]:
    """How many are asked for ("first 10", "5 free addresses", "the 3 fullest"), and the tokens that say so."""
    tokens = found.tokens
    first = found.superlative.first if found.superlative else -1
    for at in free:
        word = tokens[at].folded
        number = int(word) if word.isdecimal() and len(word) < 5 else vocabulary().numbers.get(word)
        if not number:
            continue
        if at and tokens[at - 1].folded.split()[-1] in lexicon.words('limits', 'before'):
            return number, {at - 1, at}
        ranked = first >= 0 and at + 1 < len(tokens) and any(n.start == tokens[at + 1].start for n in found.nouns)
        if ranked or at + 1 == first or lexicon.cue(tokens, at + 1, 'available'):
            return number, {at}
    asked = found.cues.get('available')
    place = next((at for at, token in enumerate(tokens) if token.start == asked), 0)
    word = tokens[place].folded if tokens else ''
    before = tokens[place - 1].folded if place else ''
    single = asked is not None and {word, before} & set(lexicon.words('limits', 'single'))
    return (1, set()) if single and not any(noun.plural for noun in found.nouns) else (None, set())


def mark_units(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    """`4U`, `4 units`: an amount of rack units."""
    for at in sorted(free):
        hit, behind = _UNITS.fullmatch(found.tokens[at].folded), at + 1
        while behind in free and found.tokens[behind].folded in lexicon.words('room', 'between'):
            behind += 1
        word = found.tokens[behind].folded if behind < len(found.tokens) else ''
        if hit and (hit[2] or word in lexicon.units('dcim.rack')):
            found.units = int(hit[1])
            return {at} if hit[2] else set(range(at, behind + 1))
    return set()
