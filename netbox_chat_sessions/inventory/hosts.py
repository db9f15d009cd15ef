"""Hosts in stretches of addresses, for many stretches at a time: NetBox's own methods cost statements for each."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from ipam.choices import PrefixStatusChoices
from ipam.models import IPRange, Prefix
from netaddr import IPAddress as Address
from netaddr import IPNetwork

__all__ = (
    'HOST',
    'Interval',
    'Span',
    'clipped',
    'columns_of',
    'count_hosts',
    'intervals_of',
    'merged',
    'ranges_within',
    'size_of',
    'span_of',
    'usable_span',
)

Interval = tuple[int, int]
# As NetBox's index `ipam_ipaddress_host` has it.
HOST = 'CAST(HOST(found.address) AS INET)'


@dataclass(frozen=True)
class Span:
    """A stretch of addresses.

    Attributes:
        pk: Of the object it is a stretch of.
        version: 4 or 6.
        first: The first address, as a number.
        last: The last address.
        vrf_id: Hosts of this VRF lie in it; None: those of the global table.
        any_vrf: Hosts of any VRF lie in it, as in a container of the global table (`Prefix.get_child_ips`).
    """

    pk: int
    version: int
    first: int
    last: int
    vrf_id: int | None
    any_vrf: bool = False

    @property
    def size(self) -> int:
        """How many addresses."""
        return self.last - self.first + 1


def span_of(holder: Prefix | IPRange) -> Span:
    """All addresses of a prefix or an IP range."""
    if isinstance(holder, IPRange):
        start, end = holder.start_address.ip, holder.end_address.ip
        return Span(holder.pk, start.version, int(start), int(end), holder.vrf_id)
    network = IPNetwork(holder.prefix)
    return Span(holder.pk, network.version, network.first, network.last, holder.vrf_id, _any_vrf(holder))


def usable_span(holder: Prefix | IPRange) -> Span:
    """Those addresses that hosts can have (`Prefix.usable_ip_bounds`)."""
    if isinstance(holder, IPRange):
        return span_of(holder)
    first, last = holder.usable_ip_bounds
    return Span(holder.pk, first.version, int(first), int(last), holder.vrf_id, _any_vrf(holder))


def _any_vrf(prefix: Prefix) -> bool:
    return prefix.vrf_id is None and prefix.status == PrefixStatusChoices.STATUS_CONTAINER


def size_of(intervals: Iterable[Interval]) -> int:
    """How many addresses intervals that do not overlap have."""
    return sum(last - first + 1 for first, last in intervals)


def clipped(intervals: Iterable[Interval], span: Span) -> tuple[Interval, ...]:
    """What of the intervals lies in the span."""
    inside = ((max(first, span.first), min(last, span.last)) for first, last in intervals)
    return tuple((first, last) for first, last in inside if first <= last)


def count_hosts(
    spans: Sequence[Span], addresses: QuerySet, without: Mapping[int, Sequence[Interval]] | None = None
) -> dict[int, int]:
    """How many different hosts each span has, by its `pk`, as `count_distinct_hosts` counts them; one statement.

    Args:
        spans: Where to count.
        addresses: Which IP addresses count.
        without: By `pk`, intervals whose hosts do not count.
    """
    try:
        chosen, chosen_parameters = addresses.order_by().values('pk').query.sql_with_params()
    except EmptyResultSet:
        return {}
    if not spans:
        return {}
    held = intervals_of(spans, without) if any((without or {}).values()) else ()
    # Every part that is put in is a constant or compiled by Django; all values are parameters.
    statement = f"""
        SELECT span.pk, counted.hosts
        FROM unnest(%s::bigint[], %s::inet[], %s::inet[], %s::bigint[], %s::boolean[])
            AS span (pk, first, last, vrf_id, any_vrf)
        CROSS JOIN LATERAL (
            SELECT count(DISTINCT {HOST}) AS hosts
            FROM ipam_ipaddress found
            WHERE {HOST} BETWEEN span.first AND span.last
                AND (span.any_vrf OR found.vrf_id IS NOT DISTINCT FROM span.vrf_id)
                {_chosen(addresses, chosen)}
                {HELD if held else ''}
        ) counted
        """  # noqa: S608
    parameters = [*columns_of(spans), *(chosen_parameters if _narrowed(addresses) else ())]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*parameters, *held])
        return dict(cursor.fetchall())


HELD = f"""AND NOT EXISTS (
                    SELECT FROM unnest(%s::bigint[], %s::inet[], %s::inet[]) AS held (pk, first, last)
                    WHERE held.pk = span.pk AND {HOST} BETWEEN held.first AND held.last
                )"""  # noqa: S608


def _narrowed(addresses: QuerySet) -> bool:
    return bool(addresses.query.where)


def _chosen(addresses: QuerySet, chosen: str) -> str:
    return f'AND found.id IN ({chosen})' if _narrowed(addresses) else ''


def columns_of(spans: Sequence[Span]) -> tuple[list[object], ...]:
    """The spans as arrays of a statement: key, first, last, VRF, any VRF."""
    return (
        [span.pk for span in spans],
        [str(Address(span.first, span.version)) for span in spans],
        [str(Address(span.last, span.version)) for span in spans],
        [span.vrf_id for span in spans],
        [span.any_vrf for span in spans],
    )


def intervals_of(spans: Sequence[Span], held: Mapping[int, Sequence[Interval]] | None) -> tuple[list[object], ...]:
    """Intervals of the spans as arrays of a statement: key of the span, first, last."""
    versions = {span.pk: span.version for span in spans}
    rows = [(pk, first, last, versions[pk]) for pk, found in (held or {}).items() for first, last in found]
    return (
        [pk for pk, _, _, _ in rows],
        [str(Address(first, version)) for _, first, _, version in rows],
        [str(Address(last, version)) for _, _, last, version in rows],
    )


def ranges_within(prefixes: Sequence[Prefix], ranges: QuerySet) -> dict[int, tuple[Interval, ...]]:
    """The IP ranges that lie in each prefix, merged, by its primary key (`Prefix.get_child_ranges`); one statement.

    Args:
        prefixes: Where to look.
        ranges: Which IP ranges count.
    """
    spans = [span_of(prefix) for prefix in prefixes]
    vrfs = {span.vrf_id for span in spans}
    if None not in vrfs:
        ranges = ranges.filter(vrf__in=vrfs)
    by_space: defaultdict[tuple[int | None, int], list[Interval]] = defaultdict(list)
    for vrf_id, start, end in ranges.order_by().values_list('vrf_id', 'start_address', 'end_address'):
        by_space[vrf_id, start.version].append((int(start.ip), int(end.ip)))
    return {
        span.pk: merged(
            (first, last)
            for first, last in by_space[span.vrf_id, span.version]
            if span.first <= first and last <= span.last
        )
        for span in spans
    }


def merged(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The same numbers as intervals that neither overlap nor touch, ascending."""
    found: list[Interval] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)
