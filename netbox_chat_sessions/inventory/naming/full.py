"""Names that are said in full, and when the words of one are more likely no name at all."""

from collections.abc import Iterator, Sequence

from ...conversation.objects import NameSpan, ObjectRef
from .named_types import CATEGORIES, IN_FULL
from .spelling import name_key
from .wording import Mention, Wording, common_words

__all__ = ('bare_name', 'in_full')

_WORDY = frozenset((*IN_FULL, *CATEGORIES))


def in_full(wording: Wording, mentions: Sequence[Mention], found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
    """The mentions that are names of found objects; those of one token joined of several only together."""
    named: dict[str, list[ObjectRef]] = {}
    for ref in found:
        for key in {name_key(ref.display), name_key(bare_name(ref))}:
            named.setdefault(key, []).append(ref)
    unnamed_pieces = {mention.first for mention in mentions if mention.piece and mention.key not in named}
    for mention in mentions:
        if mention.piece and mention.first in unnamed_pieces:
            continue
        matches = named.get(mention.key)
        if matches and (span := _named(wording, mention, matches)):
            yield span


def bare_name(ref: ObjectRef) -> str:
    """The name without what NetBox adds to tell objects apart (`Data (100)`)."""
    return ref.display.rsplit(' (', 1)[0] if ref.display.endswith(')') else ref.display


def _named(wording: Wording, mention: Mention, matches: Sequence[ObjectRef]) -> NameSpan | None:
    """The mention as a name, unless its words are more likely to be no name."""
    noun = wording.noun_beside(mention)
    typed = [ref for ref in matches if noun and noun.noun.fits(ref)]
    if not typed and not mention.quoted and _is_word(wording, mention, matches):
        return None
    refs = tuple(dict.fromkeys(typed or matches))
    return NameSpan(mention.start, mention.end, mention.text, refs, quoted=mention.quoted, noun=noun if typed else None)


def _is_word(wording: Wording, mention: Mention, matches: Sequence[ObjectRef]) -> bool:
    """Whether a single word is an ordinary one, which only its exact spelling, capitals included, makes a name."""
    if mention.first != mention.last or not mention.key.isalpha():
        return mention.key.isdecimal()
    ordinary = mention.key in common_words() or wording.is_noun(wording.tokens[mention.first])
    wordy = all(ref.key.object_type in _WORDY for ref in matches) and not wording.noun_behind(mention, plural=True)
    if not (ordinary or wordy):
        return False
    exact = mention.text in {bare_name(ref) for ref in matches}
    if ordinary:
        begins = mention.first == 0 or wording.determined(mention.first)
        return begins or not exact or mention.text == mention.text.casefold()
    category = all(ref.key.object_type in CATEGORIES for ref in matches)
    return not exact or (category and mention.text == mention.text.casefold())
