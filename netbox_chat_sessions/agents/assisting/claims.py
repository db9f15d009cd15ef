"""The parts of prose that say something of the same things: clauses, with the names that they are about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...conversation.text import fold
from .facts import HOLDER, Masked
from .words import ClaimWords

__all__ = ('Clause', 'Word', 'clauses')

# Behind a word; a point between digits ends nothing.
ENDS_SENTENCE = re.compile(r'[.!?;]+[)\]"\'”’]*$')
ENDS_CLAUSE = re.compile(r'[,:)\]]+$')
AROUND = '"\'“”„‚‘’«»‹›()[]{}*?!.,;:…–—'


@dataclass(frozen=True)
class Word:
    """A word of prose.

    Attributes:
        text: As it was written, without the punctuation around it.
    """

    text: str

    @property
    def folded(self) -> str:
        """For comparison."""
        return fold(self.text)

    @property
    def bare(self) -> str:
        """Folded, without a possessive ending."""
        return self.folded.removesuffix("'s") if len(self.folded) > 2 else self.folded


@dataclass
class Clause:
    """What says something of the same things.

    Attributes:
        names: The names in it; where it has none, those of the clause before in the same sentence.
    """

    words: list[Word] = field(default_factory=list)
    names: frozenset[str] = frozenset()


def clauses(written: str, masked: Masked, known: ClaimWords) -> Iterator[Clause]:
    """The clauses of a text.

    Args:
        written: The text with placeholders for names, its letters as they were written.
        masked: The same text, folded; it knows which name a placeholder is for.
        known: Words between clauses.
    """
    before: frozenset[str] = frozenset()
    clause = Clause()
    for piece in written.split():
        word = Word(HOLDER.sub('', piece).strip(AROUND))
        if word.folded in known.joints and (clause.words or clause.names):
            before = clause.names or before
            yield _about(clause, before)
            clause = Clause()
        if held := masked.names_in(piece):
            clause.names |= held
        if word.text:
            clause.words.append(word)
        ends, pauses = ENDS_SENTENCE.search(piece), ENDS_CLAUSE.search(piece)
        if ends or pauses:
            before = clause.names or before
            yield _about(clause, before)
            clause = Clause()
            if ends:
                before = frozenset()
    if clause.words or clause.names:
        yield _about(clause, before)


def _about(clause: Clause, before: frozenset[str]) -> Clause:
    return clause if clause.names else Clause(clause.words, before)
