"""Whether something of a given size fits, and where."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext, pgettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.catalogue import kind
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration
from ...inventory.fitting import Fit, Fitting
from .cells import number
from .looked_into import looked_into
from .units import run_text
from .wording import conditions, counted, heading, named, noun_of

__all__ = ('fitting_reply',)

User = AbstractBaseUser | AnonymousUser
MAX_NAMED = 5


def fitting_reply(result: Fitting, user: User) -> Reply:
    """Yes or no for one object, else which of them have room; and where."""
    refs = describe_all((fit.container for fit in result.fits), user)
    query = result.query.as_json()
    racks = result.query.object_type == 'dcim.rack'
    if not result.counted:
        text = gettext('No container found in which a network could be free; name a prefix or an aggregate.')
        text = gettext('No rack found in which something could be free.') if racks else text
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query)
    text = _racks(result, refs, user) if racks else _networks(result, refs, user)
    example = result.fits[0].container if result.fits else None
    notes = looked_into(result.counted, result.containers, example) if example else []
    blocks = [_table(result, refs, racks=racks)] if result.fits and result.total else []
    return Reply(
        ' '.join([text, *notes]),
        blocks=tuple(block.as_json() for block in blocks),
        total=result.total,
        objects=refs,
        query=query,
        focus=refs if len(refs) == 1 else (),
    )


def _racks(result: Fitting, refs: tuple[ObjectRef, ...], user: User) -> str:
    size = f'{result.query.size}U'
    if result.selection is None and result.counted == 1:
        return _yes_or_no(refs[0], result.fits[0], size)
    words = {'size': size, 'racks': counted(result.having, kind('dcim.rack')), 'count': number(result.counted)}
    words['racks'] += conditions(result.selection, (), user) if result.selection else ''
    if not result.having:
        nearest = _nearest(result, user)
        if result.selection is None:
            return gettext('No: none of the %(count)s racks has room for %(size)s.') % words + nearest
        of = conditions(result.selection, (), user)
        return gettext('No rack%(conditions)s has room for %(size)s.') % (words | {'conditions': of}) + nearest
    places = [_at(ref, fit) for ref, fit in _named(result, refs)]
    places += ['…'] if result.having > min(len(refs), MAX_NAMED) else []
    words['places'] = pgettext('between the items of a list with commas', '; ').join(places)
    if result.having == 1:
        return gettext('%(racks)s has room for %(size)s: %(places)s.') % words
    return gettext('%(racks)s have room for %(size)s, most room first: %(places)s.') % words


def _yes_or_no(ref: ObjectRef, fit: Fit, size: str) -> str:
    words = {'rack': named(ref, noun_of(fit.container)), 'size': size, 'runs': _runs(fit), 'largest': fit.largest}
    if fit.total:
        return gettext('Yes: %(rack)s has room for %(size)s at %(runs)s.') % words
    if fit.largest:
        return gettext('No: the longest free space in %(rack)s is %(largest)sU.') % words
    return gettext('No: nothing is free in %(rack)s.') % words


def _nearest(result: Fitting, user: User) -> str:
    if result.best is None:
        return ' ' + gettext('Nothing is free there.')
    ref = describe_all((result.best.container,), user)[0]
    words = {'largest': result.best.largest, 'place': named(ref, noun_of(result.best.container))}
    if result.query.object_type == 'dcim.rack':
        return ' ' + gettext('The longest free space is %(largest)sU, in %(place)s.') % words
    return ' ' + gettext('The largest free network is a /%(largest)s, in %(place)s.') % words


def _named(result: Fitting, refs: tuple[ObjectRef, ...]) -> list[tuple[ObjectRef, Fit]]:
    pairs = zip(refs, result.fits, strict=True)
    return [(ref, fit) for ref, fit in pairs if fit.total][:MAX_NAMED]


def _at(ref: ObjectRef, fit: Fit) -> str:
    return gettext('%(rack)s at %(runs)s') % {'rack': named(ref), 'runs': _runs(fit)}


def _runs(fit: Fit) -> str:
    return enumeration(run_text(run) for run in fit.runs)


def _networks(result: Fitting, refs: tuple[ObjectRef, ...], user: User) -> str:
    words = {'size': f'/{result.query.size}', 'total': number(result.total)}
    if result.selection is None and result.counted == 1:
        return _in_one(refs[0], result.fits[0], result.query.limit, words)
    of = kind(result.fits[0].container._meta.label_lower if result.fits else 'ipam.prefix')
    words['places'] = counted(result.having, of)
    words['places'] += conditions(result.selection, (), user) if result.selection else ''
    if not result.total:
        looked = counted(result.counted, of) + (conditions(result.selection, (), user) if result.selection else '')
        return gettext('No %(size)s is free in %(looked)s.') % (words | {'looked': looked}) + _nearest(result, user)
    words |= {'most': named(refs[0], noun_of(result.fits[0].container)), 'first': _first(result.fits[0])}
    if result.having == 1:
        return gettext('%(total)s free %(size)s in %(most)s: %(first)s.') % words
    return gettext('%(total)s free %(size)s in %(places)s, most of them in %(most)s: %(first)s.') % words


def _in_one(ref: ObjectRef, fit: Fit, limit: int, words: dict[str, str]) -> str:
    words = words | {'place': named(ref, noun_of(fit.container)), 'largest': str(fit.largest), 'first': _first(fit)}
    if not fit.total:
        text = gettext('No %(size)s is free in %(place)s.') % words
        largest = gettext('The largest free network in it is a /%(largest)s.') % words
        return f'{text} {largest if fit.largest else gettext("Nothing is free in it.")}'
    if limit == 1 and fit.networks:
        words |= {'first': fit.networks[0]}
        return gettext('%(first)s is the first free %(size)s in %(place)s, of %(total)s that are free.') % words
    return gettext('%(total)s free %(size)s in %(place)s: %(first)s.') % words


def _first(fit: Fit) -> str:
    shown = fit.networks[:MAX_NAMED]
    text, more = enumeration(shown), fit.total - len(shown)
    return gettext('%(items)s and %(count)s more') % {'items': text, 'count': number(more)} if more and shown else text


def _table(result: Fitting, refs: tuple[ObjectRef, ...], *, racks: bool) -> Table:
    if not racks and len(result.fits) == 1:
        networks = tuple((network,) for network in result.fits[0].networks)
        return Table((gettext('Free'),), networks, (None,) * len(networks))
    rows = tuple(
        (ref.display, *(_rack_cells(fit) if racks else (number(fit.total), _first(fit))), ref.detail)
        for ref, fit in zip(refs, result.fits, strict=True)
    )
    told = (gettext('Room at'), gettext('Longest')) if racks else (gettext('Free'), gettext('First'))
    return Table((heading(result.fits[0].container), *told, gettext('Where')), rows, tuple(ref.key for ref in refs))


def _rack_cells(fit: Fit) -> tuple[str, str]:
    return _runs(fit), gettext('%(size)s U') % {'size': number(fit.largest or 0)}
