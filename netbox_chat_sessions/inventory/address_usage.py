"""How full prefixes, aggregates and IP ranges are: NetBox's own figures, in a few statements for all of them.

`Prefix.get_utilization` costs two or three statements for each prefix. For users who may see only some addresses,
ranges or prefixes, the figures count these only (`partial`).
"""

from collections.abc import Iterable, Sequence

from ipam.choices import PrefixStatusChoices
from ipam.models import Aggregate, IPAddress, IPRange, Prefix

from .free_addresses import free_counts
from .hosts import count_hosts, ranges_within, size_of, span_of
from .networks import children_within
from .partial import sees_all
from .results import Measure, Usage
from .visibility import User, restricted

__all__ = ('aggregate_usages', 'prefix_usages', 'range_usages')


def prefix_usages(prefixes: Sequence[Prefix], user: User, alone: bool) -> Iterable[Usage]:
    """How full prefixes are: at most three statements for all of them.

    `alone`: what is used and free is told as well, in at most three more.
    """
    containers = [prefix for prefix in prefixes if _is_container(prefix)]
    networks = [prefix for prefix in prefixes if not _is_container(prefix)]
    shares = _by_prefixes(containers, user) | _by_addresses(networks, user)
    whole = {True: sees_all(user, Prefix), False: sees_all(user, IPAddress, IPRange)}
    for prefix in prefixes:
        container = _is_container(prefix)
        measure = Measure.PREFIXES if container else Measure.ADDRESSES
        percent = 100.0 if prefix.mark_utilized else shares[prefix.pk]
        used, free = _amounts(prefix, user) if alone else (None, None)
        partial = not whole[container] and not (prefix.mark_utilized and not alone)
        yield Usage(prefix, measure, percent, used, None, free, partial=partial)


def _is_container(prefix: Prefix) -> bool:
    return bool(prefix.status == PrefixStatusChoices.STATUS_CONTAINER)


def _by_prefixes(containers: Sequence[Prefix], user: User) -> dict[int, float]:
    taken = children_within(containers, restricted(Prefix.objects.all(), user))
    return {prefix.pk: min(size_of(taken[prefix.pk]) / prefix.prefix.size * 100, 100.0) for prefix in containers}


def _by_addresses(prefixes: Sequence[Prefix], user: User) -> dict[int, float]:
    if not prefixes:
        return {}
    utilized = ranges_within(prefixes, restricted(IPRange.objects.filter(mark_utilized=True), user))
    hosts = count_hosts([span_of(prefix) for prefix in prefixes], restricted(IPAddress.objects.all(), user), utilized)
    return {
        prefix.pk: min((size_of(utilized[prefix.pk]) + hosts.get(prefix.pk, 0)) / _denominator(prefix) * 100, 100.0)
        for prefix in prefixes
    }


def _denominator(prefix: Prefix) -> int:
    # Prefix._get_utilization_denominator: network and broadcast address are no hosts.
    network = prefix.prefix
    hosts_only = network.version == 4 and network.prefixlen < 31 and not prefix.is_pool
    return int(network.size) - 2 if hosts_only else int(network.size)


def _amounts(prefix: Prefix, user: User) -> tuple[int, int | None]:
    if _is_container(prefix):
        return restricted(prefix.get_child_prefixes(), user).count(), None
    hosts = count_hosts([span_of(prefix)], restricted(IPAddress.objects.all(), user))
    return hosts.get(prefix.pk, 0), free_counts([prefix])[prefix.pk]


def aggregate_usages(aggregates: Sequence[Aggregate], user: User, alone: bool) -> Iterable[Usage]:
    """How much of aggregates prefixes take (`Aggregate.get_utilization`): one statement for all of them."""
    seen = restricted(Prefix.objects.all(), user)
    taken = children_within(aggregates, seen, equal=True)
    partial = not sees_all(user, Prefix)
    for aggregate in aggregates:
        used = restricted(aggregate.get_child_prefixes(), user).count() if alone else None
        percent = min(size_of(taken[aggregate.pk]) / aggregate.prefix.size * 100, 100.0)
        yield Usage(aggregate, Measure.PREFIXES, percent, used, partial=partial)


def range_usages(ranges: Sequence[IPRange], user: User, alone: bool) -> Iterable[Usage]:
    """How full IP ranges are (`IPRange.utilization`): two statements for all of them."""
    free = free_counts(ranges)
    hosts = count_hosts([span_of(found) for found in ranges], restricted(IPAddress.objects.all(), user))
    partial = not sees_all(user, IPAddress)
    for found in ranges:
        count = hosts.get(found.pk, 0)
        percent = 100.0 if found.mark_utilized else min(count / found.size * 100, 100.0)
        used = count if partial else found.size - free[found.pk]
        yield Usage(found, Measure.ADDRESSES, percent, used, found.size, free[found.pk], partial=partial)
