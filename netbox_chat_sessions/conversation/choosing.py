"""Which candidates of an open question an answer picks: by click, place in the list, name or description."""

from collections.abc import Sequence
from dataclasses import dataclass

from .objects import ObjectKey, ObjectRef
from .text import Token, match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('Picked', 'choose')


@dataclass(frozen=True)
class Picked:
    """What an answer picks; nothing when it is no answer to the question.

    Attributes:
        refs: Candidates, in their order.
        meant: All of them are meant; False: the answer fits several of them, and leaves the question open.
        gone: What it picks can no longer be seen.
    """

    refs: tuple[ObjectRef, ...] = ()
    meant: bool = True
    gone: bool = False

    def __bool__(self) -> bool:
        return self.gone or bool(self.refs)


def choose(message: str, choice: ObjectKey | None, shown: Sequence[ObjectRef | None], vocabulary: Vocabulary) -> Picked:
    """What an answer picks.

    A message is an answer when every word of it is accounted for: by a candidate, or by the words that stand around an
    answer ("the last one please"). Anything else is a new question.

    Args:
        message: What the user said.
        choice: What the user clicked on.
        shown: The candidates as they were shown, None in the place of one that can no longer be seen.
        vocabulary: Closed-class words of the language.
    """
    candidates = tuple(ref for ref in shown if ref)
    if choice is not None:
        return Picked(tuple(ref for ref in candidates if ref.key == choice))
    tokens = tokenise(message)
    if not tokens or not candidates:
        return Picked()
    if match_words(tokens, 0, vocabulary.words('except', 'all')) and _only_filler(tokens[1:], vocabulary):
        return Picked(candidates)
    if len(shown) == 1 and _agrees(tokens, vocabulary):
        return Picked(candidates)
    if (places := _places(tokens, vocabulary)) and all(-len(shown) <= at < len(shown) for at in places):
        picked = [shown[at] for at in places]
        return Picked(gone=True) if None in picked else Picked(tuple(ref for ref in picked if ref))
    fitting = _described(tokens, candidates, vocabulary)
    return Picked(fitting, meant=len(fitting) == 1)


def _agrees(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """`yes please`, `that one`: to "did you mean this one?"."""
    one = match_words(tokens, 0, vocabulary.words('filler', 'agree'))
    return bool(one) and _only_filler(tokens[one:], vocabulary)


def _places(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[int]:
    """Places in the list that the words name, counted from 0; empty when other words stand beside them."""
    places, at = list[int](), 0
    ordinals = tuple(vocabulary.ordinals)
    while at < len(tokens):
        word = tokens[at].folded.lstrip('#')
        if size := match_words(tokens, at, ordinals):
            place = vocabulary.ordinals[' '.join(token.folded for token in tokens[at : at + size])]
            places.append(place - 1 if place > 0 else place)
            at += size
            continue
        if word.isdigit() and int(word) > 0:
            places.append(int(word) - 1)
        elif not (_filler(tokens[at], vocabulary) or vocabulary.has(word, 'index', 'joins')):
            return []
        at += 1
    return places


def _described(
    tokens: Sequence[Token], candidates: Sequence[ObjectRef], vocabulary: Vocabulary
) -> tuple[ObjectRef, ...]:
    telling = [token.base for token in tokens if not _filler(token, vocabulary)]
    if not telling:
        return ()
    fitting = tuple(ref for ref in candidates if all(_tells(word, ref) for word in telling))
    # A word that fits every candidate says nothing: it is part of another request.
    return fitting if len(fitting) < len(candidates) or len(candidates) == 1 else ()


def _tells(word: str, ref: ObjectRef) -> bool:
    return word in ref.words or all(part in ref.words for part in word.replace('-', ' ').replace('/', ' ').split())


def _filler(token: Token, vocabulary: Vocabulary) -> bool:
    return vocabulary.has(token.base, 'filler') or vocabulary.has(token.folded, 'filler')


def _only_filler(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    return all(_filler(token, vocabulary) or vocabulary.has(token.folded, 'pronouns', 'plural') for token in tokens)
