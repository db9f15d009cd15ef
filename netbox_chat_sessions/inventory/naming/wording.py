"""A text as the search for names sees it: its words, nouns and quotes, and every run of words that may be a name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ...conversation.objects import NameSpan, NounSpan
from ...conversation.text import Token
from ...conversation.vocabulary import vocabulary
from ..nouns import inventory_words
from .spelling import LONGEST_NAME, name_key

__all__ = ('LONGEST', 'QUOTES', 'Mention', 'Wording', 'common_words', 'overlaps')

# A name hardly ever has more than eight words.
LONGEST = 8
# So that a message of any length costs the same; single words come first.
MOST_MENTIONS = 2500
QUOTES = '"\'“”„‟«»‘’‚‛`'  # noqa: RUF001
# Of a message in quotation marks so many words are a name, and more a sentence.
LONGEST_QUOTED = 4
_JOINERS = ',;|/'
_TRAILING = 2


@dataclass(frozen=True)
class Mention:
    """Words of a text at `[start, end)` that may be a name.

    Attributes:
        first: Place of its first token.
        last: Place of its last token.
        key: Its `name_key`.
        quoted: It stands in quotes.
        piece: It is a part of a token, joined to others of its like (`R101/R102`).
    """

    first: int
    last: int
    start: int
    end: int
    text: str
    key: str
    quoted: bool = False
    piece: bool = False


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """Words that are no name by themselves."""
    words = inventory_words()
    return vocabulary().closed | frozenset(words['names']['common']) | frozenset(words['parties']['heads'])


def overlaps(start: int, end: int, spans: Sequence[NameSpan]) -> bool:
    """Whether one of the spans covers a part of `[start, end)`."""
    return any(span.start < end and start < span.end for span in spans)


@dataclass
class Wording:
    """The words of a text.

    Attributes:
        nouns: Its nouns; one beside a name gives the name's type.
    """

    text: str
    tokens: Sequence[Token]
    nouns: Sequence[NounSpan]

    def mentions(self) -> tuple[Mention, ...]:
        """The runs of words that may be names, single words first."""
        return tuple(islice(self._mentions(), MOST_MENTIONS))

    def at(self, place: int) -> Mention:
        """The token at a place, as a mention."""
        token = self.tokens[place]
        return Mention(
            place, place, token.start, token.end, token.text, name_key(token.text), self.is_quoted(token.start)
        )

    def _mentions(self) -> Iterator[Mention]:
        common = common_words()
        for size in range(1, LONGEST + 1):
            for first in range(len(self.tokens) - size + 1):
                run = self.tokens[first : first + size]
                quoted = self.is_quoted(run[0].start)
                if size > 1 and not quoted and all(token.base in common for token in run):
                    continue
                if any(self.text[token.end : token.end + 1] in ('?', '!', ';') for token in run[:-1]):
                    continue
                if run[-1].end - run[0].start > LONGEST_NAME:
                    continue
                for start, end in self._ends(run[0], run[-1]):
                    text = self.text[start:end]
                    yield Mention(first, first + size - 1, start, end, text, name_key(text), quoted)
                if size == 1:
                    yield from self._pieces(first)

    def _ends(self, first: Token, last: Token) -> Iterator[tuple[int, int]]:
        """A run with and without what stands around it: a possessive ending, punctuation that belongs to the name."""
        yield first.start, last.end
        if last.possessive:
            yield first.start, last.end - 2
        behind = self.text[last.end : last.end + _TRAILING].split(maxsplit=1)
        marks = len(behind[0]) if behind and not self.text[last.end].isspace() else 0
        for more in range(1, marks + 1):
            yield first.start, last.end + more
        if first.start and self.text[first.start - 1] in '([*<{':
            yield first.start - 1, last.end + marks

    def _pieces(self, place: int) -> Iterator[Mention]:
        """The parts of `R101,R102`, which are names when all of them are."""
        token = self.tokens[place]
        at = token.start
        bounds = [-1, *(here for here, char in enumerate(token.text) if char in _JOINERS), len(token.text)]
        if len(bounds) < 3 or any(right - left < 3 for left, right in zip(bounds, bounds[1:], strict=False)):
            return
        for left, right in zip(bounds, bounds[1:], strict=False):
            text = token.text[left + 1 : right]
            yield Mention(place, place, at + left + 1, at + right, text, name_key(text), piece=True)

    def is_noun(self, token: Token) -> bool:
        """Whether a token is a noun, or a part of one."""
        return any(noun.start <= token.start < noun.end for noun in self.nouns)

    def determined(self, place: int) -> bool:
        """Whether a determiner stands right before a token: `the rack`, `every server`."""
        words = ('definite', 'near', 'far', 'indefinite')
        return place > 0 and any(vocabulary().has(self.tokens[place - 1].folded, 'determiners', name) for name in words)

    def is_quoted(self, start: int) -> bool:
        """Whether an opening quote stands right before an offset; a whole sentence in quotation marks is no name."""
        if start == 0 or self.text[start - 1] not in QUOTES:
            return False
        whole = self.text.strip()
        if len(self.tokens) > LONGEST_QUOTED and whole[:1] in QUOTES and whole[-1:] in QUOTES:
            return start - 1 > self.text.index(whole)
        return start < 2 or self.text[start - 2].isspace() or self.text[start - 2] in '([='

    def noun_beside(self, mention: Mention) -> NounSpan | None:
        """The noun that tells the type of a name: `rack R101`, `the NYC region`."""
        return self.noun_before(mention) or self.noun_behind(mention)

    def noun_before(self, mention: Mention) -> NounSpan | None:
        """The noun right before a mention; words such as "called" and "named" may stand between."""
        return self.noun_ending_at(mention.first)

    def noun_behind(self, mention: Mention, plural: bool = False) -> NounSpan | None:
        """The noun right behind a mention; one in the plural only when `plural`: `Data VLANs` are not the VLAN Data."""
        last = self.tokens[mention.last]
        if mention.last + 1 >= len(self.tokens) or last.closes or last.possessive:
            return None
        start = self.tokens[mention.last + 1].start
        return next((noun for noun in self.nouns if noun.start == start and (plural or not noun.plural)), None)

    def noun_ending_at(self, place: int) -> NounSpan | None:
        """The noun that ends right before a token."""
        here = place - 1
        while here >= 0 and self.tokens[here].folded in inventory_words()['names']['introduce']:
            here -= 1
        if here < 0 or (self.tokens[here].closes and here != place - 1):
            return None
        token = self.tokens[here]
        if token.closes and self.text[token.end : token.end + 1] in ',.;!?':
            return None
        end = token.start + len(token.base)
        return next((noun for noun in self.nouns if noun.start <= token.start < noun.end and noun.end >= end), None)
