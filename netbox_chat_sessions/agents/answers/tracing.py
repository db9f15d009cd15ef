"""What ports are connected to."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.translation import gettext

from ...conversation.reply import Reply, Table
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration, sentence_list
from ...inventory.results import PortTrace, Trace
from ...inventory.visibility import key_of
from .cells import Cells, number, parent_of
from .wording import noun_of

__all__ = ('trace_reply',)

MAX_SENTENCES = 2
FEW = 3


def trace_reply(result: Trace, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """What each connected port leads to, as a table; one or two ports also as sentences."""
    told = [
        item for port in result.ports for item in (port.port, *port.peers, *port.ends, port.cable) if item is not None
    ]
    cells = Cells.of([*told, *result.subjects], user)
    subjects = describe_all(result.subjects, user)
    focus = subjects if len(subjects) == 1 else ()
    query = result.query.as_json()
    names = _names(result.subjects, cells)
    if not result.ports:
        text = gettext('Nothing is connected to %(names)s.') % {'names': names}
        return Reply(text, total=0, query=query, focus=focus)
    if len(result.ports) <= MAX_SENTENCES:
        text = ' '.join(_sentence(port, cells) for port in result.ports)
    else:
        shown = len(result.ports) != result.total
        text = gettext('%(count)s ports of %(names)s are connected.') % {'count': number(result.total), 'names': names}
        text += ' ' + gettext('The first %(count)s are shown.') % {'count': len(result.ports)} if shown else ''
    reached = _distinct(_whole(peer) for port in result.ports for peer in (*port.peers, *port.ends))
    return Reply(
        text,
        blocks=(_table(result, cells).as_json(),),
        total=result.total,
        objects=describe_all([obj for obj in reached if cells.visible(obj)], user),
        query=query,
        focus=focus,
    )


def _names(subjects: Sequence[Model], cells: Cells) -> str:
    """Up to a few objects by name, more by their number: `48 front ports`."""
    if len(subjects) <= FEW:
        return sentence_list(cells.name(obj) for obj in subjects)
    return f'{number(len(subjects))} {subjects[0]._meta.verbose_name_plural}'


def _whole(obj: Model) -> Model:
    return parent_of(obj) or obj


def _distinct(objects: Iterable[Model]) -> list[Model]:
    return list({key_of(obj): obj for obj in objects}.values())


def _sentence(port: PortTrace, cells: Cells) -> str:
    peers = sentence_list(f'{noun_of(peer)} {cells.name(peer)}' for peer in port.peers)
    words = {'port': cells.name(port.port), 'peers': peers or gettext('something that you may not see')}
    words['cable'] = gettext(' by cable %(cable)s') % {'cable': port.cable} if port.cable is not None else ''
    ends = sentence_list(f'{noun_of(end)} {cells.name(end)}' for end in port.ends)
    words['ends'] = gettext(', and so to %(ends)s') % {'ends': ends} if ends else ''
    return gettext('%(port)s is connected to %(peers)s%(cable)s%(ends)s.') % words


def _table(result: Trace, cells: Cells) -> Table:
    several = len({key_of(_whole(port.port)) for port in result.ports}) > 1
    rows: list[tuple[str, ...]] = []
    refs = []
    for port in result.ports:
        reached = port.peers or (None,)
        for peer in reached:
            parent = None if peer is None else parent_of(peer)
            whole = cells.name(parent) if parent is not None else ''
            part = str(peer) if peer is not None else ''
            ends = enumeration(cells.name(end) for end in port.ends)
            name = cells.name(port.port) if several else str(port.port)
            rows.append((name, whole, part, str(port.cable or ''), ends))
            shown = parent if parent is not None and cells.visible(parent) else peer
            refs.append(None if shown is None else key_of(shown))
    columns = [gettext('Port'), gettext('Connected to'), gettext('Its port'), gettext('Cable'), gettext('Far end')]
    keep = [index for index in range(len(columns)) if any(row[index] for row in rows)]
    cut = tuple(tuple(row[index] for index in keep) for row in rows)
    return Table(tuple(columns[index] for index in keep), cut, tuple(refs))
