"""What lies inside an address space: stored nowhere, found by network with NetBox's filters (`parent`, `within`)."""

from collections.abc import Mapping

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from ipam.choices import PrefixStatusChoices

from ..conversation.objects import ObjectKey
from .query import FilterValues
from .visibility import restricted

__all__ = ('contained_filters', 'contains')

# Filter of the target (first) that takes a network or address of the anchor (second).
_FILTERS = {
    ('ipam.ipaddress', 'ipam.prefix'): 'parent',
    ('ipam.iprange', 'ipam.prefix'): 'parent',
    ('ipam.prefix', 'ipam.prefix'): 'within',
    ('ipam.prefix', 'ipam.aggregate'): 'within_include',
    ('ipam.ipaddress', 'ipam.aggregate'): 'parent',
    ('ipam.prefix', 'ipam.ipaddress'): 'contains',
    ('ipam.aggregate', 'ipam.prefix'): 'contains',
}


def contains(target_type: str, anchor_type: str) -> bool:
    """Whether objects of one type are found by the network or address of the other."""
    return (target_type, anchor_type) in _FILTERS


def contained_filters(
    target_type: str, anchor: ObjectKey, user: AbstractBaseUser | AnonymousUser
) -> Mapping[str, FilterValues] | None:
    """Filters for what a prefix or aggregate contains, or what contains it, in the same VRF.

    As on the prefix's own page, a container in the global table contains what any VRF holds (`Prefix.get_child_ips`).
    None: the anchor does not exist for this user.
    """
    model = apps.get_model(anchor.object_type)
    obj = restricted(model._default_manager.filter(pk=anchor.object_id), user).first()
    if obj is None:
        return None
    network = getattr(obj, 'prefix', None) or obj.address
    found: dict[str, FilterValues] = {_FILTERS[target_type, anchor.object_type]: (str(network),)}
    return found if _any_vrf(target_type, obj) else found | {'vrf_id': _vrf(obj)}


def _any_vrf(target_type: str, obj: Model) -> bool:
    if not hasattr(obj, 'vrf_id') or target_type == 'ipam.aggregate':
        return True
    return obj.vrf_id is None and obj.status == PrefixStatusChoices.STATUS_CONTAINER


def _vrf(obj: Model) -> FilterValues:
    return (settings.FILTERS_NULL_CHOICE_VALUE if obj.vrf_id is None else obj.vrf_id,)
