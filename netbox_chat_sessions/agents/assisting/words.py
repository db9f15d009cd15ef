"""The words by which prose makes claims, from a language's data file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from ...conversation.vocabulary import vocabulary

__all__ = ('ClaimWords', 'claim_words')

GROUPS = ('derived', 'universals', 'states', 'negations', 'joints')


@dataclass(frozen=True)
class ClaimWords:
    """Folded words of one language.

    Attributes:
        numbers: Number word → number.
        derived: Words for numbers that no result states.
        universals: Words for each and every thing.
        states: Words for the state of things, beside those that NetBox knows.
        negations: What turns a statement into its opposite.
        joints: What comes after one of these is said of other things.
        plain: Words that name nothing, however they are written.
    """

    numbers: Mapping[str, int]
    derived: frozenset[str]
    universals: frozenset[str]
    states: frozenset[str]
    negations: frozenset[str]
    joints: frozenset[str]
    plain: frozenset[str]


@lru_cache(maxsize=8)
def claim_words(language: str = 'en') -> ClaimWords:
    """The words of a language.

    Raises:
        FileNotFoundError: There is no data file for it.
    """
    path = files(__package__) / 'words' / f'{language}.toml'
    data = tomllib.loads(path.read_text(encoding='utf-8'))
    groups = {name: frozenset(data[name]['words']) for name in GROUPS}
    known = vocabulary(language)
    return ClaimWords(
        numbers={**known.numbers, **data['numbers']}, plain=known.closed | frozenset(data['openers']['words']), **groups
    )
