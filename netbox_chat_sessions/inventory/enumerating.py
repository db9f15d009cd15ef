"""Words in a sentence, as the reader's language writes and joins them."""

from collections.abc import Iterable, Sequence

from dcim.models import Device
from django.utils.translation import gettext, pgettext

__all__ = ('either', 'enumeration', 'inside', 'sentence_list')


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


def inside(label: str) -> str:
    """A label inside a sentence: abbreviations keep their capitals, and so do all nouns of a language like German."""
    nouns_have_capitals = str(Device._meta.verbose_name)[:1].isupper()
    return label if nouns_have_capitals or label[:2].isupper() else label[:1].lower() + label[1:]
