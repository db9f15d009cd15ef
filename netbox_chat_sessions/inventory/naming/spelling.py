"""Spellings of one name: case, quotes, dashes, blanks and letters that PostgreSQL and Python fold differently."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

__all__ = ('LONGEST_NAME', 'name_key', 'one_edit_apart', 'one_edit_from', 'spellings', 'text_pattern', 'words_in')

# The longest name that NetBox takes: 64 characters for devices, 100 for most others.
LONGEST_NAME = 100
_PLAIN = str.maketrans(
    dict.fromkeys('‘’‚‛′´ʼ`', "'") | dict.fromkeys('“”„‟″«»', '"') | dict.fromkeys('‐‑‒–', '-')  # noqa: RUF001
)
# What a name may hold that a person leaves out or mistypes.
_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789-_./ äöüßéèêáàâåøæñçíóúôîıšžčć'
_MOST_BLANKS = 3
_MOST_SHARP = 3


@lru_cache(maxsize=4096)
def name_key(text: str) -> str:
    """The same for all spellings of one name, and for no others."""
    plain = unicodedata.normalize('NFC', text).translate(_PLAIN).casefold()
    return ' '.join(plain.replace('i\u0307', 'i').replace('ı', 'i').split())


def spellings(text: str, *, generous: bool) -> tuple[str, ...]:
    """What PostgreSQL's LOWER may give for a name that somebody writes as `text`, so that an index finds it.

    LOWER keeps ß where Python's `casefold` makes it ss, and knows two letters i in Turkish names; stored names may hold
    typographic quotes and doubled blanks, which neither people nor browsers repeat.

    Args:
        text: The name as it was written.
        generous: Also with each blank doubled.
    """
    found: dict[str, None] = {}
    for written in _written(text):
        for lowered in _lowered(written):
            found[lowered] = None
            if generous and 0 < lowered.count(' ') <= _MOST_BLANKS:
                blanks = (at for at, char in enumerate(lowered) if char == ' ')
                found |= dict.fromkeys(f'{lowered[:at]} {lowered[at:]}' for at in blanks)
    return tuple(found)


def _written(text: str) -> Iterator[str]:
    yield text
    single = ' '.join(unicodedata.normalize('NFC', text).split())
    plain = single.translate(_PLAIN)
    yield single
    yield plain
    if "'" in plain:
        yield plain.replace("'", '’')  # noqa: RUF001
    if '"' in plain:
        yield re.sub(r'"([^"]*)"', '“\\1”', plain)


def _lowered(text: str) -> Iterator[str]:
    folded = text.casefold()
    yield text.lower()
    yield folded
    if 'i\u0307' in folded:
        yield folded.replace('i\u0307', 'i')
    if 'ı' in folded:
        yield folded.replace('ı', 'i')
    if 'I' in text:
        yield text.replace('I', 'ı').replace('İ', 'i').lower()
    if folded.startswith('i'):
        yield f'i\u0307{folded[1:]}'
    if 'ss' in folded:
        yield folded.replace('ss', 'ß')
        for at in [match.start() for match in re.finditer('ss', folded)][:_MOST_SHARP]:
            yield f'{folded[:at]}ß{folded[at + 2 :]}'


def words_in(text: str) -> list[str]:
    """The letters and digits of a text, parted by everything else: `dm-akron` is dm and akron."""
    return ''.join(char if char.isalnum() else ' ' for char in text).split()


def text_pattern(text: str) -> str:
    """A regular expression of PostgreSQL for the spellings of a text."""
    return re.escape(name_key(text)).replace('ss', '(?:ss|ß)').replace('i', '[iıİ]')


def one_edit_apart(one: str, other: str) -> bool:
    """Whether one letter more, less or different, or two neighbours swapped, make one word of the other."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    at = next((at for at, char in enumerate(short) if char != long[at]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped


def one_edit_from(word: str) -> set[str]:
    """All words one edit away from a folded one, so that an index finds them; some 1,500 for one of 12 letters."""
    letters = {*_LETTERS, *word}
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {head + tail[1:] for head, tail in parts if tail}
    found |= {head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1}
    found |= {head + letter + tail[1:] for head, tail in parts if tail for letter in letters}
    found |= {head + letter + tail for head, tail in parts for letter in letters}
    return found - {word}
