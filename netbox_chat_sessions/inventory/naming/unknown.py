"""Words that can only be names although nothing is called so: quoted, typed by a noun, or of the shape of a name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...conversation.objects import NameSpan
from ...conversation.text import Token
from ...conversation.vocabulary import vocabulary
from .addresses import address_in, mac_in
from .shapes import is_amount, is_shaped
from .wording import LONGEST, QUOTES, Wording, common_words, overlaps

__all__ = ('capitalised', 'unknown')

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
        elif not (is_address(token) or is_shaped(token.base)):
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


def _typed(wording: Wording, place: int) -> bool:
    """`site DC1`, `tenant ABC`, `the NYC region`: a capital or a digit beside a noun in the singular."""
    token = wording.tokens[place]
    proper = token.text[:1].isupper() or any(char.isdigit() for char in token.text)
    if not proper or token.base in common_words() or token.base.isdecimal() or is_amount(token.base):
        return False
    mention = wording.at(place)
    # The capital of a sentence's first word tells nothing.
    behind = place > 0 or token.text[1:] != token.text[1:].lower() or any(char.isdigit() for char in token.text)
    noun = wording.noun_before(mention) or (wording.noun_behind(mention) if behind else None)
    return noun is not None and not noun.plural
