"""The closed-class words of a language, from its data file."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from .text import Token, match_words

__all__ = ('Vocabulary', 'vocabulary')


class Vocabulary:
    """Groups of words of one language (`words/<language>.toml`)."""

    def __init__(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        self._data = data

    def words(self, section: str, name: str = 'words') -> tuple[str, ...]:
        """The words of a group, phrases of several words included."""
        return tuple(self._data[section][name])

    def has(self, word: str, section: str, name: str = 'words') -> bool:
        """Whether a folded word is in a group."""
        return word in self._data[section][name]

    @cached_property
    def ordinals(self) -> Mapping[str, int]:
        """Ordinal → place in a list, counted from 1; negative: from the end."""
        return dict(self._data['ordinals'])

    def ordinal_size(self, tokens: Sequence[Token], at: int) -> int:
        """How many tokens from `at` are an ordinal ("second to last"); 0: there is none."""
        return match_words(tokens, at, tuple(self.ordinals))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Number word → number."""
        return dict(self._data['numbers'])

    @cached_property
    def closed(self) -> frozenset[str]:
        """All single words of the language's closed classes; none of them alone is a name."""
        found: set[str] = set(self.ordinals) | set(self.numbers)
        for name, section in self._data.items():
            # What a fragment begins with is a word like any other elsewhere.
            for group in section.values() if name != 'fragments' else ():
                if isinstance(group, list):
                    found.update(word for phrase in group for word in phrase.split())
        return frozenset(found)


@lru_cache(maxsize=8)
def vocabulary(language: str = 'en') -> Vocabulary:
    """The words of a language.

    Raises:
        FileNotFoundError: There is no data file for it.
    """
    path = files(__package__) / 'words' / f'{language}.toml'
    return Vocabulary(tomllib.loads(path.read_text(encoding='utf-8')))
