"""Networks inside containers: what children take of a container, and which networks of a length are left."""

import bisect
import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL
from ipam.models import Aggregate, Prefix
from netaddr import IPAddress, IPNetwork, iprange_to_cidrs

from .hosts import Interval, merged

__all__ = ('children_within', 'count_networks', 'free_cidrs', 'gaps', 'networks_in', 'within_others')

Holder = Prefix | Aggregate
# One search of the index of prefixes for each network.
WITHIN = """
    SELECT inner_prefix.id FROM unnest(%s::inet[]) AS whole (network)
    JOIN ipam_prefix inner_prefix ON inner_prefix.prefix <<= whole.network
"""


def children_within(
    holders: Sequence[Holder], prefixes: QuerySet, *, equal: bool = False
) -> dict[int, tuple[Interval, ...]]:
    """What the child prefixes of each container take of it, merged, by its primary key; one statement for all.

    Children of a prefix are those of its VRF, as `Prefix.get_utilization` and `get_available_prefixes` take them;
    an aggregate contains those of every VRF.

    Args:
        holders: Prefixes or aggregates.
        prefixes: Which prefixes count.
        equal: A prefix as large as the container counts (`Aggregate.get_utilization`).
    """
    if not holders:
        return {}
    any_vrf = isinstance(holders[0], Aggregate)
    within = RawSQL(WITHIN, [[str(network) for network in _outermost(holders)]])  # noqa: S611
    by_space: defaultdict[tuple[int | None, int], set[tuple[int, int]]] = defaultdict(set)
    for vrf_id, network in prefixes.filter(pk__in=within).order_by().values_list('vrf_id', 'prefix'):
        by_space[None if any_vrf else vrf_id, network.version].add((network.first, network.last))
    ordered = {space: sorted(found, key=lambda item: (item[0], -item[1])) for space, found in by_space.items()}
    taken = {}
    for holder in holders:
        network = IPNetwork(holder.prefix)
        space = ordered.get((None if any_vrf else holder.vrf_id, network.version), [])
        taken[holder.pk] = merged(_inside(space, (network.first, network.last), equal))
    return taken


def _outermost(holders: Sequence[Holder]) -> list[IPNetwork]:
    found: list[IPNetwork] = []
    for network in sorted({IPNetwork(holder.prefix) for holder in holders}):
        if not found or network not in found[-1]:
            found.append(network)
    return found


def _inside(ordered: Sequence[Interval], whole: Interval, equal: bool) -> Iterator[Interval]:
    for first, last in itertools.islice(ordered, bisect.bisect_left(ordered, (whole[0],)), None):
        if first > whole[1]:
            return
        if last <= whole[1] and (equal or (first, last) != whole):
            yield first, last


def within_others(prefixes: Sequence[Prefix]) -> set[int]:
    """Which of the prefixes lie in another of them, of the same VRF; of doubled ones all but one."""
    inner: set[int] = set()
    around: dict[tuple[int | None, int], IPNetwork] = {}
    for prefix in sorted(prefixes, key=lambda prefix: IPNetwork(prefix.prefix)):
        network = IPNetwork(prefix.prefix)
        space = (prefix.vrf_id, network.version)
        if space in around and network in around[space]:
            inner.add(prefix.pk)
        else:
            around[space] = network
    return inner


def gaps(holder: Holder, taken: Sequence[Interval]) -> tuple[Interval, ...]:
    """What is left of a container, ascending."""
    network = IPNetwork(holder.prefix)
    found, start = [], network.first
    for first, last in taken:
        if first > start:
            found.append((start, first - 1))
        start = last + 1
    if start <= network.last:
        found.append((start, network.last))
    return tuple(found)


def free_cidrs(version: int, free: Sequence[Interval]) -> list[IPNetwork]:
    """The largest networks that fill the intervals, ascending, as NetBox's `get_available_prefixes` has them."""
    return [
        cidr for first, last in free for cidr in iprange_to_cidrs(IPAddress(first, version), IPAddress(last, version))
    ]


def count_networks(free: Sequence[Interval], block: int) -> int:
    """How many networks of `block` addresses the intervals have room for, exactly."""
    return sum(max(0, (last + 1) // block - -(-first // block)) for first, last in free)


def networks_in(version: int, free: Sequence[Interval], length: int) -> Iterator[str]:
    """The networks of that length in the intervals, ascending."""
    block = 2 ** ((32 if version == 4 else 128) - length)
    for first, last in free:
        start = -(-first // block) * block
        while start + block - 1 <= last:
            yield f'{IPAddress(start, version)}/{length}'
            start += block
