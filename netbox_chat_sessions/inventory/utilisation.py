"""How full racks, address spaces, VLAN groups and power feeds are, by NetBox's own rules.

What is used counts only what the user may see (`partial`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from dcim.models import PowerFeed, PowerPort, Rack
from django.db.models import Count, Model, Q, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext
from ipam.models import VLAN, VLANGroup
from virtualization.models import Cluster, VirtualMachine

from .address_usage import aggregate_usages, prefix_usages, range_usages
from .catalogue import kind
from .enumerating import enumeration
from .errors import NotApplicable
from .loading import fetch, with_attributes
from .narrowing import chosen
from .partial import sees_all
from .power import POWERED, Power, powers_of
from .query import InventoryQuery
from .racks import rack_usages
from .results import Measure, Missing, Result, Usage, Utilisation
from .selection import Selection
from .visibility import User, restricted

__all__ = ('MAX_MEASURED', 'MEASURED', 'POWER', 'measured', 'utilisation_of')

# Measuring costs the same few statements for all of them, but their parts are counted one by one.
MAX_MEASURED = 2000
# The attribute that asks for power, not for space.
POWER = 'power'


def utilisation_of(query: InventoryQuery, user: User) -> Result:
    """How full the subjects are; without any that can be measured, the objects of `query.object_type`, fullest first.

    With the attribute `power`: what they have and draw of power.

    Raises:
        NotApplicable: NetBox has no utilization for that type of object.
    """
    power = POWER in query.attributes
    measurable: Mapping[str, Any] = POWERED if power else MEASURED
    types = {key.object_type for key in query.subjects}
    if query.subjects and types <= set(measurable) and query.object_type in (None, *types):
        objects = fetch(query.subjects, user)
        if not objects:
            return Missing(query)
        if power:
            return powers_of(query, objects, len(objects), user)
        return Utilisation(query, measured(objects, user, alone=len(objects) == 1), len(objects))
    if query.object_type not in measurable:
        raise NotApplicable(_not_measured(query, next(iter(types), ''), power=power))
    return _ranking(query, user, power=power)


def _not_measured(query: InventoryQuery, subject: str, *, power: bool) -> str:
    name = query.object_type or subject
    if not name:
        return gettext('How full is what?')
    if power:
        others = enumeration(kind(item).nouns for item in POWERED)
        return gettext('NetBox does not tell the power of %(nouns)s; ask about that of %(others)s.') % {
            'nouns': kind(name).nouns,
            'others': others,
        }
    return gettext('NetBox does not measure how full %(nouns)s are.') % {'nouns': kind(name).nouns}


def _ranking(query: InventoryQuery, user: User, *, power: bool) -> Result:
    narrowed, selection, _ = chosen(replace(query, order=()), user)
    objects = tuple(with_attributes(selection.queryset, (), user)[:MAX_MEASURED])
    total = len(objects) if len(objects) < MAX_MEASURED else selection.queryset.count()
    if power:
        return powers_of(narrowed, objects, total, user, _linked(selection))
    usages = measured(objects, user, alone=len(objects) == 1)
    page = usages[query.offset : query.offset + query.limit]
    return Utilisation(narrowed, page, total, ranked=True, selection=_linked(selection), measured=len(objects))


def _linked(selection: Selection) -> Selection:
    return replace(selection, queryset=selection.queryset.none())


def measured(objects: Sequence[Model], user: User, *, alone: bool) -> tuple[Usage, ...]:
    """How full objects are whose types are in `MEASURED`, the fullest first, in a few statements for each type.

    `alone`: more is told of a single object, for a few statements more.
    """
    found: list[Usage] = []
    for object_type in dict.fromkeys(obj._meta.label_lower for obj in objects):
        of_type = [obj for obj in objects if obj._meta.label_lower == object_type]
        found += MEASURED[object_type](of_type, user, alone)
    return tuple(sorted(found, key=lambda usage: -(usage.percent if usage.percent is not None else -1)))


def _racks(racks: Sequence[Rack], user: User, alone: bool) -> Iterable[Usage]:
    usages = rack_usages(racks, user)
    if not alone:
        return usages
    power = POWERED['dcim.rack'](racks, user)[0]
    if power.available is None:
        return usages
    partial = usages[0].partial or not sees_all(user, PowerFeed, PowerPort)
    return [replace(usages[0], power=round(power.percent or 0.0, 1), partial=partial)]


def _vlan_groups(groups: Sequence[VLANGroup], user: User, alone: bool) -> Iterable[Usage]:
    seen: dict[int, int] | None = None
    if not sees_all(user, VLAN):
        mine = restricted(VLAN.objects.filter(group__in=groups), user)
        seen = dict(mine.order_by().values_list('group').annotate(Count('pk')))
    for group in VLANGroup.objects.filter(pk__in=[group.pk for group in groups]).annotate_utilization():
        total, percent, used = group.total_vlan_ids, float(group.utilization or 0), group.vlan_count
        free = max(total - used, 0)
        if seen is not None:
            used = seen.get(group.pk, 0)
            percent = round(used / total * 100, 2) if total else 0.0
        yield Usage(group, Measure.VLANS, percent, used, total, free, partial=seen is not None)


def _powered(object_type: str) -> Callable[[Sequence[Model], User, bool], Iterable[Usage]]:
    def tell(objects: Sequence[Model], user: User, alone: bool) -> Iterable[Usage]:
        partial = not sees_all(user, PowerFeed, PowerPort)
        return [_power(found, partial) for found in POWERED[object_type](objects, user)]

    return tell


def _power(power: Power, partial: bool) -> Usage:
    total, used = power.available or 0, power.draw.allocated
    return Usage(power.obj, Measure.POWER, power.percent, used, total, total - used, partial=partial)


def _clusters(clusters: Sequence[Cluster], user: User, alone: bool) -> Iterable[Usage]:
    whole = sees_all(user, VirtualMachine)
    counted = None if whole else Q(virtual_machines__in=restricted(VirtualMachine.objects.all(), user))
    sums = Cluster.objects.filter(pk__in=[cluster.pk for cluster in clusters]).annotate(
        cpus=Sum('virtual_machines__vcpus', filter=counted),
        ram=Sum('virtual_machines__memory', filter=counted),
        space=Sum('virtual_machines__disk', filter=counted),
    )
    for cluster in sums:
        extra = (
            (gettext('Allocated vCPUs'), _figure(cluster.cpus)),
            (gettext('Allocated memory'), gettext('%(size)s MB') % {'size': _figure(cluster.ram)}),
            (gettext('Allocated disk'), gettext('%(size)s MB') % {'size': _figure(cluster.space)}),
        )
        yield Usage(cluster, Measure.RESOURCES, extra=extra, partial=not whole)


def _figure(value: float | None) -> str:
    """A number as the reader writes it, without trailing zeros."""
    plain = f'{value or 0:f}'.rstrip('0').rstrip('.') if isinstance(value, Decimal) else str(value or 0)
    return str(number_format(Decimal(plain), force_grouping=True))


MEASURED: Mapping[str, Callable[[Sequence[Any], User, bool], Iterable[Usage]]] = {
    'dcim.rack': _racks,
    'dcim.powerfeed': _powered('dcim.powerfeed'),
    'dcim.powerpanel': _powered('dcim.powerpanel'),
    'ipam.prefix': prefix_usages,
    'ipam.aggregate': aggregate_usages,
    'ipam.iprange': range_usages,
    'ipam.vlangroup': _vlan_groups,
    'virtualization.cluster': _clusters,
}
