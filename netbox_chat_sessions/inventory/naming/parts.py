"""Names of which only a part is said ("Akron" for DM-Akron), and descriptions of a party ("the bank")."""

from collections.abc import Iterator, Sequence

from ...conversation.objects import NameSpan, ObjectRef
from ...conversation.text import Token
from ...conversation.vocabulary import vocabulary
from ..nouns import inventory_words, singulars
from .named_types import CATEGORIES, IN_PART, PARTIES
from .spelling import name_key, words_in
from .wording import Mention, Wording, common_words

__all__ = ('beginnings', 'described', 'in_part', 'noun_words', 'telling_words')

# More words than that name nothing by their parts.
MOST_WORDS = 24
MOST_MATCHES = 5
# The share of a name that has to be said, more when nothing tells that it is a name.
_SHARE_CAPITAL = 0.3
_SHARE = 0.5
_SHORTEST_BEGINNING = 4
_ORDER = {object_type: place for place, object_type in enumerate(IN_PART)}

Scored = Sequence[tuple[float, ObjectRef]]


def telling_words(wording: Wording) -> list[str]:
    """The words by which names may be found in part, the longest first."""
    nouns = {wording.text[noun.start : noun.end].casefold() for noun in wording.nouns}
    found = dict.fromkeys(
        single
        for token in wording.tokens
        for part in words_in(token.base)
        if part not in vocabulary().closed and part not in nouns and len(part) > 1
        for single in singulars(part)
    )
    return sorted(found, key=len, reverse=True)[:MOST_WORDS]


def noun_words(wording: Wording) -> list[str]:
    """Nouns that may be the last word of a role as well."""
    heads = (words_in(wording.text[noun.start : noun.end].casefold()) for noun in wording.nouns)
    return sorted({single for head in heads if head for single in singulars(head[-1])})


def beginnings(wording: Wording) -> tuple[int, ...]:
    """Places of words behind "the" that may be the beginning of a word of a party's name."""
    blocked = frozenset(inventory_words()['names']['common']) | vocabulary().closed
    return tuple(
        place
        for place, token in enumerate(wording.tokens)
        if place > 0
        and vocabulary().has(wording.tokens[place - 1].folded, 'determiners', 'definite')
        and token.base.isalpha()
        and len(token.base) >= _SHORTEST_BEGINNING
        and token.base not in blocked
        and not wording.is_noun(token)
        and not wording.noun_behind(wording.at(place), plural=True)
    )


def described(wording: Wording, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
    """`the bank`: the one tenant, provider or contact of whose name a word begins so."""
    parties = [ref for ref in found if ref.key.object_type in PARTIES]
    for place in beginnings(wording):
        token = wording.tokens[place]
        beginning = name_key(token.base)
        fitting = [ref for ref in parties if any(word.startswith(beginning) for word in _words(ref))]
        if len(fitting) == 1:
            end = token.start + len(token.base)
            yield NameSpan(token.start, end, wording.text[token.start : end], tuple(fitting), exact=False)


def in_part(wording: Wording, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
    """The longest runs of words that all stand in one name."""
    by_run: dict[tuple[int, int], list[tuple[float, ObjectRef]]] = {}
    for ref in found:
        if ref.key.object_type not in IN_PART:
            continue
        words = _words(ref)
        for first, last in _runs(wording, words):
            said = sum(len(words_in(token.base)) for token in wording.tokens[first : last + 1])
            by_run.setdefault((first, last), []).append((said / max(len(words), 1), ref))
    for (first, last), scored in by_run.items():
        if span := _part(wording, first, last, scored):
            yield span


def _words(ref: ObjectRef) -> list[str]:
    return words_in(name_key(ref.display))


def _runs(wording: Wording, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    first = None
    for at, token in enumerate((*wording.tokens, None)):
        parts = words_in(name_key(token.base)) if token else []
        inside = bool(parts) and all(part in words for part in parts)
        if inside and first is None:
            first = at
        if first is not None and (not inside or (token and token.closes)):
            last = at if inside else at - 1
            if any(_tells(wording, item) for item in wording.tokens[first : last + 1]):
                yield first, last
            first = None


def _tells(wording: Wording, token: Token) -> bool:
    return not wording.is_noun(token) and any(
        part not in common_words() and len(part) > 2 and not part.isdigit() for part in words_in(token.base)
    )


def _part(wording: Wording, first: int, last: int, scored: Scored) -> NameSpan | None:
    start, final = wording.tokens[first].start, wording.tokens[last]
    end = final.start + len(final.base)
    mention = Mention(first, last, start, end, wording.text[start:end], '')
    capital = any(token.text[:1].isupper() for token in wording.tokens[first : last + 1])
    noun = wording.noun_beside(mention)
    enough = _SHARE_CAPITAL if capital else _SHARE
    shares = {ref: share for share, ref in scored if share >= enough}
    whole = any(share == 1 for share in shares.values())
    if noun and (fitting := {ref: share for ref, share in shares.items() if noun.noun.fits(ref)}):
        shares = fitting
    elif noun and not noun.plural and not whole:
        return None
    whole = any(share == 1 for share in shares.values())
    matches = [ref for ref, share in shares.items() if share == 1 or not whole]
    foremost = min((_ORDER[ref.key.object_type] for ref in matches), default=None)
    matches = [ref for ref in matches if _ORDER[ref.key.object_type] == foremost]
    if not matches or len(matches) > MOST_MATCHES:
        return None
    category = all(ref.key.object_type in CATEGORIES for ref in matches)
    if category and not capital and not noun and not wording.noun_behind(mention, plural=True):
        return None
    return NameSpan(start, end, mention.text, tuple(matches), exact=whole, noun=noun)
