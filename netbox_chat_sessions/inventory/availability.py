"""What is free inside something: rack units, addresses, child prefixes, VLAN IDs, and ports without a cable."""

import itertools
from collections.abc import Callable
from dataclasses import replace

from dcim.models import Rack
from dcim.models.device_components import CabledObjectModel
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.translation import gettext
from ipam.models import Aggregate, IPRange, Prefix, VLANGroup

from .catalogue import kind
from .errors import NotApplicable
from .loading import fetch
from .narrowing import related_to
from .query import InventoryQuery
from .racks import rack_usages, runs_of
from .results import Availability, Missing, Result, Room
from .selection import select
from .visibility import key_of

__all__ = ('available', 'free_ports')

User = AbstractBaseUser | AnonymousUser
MAX_ROOMS = 25


def available(query: InventoryQuery, user: User) -> Result:
    """What is free inside the subjects, or inside the objects that `query` finds.

    `query.object_type` is what is wanted (addresses or prefixes of a prefix); None: what the subjects hold.

    Raises:
        NotApplicable: Nothing can be free in such an object.
    """
    containers = fetch(query.subjects, user)
    if query.subjects and not containers:
        return Missing(query)
    holders = [obj for obj in containers if _counter(obj, query.object_type)]
    if not holders:
        holders = list(_holders(query, user))
    rooms = [_counter(obj, query.object_type)(obj, query) for obj in holders[:MAX_ROOMS]]
    return Availability(query, tuple(rooms))


def free_ports(query: InventoryQuery) -> InventoryQuery | None:
    """The list of ports without a cable that the query asks for; None when it is not about ports."""
    if query.object_type is None or not issubclass(kind(query.object_type).model, CabledObjectModel):
        return None
    filters = kind(query.object_type).filterset.base_filters
    free = {name: value for name, value in (('cabled', ('false',)), ('occupied', ('false',))) if name in filters}
    free = {'occupied': free['occupied']} if 'occupied' in free else free
    return replace(query, filters={**query.filters, **free})


def _holders(query: InventoryQuery, user: User) -> tuple[Model, ...]:
    holder = HOLDERS.get(query.object_type or '')
    if holder is None:
        names = {key.object_type for key in query.subjects} or {query.object_type or ''}
        raise NotApplicable(f'NetBox does not know what is free in {", ".join(sorted(names))}.')
    wanted = replace(query, object_type=holder)
    narrowed, _ = related_to(wanted, user)
    return tuple(select(kind(holder), narrowed.filters, user).queryset[:MAX_ROOMS])


def _counter(obj: Model, wanted: str | None) -> Callable[[Model, InventoryQuery], Room] | None:
    found = _COUNTERS.get(key_of(obj).object_type, {})
    return found.get(wanted) or (found.get(None) if wanted in (None, key_of(obj).object_type) else None)


def _units(rack: Rack, query: InventoryQuery) -> Room:
    free = rack_usages((rack,))[0].free_units
    page = tuple(f'U{unit}' for unit in free[query.offset : query.offset + query.limit])
    return Room(rack, (gettext('rack unit'), gettext('rack units')), len(free), page, runs_of(free))


def _addresses(holder: Prefix | IPRange, query: InventoryQuery) -> Room:
    length = holder.prefix.prefixlen if isinstance(holder, Prefix) else holder.start_address.prefixlen
    found = itertools.islice(holder.iter_available_ips(), query.offset, query.offset + query.limit)
    free = tuple(f'{address}/{length}' for address in found)
    return Room(holder, (gettext('IP address'), gettext('IP addresses')), holder.get_available_ip_count(), free)


def _prefixes(holder: Prefix | Aggregate, query: InventoryQuery) -> Room:
    networks = list(holder.get_available_prefixes().iter_cidrs())
    free = tuple(str(network) for network in networks[query.offset : query.offset + query.limit])
    return Room(holder, (gettext('prefix'), gettext('prefixes')), len(networks), free)


def _vlan_ids(group: VLANGroup, query: InventoryQuery) -> Room:
    ids = group.get_available_vids()
    free = tuple(str(vid) for vid in ids[query.offset : query.offset + query.limit])
    return Room(group, (gettext('VLAN ID'), gettext('VLAN IDs')), len(ids), free, runs_of(ids))


_COUNTERS = {
    'dcim.rack': {None: _units},
    'ipam.prefix': {None: _addresses, 'ipam.ipaddress': _addresses},
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
