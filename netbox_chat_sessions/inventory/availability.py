"""What is free inside something: rack units, addresses, child prefixes, VLAN IDs, and ports without a cable."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from dcim.models import Rack
from dcim.models.device_components import CabledObjectModel
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.translation import gettext
from ipam.models import Aggregate, IPRange, Prefix, VLANGroup

from .catalogue import kind
from .errors import NotApplicable
from .loading import fetch, with_attributes
from .narrowing import related_to
from .query import InventoryQuery
from .racks import rack_usages, runs_of
from .results import Availability, Missing, Result, Room
from .selection import select
from .visibility import key_of

__all__ = ('available', 'free_ports')

User = AbstractBaseUser | AnonymousUser
Counter = Callable[[Sequence[Model], InventoryQuery], Iterable[Room]]
# Looking into racks takes two statements for all of them, into a prefix two for each.
MAX_COUNTED = {'dcim.rack': 2000}
FEW = 50


def available(query: InventoryQuery, user: User) -> Result:
    """What is free inside the subjects, or inside the objects that `query` finds.

    `query.object_type` is what is wanted (addresses or prefixes of a prefix); None: what the subjects hold.

    Raises:
        NotApplicable: Nothing can be free in such an object.
    """
    given = fetch(query.subjects, user)
    if query.subjects and not given:
        return Missing(query)
    holders = [obj for obj in given if _counter(obj, query.object_type)]
    containers = len(holders)
    if not holders:
        holders, containers = _holders(query, user)
    rooms = [room for counter, found in _by_counter(holders, query).items() for room in counter(found, query)]
    if len(rooms) > 1:
        rooms.sort(key=lambda room: -room.total)
    page = tuple(rooms[query.offset : query.offset + query.limit]) if len(rooms) > 1 else tuple(rooms)
    return Availability(query, page, sum(room.total for room in rooms), containers, len(rooms))


def _by_counter(holders: Sequence[Model], query: InventoryQuery) -> dict[Counter, list[Model]]:
    found: dict[Counter, list[Model]] = {}
    for obj in holders:
        if (counter := _counter(obj, query.object_type)) is not None:
            found.setdefault(counter, []).append(obj)
    return found


def free_ports(query: InventoryQuery) -> InventoryQuery | None:
    """The list of ports without a cable that the query asks for; None when it is not about ports."""
    if query.object_type is None or not issubclass(kind(query.object_type).model, CabledObjectModel):
        return None
    filters = kind(query.object_type).filterset.base_filters
    free = {name: value for name, value in (('cabled', ('false',)), ('occupied', ('false',))) if name in filters}
    free = {'occupied': free['occupied']} if 'occupied' in free else free
    return replace(query, filters={**query.filters, **free})


def _holders(query: InventoryQuery, user: User) -> tuple[list[Model], int]:
    holder = HOLDERS.get(query.object_type or '')
    if holder is None:
        names = {kind(key.object_type).noun for key in query.subjects} or {'object'}
        raise NotApplicable(f'NetBox does not tell what is free in a {" or ".join(sorted(names))}.')
    narrowed, _ = related_to(replace(query, object_type=holder), user)
    queryset = select(kind(holder), narrowed.filters, user).queryset
    limit = MAX_COUNTED.get(holder, FEW)
    found = list(with_attributes(queryset, (), user)[:limit])
    return found, len(found) if len(found) < limit else queryset.count()


def _counter(obj: Model, wanted: str | None) -> Counter | None:
    found = _COUNTERS.get(key_of(obj).object_type, {})
    return found.get(wanted) or (found.get(None) if wanted == key_of(obj).object_type else None)


def _units(racks: Sequence[Rack], query: InventoryQuery) -> Iterable[Room]:
    noun = (gettext('rack unit'), gettext('rack units'))
    for usage in rack_usages(racks):
        page = tuple(f'U{unit}' for unit in usage.free_units[: query.limit])
        yield Room(usage.obj, noun, len(usage.free_units), page, runs_of(usage.free_units))


def _addresses(holders: Sequence[Prefix | IPRange], query: InventoryQuery) -> Iterable[Room]:
    start = query.offset if len(holders) == 1 else 0
    for holder in holders:
        length = holder.prefix.prefixlen if isinstance(holder, Prefix) else holder.start_address.prefixlen
        found = itertools.islice(holder.iter_available_ips(), start, start + query.limit)
        free = tuple(f'{address}/{length}' for address in found)
        noun = (gettext('IP address'), gettext('IP addresses'))
        yield Room(holder, noun, holder.get_available_ip_count(), free)


def _prefixes(holders: Sequence[Prefix | Aggregate], query: InventoryQuery) -> Iterable[Room]:
    for holder in holders:
        networks = list(holder.get_available_prefixes().iter_cidrs())
        free = tuple(str(network) for network in networks[: query.limit])
        yield Room(holder, (gettext('prefix'), gettext('prefixes')), len(networks), free)


def _vlan_ids(groups: Sequence[VLANGroup], query: InventoryQuery) -> Iterable[Room]:
    for group in groups:
        ids = group.get_available_vids()
        free = tuple(str(vid) for vid in ids[: query.limit])
        yield Room(group, (gettext('VLAN ID'), gettext('VLAN IDs')), len(ids), free, runs_of(ids))


_COUNTERS = {
    'dcim.rack': {None: _units},
    'ipam.prefix': {None: _addresses, 'ipam.ipaddress': _addresses, 'ipam.prefix': _prefixes},
    'ipam.iprange': {None: _addresses, 'ipam.ipaddress': _addresses},
    'ipam.aggregate': {None: _prefixes, 'ipam.prefix': _prefixes},
    'ipam.vlangroup': {None: _vlan_ids, 'ipam.vlan': _vlan_ids},
}
# Where to look for room when the subject itself (a site) holds none.
HOLDERS = {
    'dcim.rack': 'dcim.rack',
    'ipam.ipaddress': 'ipam.prefix',
    'ipam.prefix': 'ipam.prefix',
    'ipam.iprange': 'ipam.iprange',
    'ipam.vlan': 'ipam.vlangroup',
    'ipam.vlangroup': 'ipam.vlangroup',
}
