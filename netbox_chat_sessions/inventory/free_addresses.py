"""Free addresses of many prefixes and IP ranges at a time, by NetBox's own rules.

Addresses that the user may not see are not free either (`partial`).
"""

import itertools
from collections.abc import Sequence

from django.db import connection
from ipam.models import IPAddress, IPRange, Prefix

from .hosts import HOST, clipped, columns_of, count_hosts, intervals_of, ranges_within, size_of, usable_span

__all__ = ('first_free', 'first_of_each', 'free_counts')

Holder = Prefix | IPRange
# Of each span the lowest address that is neither a host's nor held by a populated range: its first one, the one behind
# a host, or the one behind a range. The index of hosts is read in order, only as far as the first gap.
FIRST = f"""
    WITH held AS (SELECT * FROM unnest(%s::bigint[], %s::inet[], %s::inet[]) AS held (pk, first, last))
    SELECT span.pk, HOST(lowest.address)
    FROM unnest(%s::bigint[], %s::inet[], %s::inet[], %s::bigint[], %s::boolean[])
        AS span (pk, first, last, vrf_id, any_vrf)
    CROSS JOIN LATERAL (
        SELECT min(candidate.address) AS address FROM (
            (SELECT span.first AS address
             WHERE NOT EXISTS (
                    SELECT FROM held WHERE held.pk = span.pk AND span.first BETWEEN held.first AND held.last)
                AND NOT EXISTS (
                    SELECT FROM ipam_ipaddress found WHERE {HOST} = span.first
                    AND (span.any_vrf OR found.vrf_id IS NOT DISTINCT FROM span.vrf_id)))
            UNION ALL
            (SELECT {HOST} + 1 FROM ipam_ipaddress found
             WHERE {HOST} BETWEEN span.first AND span.last AND {HOST} < span.last
                AND (span.any_vrf OR found.vrf_id IS NOT DISTINCT FROM span.vrf_id)
                AND NOT EXISTS (
                    SELECT FROM held WHERE held.pk = span.pk AND {HOST} + 1 BETWEEN held.first AND held.last)
                AND NOT EXISTS (
                    SELECT FROM ipam_ipaddress other WHERE {HOST.replace('found', 'other')} = {HOST} + 1
                    AND (span.any_vrf OR other.vrf_id IS NOT DISTINCT FROM span.vrf_id))
             ORDER BY {HOST} LIMIT 1)
            UNION ALL
            (SELECT held.last + 1 FROM held
             WHERE held.pk = span.pk AND held.last < span.last
                AND NOT EXISTS (
                    SELECT FROM ipam_ipaddress found WHERE {HOST} = held.last + 1
                    AND (span.any_vrf OR found.vrf_id IS NOT DISTINCT FROM span.vrf_id)))
        ) candidate
    ) lowest
    WHERE lowest.address IS NOT NULL
"""  # noqa: S608


def _held(holders: Sequence[Holder]) -> dict[int, tuple[tuple[int, int], ...]]:
    prefixes = [holder for holder in holders if isinstance(holder, Prefix)]
    if not prefixes:
        return {}
    found = ranges_within(prefixes, IPRange.objects.filter(mark_populated=True))
    return {prefix.pk: clipped(found[prefix.pk], usable_span(prefix)) for prefix in prefixes}


def _open(holders: Sequence[Holder]) -> list[Holder]:
    return [holder for holder in holders if not (isinstance(holder, IPRange) and holder.mark_populated)]


def free_counts(holders: Sequence[Holder]) -> dict[int, int]:
    """How many addresses are free in each, all of one model, by primary key (`get_available_ip_count`).

    Two statements for prefixes, one for IP ranges, however many they are.
    """
    spans = {holder.pk: usable_span(holder) for holder in _open(holders)}
    held = _held(holders)
    hosts = count_hosts(list(spans.values()), IPAddress.objects.all(), held)
    return dict.fromkeys((holder.pk for holder in holders), 0) | {
        pk: max(span.size - size_of(held.get(pk, ())) - hosts.get(pk, 0), 0) for pk, span in spans.items()
    }


def first_free(holder: Holder, start: int, limit: int) -> tuple[str, ...]:
    """The free addresses of one prefix or range from number `start` on, with the mask that NetBox gives them."""
    found = itertools.islice(holder.iter_available_ips(), start, start + limit)
    return tuple(f'{address}/{_length(holder)}' for address in found)


def first_of_each(holders: Sequence[Holder]) -> dict[int, str]:
    """The first free address of each that has one, all of one model, by primary key; two statements in all."""
    found = _open(holders)
    spans = [usable_span(holder) for holder in found]
    if not spans:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(FIRST, [*intervals_of(spans, _held(found)), *columns_of(spans)])
        addresses = dict(cursor.fetchall())
    return {holder.pk: f'{addresses[holder.pk]}/{_length(holder)}' for holder in found if holder.pk in addresses}


def _length(holder: Holder) -> int:
    return holder.prefix.prefixlen if isinstance(holder, Prefix) else holder.start_address.prefixlen
