"""NetBox's change log in a reply."""

from collections.abc import Iterator
from datetime import datetime

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext, ngettext, pgettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Link, Reply, ReplyKind, Table
from ...inventory.catalogue import kinds
from ...inventory.changes import Change, Changes
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration, sentence_list
from ...inventory.query import PAGE_SIZE
from ...inventory.visibility import key_of
from .cells import Cells, moment, number
from .wording import conditions, list_link, with_detail

__all__ = ('changes_reply',)

User = AbstractBaseUser | AnonymousUser
MAX_FIELDS = 6
MAX_PEOPLE = 3


def changes_reply(result: Changes, user: User) -> Reply:
    """What was changed when and by whom: the latest in a sentence, the page in a table, in the current time zone."""
    subjects = describe_all(result.subjects, user) if result.about is None else ()
    focus = subjects if len(subjects) == 1 else ()
    query = result.query.as_json()
    if not result.permitted:
        text = gettext('You may not view the change log.')
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query, focus=focus)
    if not result.total:
        return Reply(_none(result, user), ReplyKind.NOT_FOUND, total=0, query=query, focus=focus)
    cells = Cells(frozenset())
    asked = result.query.limit if result.query.limit < PAGE_SIZE else result.total
    one = result.changes and (result.query.limit == 1 or (result.total == 1 and not _verb(result)))
    text = _latest(result, cells, user) if one else _sentence(result, cells, user)
    return Reply(
        text,
        blocks=(_table(result, cells).as_json(),) if result.changes else (),
        total=min(result.total, asked),
        objects=subjects or _changed_objects(result, user),
        query=query,
        links=_links(result, subjects),
        focus=focus,
    )


def _changed_objects(result: Changes, user: User) -> tuple[ObjectRef, ...]:
    found = {key_of(change.changed): change.changed for change in result.changes if change.changed is not None}
    return describe_all(found.values(), user)


def _links(result: Changes, subjects: tuple[ObjectRef, ...]) -> tuple[Link, ...]:
    if result.query.limit < PAGE_SIZE and result.total > result.query.limit:
        return ()
    if result.about is not None:
        return ()
    if not subjects:
        return list_link(result.entries)
    own = len(subjects) == 1 and not result.entries.filters and subjects[0].url
    return (Link(gettext('Open change log'), f'{subjects[0].url}changelog/'),) if own else ()


def _last_updates(result: Changes) -> Iterator[str]:
    """What an object itself knows of its last change, which outlives the change log."""
    alone = len(result.subjects) == 1 and not result.entries.filters
    if alone and (updated := getattr(result.subjects[0], 'last_updated', None)):
        yield gettext('It was last updated %(moment)s.') % {'moment': moment(updated)}


def _none(result: Changes, user: User) -> str:
    words = {'names': _of(result, user), 'period': _period(result), 'by': _asked_people(result)}
    if result.subjects or result.about is not None or _verb(result) is None:
        none = gettext('No changes%(names)s%(period)s%(by)s are recorded, or you may not see them.') % words
        return ' '.join((none, *_last_updates(result)))
    return gettext('No %(nouns)s were %(verb)s%(period)s%(by)s.') % {
        **words,
        'nouns': _nouns(result),
        'verb': _verb(result),
    }


def _sentence(result: Changes, cells: Cells, user: User) -> str:
    words = {'period': _period(result), 'by': _people(result), 'count': number(result.total), 'of': _of(result, user)}
    verb = _verb(result)
    if verb and not result.subjects and result.about is None:
        noun = _nouns(result, one=result.total == 1)
        text = ngettext(
            '%(count)s %(noun)s was %(verb)s%(period)s%(by)s.',
            '%(count)s %(noun)s were %(verb)s%(period)s%(by)s.',
            result.total,
        )
        return text % {**words, 'noun': noun, 'verb': verb}
    told = ngettext('%(count)s change%(of)s%(period)s', '%(count)s changes%(of)s%(period)s', result.total) % words
    if not result.changes:
        return gettext('%(told)s, and no more to show.') % {'told': told}
    latest = result.changes[0].record
    text = gettext('%(told)s; the latest at %(time)s by %(user)s: %(action)s.')
    if result.query.offset:
        return gettext('%(told)s%(by)s.') % {'told': told, 'by': words['by']}
    return text % {
        'told': told,
        'time': cells.text(latest.time),
        'user': latest.user_name,
        'action': latest.get_action_display().lower(),
    }


