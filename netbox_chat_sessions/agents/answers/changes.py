"""NetBox's change log in a reply."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.describe import describe_all
from ...inventory.results import Change, Changes
from .cells import Cells, number
from .wording import with_detail

__all__ = ('changes_reply',)

MAX_FIELDS = 6


def changes_reply(result: Changes, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """The latest change in a sentence, the page of them in a table; times are in the current time zone."""
    refs = describe_all(result.subjects, user)
    focus = refs if len(refs) == 1 else ()
    names = with_detail(result.subjects, user)
    query = result.query.as_json()
    if not result.changes:
        text = gettext('No changes of %(names)s are recorded, or you may not see them.') % {'names': names}
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query, focus=focus)
    cells = Cells(frozenset())
    rows = tuple(_row(change, cells) for change in result.changes)
    latest = result.changes[0].record
    text = gettext('%(count)s changes of %(names)s; the latest at %(time)s by %(user)s: %(action)s.') % {
        'count': number(result.total),
        'names': names,
        'time': cells.text(latest.time),
        'user': latest.user_name,
        'action': latest.get_action_display().lower(),
    }
    columns = (gettext('Time'), gettext('User'), gettext('Action'), gettext('Object'), gettext('Changed'))
    table = Table(columns, rows, (None,) * len(rows))
    return Reply(text, blocks=(table.as_json(),), total=result.total, objects=refs, query=query, focus=focus)


def _row(change: Change, cells: Cells) -> tuple[str, ...]:
    record = change.record
    changed = ', '.join(name.replace('_', ' ') for name in change.fields[:MAX_FIELDS])
    return (
        cells.text(record.time),
        record.user_name,
        record.get_action_display(),
        change.name,
        changed or record.message,
    )
