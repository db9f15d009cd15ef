"""Which change a message asks for, by its verb."""

from dataclasses import dataclass

from ...conversation.changes import COMMAND, asks_for_change
from ...conversation.followups import Signal
from ...conversation.reading import Reading
from ...conversation.text import match_words, tokenise
from ...conversation.vocabulary import Vocabulary, vocabulary
from .words import ChangeWords

__all__ = ('Asked', 'agrees', 'asked_for')


@dataclass(frozen=True)
class Asked:
    """A verb that asks for a change.

    Attributes:
        doing: What is to be done, as the data file's `verbs` say it; empty where they do not.
        verb: The verb, folded.
        first: Place of its first token.
        size: How many tokens it is.
    """

    doing: str
    verb: str
    first: int
    size: int = 1


def asked_for(reading: Reading, words: ChangeWords) -> Asked | None:
    """The request for a change; None for a question."""
    annotations = reading.annotations
    tokens = tokenise(annotations.text)
    verb = asks_for_change(annotations, vocabulary())
    if verb is not None:
        first = next(at for at, token in enumerate(tokens) if token.text == verb)
    else:
        first = _start(annotations.text, vocabulary())
        named = first < len(tokens) and any(span.start <= tokens[first].start < span.end for span in annotations.names)
        if named or not match_words(tokens, first, words.words('also', 'verbs')):
            return None
    for doing, verbs in words.verbs.items():
        if size := match_words(tokens, first, verbs):
            return Asked(doing, ' '.join(token.folded for token in tokens[first : first + size]), first, size)
    return Asked('', tokens[first].folded, first)


def agrees(reading: Reading, words: ChangeWords) -> bool:
    """Whether a message says no more than yes, and not to a question back."""
    if Signal.CLARIFICATION in reading.signals:
        return False
    said = ' '.join(token.folded for token in tokenise(reading.message))
    return words.has(said, 'agreement') or vocabulary().has(said, 'filler', 'agree')


def _start(text: str, known: Vocabulary) -> int:
    """The place of the first word, politeness aside."""
    tokens = tokenise(text)
    polite = (
        at
        for at, token in enumerate(tokens)
        if not (known.has(token.folded, 'writes', 'before') or token.text.startswith(COMMAND))
    )
    return next(polite, len(tokens))
