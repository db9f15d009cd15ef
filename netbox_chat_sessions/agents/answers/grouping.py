"""Counts by a field."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.translation import gettext, pgettext

from ...conversation.reply import Reply, Table
from ...inventory.enumerating import enumeration, inside
from ...inventory.results import Grouping
from ...inventory.visibility import key_of
from .cells import number
from .wording import conditions, counted, list_link

__all__ = ('grouping_reply',)

MAX_SAID = 3
MAX_ROWS = 200


def grouping_reply(result: Grouping, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """The total and the largest groups in a sentence, all groups in a table."""
    rows = [(_name(group), count) for group, count in result.groups]
    rows += [(gettext('Not visible to you'), result.hidden)] if result.hidden else []
    refs = tuple(key_of(group) if isinstance(group, Model) else None for group, _ in result.groups)
    refs += (None,) if result.hidden else ()
    said = counted(result.total, result.selection.kind) + conditions(result.selection, result.subjects, user)
    filled = [(name, count) for name, count in rows if count]
    largest = enumeration(f'{name} {number(count)}' for name, count in filled[:MAX_SAID])
    words = {'counted': said, 'label': inside(result.label), 'largest': largest}
    if not largest:
        text = gettext('%(counted)s by %(label)s.') % words
    elif len(filled) > MAX_SAID:
        text = gettext('%(counted)s by %(label)s, most of them: %(largest)s.') % words
    else:
        text = gettext('%(counted)s by %(label)s: %(largest)s.') % words
    shown = tuple((name, number(count)) for name, count in rows[:MAX_ROWS])
    table = Table((result.label, pgettext('how many', 'Count')), shown, refs[:MAX_ROWS])
    links = list_link(result.selection)
    return Reply(text, blocks=(table.as_json(),), total=result.total, query=result.query.as_json(), links=links)


def _name(group: object) -> str:
    if group is None:
        return gettext('None')
    if isinstance(group, bool):
        return gettext('Yes') if group else gettext('No')
    return str(group)
