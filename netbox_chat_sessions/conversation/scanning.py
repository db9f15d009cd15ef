"""Finding the phrases of a text that refer: one walk over its words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from .objects import Annotations, NameSpan, NounSpan
from .phrases import Phrase
from .text import Token, match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('Found', 'Rule', 'Scan', 'find_phrases')

# A phrase, or None where the words turned out to refer to nothing, and the token to go on from.
Found = tuple[Phrase | None, int]


@dataclass
class Scan:
    """The words of one text, what live data knows about them, and the phrases found so far."""

    annotations: Annotations
    tokens: Sequence[Token]
    vocabulary: Vocabulary
    found: list[Phrase] = field(default_factory=list)

    def word(self, at: int) -> str:
        """The folded word at a token; empty beyond both ends."""
        return self.tokens[at].folded if 0 <= at < len(self.tokens) else ''

    def has(self, at: int, section: str, name: str = 'words') -> bool:
        """Whether the word at a token is in a group."""
        return self.vocabulary.has(self.word(at), section, name)

    def match(self, at: int, section: str, name: str = 'words') -> int:
        """How many tokens from `at` are one of the words of a group; 0: none."""
        return match_words(self.tokens, at, self.vocabulary.words(section, name))

    def is_content(self, at: int) -> bool:
        """Whether a token is a word that says something by itself."""
        return at < len(self.tokens) and self.tokens[at].base not in self.vocabulary.closed

    def pauses(self, at: int) -> bool:
        """Whether the text pauses or ends behind a token."""
        return at + 1 >= len(self.tokens) or self.tokens[at].closes

    def name(self, at: int) -> NameSpan | None:
        """The name that a token belongs to."""
        if not 0 <= at < len(self.tokens):
            return None
        start = self.tokens[at].start
        return next((span for span in self.annotations.names if span.start <= start < span.end), None)

    def noun(self, at: int) -> NounSpan | None:
        """The noun that starts at a token."""
        if not 0 <= at < len(self.tokens):
            return None
        start = self.tokens[at].start
        return next((span for span in self.annotations.nouns if span.start == start), None)

    def behind(self, at: int, offset: int) -> int:
        """The first token from `at` that starts at `offset` or later."""
        while at < len(self.tokens) and self.tokens[at].start < offset:
            at += 1
        return at

    def before(self, offset: int) -> str:
        """The folded word that ends at `offset` or earlier."""
        ended = [token for token in self.tokens if token.end <= offset]
        return ended[-1].folded if ended else ''


Rule = Callable[[Scan, int], Found | None]


def find_phrases(annotations: Annotations, vocabulary: Vocabulary, rules: Sequence[Rule]) -> tuple[Phrase, ...]:
    """The phrases of a text that refer, in order; what is bound within the text itself is left out.

    At each word the first rule that knows it says what it is and where to go on; names are passed over.
    """
    return tuple(_phrases(Scan(annotations, tokenise(annotations.text), vocabulary), rules))


def _phrases(scan: Scan, rules: Sequence[Rule]) -> Iterator[Phrase]:
    at = 0
    while at < len(scan.tokens):
        if name := scan.name(at):
            at = scan.behind(at, name.end)
            continue
        phrase, at = next((hit for rule in rules if (hit := rule(scan, at))), (None, at + 1))
        if phrase:
            scan.found.append(phrase)
            yield phrase
