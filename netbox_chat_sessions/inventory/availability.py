"""What is free inside something: rack units, addresses, child prefixes, VLAN IDs, and ports without a cable.

What a hidden object holds is not free (`partial`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from dcim.models import Rack
from dcim.models.device_components import CabledObjectModel
from django.db.models import Model
from django.utils.translation import gettext, pgettext
from ipam.models import Aggregate, IPRange, Prefix, VLANGroup

from .catalogue import kind
from .fitting import fitting
from .free_addresses import first_free, first_of_each, free_counts
from .holders import holders_for
from .networks import children_within, free_cidrs, gaps, within_others
from .query import InventoryQuery
from .racks import rack_usages, runs_of
from .results import Availability, Missing, Result, Room
from .visibility import User
from .vlan_ids import VlanBounds, free_ids, vlan_bounds

__all__ = ('available', 'free_ports')

Counter = Callable[[Sequence[Any], slice, VlanBounds], Iterable[Room]]


def available(query: InventoryQuery, user: User) -> Result:
    """What is free inside the subjects, or inside the objects that `query` finds.

    `query.object_type` is what is wanted (addresses or prefixes of a prefix); None: what the subjects hold. With
    `query.size`, room for something that large (`fitting`). VLAN IDs are bounded by the filters `vid__gte` and
    `vid__lte`; all other filters choose what is looked into.

    Raises:
        NotApplicable: Nothing can be free in such an object.
        ImpossibleSize: Nothing is so large.
    """
    if query.size is not None:
        return fitting(query, user)
    choosing, bounds = vlan_bounds(query)
    found = holders_for(choosing, user, _counter)
    if found is None:
        return Missing(query)
    part = slice(query.offset, query.offset + query.limit)
    alone = len(found.objects) == 1
    rooms = [
        room
        for counter, holders in _by_counter(found.objects, query.object_type).items()
        for room in counter(holders, part if alone else slice(query.limit), bounds)
    ]
    page = rooms if alone else sorted(rooms, key=lambda room: -room.total)[part]
    shown = _with_addresses(page, part, alone=alone)
    return Availability(query, shown, _total(rooms), found.total, len(rooms))


def _total(rooms: Sequence[Room]) -> int:
    """What is free in all of them; addresses of a prefix that lies in another of them are not counted twice."""
    prefixes = [room for room in rooms if isinstance(room.container, Prefix) and room.noun == _address_noun()]
    inner = within_others([room.container for room in prefixes])
    return sum(room.total for room in rooms if not (isinstance(room.container, Prefix) and room.container.pk in inner))


def _by_counter(holders: Sequence[Model], wanted: str | None) -> dict[Counter, list[Model]]:
    found: dict[Counter, list[Model]] = {}
    for obj in holders:
        if (counter := _counter(obj._meta.label_lower, wanted)) is not None:
            found.setdefault(counter, []).append(obj)
    return found


def free_ports(query: InventoryQuery) -> InventoryQuery | None:
    """The list of ports without a cable that the query asks for; None when it is not about ports."""
    if query.object_type is None or not issubclass(kind(query.object_type).model, CabledObjectModel):
        return None
    filters = kind(query.object_type).filterset.base_filters
    free = {name: value for name, value in (('cabled', ('false',)), ('occupied', ('false',))) if name in filters}
    free = {'occupied': free['occupied']} if 'occupied' in free else free
    if 'kind' in filters and 'type' not in query.filters:
        # Nothing is plugged into a loopback.
        free['kind'] = ('physical',)
    return replace(query, filters={**query.filters, **free})


def _counter(holder_type: str, wanted: str | None) -> Counter | None:
    found = _COUNTERS.get(holder_type, {})
    return found.get(wanted) or (found.get(None) if wanted == holder_type else None)


def _units(racks: Sequence[Rack], part: slice, _: VlanBounds) -> Iterable[Room]:
    noun = (gettext('rack unit'), gettext('rack units'))
    for usage in rack_usages(racks):
        page = tuple(f'U{unit}' for unit in usage.free_units[part])
        yield Room(usage.obj, noun, len(usage.free_units), page, runs_of(usage.free_units))


def _addresses(holders: Sequence[Prefix | IPRange], part: slice, _: VlanBounds) -> Iterable[Room]:
    counts = free_counts(holders)
    for holder in holders:
        yield Room(holder, _address_noun(), counts[holder.pk], ())


def _address_noun() -> tuple[str, str]:
    return gettext('IP address'), gettext('IP addresses')


def _with_addresses(rooms: Sequence[Room], part: slice, *, alone: bool) -> tuple[Room, ...]:
    """The rooms of a page; of one prefix or range with its free addresses, of several each with its first."""
    if alone:
        return tuple(
            replace(room, free=first_free(room.container, part.start, part.stop - part.start))
            if _holds_addresses(room)
            else room
            for room in rooms
        )
    firsts: dict[tuple[type[Model], int], str] = {}
    for model in (Prefix, IPRange):
        holders = [room.container for room in rooms if _holds_addresses(room) and isinstance(room.container, model)]
        firsts |= {(model, pk): address for pk, address in first_of_each(holders).items()}
    return tuple(
        replace(room, free=(first,)) if (first := firsts.get((type(room.container), room.container.pk))) else room
        for room in rooms
    )


def _holds_addresses(room: Room) -> bool:
    return bool(room.total) and room.noun == _address_noun()


def _prefixes(holders: Sequence[Prefix | Aggregate], part: slice, _: VlanBounds) -> Iterable[Room]:
    taken = children_within(holders, Prefix.objects.all())
    for holder in holders:
        networks = free_cidrs(holder.prefix.version, gaps(holder, taken[holder.pk]))
        free = tuple(str(network) for network in networks[part])
        yield Room(holder, (gettext('prefix'), gettext('prefixes')), len(networks), free)


def _vlan_ids(groups: Sequence[VLANGroup], part: slice, bounds: VlanBounds) -> Iterable[Room]:
    ids = free_ids(groups, bounds)
    for group in groups:
        free = tuple(str(vid) for vid in ids[group.pk][part])
        yield Room(group, _vlan_noun(bounds), len(ids[group.pk]), free, runs_of(ids[group.pk]))


def _vlan_noun(bounds: VlanBounds) -> tuple[str, str]:
    if not bounds.given:
        return pgettext('the number of a VLAN', 'VLAN ID'), gettext('VLAN IDs')
    words = {'first': bounds.first, 'last': bounds.last}
    single, plural = gettext('VLAN ID from %(first)s to %(last)s'), gettext('VLAN IDs from %(first)s to %(last)s')
    return single % words, plural % words


_COUNTERS: dict[str, dict[str | None, Counter]] = {
    'dcim.rack': {None: _units},
    'ipam.prefix': {None: _addresses, 'ipam.ipaddress': _addresses, 'ipam.prefix': _prefixes},
    'ipam.iprange': {None: _addresses, 'ipam.ipaddress': _addresses},
    'ipam.aggregate': {None: _prefixes, 'ipam.prefix': _prefixes},
    'ipam.vlangroup': {None: _vlan_ids, 'ipam.vlan': _vlan_ids},
}
