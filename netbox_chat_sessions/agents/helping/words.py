"""How people ask for help, from a language's data file."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import product

from ...conversation.text import Token

__all__ = ('HelpWords', 'Phrases', 'help_words')

_GROUP = re.compile(r'<(\w+)>')


class Phrases:
    """Phrases to be found in texts, however many they are."""

    def __init__(self, phrases: Iterator[str]) -> None:
        self._phrases = frozenset(tuple(phrase.split()) for phrase in phrases)
        self._longest = max(map(len, self._phrases))

    def length(self, tokens: Sequence[Token], at: int) -> int:
        """How many tokens the longest phrase covers from position `at`; 0 when none stands there."""
        words = tuple(token.folded for token in tokens[at : at + self._longest])
        return next((end for end in range(len(words), 0, -1) if words[:end] in self._phrases), 0)


class HelpWords:
    """The words of one language (`words/<language>.toml`).

    Attributes:
        topics: Topic → phrases that ask about it.
        how_to_starts: Beginnings of a question for how NetBox is used.
        how_to_anywhere: The same, wherever they stand in it.
        beside: Words that may stand beside a phrase without changing what is asked.
    """

    def __init__(self, data: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        groups = data['groups']
        self.topics = {
            topic: Phrases(said for phrase in phrases for said in _said(phrase, groups))
            for topic, phrases in data['topics'].items()
        }
        self.how_to_starts = Phrases(iter(data['how_to']['starts']))
        self.how_to_anywhere = Phrases(iter(data['how_to']['anywhere']))
        self.beside = frozenset(data['beside']['words'])


@lru_cache(maxsize=8)
def help_words(language: str = 'en') -> HelpWords:
    """The words of a language.

    Raises:
        FileNotFoundError: There is no data file for it.
    """
    return HelpWords(tomllib.loads((files(__package__) / 'words' / f'{language}.toml').read_text(encoding='utf-8')))


def _said(phrase: str, groups: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """All that a phrase stands for, its groups filled in."""
    parts = _GROUP.split(phrase)
    choices = [groups[part] if at % 2 else (part,) for at, part in enumerate(parts)]
    return (''.join(chosen) for chosen in product(*choices))
