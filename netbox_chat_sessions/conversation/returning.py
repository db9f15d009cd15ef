"""`back to power`: going back to a topic by the name of its domain."""

from dataclasses import dataclass

from .memory import Memory
from .ports import TopicMap
from .text import match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('Return', 'find_return')

# So many words may stand in front of it ("ok, let's go back to power").
IN_FRONT = 4


@dataclass(frozen=True)
class Return:
    """Words at `[start, end)` that name a topic which was left; `rest` is where what is asked about it begins."""

    domain: str
    start: int
    end: int
    rest: int


def find_return(message: str, memory: Memory, topics: TopicMap, vocabulary: Vocabulary) -> Return | None:
    """The topic that a message goes back to by its domain's name; None where it names none that was left."""
    tokens = tokenise(message)
    for at in range(min(IN_FRONT, len(tokens))):
        named = at + match_words(tokens, at, vocabulary.words('returning'))
        if named == at:
            continue
        named += named < len(tokens) and vocabulary.has(tokens[named].folded, 'determiners', 'definite')
        domain = topics.of_words([tokens[named].base]) if named < len(tokens) else None
        left = memory.suspended.get(domain) if domain else None
        if domain is None or left is None or left.start == memory.topic_start:
            continue
        behind = named + 1
        behind += behind < len(tokens) and vocabulary.has(tokens[behind].folded, 'returning', 'topics')
        rest = tokens[behind].start if behind < len(tokens) else len(message)
        return Return(domain, tokens[named].start, tokens[named].end, rest)
    return None
