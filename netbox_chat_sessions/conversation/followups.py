"""Whether a turn needs what was said before, and why."""

from collections.abc import Sequence
from enum import StrEnum

from .fragments import Fragment, asks_on
from .objects import Annotations
from .paging import turn_of
from .reading import Reference, Source
from .text import Token, match_words
from .vocabulary import Vocabulary

__all__ = ('CARRYING', 'Signal', 'signals')


class Signal(StrEnum):
    """Why a turn is a follow-up, beside the kinds of its referring phrases."""

    ELLIPSIS = 'ellipsis'
    SUBSTITUTION = 'substitution'
    CONTINUATION = 'continuation'
    NARROWING = 'narrowing'
    RETURN = 'return'
    CLARIFICATION = 'clarification_answer'


# With these the query before is carried.
CARRYING = frozenset({Signal.ELLIPSIS, Signal.SUBSTITUTION, Signal.CONTINUATION, Signal.NARROWING})


def signals(
    tokens: Sequence[Token],
    annotations: Annotations,
    references: Sequence[Reference],
    phrases: Sequence[str],
    vocabulary: Vocabulary,
    asked: str = '',
) -> tuple[str, ...]:
    """The follow-up signals of a text, whole words only; the caller asks only when something was said before.

    Args:
        tokens: The words of the text.
        annotations: What live data knows about them.
        references: What they refer to.
        phrases: Kinds of the referring phrases that were found in memory.
        vocabulary: Closed-class words of the language.
        asked: The type of object that was asked for last.
    """
    found = list(phrases)
    if not tokens:
        return tuple(found)
    fragment = Fragment(tokens, annotations, vocabulary, asked)
    if fragment.compares_with:
        found.append(Signal.SUBSTITUTION)
    elif turn_of(tokens, annotations, vocabulary, asked):
        found.append(Signal.CONTINUATION)
    elif fragment.narrows:
        found.append(Signal.NARROWING)
    elif fragment.goes_on or asks_on(tokens, annotations, vocabulary):
        found.append(Signal.ELLIPSIS)
    asks = match_words(tokens, 0, vocabulary.words('followup', 'counting'))
    compares = any(vocabulary.has(token.folded, 'superlatives') for token in tokens)
    if compares and not (annotations.nouns or annotations.names or references):
        # `which is the fullest?`.
        found.append(Signal.ELLIPSIS)
    if asks and not annotations.nouns and asks < len(tokens) and vocabulary.has(tokens[asks].folded, 'verbs', 'aux'):
        # `how many are at MDF?`: of what was spoken of.
        found.append(Signal.ELLIPSIS)
    if any(_another_one(tokens, at, vocabulary) for at in range(len(tokens))):
        found.append(Signal.ELLIPSIS)
    if any(reference.source is Source.MEMORY and not reference.phrase for reference in references):
        found.append(Signal.ELLIPSIS)
    return tuple(dict.fromkeys(found))


def _another_one(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    """`a second one`, `another one`, `any others`: one more of the kind that was spoken of."""
    if not vocabulary.has(tokens[at].folded, 'determiners', 'indefinite'):
        return False
    behind = at + 1 + vocabulary.ordinal_size(tokens, at + 1)
    behind += behind < len(tokens) and vocabulary.has(tokens[behind].folded, 'other')
    more = behind > at + 1 or vocabulary.has(tokens[at].folded, 'other', 'another')
    word = tokens[behind].folded if behind < len(tokens) else ''
    return more and any(vocabulary.has(word, 'pronouns', name) for name in ('one', 'ones'))
