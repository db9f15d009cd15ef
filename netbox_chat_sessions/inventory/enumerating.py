"""Several things in one sentence, as the reader's language joins them."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, pgettext

__all__ = ('either', 'enumeration', 'sentence_list')


def enumeration(items: Iterable[str]) -> str:
    """Items beside each other: a, b, c."""
    return pgettext('between the items of a list', ', ').join(items)


def sentence_list(items: Iterable[str]) -> str:
    """Items as they stand in a sentence: a, b and c."""
    items = list(items)
    if len(items) < 2:
        return ''.join(items)
    return gettext('%(items)s and %(last)s') % {'items': enumeration(items[:-1]), 'last': items[-1]}


def either(names: Sequence[str]) -> str:
    """Alternatives in a sentence: a, b or c."""
    if len(names) < 2:
        return ''.join(names)
    return gettext('%(items)s or %(last)s') % {'items': enumeration(names[:-1]), 'last': names[-1]}
