"""Which words look like names by themselves, and which look so and are amounts, dates, versions or the like."""

import re
from functools import cache

from ...conversation.vocabulary import vocabulary
from ..nouns import inventory_words
from .spelling import LONGEST_NAME

__all__ = ('is_amount', 'is_shaped')

# Letters and figures in one word, or parts joined as only names are: `oslo-rtr01`, `core_switch`.
_MIXED = re.compile(r'(?=.*[^\W\d_])(?=.*\d)[\w.:@#+-]{4,}')
_JOINED = re.compile(r'[^\W\d_][\w.]*[-_:][\w.:_-]+')
_HYPHENATED = re.compile(r'[^\W\d_]+(?:-[^\W\d_]+)+')
# `Gi1/0/1`: the only slashes in a word that belong to a name.
_COMPONENT = re.compile(r'[^\W\d_]{1,}[\w.-]*?\d+(?:/\d+)+(?:[.:]\d+)*')
# Amounts (40G, 1.5kW, 10GE, 48-port), rack units (u12, 1U), ordinals, address families, versions, dates, times, and
# addresses of pages and of people; what is counted (`port`) stands in the data file.
_AMOUNT = r"""
    [~<>=≥≤±+-]?\d+([.,]\d+)?-?[a-zµ%°"']{1,3}([/p]?[sh])?
    | \d+([.,]\d+)?[a-z]{0,4}(-[a-z]+)+ | \d+(base|gbase|mbase)-?\w+ | \d+-?[kmgt]?(COUNTED)\w*
    | u\d+(-u?\d+)? | ipv[46] | v?\d+(\.\d+)+[a-z]? | v\d+([._-][a-z0-9]+)* | \d+x\d+\w* | [\d,]+[-–][\d,–-]+
    | \d{1,4}[./-]\d{1,2}[./-]\d{1,4} | \d{4}-\d{2}(-\d{2}([t_]\S+)?)? | \d{1,2}:\d{2}(:\d{2})?([ap]m)?
    | q[1-4] | \w+://\S+ | \S+@\S+\.\w+
"""  # noqa: RUF001


@cache
def _amount() -> re.Pattern[str]:
    counted = '|'.join(map(re.escape, inventory_words()['names']['counted']))
    return re.compile(_AMOUNT.replace('COUNTED', counted), re.VERBOSE)


def is_amount(word: str) -> bool:
    """Whether a folded word is an amount, a range, a date, a version or the like, and so no name."""
    return len(word) <= LONGEST_NAME and bool(_amount().fullmatch(word))


def is_shaped(word: str) -> bool:
    """Whether a folded word can only be a name, by its shape."""
    if len(word) > LONGEST_NAME:
        return False
    if '/' in word and not _COMPONENT.fullmatch(word):
        return '://' not in word and any(is_shaped(piece) for piece in word.split('/'))
    if word in vocabulary().closed or is_amount(word):
        return False
    if _HYPHENATED.fullmatch(word):
        return not any(part in inventory_words()['names']['hyphenated'] for part in word.split('-'))
    return bool(_MIXED.fullmatch(word) or _JOINED.fullmatch(word) or _COMPONENT.fullmatch(word))
