"""How much power things have and draw."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration, sentence_list
from ...inventory.power import Power, PowerUse, Supply
from .cells import number, percent
from .looked_into import looked_into, only_what_is_seen
from .wording import conditions, counted, heading, list_link, named, noun_of

__all__ = ('power_reply',)

User = AbstractBaseUser | AnonymousUser
MAX_SENTENCES = 3
MAX_NAMED = 6
# Told by ports, not by feeds.
BY_PORTS = ('dcim.device', 'dcim.powerport')


def power_reply(result: PowerUse, user: User) -> Reply:
    """A sentence for each object, or the sums of many; a row for each feed or port, or for each object of many."""
    refs = describe_all((power.obj for power in result.powers), user)
    links = list_link(result.selection) if result.selection else ()
    query = result.query.as_json()
    if not refs:
        text = gettext('Nothing found whose power could be told.')
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query, links=links)
    if len(refs) > MAX_SENTENCES or (result.selection and result.counted > 1):
        text = _sum(result, user)
    else:
        text = ' '.join(_sentence(ref, power, user) for ref, power in zip(refs, result.powers, strict=True))
    notes = only_what_is_seen(partial=result.partial) + looked_into(result.counted, result.total, result.powers[0].obj)
    table = _objects_table(result, refs) if len(refs) > 1 else _supplies_table(result.powers[0], user)
    return Reply(
        ' '.join([text, *notes]),
        blocks=(table.as_json(),) if table.rows else (),
        total=result.total,
        objects=refs,
        query=query,
        links=links,
        focus=refs if len(refs) == 1 else (),
    )


def _watts(value: float | None) -> str:
    return '' if value is None else gettext('%(count)s W') % {'count': number(value)}


def _share(power: Power) -> str:
    return '' if power.percent is None else percent(power.percent)


def _sentence(ref: ObjectRef, power: Power, user: User) -> str:
    if power.obj._meta.label_lower == 'dcim.poweroutlet':
        return _outlet_sentence(ref, power, user)
    if power.obj._meta.label_lower in BY_PORTS:
        return _device_sentence(ref, power)
    words = _words(ref, power)
    feeds = [supply for supply in power.supplies if not supply.leg]
    if power.available is None:
        return gettext('NetBox has no power feeds for %(place)s.') % words
    if power.obj._meta.label_lower == 'dcim.powerfeed':
        return gettext('%(subject)s gives %(available)s; %(allocated)s of it are allocated (%(share)s).') % words
    names = [_feed_text(str(supply.obj), supply.available) for supply in feeds]
    words |= {'count': number(len(feeds)), 'feeds': _some(names)}
    given = ngettext(
        '%(subject)s gets %(available)s from %(count)s feed (%(feeds)s); '
        '%(allocated)s of it are allocated (%(share)s).',
        '%(subject)s gets %(available)s from %(count)s feeds (%(feeds)s); '
        '%(allocated)s of it are allocated (%(share)s).',
        len(feeds),
    )
    if power.obj._meta.label_lower == 'dcim.powerpanel':
        given = ngettext(
            '%(subject)s gives %(available)s through %(count)s feed (%(feeds)s); '
            '%(allocated)s of it are allocated (%(share)s).',
            '%(subject)s gives %(available)s through %(count)s feeds (%(feeds)s); '
            '%(allocated)s of it are allocated (%(share)s).',
            len(feeds),
        )
    return given % words


def _words(ref: ObjectRef, power: Power) -> dict[str, str]:
    place = named(ref, noun_of(power.obj))
    return {
        'place': place,
        'subject': capfirst(place),
        'available': _watts(power.available),
        'allocated': _watts(power.draw.allocated),
        'maximum': _watts(power.draw.maximum),
        'left': _watts((power.available or 0) - power.draw.allocated),
        'share': _share(power),
    }


def _feed_text(name: str, watts: float | None) -> str:
    return f'{name} {_watts(watts)}'


def _some(names: list[str]) -> str:
    more = [gettext('%(count)s more') % {'count': number(len(names) - MAX_NAMED)}] if len(names) > MAX_NAMED else []
    return enumeration([*names[:MAX_NAMED], *more])


def _outlet_sentence(ref: ObjectRef, power: Power, user: User) -> str:
    words = _words(ref, power)
    if not power.supplies:
        return gettext('No power port that you may see is connected to %(place)s.') % words
    ports = describe_all((supply.obj for supply in power.supplies), user)
    words['ports'] = sentence_list(named(port) for port in ports)
    return gettext('%(subject)s feeds %(ports)s: %(allocated)s allocated, at most %(maximum)s.') % words


def _device_sentence(ref: ObjectRef, power: Power) -> str:
    words = _words(ref, power)
    ports = [supply for supply in power.supplies if not supply.leg]
    if not ports:
        return gettext('NetBox has no power ports for %(place)s.') % words
    outlets = sum(supply.outlets for supply in ports)
    if outlets:
        text = ngettext(
            '%(subject)s feeds %(allocated)s of allocated power, at most %(maximum)s, through %(count)s outlet',
            '%(subject)s feeds %(allocated)s of allocated power, at most %(maximum)s, through %(count)s outlets',
            outlets,
        )
        words['count'] = number(outlets)
    elif power.obj in (supply.obj for supply in ports):
        text = gettext('%(subject)s is allocated %(allocated)s, at most %(maximum)s')
    else:
        text = ngettext(
            '%(subject)s is allocated %(allocated)s, at most %(maximum)s, on %(count)s power port (%(ports)s)',
            '%(subject)s is allocated %(allocated)s, at most %(maximum)s, on %(count)s power ports (%(ports)s)',
            len(ports),
        )
        names = [_feed_text(str(supply.obj), supply.draw.allocated) for supply in ports]
        words |= {'count': number(len(ports)), 'ports': _some(names)}
    if power.available is None:
        return gettext('%(told)s.') % {'told': text % words}
    feeds = {supply.feed.pk: supply.feed for supply in ports if supply.feed}
    words['feeds'] = sentence_list(feed.name for feed in feeds.values())
    words['told'] = text % words
    return (
        gettext('%(told)s; it gets %(available)s from %(feeds)s, of which %(left)s are left (%(share)s allocated).')
        % words
    )


def _sum(result: PowerUse, user: User) -> str:
    of = result.powers[0].obj
    said = gettext('%(count)s %(nouns)s') % {
        'count': number(result.counted),
        'nouns': of._meta.verbose_name if result.counted == 1 else of._meta.verbose_name_plural,
    }
    if result.selection:
        said = counted(result.total, result.selection.kind) + conditions(result.selection, (), user)
    share = result.draw.allocated / result.available * 100 if result.available else None
    words = {
        'said': said,
        'available': _watts(result.available),
        'allocated': _watts(result.draw.allocated),
        'maximum': _watts(result.draw.maximum),
        'share': '' if share is None else percent(share),
    }
    if share is None:
        text = gettext('%(said)s: %(allocated)s are allocated, at most %(maximum)s; no power feed is known.')
    elif of._meta.label_lower == 'dcim.powerfeed':
        text = gettext('%(said)s: %(available)s in all, of which %(allocated)s are allocated (%(share)s).')
    else:
        text = gettext('%(said)s: %(available)s from their feeds, of which %(allocated)s are allocated (%(share)s).')
    return text % words


def _objects_table(result: PowerUse, refs: tuple[ObjectRef, ...]) -> Table:
    rows = tuple(
        (
            ref.display,
            _watts(power.available),
            _watts(power.draw.allocated),
            _watts(None if power.available is None else power.available - power.draw.allocated),
            _share(power),
            ref.detail,
        )
        for ref, power in zip(refs, result.powers, strict=True)
    )
    first = heading(result.powers[0].obj)
    told = (
        gettext('Available'),
        gettext('Allocated'),
        pgettext('power', 'Left'),
        gettext('Utilization'),
        gettext('Where'),
    )
    return Table((first, *told), rows, tuple(ref.key for ref in refs))


def _supplies_table(power: Power, user: User) -> Table:
    refs = describe_all((supply.obj for supply in power.supplies), user)
    device = power.obj._meta.label_lower in BY_PORTS
    rows = tuple(_supply_row(ref, supply, device=device) for ref, supply in zip(refs, power.supplies, strict=True))
    told = (
        gettext('Allocated'),
        gettext('Maximum'),
        gettext('Available'),
        pgettext('power', 'Left'),
        gettext('Utilization'),
    )
    ports = (pgettext('power', 'Outlets'), gettext('Power feed')) if device else ()
    first = heading(power.supplies[0].obj) if power.supplies else ''
    return Table((first, *told, *ports), rows, tuple(ref.key for ref in refs))


def _supply_row(ref: ObjectRef, supply: Supply, *, device: bool) -> tuple[str, ...]:
    name = gettext('%(name)s, leg %(leg)s') % {'name': ref.display, 'leg': supply.leg} if supply.leg else ref.display
    allocated, available = supply.draw.allocated, supply.available
    share = percent(allocated / available * 100) if available else ''
    left = _watts(None if available is None else available - allocated)
    row = (name, _watts(allocated), _watts(supply.draw.maximum), _watts(available), left, share)
    return (*row, number(supply.outlets), supply.feed.name if supply.feed else '') if device else row
