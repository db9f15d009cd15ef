"""Words that can only be names although nothing is called so: quoted, typed by a noun, or of the shape of a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...conversation.objects import NameSpan
from ...conversation.text import Token
from ...conversation.vocabulary import vocabulary
from ..nouns import inventory_words
from .addresses import address_in, mac_in
from .wording import LONGEST, QUOTES, Wording, common_words, overlaps

__all__ = ('capitalised', 'unknown')

# Letters and figures in one word, or parts joined as only names are: `oslo-rtr01`, `core_switch`.
_MIXED = re.compile(r'(?=.*[^\W\d_])(?=.*\d)[\w./:@#+-]{4,}')
_JOINED = re.compile(r'[^\W\d_][\w.]*[-_:][\w.:_-]+')
_HYPHENATED = re.compile(r'[^\W\d_]+(?:-[^\W\d_]+)+')
# Amounts (40G, 1.5kW, 10GE, 2x), rack units (u12, 1U), ordinals, address families, versions, dates, times, addresses of
# pages and people.
_NO_NAME = re.compile(
    r"""
    [~<>=≥≤±+-]?\d+([.,]\d+)?[-]?[a-zµ%°"']{1,3}([/p]?[sh])?
    | \d+-?[kmgt]?(bit|base|gig|inch|port|unit|month|week|day|hour|min|year|core|fold|way|pin|pair|fiber|fibre)[\w-]*
    | u\d+(-u?\d+)? | ipv[46] | v?\d+(\.\d+)+[a-z]? | v\d+([._-]\w+)* | \d+x\d+\w*
    | \d{1,4}[./-]\d{1,2}[./-]\d{1,4} | \d{4}-\d{2}(-\d{2}([t_]\S+)?)? | \d{1,2}:\d{2}(:\d{2})?([ap]m)?
    | q[1-4] | \w+://\S+ | \S+@\S+\.\w+ | \d+(st|nd|rd|th)
    """,
    re.VERBOSE,
)
_SHORTEST_CAPITALISED = 4


def unknown(wording: Wording, taken: Sequence[NameSpan]) -> Iterator[NameSpan]:
    """The words that can only be names, with the noun that tells the type, where there is one."""
    covered = 0
    for place, token in enumerate(wording.tokens):
        if token.start < covered or overlaps(token.start, token.end, taken) or wording.is_noun(token):
            continue
        quoted, last = wording.is_quoted(token.start), place
        if quoted:
            last = _closing(wording, place)
        elif _typed(wording, place):
            last = _capitals(wording, place)
        elif not (is_address(token) or _shaped(token)):
            continue
        final = wording.tokens[last]
        covered = final.start + len(final.base)
        if overlaps(token.start, covered, taken):
            continue
        text = wording.text[token.start : covered]
        noun = wording.noun_beside(replace(wording.at(place), last=last))
        yield NameSpan(token.start, covered, text, quoted=quoted, noun=noun)


def _closing(wording: Wording, place: int) -> int:
    """The place of the last word of a quotation; its first word when no quote ends it nearby."""
    for last in range(place, min(place + LONGEST, len(wording.tokens))):
        behind = wording.text[wording.tokens[last].end : wording.tokens[last].end + 1]
        if behind in QUOTES and behind:
            return last
    return place


def _capitals(wording: Wording, place: int) -> int:
    """The place of the last word of `tenant DM Network`: capitalised words in a row behind a noun."""
    last = place
    if wording.noun_before(wording.at(place)) and wording.tokens[place].text[:1].isupper():
        while (
            last + 1 < len(wording.tokens)
            and not wording.tokens[last].closes
            and wording.tokens[last + 1].text[:1].isupper()
            and not wording.is_noun(wording.tokens[last + 1])
            and wording.tokens[last + 1].base not in vocabulary().closed
        ):
            last += 1
    return last


def capitalised(wording: Wording, taken: Sequence[NameSpan]) -> Iterator[NameSpan]:
    """Words that a capital inside a sentence makes look like names: they are, when something is called nearly so."""
    for place, token in enumerate(wording.tokens):
        if (
            place > 0
            and token.text[:1].isupper()
            and len(token.base) >= _SHORTEST_CAPITALISED
            and token.base not in common_words()
            and not wording.is_noun(token)
            and not overlaps(token.start, token.end, taken)
        ):
            end = token.end - len(token.folded) + len(token.base)
            noun = wording.noun_beside(wording.at(place))
            yield NameSpan(token.start, end, wording.text[token.start : end], noun=noun)


def is_address(token: Token) -> bool:
    """Whether a token is an IP or a MAC address."""
    return address_in(token.base) is not None or mac_in(token.base) is not None


def _shaped(token: Token) -> bool:
    word = token.base
    if word in vocabulary().closed or _NO_NAME.fullmatch(word):
        return False
    if _HYPHENATED.fullmatch(word):
        return not any(part in inventory_words()['names']['hyphenated'] for part in word.split('-'))
    return bool(_MIXED.fullmatch(word) or _JOINED.fullmatch(word))


def _typed(wording: Wording, place: int) -> bool:
    """`site DC1`, `tenant ABC`, `the NYC region`: a capital or a digit beside a noun in the singular."""
    token = wording.tokens[place]
    proper = token.text[:1].isupper() or any(char.isdigit() for char in token.text)
    if not proper or token.base in common_words() or token.base.isdecimal() or _NO_NAME.fullmatch(token.base):
        return False
    if re.fullmatch(r'[\d,]+-[\d,-]+', token.base):
        return False
    mention = wording.at(place)
    # The capital of a sentence's first word tells nothing.
    behind = place > 0 or token.text[1:] != token.text[1:].lower() or any(char.isdigit() for char in token.text)
    noun = wording.noun_before(mention) or (wording.noun_behind(mention) if behind else None)
    return noun is not None and not noun.plural
