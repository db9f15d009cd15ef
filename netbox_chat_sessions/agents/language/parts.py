"""Several questions in one message: each is asked by itself, about the same objects where it names none of its own."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.reading import Reading, Reference
from ...conversation.text import Token, match_words, tokenise
from .lexicon import Lexicon

__all__ = ('parts_of',)


def parts_of(reading: Reading, lexicon: Lexicon) -> tuple[Reading, ...]:
    """The questions of a reading, in order; one that asks only once is returned as it is.

    Each keeps its place in the text: what belongs to the others is blank. A part without objects of its own is about
    those of the part before it ("any rack reservations, and who made them?").
    """
    text = reading.annotations.text or reading.question
    tokens = tokenise(text)
    starts = [at for at in range(1, len(tokens)) if _begins(tokens, at, reading, lexicon)]
    if not starts:
        return (reading,)
    offsets = [0, *(tokens[at].start for at in starts), len(text)]
    found: list[Reading] = []
    for start, end in zip(offsets, offsets[1:], strict=False):
        part = _masked(reading, text, start, end)
        if not part.bindings and found and not _is_about_all(tokens, start, end, lexicon):
            part = replace(part, bindings=_inherited(found[-1].bindings, start))
        found.append(part)
    return tuple(found)


def _begins(tokens: Sequence[Token], at: int, reading: Reading, lexicon: Lexicon) -> bool:
    """Whether a new question begins at a word: behind a question mark, or behind `and` with a word that asks."""
    if any(ref.start < tokens[at].start < ref.end for ref in reading.bindings):
        return False
    asks = bool(match_words(tokens, at, lexicon.words('parts', 'asking')))
    before = tokens[at - 1]
    behind = reading.annotations.text[before.end : tokens[at].start]
    if '?' in behind or ';' in behind:
        return asks or match_words(tokens, at, lexicon.words('joints', 'words')) > 0
    joint = match_words(tokens, at, lexicon.words('joints', 'words'))
    if joint and (before.closes or _asked_before(tokens, at, lexicon)):
        return bool(match_words(tokens, at + joint, lexicon.words('parts', 'asking')))
    return asks and before.closes and _asked_before(tokens, at, lexicon)


def _asked_before(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    return any(match_words(tokens, place, lexicon.words('parts', 'asking')) for place in range(at))


def _is_about_all(tokens: Sequence[Token], start: int, end: int, lexicon: Lexicon) -> bool:
    """`and how many do we have in total?` asks about everything."""
    places = [at for at, token in enumerate(tokens) if start <= token.start < end]
    return any(match_words(tokens, at, lexicon.words('parts', 'total')) for at in places)


def _masked(reading: Reading, text: str, start: int, end: int) -> Reading:
    blank = ' ' * start + text[start:end] + ' ' * (len(text) - end)
    known = reading.annotations
    annotations = replace(
        known,
        text=blank,
        names=tuple(item for item in known.names if start <= item.start < end),
        nouns=tuple(item for item in known.nouns if start <= item.start < end),
        values=tuple(item for item in known.values if start <= item.start < end),
    )
    bindings = tuple(ref for ref in reading.bindings if start <= ref.start < end or (not ref.phrase and start == 0))
    return replace(reading, annotations=annotations, bindings=bindings)


def _inherited(bindings: Sequence[Reference], start: int) -> tuple[Reference, ...]:
    return tuple(replace(ref, phrase='', start=start, end=start) for ref in bindings)