def _latest(result: Changes, cells: Cells, user: User) -> str:
    change = result.changes[0]
    record = change.record
    words = {
        'of': _of(result, user),
        'period': _period(result),
        'time': cells.text(record.time),
        'user': record.user_name,
        'action': record.get_action_display().lower(),
        'noun': record.changed_object_type.model_class()._meta.verbose_name,
        'name': f' {change.name}' if change.name else '',
        'fields': _fields(change),
    }
    if change.fields:
        text = gettext(
            'The latest change%(of)s%(period)s at %(time)s by %(user)s: %(noun)s%(name)s %(action)s: %(fields)s.'
        )
    else:
        text = gettext('The latest change%(of)s%(period)s at %(time)s by %(user)s: %(noun)s%(name)s %(action)s.')
    return text % words


def _of(result: Changes, user: User) -> str:
    if result.about is not None:
        what = result.about.kind.nouns + conditions(result.about, result.subjects, user)
        return gettext(' of %(names)s') % {'names': what}
    if result.subjects:
        return gettext(' of %(names)s') % {'names': with_detail(result.subjects, user)}
    return gettext(' of %(names)s') % {'names': _nouns(result)} if _types(result) else ''


def _types(result: Changes) -> tuple[str, ...]:
    return tuple(str(value) for value in result.entries.filters.get('changed_object_type', ()))


def _nouns(result: Changes, *, one: bool = False) -> str:
    found = [kinds()[name] for name in _types(result) if name in kinds()]
    if not found:
        return gettext('object') if one else gettext('objects')
    return sentence_list(of.noun if one and len(found) == 1 else of.nouns for of in found)


def _verb(result: Changes) -> str | None:
    """What was done, where only one thing was asked about that happens to an object once."""
    actions = result.entries.filters.get('action', ())
    if len(actions) != 1:
        return None
    verbs = {'create': pgettext('objects were', 'created'), 'delete': pgettext('objects were', 'deleted')}
    return verbs.get(str(actions[0]))


def _period(result: Changes) -> str:
    start, end = (_moment(result, name) for name in ('time_after', 'time_before'))
    cells = Cells(frozenset())
    words = {'start': cells.text(start), 'end': cells.text(end)}
    if start and end:
        return gettext(' between %(start)s and %(end)s') % words
    if start:
        return gettext(' since %(start)s') % words
    return gettext(' until %(end)s') % words if end else ''


def _moment(result: Changes, name: str) -> datetime | None:
    values = result.entries.filters.get(name, ())
    found: datetime | None = forms.DateTimeField().to_python(str(values[0])) if values else None
    return found


def _asked_people(result: Changes) -> str:
    names = [str(value) for name in ('user', 'user_name') for value in result.entries.filters.get(name, ())]
    return gettext(' by %(names)s') % {'names': sentence_list(names)} if names else ''


def _people(result: Changes) -> str:
    people = result.people
    if len(people) == 1:
        return gettext(' by %(names)s') % {'names': people[0][0]}
    names = [f'{name} ({number(count)})' for name, count in people[:MAX_PEOPLE]]
    if len(people) > MAX_PEOPLE:
        names.append(gettext('%(count)s others') % {'count': number(len(people) - MAX_PEOPLE)})
    return gettext(' by %(names)s') % {'names': sentence_list(names)}


def _table(result: Changes, cells: Cells) -> Table:
    columns = (
        gettext('Time'),
        gettext('User'),
        gettext('Action'),
        gettext('Object'),
        pgettext('what was changed', 'Changed'),
    )
    typed = any(change.record.changed_object_type_id != result.changes[0].record.changed_object_type_id
                for change in result.changes)  # fmt: skip
    rows = tuple(_row(change, cells, typed=typed and not result.subjects) for change in result.changes)
    return Table(columns, rows, tuple(key_of(c.changed) if c.changed is not None else None for c in result.changes))


def _row(change: Change, cells: Cells, *, typed: bool) -> tuple[str, ...]:
    record = change.record
    noun = str(record.changed_object_type.model_class()._meta.verbose_name)
    return (
        cells.text(record.time),
        record.user_name,
        record.get_action_display(),
        ' '.join((noun, change.name)).strip() if typed else change.name,
        _fields(change) or record.message,
    )


def _fields(change: Change) -> str:
    return enumeration(name.replace('_', ' ') for name in change.fields[:MAX_FIELDS])
