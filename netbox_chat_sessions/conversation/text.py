"""Words of a text with their places; nothing here knows a language."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ('Token', 'cut', 'fold', 'match_words', 'tokenise', 'words_of')

_WORD = re.compile(r'\S+')
_OPEN = '"\'“”„‚‘’«»‹›([{<*`'
_CLOSE = '"\'“”„‚‘’«»‹›)]}>*`?!.,;:…'
# `>1500`, `<=`: what compares is no bracket.
_COMPARING = re.compile(r'[<>=≤≥]+(?:\d[\w.,/]*)?')
_QUOTES = {'’': "'", '‘': "'", '‚': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"'}


@dataclass(frozen=True)
class Token:
    """A word at `[start, end)`, without the punctuation around it.

    Attributes:
        text: As it stands.
        folded: Case-folded, typographic quotes made plain.
        base: `folded` without a possessive ending ("the switch's").
        closes: Punctuation follows it, so that a phrase ends here.
    """

    start: int
    end: int
    text: str
    folded: str
    base: str
    closes: bool = False

    @property
    def possessive(self) -> bool:
        """Whether it has a possessive ending."""
        return self.base != self.folded


def fold(text: str) -> str:
    """Text for comparison: case-folded, plain quotes, single blanks."""
    plain = ''.join(_QUOTES.get(char, char) for char in text)
    return ' '.join(plain.casefold().split())


def tokenise(text: str) -> tuple[Token, ...]:
    """The words of `text`, in order."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    for match in _WORD.finditer(text):
        start, end = match.span()
        compares = _COMPARING.fullmatch(match.group().rstrip('?!.,;:'))
        while start < end and text[start] in _OPEN and not compares:
            start += 1
        while end > start and text[end - 1] in _CLOSE and not (compares and text[end - 1] == '>'):
            end -= 1
        if start == end:
            continue
        folded = fold(text[start:end])
        base = folded.removesuffix("'s") if len(folded) > 2 else folded
        yield Token(start, end, text[start:end], folded, base, end < match.end())


def words_of(*texts: str) -> frozenset[str]:
    """The folded words of texts, whole and in their parts ("dm-akron", "akron"), and the texts themselves."""
    words: set[str] = set()
    for text in texts:
        words.add(fold(text))
        for token in tokenise(text):
            words.add(token.base)
            words.update(''.join(char if char.isalnum() else ' ' for char in token.base).split())
    return frozenset(words)


def cut(text: str, limit: int) -> str:
    """The text in one line of at most `limit` characters: whole words, then an ellipsis where some are missing."""
    line = ' '.join(text.split())
    if len(line) <= limit:
        return line
    # Behind the words stand a blank and the ellipsis.
    end = line.rfind(' ', 0, max(limit - 1, 0))
    return f'{line[:end]} …' if end > 0 else '…'


def match_words(tokens: Sequence[Token], at: int, phrases: Sequence[str]) -> int:
    """How many tokens the longest of `phrases` covers from position `at`; 0 when none stands there."""
    best = 0
    for phrase in phrases:
        words = phrase.split()
        if len(words) > best and [token.folded for token in tokens[at : at + len(words)]] == words:
            best = len(words)
    return best
