"""Free VLAN IDs of many groups at a time (`VLANGroup.get_available_vids`), all of them or those within bounds.

IDs of VLANs that the user may not see are not free either (`partial`).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from ipam.constants import VLAN_VID_MAX, VLAN_VID_MIN
from ipam.models import VLAN, VLANGroup
from utilities.data import get_inclusive_integer_range_bounds

from .errors import ImpossibleSize
from .query import InventoryQuery

__all__ = ('VlanBounds', 'free_ids', 'vlan_bounds')

# Parameters of NetBox's filter of VLANs that bound their IDs, with how far the bound lies from the value.
LOWER, UPPER = {'vid__gte': 0, 'vid__gt': 1}, {'vid__lte': 0, 'vid__lt': -1}


@dataclass(frozen=True)
class VlanBounds:
    """Which VLAN IDs are asked about; `given`: the question bounds them."""

    first: int = VLAN_VID_MIN
    last: int = VLAN_VID_MAX
    given: bool = False


def vlan_bounds(query: InventoryQuery) -> tuple[InventoryQuery, VlanBounds]:
    """The query without the filters that bound VLAN IDs, and these bounds; other filters choose groups.

    Raises:
        ImpossibleSize: There are no such VLAN IDs.
    """
    if query.object_type not in ('ipam.vlan', 'ipam.vlangroup'):
        return query, VlanBounds()
    names = ('vid', *LOWER, *UPPER)
    rest = {name: values for name, values in query.filters.items() if name not in names}
    if len(rest) == len(query.filters):
        return query, VlanBounds()
    firsts, lasts = [VLAN_VID_MIN], [VLAN_VID_MAX]
    for name in names:
        values = [_number(value) for value in query.filters.get(name, ())]
        if values:
            firsts += [] if name in UPPER else [min(values) + LOWER.get(name, 0)]
            lasts += [] if name in LOWER else [max(values) + UPPER.get(name, 0)]
    first, last = max(firsts), min(lasts)
    if first > last:
        raise ImpossibleSize(_sentence())
    return replace(query, filters=rest), VlanBounds(first, last, True)


def _number(value: str | int) -> int:
    if not str(value).isdecimal() or not VLAN_VID_MIN <= int(value) <= VLAN_VID_MAX:
        raise ImpossibleSize(_sentence())
    return int(value)


def _sentence() -> str:
    return gettext('VLAN IDs go from %(first)s to %(last)s; ask for a range in between, the lower one first.') % {
        'first': VLAN_VID_MIN,
        'last': VLAN_VID_MAX,
    }


def free_ids(groups: Sequence[VLANGroup], bounds: VlanBounds) -> dict[int, list[int]]:
    """The free VLAN IDs of each group, ascending, by its primary key; one statement for all groups."""
    taken: defaultdict[int, set[int]] = defaultdict(set)
    for group, vid in VLAN.objects.filter(group__in=groups).order_by().values_list('group_id', 'vid'):
        taken[group].add(vid)
    found = {}
    for group in groups:
        ids: set[int] = set()
        for vid_range in group.vid_ranges:
            first, last = get_inclusive_integer_range_bounds(vid_range)
            ids.update(range(max(first, bounds.first), min(last, bounds.last) + 1))
        found[group.pk] = sorted(ids - taken[group.pk])
    return found
