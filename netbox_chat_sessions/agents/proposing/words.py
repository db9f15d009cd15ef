"""How people ask for changes, from a language's data file."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

__all__ = ('ChangeWords', 'change_words')


class ChangeWords:
    """The words of one language (`words/<language>.toml`)."""

    def __init__(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        self._data = data

    @property
    def verbs(self) -> Mapping[str, Sequence[str]]:
        """What is to be done → verbs."""
        return self._data['verbs']

    def words(self, section: str, name: str = 'words') -> Sequence[str]:
        """A group of words."""
        found: Sequence[str] = self._data[section][name]
        return found

    def mapping(self, section: str, name: str = '') -> Mapping[str, Any]:
        """A section, or a table of words in it."""
        found: Mapping[str, Any] = self._data[section][name] if name else self._data[section]
        return found

    def has(self, word: str, section: str, name: str = 'words') -> bool:
        """Whether a folded word is in a group."""
        return word in self._data[section][name]


@lru_cache(maxsize=8)
def change_words(language: str = 'en') -> ChangeWords:
    """The words of a language.

    Raises:
        FileNotFoundError: There is no data file for it.
    """
    path = files(__package__) / 'words' / f'{language}.toml'
    return ChangeWords(tomllib.loads(path.read_text(encoding='utf-8')))
