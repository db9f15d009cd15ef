"""What figures do not count: objects beyond the most that are looked into, and those that the user may not see."""

from django.db.models import Model
from django.utils.translation import gettext

from .cells import number

__all__ = ('looked_into', 'only_what_is_seen')


def looked_into(counted: int, total: int, example: Model) -> list[str]:
    """That only the first of many objects were looked into, as a sentence; nothing where all were."""
    if counted >= total:
        return []
    text = gettext('Only the first %(counted)s of %(total)s %(nouns)s were looked into; ask about fewer.')
    nouns = example._meta.verbose_name_plural
    return [text % {'counted': number(counted), 'total': number(total), 'nouns': nouns}]


def only_what_is_seen(*, partial: bool, free: bool = False) -> list[str]:
    """That figures count only what the user may see, as a sentence; nothing where they count everything.

    `free`: what is free stands beside them, and is free for everybody.
    """
    if not partial:
        return []
    if free:
        return [gettext('The figure counts only what you may see; nothing occupies what is listed as free.')]
    return [gettext('The figure counts only what you may see.')]
