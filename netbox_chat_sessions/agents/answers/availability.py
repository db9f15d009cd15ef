"""What is free."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.describe import describe_all
from ...inventory.results import Availability, Room
from .cells import number
from .utilisation import units_text
from .wording import heading, named, noun_of

__all__ = ('availability_reply',)

MAX_NAMED = 5


def availability_reply(result: Availability, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """How much is free in each object, and the first of it."""
    refs = describe_all((room.container for room in result.rooms), user)
    query = result.query.as_json()
    if not refs:
        return Reply(
            gettext('Nothing found in which something could be free.'), ReplyKind.NOT_FOUND, total=0, query=query
        )
    total = result.total
    if len(refs) == 1:
        text, blocks = _sentence(refs[0], result.rooms[0]), _free_table(result.rooms[0])
    else:
        noun = result.rooms[0].noun[total != 1]
        text = gettext('%(total)s %(noun)s free in %(count)s %(containers)s.') % {
            'total': number(total),
            'noun': noun,
            'count': number(result.counted),
            'containers': result.rooms[0].container._meta.verbose_name_plural,
        }
        if result.counted < result.containers:
            text += ' ' + gettext('There are %(count)s of them; ask for fewer to have all counted.') % {
                'count': number(result.containers)
            }
        blocks = _rooms_table(result, refs)
    return Reply(
        text,
        blocks=(blocks.as_json(),) if blocks.rows else (),
        total=total,
        objects=refs,
        query=query,
        focus=refs if len(refs) == 1 else (),
    )


def _sentence(ref: ObjectRef, room: Room) -> str:
    place = named(ref, noun_of(room.container))
    words = {'total': number(room.total), 'noun': room.noun[room.total != 1], 'place': place, 'free': _first(room)}
    if not room.total:
        return gettext('No %(noun)s free in %(place)s.') % words
    return gettext('%(total)s %(noun)s free in %(place)s: %(free)s.') % words


def _first(room: Room) -> str:
    if room.runs and room.free[0].startswith('U'):
        units = tuple(unit for first, last in room.runs for unit in range(first, last + 1))
        return units_text(units)
    more = room.total - min(len(room.free), MAX_NAMED)
    text = ', '.join(room.free[:MAX_NAMED])
    return gettext('%(items)s and %(count)s more') % {'items': text, 'count': number(more)} if more else text


def _free_table(room: Room) -> Table:
    if room.runs and room.free[0].startswith('U'):
        rows = tuple((_run(run), str(run[1] - run[0] + 1)) for run in room.runs)
        return Table((gettext('Free units'), gettext('Contiguous')), rows, (None,) * len(rows))
    rows = tuple((item,) for item in room.free)
    return Table((gettext('Free'),), rows, (None,) * len(rows))


def _run(run: tuple[int, int]) -> str:
    return f'U{run[0]}' if run[0] == run[1] else f'U{run[0]}–U{run[1]}'  # noqa: RUF001


def _rooms_table(result: Availability, refs: tuple[ObjectRef, ...]) -> Table:
    rows = tuple(
        (ref.display, number(room.total), _first(room) if room.total else '', ref.detail)
        for ref, room in zip(refs, result.rooms, strict=True)
    )
    columns = (heading(result.rooms[0].container), gettext('Free'), gettext('First'), gettext('Where'))
    return Table(columns, rows, tuple(ref.key for ref in refs))
