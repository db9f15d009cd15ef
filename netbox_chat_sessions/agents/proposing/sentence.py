"""The words of a request for a change, with the objects and kinds that stand among them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...conversation.objects import NounSpan
from ...conversation.ports import AgentRequest
from ...conversation.reading import Reference, Source
from ...conversation.text import Token, tokenise
from ...conversation.vocabulary import vocabulary
from ..language.sentence import QUOTES
from .asked import Asked
from .words import ChangeWords

__all__ = ('Sentence',)

# Opening quote → what closes it.
CLOSING = {'“': '”“', '„': '“”', '‘': '’', '‚': '‘’', '«': '»', '»': '«'}  # noqa: RUF001
BRACKETS = '([{<', ')]}>'


@dataclass(frozen=True)
class Sentence:
    """A request for a change; places are those of its tokens.

    Attributes:
        asked: Its verb.
        request: What the agent was given.
    """

    asked: Asked
    request: AgentRequest
    words: ChangeWords

    @cached_property
    def text(self) -> str:
        """As it was written."""
        return self.request.reading.annotations.text

    @cached_property
    def tokens(self) -> Sequence[Token]:
        """Its words."""
        return tokenise(self.text)

    @property
    def places(self) -> list[int]:
        """The places behind the verb."""
        return list(range(self.asked.first + self.asked.size, len(self.tokens)))

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """What stands for objects behind the verb, in order; what only names a field ("the tenant to …") is none."""
        behind = self.tokens[self.asked.first].end
        found = (ref for ref in self.request.reading.bindings if ref.start >= behind and ref.end > ref.start)
        return tuple(ref for ref in found if not (ref.excluded or self._names_a_field(ref) or self._is_a_text(ref)))

    @property
    def adds(self) -> bool:
        """Whether its verb may add something to an object."""
        return self.asked.verb in self.words.words('also', 'adding')

    @property
    def spoken_of(self) -> Reference | None:
        """The one object in front of the verb that a pronoun behind it stands for: `show R101 and delete it`."""
        behind = [place for place in self.places if vocabulary().has(self.word(place), 'writes', 'objects')]
        before = [ref for ref in self.request.reading.bindings if ref.end <= self.tokens[self.asked.first].start]
        resolved = [ref for ref in before if ref.resolved]
        return resolved[0] if behind and len(resolved) == 1 and len(resolved[0].objects) == 1 else None

    def _is_a_text(self, ref: Reference) -> bool:
        """What is quoted, and nothing is called so."""
        return not ref.objects and not ref.candidates and ref.start > 0 and self.text[ref.start - 1] in QUOTES

    def _names_a_field(self, ref: Reference) -> bool:
        """`set the tenant to X for R101`, `remove the tenant from R101`."""
        said = ref.source in (Source.RELATION, None) and ref.noun is not None and self._is_noun(ref)
        follows = self.connects(self.place_behind(ref), 'values', 'owning', 'old')
        # `the status of the rack to planned` is about the rack.
        return said and follows and not self.connects(self.before(ref), 'owning')

    def _is_noun(self, ref: Reference) -> bool:
        """Whether it is said by its kind alone."""
        return not any(name.start < ref.end and ref.start < name.end for name in self.request.reading.annotations.names)

    def word(self, place: int) -> str:
        """The folded word at a place; empty beyond both ends."""
        return self.tokens[place].folded if 0 <= place < len(self.tokens) else ''

    def connects(self, place: int, *groups: str) -> bool:
        """Whether the word at a place is in one of these groups of `connectors` (`words/en.toml`)."""
        return any(self.words.has(self.word(place), 'connectors', group) for group in groups)

    def reference(self, place: int) -> Reference | None:
        """What stands for objects and begins at a place."""
        start = self.tokens[place].start
        return next((ref for ref in self.references if ref.start == start), None)

    def noun(self, place: int) -> NounSpan | None:
        """The kind that is named at a place."""
        start = self.tokens[place].start
        return next((noun for noun in self.request.reading.annotations.nouns if noun.start == start), None)

    def size(self, start: int, end: int) -> int:
        """How many tokens begin in `[start, end)`."""
        return sum(start <= token.start < end for token in self.tokens)

    def places_of(self, ref: Reference) -> list[int]:
        """The places of a reference's words."""
        return [at for at, token in enumerate(self.tokens) if ref.start <= token.start < ref.end]

    def place_behind(self, ref: Reference) -> int:
        """The place behind a reference."""
        return next((at for at, token in enumerate(self.tokens) if token.start >= ref.end), len(self.tokens))

    def before(self, ref: Reference) -> int:
        """The place of what governs a reference: the word in front of it, its determiner and its kind left out."""
        place = self.places_of(ref)[0] - 1
        while place > self.asked.first:
            start = self.tokens[place].start
            kind = any(noun.start <= start < noun.end for noun in self.request.reading.annotations.nouns)
            if not (kind or self.connects(place, 'determiners')):
                break
            place -= 1
        return place

    def joined(self, ref: Reference) -> bool:
        """Whether an object is said beside another one: `R101 and R102`, `R101, R102`."""
        place = self.before(ref)
        return self.tokens[place].closes or self.connects(place, 'joining')

    def is_quoted(self, place: int) -> bool:
        """Whether a quotation begins at a place."""
        return self._opening(place) < self.tokens[place].start

    def quotation(self, place: int) -> tuple[str, int]:
        """What is quoted from a place on, and the place behind it: up to a quote that ends a word."""
        start = self._opening(place) + 1
        opening = self.text[start - 1]
        # With a letter behind it, it is an apostrophe.
        closing = re.compile(rf'[{CLOSING.get(opening, opening)}](?!\w)')
        end = next((hit.start() for hit in closing.finditer(self.text, start)), len(self.text.rstrip()))
        behind = next((at for at, token in enumerate(self.tokens) if token.start >= end), len(self.tokens))
        return self.text[start:end], max(behind, place + 1)

    def text_between(self, places: Sequence[int]) -> str:
        """What stands at some places: the quotation that begins there, else the text from the first to the last."""
        if self.is_quoted(places[0]):
            return self.quotation(places[0])[0]
        return self.written(places[0], places[-1] + 1)

    def _opening(self, place: int) -> int:
        """Where the quote in front of a word stands; where the word begins when there is none."""
        start = self.tokens[place].start
        front = re.search(r'\S*$', self.text[:start])
        found = [at for at in range(front.start() if front else start, start) if self.text[at] in QUOTES]
        return found[0] if found else start

    def written(self, first: int, behind: int) -> str:
        """The text from one place to another as it stands; quotes around it and punctuation at its end are left out."""
        start, end = self.tokens[first].start, self.tokens[behind - 1].end
        while start and self.text[start - 1] in BRACKETS[0]:
            start -= 1
        while self.text[end : end + 1] in (*BRACKETS[1],):
            end += 1
        return self.text[start:end]
