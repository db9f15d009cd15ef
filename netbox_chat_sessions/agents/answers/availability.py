"""What is free."""

from dcim.models import Rack
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration
from ...inventory.query import PAGE_SIZE
from ...inventory.results import Availability, Room
from .cells import number
from .looked_into import looked_into
from .units import run_text, runs_in_words
from .wording import heading, named, noun_of

__all__ = ('availability_reply',)

MAX_NAMED = 5
# Of what is asked for by number, so many are said in the sentence; all of them are in the table.
MAX_ASKED = 10


def availability_reply(result: Availability, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """How much is free in each object, and the first of it."""
    refs = describe_all((room.container for room in result.rooms), user)
    query = result.query.as_json()
    if not refs:
        return Reply(
            gettext('Nothing found in which something could be free.'), ReplyKind.NOT_FOUND, total=0, query=query
        )
    if len(refs) == 1 and result.counted == 1:
        text, table = _sentence(refs[0], result.rooms[0], _asked(result)), _free_table(result.rooms[0])
    else:
        text, table = _summary(result, refs), _rooms_table(result, refs)
    more = looked_into(result.counted, result.containers, result.rooms[0].container)
    return Reply(
        ' '.join([text, *more]),
        blocks=(table.as_json(),) if table.rows else (),
        total=result.total,
        objects=refs,
        query=query,
        focus=refs if len(refs) == 1 else (),
    )


def _asked(result: Availability) -> int | None:
    """How many of what is free were asked for; None: no number was said."""
    return result.query.limit if result.query.limit < PAGE_SIZE else None


def _summary(result: Availability, refs: tuple[ObjectRef, ...]) -> str:
    room = result.rooms[0]
    words = {
        'total': number(result.total),
        'noun': room.noun[result.total != 1],
        'count': number(result.counted),
        'containers': room.container._meta.verbose_name_plural,
    }
    if _asked(result) is None or not room.free:
        return gettext('%(total)s %(noun)s free in %(count)s %(containers)s.') % words
    words |= {'place': named(refs[0], noun_of(room.container)), 'free': _listed(room, MAX_ASKED)}
    return gettext('%(total)s %(noun)s free in %(count)s %(containers)s, most of them in %(place)s: %(free)s.') % words


def _sentence(ref: ObjectRef, room: Room, asked: int | None) -> str:
    place = named(ref, noun_of(room.container))
    words = {'total': number(room.total), 'noun': room.noun[room.total != 1], 'place': place}
    if not room.total:
        return gettext('No %(noun)s free in %(place)s.') % words
    if asked is None or not room.free:
        return gettext('%(total)s %(noun)s free in %(place)s: %(free)s.') % (words | {'free': _first(room)})
    words |= {'free': _listed(room, MAX_ASKED), 'one': room.noun[0], 'count': number(len(room.free))}
    if asked == 1:
        return gettext('%(free)s is the next free %(one)s in %(place)s, of %(total)s that are free.') % words
    if len(room.free) < asked:
        return gettext('Only %(count)s %(noun)s free in %(place)s: %(free)s.') % words
    return gettext('%(count)s of %(total)s free %(noun)s in %(place)s: %(free)s.') % words


def _listed(room: Room, most: int) -> str:
    text = enumeration(room.free[:most])
    return gettext('%(items)s, …') % {'items': text} if len(room.free) > most else text


def _first(room: Room) -> str:
    if _shows_units(room):
        return runs_in_words(room.runs)
    shown = min(len(room.free), MAX_NAMED)
    text = enumeration(room.free[:MAX_NAMED])
    more = room.total - shown
    if not shown:
        return gettext('no more to show')
    return gettext('%(items)s and %(count)s more') % {'items': text, 'count': number(more)} if more else text


def _shows_units(room: Room) -> bool:
    """Whether it is rack units that are free, and not all of them are on pages before."""
    return isinstance(room.container, Rack) and bool(room.free)


def _free_table(room: Room) -> Table:
    if _shows_units(room):
        runs = tuple((run_text(run), number(run[1] - run[0] + 1)) for run in room.runs)
        return Table((gettext('Free units'), gettext('Contiguous')), runs, (None,) * len(runs))
    rows = tuple((item,) for item in room.free)
    return Table((gettext('Free'),), rows, (None,) * len(rows))


def _rooms_table(result: Availability, refs: tuple[ObjectRef, ...]) -> Table:
    rows = tuple(
        (ref.display, number(room.total), _first(room) if room.total else '', ref.detail)
        for ref, room in zip(refs, result.rooms, strict=True)
    )
    columns = (heading(result.rooms[0].container), gettext('Free'), gettext('First'), gettext('Where'))
    return Table(columns, rows, tuple(ref.key for ref in refs))
