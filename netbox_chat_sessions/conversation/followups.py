"""Whether a turn needs what was said before, and which earlier query it continues."""

from collections.abc import Sequence
from enum import StrEnum

from .objects import Annotations
from .reading import Reference, Source
from .text import Token, match_words
from .vocabulary import Vocabulary

__all__ = ('CARRYING', 'Signal', 'is_bare', 'is_elliptical', 'says_none', 'signals')


class Signal(StrEnum):
    """Why a turn is a follow-up, beside the kinds of its referring phrases."""

    ELLIPSIS = 'ellipsis'
    SUBSTITUTION = 'substitution'
    CONTINUATION = 'continuation'
    NARROWING = 'narrowing'
    RETURN = 'return'
    CLARIFICATION = 'clarification_answer'


# With these a turn goes on from the last query.
CARRYING = frozenset({Signal.ELLIPSIS, Signal.SUBSTITUTION, Signal.CONTINUATION, Signal.NARROWING})


def signals(
    tokens: Sequence[Token],
    annotations: Annotations,
    references: Sequence[Reference],
    phrases: Sequence[str],
    vocabulary: Vocabulary,
) -> tuple[str, ...]:
    """The follow-up signals of a text, whole words only; the caller asks only when something was said before.

    Args:
        tokens: The words of the text.
        annotations: What live data knows about them.
        references: What they refer to.
        phrases: Kinds of the referring phrases that were found in memory.
        vocabulary: Closed-class words of the language.
    """
    found = list(phrases)
    if not tokens:
        return tuple(found)
    whole = match_words(tokens, 0, vocabulary.words('followup', 'whole')) == len(tokens)
    if match_words(tokens, 0, vocabulary.words('followup', 'about')):
        found.append(Signal.SUBSTITUTION)
    elif whole or match_words(tokens, 0, vocabulary.words('followup', 'more')):
        found.append(Signal.CONTINUATION)
    elif match_words(tokens, 0, vocabulary.words('followup', 'narrow')) or _only_a_number(tokens, vocabulary):
        found.append(Signal.NARROWING)
    elif match_words(tokens, 0, vocabulary.words('followup', 'starts')) or is_bare(tokens, vocabulary):
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


def _only_a_number(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """`give me 5`, `the first three of them`: how many of what was shown."""
    numbers = [token for token in tokens if token.folded.isdecimal() or token.folded in vocabulary.numbers]
    rest = [token for token in tokens if token not in numbers]
    return len(numbers) == 1 < len(tokens) and all(vocabulary.has(token.folded, 'followup', 'few') for token in rest)


def _another_one(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    """`a second one`, `another one`, `any others`: one more of the kind that was spoken of."""
    if not vocabulary.has(tokens[at].folded, 'determiners', 'indefinite'):
        return False
    behind = at + 1 + vocabulary.ordinal_size(tokens, at + 1)
    behind += behind < len(tokens) and vocabulary.has(tokens[behind].folded, 'other')
    more = behind > at + 1 or vocabulary.has(tokens[at].folded, 'other', 'another')
    word = tokens[behind].folded if behind < len(tokens) else ''
    return more and any(vocabulary.has(word, 'pronouns', name) for name in ('one', 'ones'))


def is_elliptical(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a text that names nothing asks for something of what was said before ("and the serial?", "how many?")."""
    if not tokens:
        return False
    groups = [('followup', 'starts'), ('followup', 'narrow'), ('followup', 'about')]
    return is_bare(tokens, vocabulary) or any(match_words(tokens, 0, vocabulary.words(*group)) for group in groups)


def is_bare(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a text is a question word and nothing else ("how many are there?")."""
    return match_words(tokens, 0, vocabulary.words('followup', 'bare')) == len(tokens)


def says_none(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a text turns down all that was offered ("none of them")."""
    return bool(tokens) and match_words(tokens, 0, vocabulary.words('filler', 'none')) == len(tokens)
