"""How people ask an inventory: cues for actions, properties and contents, from a language's data file."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ...conversation.text import Token, fold, match_words
from ...inventory.extensions.registry import registry
from ...inventory.naming.spelling import one_edit_apart
from ...inventory.nouns import singulars

__all__ = ('Lexicon', 'lexicon')


# In shorter words one edit makes too many others.
SHORTEST_MISSPELT = 6


class Lexicon:
    """The words of one language (`words/<language>.toml`)."""

    def __init__(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        self._data = data
        self._fillers = frozenset(data['fillers']['words'])

    @property
    def actions(self) -> Mapping[str, Sequence[str]]:
        """Action → cues, in the order in which they win."""
        return self._data['actions']

    @property
    def attributes(self) -> Mapping[str, Sequence[str]]:
        """Word for a property → fields that it may be, the likeliest first."""
        return self._data['attributes']

    def attribute(self, word: str) -> Sequence[str]:
        """The fields that words for a property may be, in the singular or plural ("serial numbers"); empty: none."""
        *front, last = word.split(' ')
        forms = (' '.join((*front, form)) for form in singulars(last))
        return next((self.attributes[form] for form in forms if form in self.attributes), ())

    def words(self, section: str, name: str) -> Sequence[str]:
        """A group of words."""
        found: Sequence[str] = self._data[section][name]
        return found

    def mapping(self, section: str, name: str = '') -> Mapping[str, Any]:
        """A section, or a table of words in it."""
        found: Mapping[str, Any] = self._data[section][name] if name else self._data[section]
        return found

    def is_hardware(self, word: str) -> bool:
        """Whether a folded word is what people call devices by what they do ("firewalls")."""
        return any(item in self._data['hardware']['words'] for item in singulars(word))

    def flags(self, word: str) -> Sequence[str]:
        """Yes-and-no filters for a property or kind of thing that is there or not."""
        found: Sequence[str] = self._data['flags'].get(word, ())
        return found

    def contents(self, object_type: str) -> str | None:
        """What people expect to hear of when they ask what is in such an object."""
        found: str | None = self._data['contents'].get(object_type)
        return found

    def units(self, object_type: str) -> Sequence[str]:
        """Words for the space in such an object, which is no object itself."""
        found: Sequence[str] = self._data['units'].get(object_type, ())
        return found

    def is_filler(self, word: str) -> bool:
        """Whether a folded word asks for nothing by itself."""
        return word in self._fillers

    def near_cue(self, word: str) -> str | None:
        """The action that a folded word is a cue of but for one edit; None: it is none, or may be several."""
        if len(word) < SHORTEST_MISSPELT:
            return None
        cues = self._data['actions'].items()
        near = [action for action, words in cues if any(one_edit_apart(word, cue) for cue in words if ' ' not in cue)]
        return near[0] if len(near) == 1 else None

    def cue(self, tokens: Sequence[Token], at: int, action: str) -> int:
        """How many tokens from `at` are a cue of `action`."""
        return match_words(tokens, at, self._data['actions'][action])


@lru_cache(maxsize=8)
def lexicon(language: str = 'en') -> Lexicon:
    """The words of a language, with those that extensions add.

    Raises:
        FileNotFoundError: There is no data file for it.
    """
    path = files(__package__) / 'words' / f'{language}.toml'
    return Lexicon(_extended(tomllib.loads(path.read_text(encoding='utf-8'))))


def _extended(own: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
    """The data of a language file with the attributes and contents of extensions; its own words win over theirs."""
    attributes, contents = dict(own['attributes']), dict(own['contents'])
    for item in registry().installed:
        for word, fields in item.extension.attributes.items():
            if list(attributes.setdefault(fold(word), fields)) != list(fields):
                registry().refuse(item.package, f'the attribute {word!r} has a meaning already.')
        for container, object_type in item.extension.contents.items():
            if contents.setdefault(container, object_type) != object_type:
                registry().refuse(item.package, f'what is in a {container} is known already.')
    return {**own, 'attributes': attributes, 'contents': contents}
