"""What lies inside an address space: stored nowhere, found by network with NetBox's filters (`parent`, `within`)."""

from collections.abc import Callable, Mapping

from django.apps import apps
from django.conf import settings
from django.db.models import F, Func, Model, OuterRef, Q, Value
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact, GreaterThanOrEqual, IsNull, LessThanOrEqual
from ipam.choices import PrefixStatusChoices
from ipam.fields import IPAddressField
from ipam.models import Aggregate

from ..conversation.objects import ObjectKey
from .query import FilterValues
from .visibility import User, restricted

__all__ = ('contained_filters', 'contains', 'holds')

# Filter of the target (first) that takes a network or address of the anchor (second).
_FILTERS = {
    ('ipam.ipaddress', 'ipam.prefix'): 'parent',
    ('ipam.iprange', 'ipam.prefix'): 'parent',
    ('ipam.prefix', 'ipam.prefix'): 'within',
    ('ipam.prefix', 'ipam.aggregate'): 'within_include',
    ('ipam.ipaddress', 'ipam.aggregate'): 'parent',
    ('ipam.prefix', 'ipam.ipaddress'): 'contains',
    # NetBox has no such filter: the aggregates are named one by one.
    ('ipam.aggregate', 'ipam.prefix'): 'id',
}
# What those filters compare, of the target and of the anchor.
_LOOKUPS = {
    ('ipam.ipaddress', 'ipam.prefix'): ('address__net_host_contained', 'prefix'),
    ('ipam.iprange', 'ipam.prefix'): ('start_address__net_host_contained', 'prefix'),
    ('ipam.prefix', 'ipam.prefix'): ('prefix__net_contained', 'prefix'),
    ('ipam.prefix', 'ipam.aggregate'): ('prefix__net_contained_or_equal', 'prefix'),
    ('ipam.ipaddress', 'ipam.aggregate'): ('address__net_host_contained', 'prefix'),
    ('ipam.prefix', 'ipam.ipaddress'): ('prefix__net_contains_or_equals', 'address'),
    ('ipam.aggregate', 'ipam.prefix'): ('prefix__net_contains_or_equals', 'prefix'),
}


def contains(target_type: str, anchor_type: str) -> bool:
    """Whether objects of one type are found by the network or address of the other."""
    return (target_type, anchor_type) in _FILTERS


def contained_filters(target_type: str, anchor: ObjectKey, user: User) -> Mapping[str, FilterValues] | None:
    """Filters for what a prefix or aggregate contains, or what contains it, in the same VRF.

    As on the prefix's own page, a container in the global table contains what any VRF holds (`Prefix.get_child_ips`).
    None: the anchor does not exist for this user.
    """
    model = apps.get_model(anchor.object_type)
    obj = restricted(model._default_manager.filter(pk=anchor.object_id), user).first()
    if obj is None:
        return None
    network = getattr(obj, 'prefix', None) or obj.address
    if target_type == 'ipam.aggregate':
        around = Aggregate.objects.filter(prefix__net_contains_or_equals=str(network.cidr))
        return {'id': tuple(restricted(around, user).order_by().values_list('pk', flat=True)) or (0,)}
    found: dict[str, FilterValues] = {_FILTERS[target_type, anchor.object_type]: (str(network),)}
    return found if _any_vrf(obj) else found | {'vrf_id': _vrf(obj)}


def _any_vrf(obj: Model) -> bool:
    if not hasattr(obj, 'vrf_id'):
        return True
    return obj.vrf_id is None and obj.status == PrefixStatusChoices.STATUS_CONTAINER


def _vrf(obj: Model) -> FilterValues:
    return (settings.FILTERS_NULL_CHOICE_VALUE if obj.vrf_id is None else obj.vrf_id,)


class _First(Func):
    """The first address of a network, as NetBox's indexes have it."""

    template = 'CAST(HOST(%(expressions)s) AS INET)'
    output_field = IPAddressField()


class _Last(_First):
    template = 'CAST(HOST(BROADCAST(%(expressions)s)) AS INET)'


def holds(target_type: str, anchor_type: str, outer: Callable[[str], OuterRef]) -> Q:
    """As `contained_filters`, for the anchor of an outer statement, whose fields `outer` names."""
    found = _in_network(target_type, anchor_type, outer)
    if 'ipam.aggregate' in (target_type, anchor_type):
        return found
    in_vrf = Q(Exact(Coalesce(F('vrf_id'), Value(0)), Coalesce(outer('vrf_id'), Value(0))))
    if anchor_type == 'ipam.prefix':
        container = Q(Exact(outer('status'), Value(PrefixStatusChoices.STATUS_CONTAINER)))
        in_vrf |= Q(IsNull(outer('vrf_id'), True)) & container
    return found & in_vrf


def _in_network(target_type: str, anchor_type: str, outer: Callable[[str], OuterRef]) -> Q:
    if anchor_type == 'ipam.ipaddress':
        return Q(prefix__net_contains_or_equals=outer('address'))
    if target_type in ('ipam.ipaddress', 'ipam.iprange'):
        first, last = ('address',) * 2 if target_type == 'ipam.ipaddress' else ('start_address', 'end_address')
        # A comparison with two bounds can use an index, `<<=` cannot.
        return Q(GreaterThanOrEqual(_First(first), _First(outer('prefix')))) & Q(
            LessThanOrEqual(_First(last), _Last(outer('prefix')))
        )
    lookup = {
        'id': 'net_contains_or_equals',
        'within': 'net_contained',
        'within_include': 'net_contained_or_equal',
        'contains': 'net_contains_or_equals',
    }
    return Q(**{f'prefix__{lookup[_FILTERS[target_type, anchor_type]]}': outer('prefix')})
