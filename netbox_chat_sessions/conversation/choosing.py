"""Which candidates of an open question an answer picks: by click, place in the list, name or description."""

from collections.abc import Sequence

from .objects import ObjectKey, ObjectRef
from .text import Token, match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('choose',)


def choose(
    message: str, choice: ObjectKey | None, candidates: Sequence[ObjectRef], vocabulary: Vocabulary
) -> list[ObjectRef]:
    """The candidates that an answer picks, in their order; empty when it is no answer to the question.

    A message is an answer when every word of it is accounted for: by a candidate, or by the words that stand around an
    answer ("the last one please"). Anything else is a new question.
    """
    if choice is not None:
        return [ref for ref in candidates if ref.key == choice]
    tokens = tokenise(message)
    if not tokens or not candidates:
        return []
    if match_words(tokens, 0, vocabulary.words('except', 'all')) and _only_filler(tokens[1:], vocabulary):
        return list(candidates)
    if len(candidates) == 1 and _agrees(tokens, vocabulary):
        return list(candidates)
    if (places := _places(tokens, vocabulary)) and all(-len(candidates) <= at < len(candidates) for at in places):
        return [candidates[at] for at in places]
    return _described(tokens, candidates, vocabulary)


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
        elif not (_filler(tokens[at], vocabulary) or word in ('and', 'or', '&')):
            return []
        at += 1
    return places


def _described(tokens: Sequence[Token], candidates: Sequence[ObjectRef], vocabulary: Vocabulary) -> list[ObjectRef]:
    telling = [token.base for token in tokens if not _filler(token, vocabulary)]
    if not telling:
        return []
    fitting = [ref for ref in candidates if all(_tells(word, ref) for word in telling)]
    # A word that fits every candidate says nothing: it is part of another request.
    return fitting if len(fitting) < len(candidates) or len(candidates) == 1 else []


def _tells(word: str, ref: ObjectRef) -> bool:
    return word in ref.words or all(part in ref.words for part in word.replace('-', ' ').replace('/', ' ').split())


def _filler(token: Token, vocabulary: Vocabulary) -> bool:
    return vocabulary.has(token.base, 'filler') or vocabulary.has(token.folded, 'filler')


def _only_filler(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    return all(_filler(token, vocabulary) or vocabulary.has(token.folded, 'pronouns', 'plural') for token in tokens)
