"""What one turn's results say, in a form that prose can be held against."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from ...conversation.text import fold

__all__ = ('CLOSE', 'HOLDER', 'OPEN', 'Fact', 'Masked', 'Names', 'numbers_in')

# Stand for names while the words around them are looked at; no text that is shown holds them.
OPEN, CLOSE = '\ue000', '\ue001'
HOLDER = re.compile(f'{OPEN}(\\d+){CLOSE}')
NUMBER = re.compile(r'\d+(?:[.,]\d+)*')
GROUPED = re.compile(r'\d{1,3}(?:,\d{3})+(?:\.\d+)?')


@dataclass(frozen=True)
class Masked:
    """A folded text in which names are held by placeholders.

    Attributes:
        text: The text.
        names: The names, in order; a placeholder is the place of its name.
    """

    text: str
    names: tuple[str, ...]

    def names_in(self, part: str) -> frozenset[str]:
        """The names that a part of the text holds."""
        return frozenset(self.names[int(hit[1])] for hit in HOLDER.finditer(part))

    def without_names(self, part: str) -> str:
        """A part of the text with a blank for each name."""
        return HOLDER.sub(' ', part)


@dataclass(frozen=True)
class Names:
    """Names, to be found in texts as a whole: the longest first."""

    folded: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> 'Names':
        """These names; an empty one is none."""
        return cls(frozenset(filter(None, map(fold, names))))

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest = sorted(self.folded, key=lambda name: (-len(name), name))
        joined = '|'.join(map(re.escape, longest))
        return re.compile(rf'(?<![\w-])(?:{joined})(?![\w-])') if joined else None

    def mask(self, text: str) -> Masked:
        """The folded text with a placeholder for each name."""
        found: list[str] = []

        def hold(hit: re.Match[str]) -> str:
            found.append(hit[0])
            return f'{OPEN}{len(found) - 1}{CLOSE}'

        bare = fold(text.replace(OPEN, ' ').replace(CLOSE, ' '))
        return Masked(self._pattern.sub(hold, bare) if self._pattern else bare, tuple(found))


def numbers_in(text: str) -> frozenset[str]:
    """The numbers in a text, without separators of thousands and needless zeros."""
    return frozenset(_plain(hit[0]) for hit in NUMBER.finditer(text))


def _plain(number: str) -> str:
    if GROUPED.fullmatch(number):
        number = number.replace(',', '')
    whole, dot, rest = number.partition('.')
    if '.' in rest or ',' in number:
        return number
    return (whole.lstrip('0') or '0') + (f'.{rest.rstrip("0")}' if dot and rest.rstrip('0') else '')


@dataclass(frozen=True)
class Fact:
    """Something that a result says in one place: a row, or a sentence.

    Attributes:
        names: Of what it says so.
        said: The rest of its words, folded, without any name.
        numbers: The numbers in it.
    """

    names: frozenset[str]
    said: str
    numbers: frozenset[str]

    @classmethod
    def of(cls, about: Iterable[str], texts: Collection[str], names: Names) -> 'Fact':
        """What texts say about these names; the names in them are what they are about as well."""
        masked = [names.mask(text) for text in texts]
        said = ' | '.join(item.without_names(item.text) for item in masked)
        held = {name for item in masked for name in item.names}
        return cls(frozenset(map(fold, about)) | held, said, numbers_in(said))

    def says(self, words: str) -> bool:
        """Whether folded words stand in it."""
        return re.search(rf'(?<![\w-]){re.escape(words)}(?![\w-])', self.said) is not None
