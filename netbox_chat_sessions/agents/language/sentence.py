"""The words of one question with what stands at each: nouns, states, properties, numbers, quoted texts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...conversation.objects import NounSpan, ValueSpan
from ...conversation.text import Token, match_words
from ...conversation.vocabulary import vocabulary
from .lexicon import Lexicon

__all__ = ('Counted', 'Property', 'Sentence')

# So many words may stand between a number and the noun that it counts ("8 unconnected Juniper ports").
MODIFIERS = 4
LONGEST_PROPERTY = 3
QUOTES = '"\'“”„‚‘’«»`'  # noqa: RUF001
_AMOUNT = re.compile(r'(\d+(?:\.\d+)?)([a-z/]*)')


@dataclass(frozen=True)
class Property:
    """A property that words call: the words, the fields that they may mean, and how many words they are."""

    words: str
    fields: tuple[str, ...]
    size: int


@dataclass(frozen=True)
class Counted:
    """Related objects that words speak of: their noun, the states in front of it, and the token behind it."""

    noun: NounSpan
    states: tuple[ValueSpan, ...]
    last: int


@dataclass(frozen=True)
class Sentence:
    """The words of a question.

    Attributes:
        text: As it was written.
        tokens: Its words.
        free: Places of the words that are no part of a name or a reference.
        nouns: Kinds of objects.
        states: Words such as `active`.
    """

    text: str
    tokens: Sequence[Token]
    free: frozenset[int]
    nouns: Sequence[NounSpan]
    states: Sequence[ValueSpan]
    lexicon: Lexicon

    def word(self, at: int) -> str:
        """The folded word at a place; empty beyond both ends."""
        return self.tokens[at].folded if 0 <= at < len(self.tokens) else ''

    def cue(self, at: int, section: str, name: str) -> int:
        """How many words from `at` are one of a group; 0: none."""
        return match_words(self.tokens, at, self.lexicon.words(section, name))

    def is_one_of(self, at: int, section: str, name: str) -> bool:
        """Whether the single word at a place is in a group."""
        return self.word(at) in self.lexicon.words(section, name)

    def noun(self, at: int) -> NounSpan | None:
        """The noun that begins at a place."""
        if not 0 <= at < len(self.tokens):
            return None
        return next((noun for noun in self.nouns if noun.start == self.tokens[at].start), None)

    def state(self, at: int) -> ValueSpan | None:
        """The state that begins at a place."""
        if not 0 <= at < len(self.tokens):
            return None
        return next((state for state in self.states if state.start == self.tokens[at].start), None)

    def behind(self, offset: int, at: int) -> int:
        """The first place from `at` whose word begins at `offset` or later."""
        while at < len(self.tokens) and self.tokens[at].start < offset:
            at += 1
        return at

    def property(self, at: int) -> Property | None:
        """The property that the words from a place call, the longest."""
        for size in range(min(LONGEST_PROPERTY, len(self.tokens) - at), 0, -1):
            words = ' '.join(token.base for token in self.tokens[at : at + size])
            if not set(range(at, at + size)) <= self.free or at < 0:
                continue
            if words in self.lexicon.attributes:
                return Property(words, tuple(self.lexicon.attributes[words]), size)
            if size == 1 and words in self.lexicon.words('texts', 'properties'):
                return Property(words, (words.removesuffix('s'), words), size)
        return None

    def property_before(self, at: int) -> tuple[int, Property | None]:
        """The property whose words end in front of a place, and where they begin: `height over 40`."""
        for size in range(LONGEST_PROPERTY, 0, -1):
            found = self.property(at - size) if at >= size else None
            if found and found.size == size:
                return at - size, found
        return at, None

    def number(self, at: int) -> tuple[float, str] | None:
        """The number at a place, with the unit that is written at it: `40U`, `1,000`, `three`."""
        word = self.word(at)
        if word in vocabulary().numbers:
            return vocabulary().numbers[word], ''
        hit = _AMOUNT.fullmatch(word.replace(',', ''))
        return (float(hit[1]), hit[2]) if hit else None

    def counted(self, at: int) -> Counted | None:
        """The related objects that a number or `without` stands in front of: `8 unconnected ports`."""
        states = []
        for place in range(at, min(at + MODIFIERS, len(self.tokens))):
            if noun := self.noun(place):
                behind = self.behind(noun.end, place)
                # `patch panel ports`: of nouns side by side the last.
                while (beside := self.noun(behind)) and not self.tokens[behind - 1].closes:
                    noun, behind = beside, self.behind(beside.end, behind)
                return Counted(noun, tuple(states), behind)
            if state := self.state(place):
                states.append(state)
            elif place in self.free and not self.is_one_of(place, 'conditions', 'determiners'):
                return None
        return None

    def says_something(self, at: int) -> bool:
        """Whether the word at a place has a meaning of its own: neither a little word nor one that asks for nothing."""
        if not 0 <= at < len(self.tokens):
            return False
        token = self.tokens[at]
        return not (token.base in vocabulary().closed or self.lexicon.is_filler(token.base))

    def written(self, at: int) -> tuple[str, int]:
        """The text that stands at a place, and the place behind it: one word, or all words of a quotation."""
        token = self.tokens[at]
        if token.start == 0 or self.text[token.start - 1] not in QUOTES:
            # Brackets and the like belong to a pattern; a comma or a full stop ends it.
            whole = self.text[token.start :].split(maxsplit=1)[0].rstrip('?!.,;:')
            return whole, at + 1
        for last in range(at, len(self.tokens)):
            if self.text[self.tokens[last].end : self.tokens[last].end + 1] in (*QUOTES,):
                return self.text[token.start : self.tokens[last].end], last + 1
        return token.text, at + 1
