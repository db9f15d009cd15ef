"""Whether a question asks for help, and about what; everything else is none of the help agent's business."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...conversation.objects import NounSpan
from ...conversation.reading import Reading
from ...conversation.text import Token, tokenise
from .words import HelpWords

__all__ = ('Asked', 'Topic', 'asked_in')


class Topic(StrEnum):
    """What help is asked about; all but the last are topics of the data file."""

    ABILITIES = 'abilities'
    KINDS = 'kinds'
    READERS = 'readers'
    KEPT = 'kept'
    MODELS = 'models'
    PERSON = 'person'
    ENDING = 'ending'
    HOW_TO = 'how_to'


@dataclass(frozen=True)
class Asked:
    """A question for help.

    Attributes:
        topic: What it is about.
        object_types: The kinds of object that it names, in order.
    """

    topic: Topic
    object_types: tuple[str, ...] = ()


def asked_in(reading: Reading, words: HelpWords) -> Asked | None:
    """The question for help that a reading is; None where something else is asked.

    One about the chat is nothing but that: with any other word beside it, it is a question to the inventory ("help me
    find R101"). One for how NetBox is used may be about anything.
    """
    text = reading.annotations.text or reading.question or reading.message
    tokens = tokenise(text)
    kinds = tuple(dict.fromkeys(span.noun.object_types[0] for span in reading.annotations.nouns))
    for topic, rest in _topics(tokens, words):
        nouns = [token for token in rest if _noun_at(token, reading)]
        others = [token for token in rest if token not in nouns and token.folded not in words.beside]
        if not others and bool(nouns) is (topic is Topic.KINDS):
            return Asked(topic, kinds)
    return Asked(Topic.HOW_TO, kinds) if _asks_how(tokens, words) else None


def _topics(tokens: Sequence[Token], words: HelpWords) -> Iterator[tuple[Topic, Sequence[Token]]]:
    """The topics of which a phrase stands in a text, with the words beside it."""
    for topic, phrases in words.topics.items():
        for at in range(len(tokens)):
            if length := phrases.length(tokens, at):
                yield Topic(topic), (*tokens[:at], *tokens[at + length :])


def _noun_at(token: Token, reading: Reading) -> NounSpan | None:
    return next((span for span in reading.annotations.nouns if span.start <= token.start < span.end), None)


def _asks_how(tokens: Sequence[Token], words: HelpWords) -> bool:
    """`how do I model that`, `why can't I …`: a question about NetBox, not for what is in it."""
    if words.how_to_starts.length(tokens, 0):
        return True
    return any(words.how_to_anywhere.length(tokens, at) for at in range(len(tokens)))
