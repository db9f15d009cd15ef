"""How full racks, address spaces, VLAN groups and power feeds are, by NetBox's own rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from dcim.models import PowerFeed, PowerPanel, PowerPort, Rack
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model, Sum
from django.utils.translation import gettext
from ipam.choices import PrefixStatusChoices
from ipam.models import Aggregate, IPRange, Prefix, VLANGroup
from virtualization.models import Cluster

from .catalogue import kind
from .errors import NotApplicable
from .loading import fetch, with_attributes
from .narrowing import related_to
from .query import InventoryQuery
from .racks import rack_usages
from .results import Measure, Missing, Result, Usage, Utilisation
from .selection import Selection, select
from .visibility import restricted

__all__ = ('MEASURED', 'utilisation_of')

User = AbstractBaseUser | AnonymousUser
# Measuring a prefix costs statements of its own, a rack does not.
MAX_MEASURED = {'dcim.rack': 2000}
FEW = 100


def utilisation_of(query: InventoryQuery, user: User) -> Result:
    """How full the subjects are; without any that can be measured, the objects of `query.object_type`, fullest first.

    Raises:
        NotApplicable: NetBox has no utilization for that type of object.
    """
    types = {key.object_type for key in query.subjects}
    if query.subjects and types <= set(MEASURED) and query.object_type in (None, *types):
        objects = fetch(query.subjects, user)
        if not objects:
            return Missing(query)
        return Utilisation(query, _measured(objects, user, alone=len(objects) == 1), len(objects))
    if query.object_type not in MEASURED:
        name = query.object_type or next(iter(types), '')
        raise NotApplicable(
            f'NetBox does not measure how full a {kind(name).noun} is.' if name else 'How full is what?'
        )
    return _ranking(query, user)


def _ranking(query: InventoryQuery, user: User) -> Utilisation:
    narrowed, _ = related_to(query, user)
    selection = select(kind(query.object_type or ''), narrowed.filters, user)
    limit = MAX_MEASURED.get(query.object_type or '', FEW)
    objects = tuple(with_attributes(selection.queryset, (), user)[:limit])
    total = len(objects) if len(objects) < limit else selection.queryset.count()
    usages = _measured(objects, user, alone=len(objects) == 1)
    page = usages[query.offset : query.offset + query.limit]
    return Utilisation(narrowed, page, total, ranked=True, selection=_linked(selection))


def _linked(selection: Selection) -> Selection:
    return replace(selection, queryset=selection.queryset.none())


def _measured(objects: Sequence[Model], user: User, *, alone: bool) -> tuple[Usage, ...]:
    found: list[Usage] = []
    for object_type in dict.fromkeys(obj._meta.label_lower for obj in objects):
        of_type = [obj for obj in objects if obj._meta.label_lower == object_type]
        found += MEASURED[object_type](of_type, user, alone)
    return tuple(sorted(found, key=lambda usage: -(usage.percent if usage.percent is not None else -1)))


def _racks(racks: Sequence[Rack], user: User, alone: bool) -> Iterable[Usage]:
    usages = rack_usages(racks)
    if alone and racks[0].powerfeeds.exists():
        return [replace(usages[0], power=float(racks[0].get_power_utilization()))]
    return usages


def _prefixes(prefixes: Sequence[Prefix], user: User, alone: bool) -> Iterable[Usage]:
    for prefix in prefixes:
        container = prefix.status == PrefixStatusChoices.STATUS_CONTAINER
        measure = Measure.PREFIXES if container else Measure.ADDRESSES
        if not alone:
            yield Usage(prefix, measure, float(prefix.get_utilization()))
            continue
        summary = prefix.get_ip_usage_summary()
        used = prefix.get_child_prefixes().count() if container else prefix.get_child_ips().count_distinct_hosts()
        free = None if container else summary['available_ip_count']
        yield Usage(prefix, measure, float(summary['utilization']), used, None, free)


def _aggregates(aggregates: Sequence[Aggregate], user: User, alone: bool) -> Iterable[Usage]:
    for aggregate in aggregates:
        used = aggregate.get_child_prefixes().count() if alone else None
        yield Usage(aggregate, Measure.PREFIXES, float(aggregate.get_utilization()), used)


def _ranges(ranges: Sequence[IPRange], user: User, alone: bool) -> Iterable[Usage]:
    for found in ranges:
        free = found.get_available_ip_count()
        yield Usage(found, Measure.ADDRESSES, float(found.utilization), found.size - free, found.size, free)


def _vlan_groups(groups: Sequence[VLANGroup], user: User, alone: bool) -> Iterable[Usage]:
    for group in VLANGroup.objects.filter(pk__in=[group.pk for group in groups]).annotate_utilization():
        used, total = group.vlan_count, group.total_vlan_ids
        yield Usage(group, Measure.VLANS, float(group.utilization or 0), used, total, max(total - used, 0))


def _draw(feeds: Iterable[PowerFeed]) -> int:
    ports = [peer for feed in feeds for peer in feed.link_peers if isinstance(peer, PowerPort)]
    return sum(port.get_power_draw()['allocated'] for port in ports)


def _feeds(feeds: Sequence[PowerFeed], user: User, alone: bool) -> Iterable[Usage]:
    return [_power(feed, (feed,)) for feed in feeds]


def _panels(panels: Sequence[PowerPanel], user: User, alone: bool) -> Iterable[Usage]:
    found = restricted(PowerFeed.objects.filter(power_panel__in=panels), user).prefetch_related('cable__terminations')
    feeds = list(found)
    return [_power(panel, [feed for feed in feeds if feed.power_panel_id == panel.pk]) for panel in panels]


def _power(obj: Model, feeds: Sequence[PowerFeed]) -> Usage:
    total, used = sum(feed.available_power for feed in feeds), _draw(feeds)
    percent = used / total * 100 if total else None
    return Usage(obj, Measure.POWER, percent, used, total, total - used)


def _clusters(clusters: Sequence[Cluster], user: User, alone: bool) -> Iterable[Usage]:
    sums = Cluster.objects.filter(pk__in=[cluster.pk for cluster in clusters]).annotate(
        cpus=Sum('virtual_machines__vcpus'), ram=Sum('virtual_machines__memory'), space=Sum('virtual_machines__disk')
    )
    for cluster in sums:
        extra = (
            (gettext('Allocated vCPUs'), f'{cluster.cpus or 0:g}'),
            (gettext('Allocated memory'), gettext('%(size)s MB') % {'size': cluster.ram or 0}),
            (gettext('Allocated disk'), gettext('%(size)s MB') % {'size': cluster.space or 0}),
        )
        yield Usage(cluster, Measure.RESOURCES, extra=extra)


MEASURED: Mapping[str, Callable[[Sequence[Model], User, bool], Iterable[Usage]]] = {
    'dcim.rack': _racks,
    'dcim.powerfeed': _feeds,
    'dcim.powerpanel': _panels,
    'ipam.prefix': _prefixes,
    'ipam.aggregate': _aggregates,
    'ipam.iprange': _ranges,
    'ipam.vlangroup': _vlan_groups,
    'virtualization.cluster': _clusters,
}
