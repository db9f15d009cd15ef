"""Whether prose says only what this turn's results say: every number, name and state in it is traced to them.

It is strict where it cannot be sure: prose that is refused is replaced by the results themselves, and nothing is lost.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ...conversation.text import fold, tokenise, words_of
from .claims import Clause, Word, clauses
from .facts import CLOSE, OPEN, Fact, Names, numbers_in
from .words import ClaimWords, claim_words

__all__ = ('Results', 'untraced')

FIGURE = re.compile(r'\d')
# A number with a unit: `12U`, `10Gbps`, `41.7%`.
MEASURE = re.compile(r'(\d+(?:[.,]\d+)*)[a-z%°/]{0,6}')
PLAIN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True)
class Results:
    """What prose may say.

    Attributes:
        facts: What the results of the turn say.
        names: The names of the objects in them.
        message: What the user said: its numbers and names may be repeated.
        terms: Folded words that name kinds and properties of objects, never one of them.
        words: Words of the language that the prose is written in.
    """

    facts: tuple[Fact, ...]
    names: frozenset[str]
    message: str = ''
    terms: frozenset[str] = frozenset()
    words: ClaimWords = field(default_factory=claim_words)

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of the user."""
        return frozenset(token.base for token in tokenise(self.message))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers that the user said; one inside a name is none."""
        return frozenset(number for word in self.said if MEASURE.fullmatch(word) for number in numbers_in(word))

    @cached_property
    def parts(self) -> frozenset[str]:
        """The words that names are made of."""
        return words_of(*self.names)

    @cached_property
    def known(self) -> frozenset[str]:
        """Words that may be written in any way."""
        told = (token.base for fact in self.facts for token in tokenise(fact.said.replace('|', ' ')))
        return self.words.plain | self.terms | self.said | self.parts | frozenset(told)


def untraced(prose: str, results: Results, named: Iterable[str] = (), states: Iterable[str] = ()) -> tuple[str, ...]:
    """What the prose says that the results do not; empty where all of it is traced.

    Args:
        prose: Plain text.
        results: What it may say.
        named: Words in it that somebody who knows the inventory takes for names.
        states: Words in it that are values of a state.
    """
    names = Names.of(results.names)
    masked = names.mask(prose)
    check = _Check(results, frozenset(map(fold, states)) | results.words.states)
    found = [name for name in map(fold, named) if not check.knows(name)]
    for clause in clauses(_written(prose, names), masked, results.words):
        found += check.clause(clause)
    return tuple(dict.fromkeys(found))


def _written(prose: str, names: Names) -> str:
    """The prose with the placeholders of its names, in its own letters wherever folding keeps their number."""
    masked = names.mask(prose)
    plain = ' '.join(prose.replace(OPEN, ' ').replace(CLOSE, ' ').split())
    if len(fold(plain)) != len(plain):
        return masked.text
    parts, at, kept = re.split(f'({OPEN}\\d+{CLOSE})', masked.text), 0, []
    for part in parts:
        held = part.startswith(OPEN)
        size = len(masked.names[int(part[1:-1])]) if held else len(part)
        kept.append(part if held else plain[at : at + size])
        at += size
    return ''.join(kept)


@dataclass(frozen=True)
class _Check:
    results: Results
    states: frozenset[str]

    def knows(self, name: str) -> bool:
        """Whether a folded name is one of a result, a part of one, or the user's own word."""
        if name in self.results.names or name in fold(self.results.message):
            return True
        words = {token.base for token in tokenise(name)}
        return bool(words) and words <= self.results.parts | self.results.said | self.results.terms

    def clause(self, clause: Clause) -> Iterator[str]:
        """What of a clause is not traced."""
        words = [word.folded for word in clause.words]
        states = list(_among(words, self.states))
        if states and any(_among(words, self.results.words.negations)):
            yield ' '.join(words)
        if states and any(_among(words, self.results.words.universals)):
            yield ' '.join(words)
        yield from (state for state in states if not self._traced(clause, lambda fact, s=state: fact.says(s)))
        for word in clause.words:
            if not self._word(word, clause):
                yield word.text

    def _word(self, word: Word, clause: Clause) -> bool:
        folded, known = word.bare, self.results.words
        if folded in known.numbers:
            return folded in self.results.said or self._number(str(known.numbers[folded]), clause)
        if folded in known.derived:
            return folded in self.results.said
        if any(char.isnumeric() and not ('0' <= char <= '9') for char in word.text):
            return False
        if FIGURE.search(word.text):
            return self._figure(word, clause)
        return self._plain(word)

    def _figure(self, word: Word, clause: Clause) -> bool:
        """A number, or something that looks like a name with digits in it."""
        folded = word.bare
        if folded in self.results.said:
            return True
        hit = MEASURE.fullmatch(folded)
        if hit is None:
            return self._traced(clause, lambda fact: fact.says(folded))
        [number] = numbers_in(hit[1])
        return self._number(number, clause)

    def _number(self, number: str, clause: Clause) -> bool:
        return number in self.results.numbers or self._traced(clause, lambda fact: number in fact.numbers)

    def _plain(self, word: Word) -> bool:
        """A word without digits: it names nothing where it is written like any other, or is known."""
        if word.bare in self.results.known:
            return True
        return PLAIN.fullmatch(word.text) is not None and word.text == word.text.lower()

    def _traced(self, clause: Clause, says: Callable[[Fact], bool]) -> bool:
        """Whether a fact says it, of one of the names that the clause is about."""
        return any(says(fact) and (not clause.names or clause.names & fact.names) for fact in self.results.facts)


def _among(words: list[str], phrases: Iterable[str]) -> Iterator[str]:
    """Those of the phrases, of one word or several, that stand among the words."""
    text = f' {" ".join(words)} '
    return (phrase for phrase in sorted(phrases) if f' {phrase} ' in text)
