"""Texts that turn the pages of what was shown: more, back, the rest, all of it, the same again."""

from collections.abc import Sequence
from enum import StrEnum

from .objects import Annotations
from .text import Token
from .vocabulary import Vocabulary

__all__ = ('Turn', 'turn_of')


class Turn(StrEnum):
    """Where to; the values are the groups of the data file."""

    NEXT = 'next'
    BACK = 'back'
    FIRST = 'first'
    LAST = 'last'
    REST = 'rest'
    WHOLE = 'whole'
    AGAIN = 'again'


def turn_of(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary, asked: str = '') -> Turn | None:
    """Where a text turns to that says nothing else ("show me the next 10"); None: it is no such text.

    Args:
        tokens: The words of the text.
        annotations: What live data knows about them.
        vocabulary: Closed-class words of the language.
        asked: The type of object that was asked for last; "more devices" are more of it, "more racks" are not.
    """
    nouns = [span for span in annotations.nouns if asked in span.noun.object_types]
    said = [
        token
        for token in tokens
        if not any(span.start <= token.start < span.end for span in nouns)
        and not (token.folded.isdecimal() or token.folded in vocabulary.numbers)
        and not vocabulary.has(token.folded, 'paging', 'little')
    ]
    words = ' '.join(token.folded for token in said)
    found = next((turn for turn in Turn if words in vocabulary.words('paging', turn.value)), None)
    if found in (Turn.BACK, Turn.FIRST, Turn.LAST) and vocabulary.has(tokens[-1].folded, 'pronouns', 'one'):
        # `the previous one` is an object.
        return None
    # `list all devices` is a request of its own.
    return None if found in (Turn.WHOLE, Turn.AGAIN) and annotations.nouns else found
