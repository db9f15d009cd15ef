"""Figures of many prefixes, aggregates and ranges at once are those of NetBox's own methods."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from ipam.models import RIR, VRF, Aggregate, IPAddress, IPRange, Prefix
from netaddr import IPNetwork

from netbox_chat_sessions.inventory.address_usage import aggregate_usages, prefix_usages, range_usages
from netbox_chat_sessions.inventory.free_addresses import first_free, first_of_each, free_counts
from netbox_chat_sessions.inventory.networks import children_within, free_cidrs, gaps

from .conftest import key, run

SIZES = {4: (20, 22, 24, 26, 28, 30, 31, 32), 6: (48, 56, 64, 120, 126, 127, 128)}


@pytest.fixture
def space(world):
    """Prefixes of both versions, in no VRF and in one: nested, doubled, pools, full ones, with hosts and ranges."""
    chance = random.Random(11)  # noqa: S311
    vrfs = [None, world.vrf]
    roots = [IPNetwork('172.20.0.0/16'), IPNetwork('2001:db8:40::/44')]

    def network(lengths):
        root = chance.choice(roots)
        length = chance.choice(lengths[root.version])
        bits = 32 if root.version == 4 else 128
        # Few different ones, so that they lie in each other.
        offset = chance.randrange(2 ** min(length - root.prefixlen, 3)) << (bits - min(length, root.prefixlen + 3))
        return IPNetwork((root.first + offset, length), root.version).cidr

    prefixes = [
        Prefix(
            prefix=network(SIZES), vrf=chance.choice(vrfs), status=chance.choice(('active', 'active', 'container')),
            is_pool=chance.random() < 0.3, mark_utilized=chance.random() < 0.1,
        )
        for _ in range(100)
    ]  # fmt: skip
    Prefix.objects.bulk_create(prefixes)
    for _ in range(400):
        inside = chance.choice(prefixes)
        at = inside.prefix.first + chance.randrange(min(inside.prefix.size, 40))
        if chance.random() < 0.1:
            at = inside.prefix.last
        host = IPNetwork((at, chance.choice(SIZES[inside.prefix.version])), inside.prefix.version)
        IPAddress.objects.bulk_create([IPAddress(address=host, vrf=chance.choice(vrfs))])
    for _ in range(40):
        inside = chance.choice(prefixes)
        first = inside.prefix.first + chance.randrange(min(inside.prefix.size, 30))
        last = min(first + chance.randrange(20), inside.prefix.last)
        length, version = inside.prefix.prefixlen, inside.prefix.version
        start, end = IPNetwork((first, length), version), IPNetwork((last, length), version)
        IPRange.objects.bulk_create([
            IPRange(start_address=start, end_address=end, vrf=inside.vrf, size=last - first + 1,
                    mark_populated=chance.random() < 0.5, mark_utilized=chance.random() < 0.5)
        ])  # fmt: skip
    return list(Prefix.objects.filter(pk__in=[prefix.pk for prefix in prefixes]))


def test_prefixes_are_as_full_as_netbox_says(space, admin):
    usages = list(prefix_usages(space, admin, alone=False))
    assert [usage.percent for usage in usages] == pytest.approx([prefix.get_utilization() for prefix in space])
    assert len({usage.percent for usage in usages}) > 20


def test_a_prefix_alone_is_told_as_on_its_page(space, admin):
    for prefix in space[::5]:
        (usage,) = prefix_usages([prefix], admin, alone=True)
        summary = prefix.get_ip_usage_summary()
        assert usage.percent == pytest.approx(summary['utilization'])
        if prefix.status != 'container':
            assert usage.free == summary['available_ip_count']
            assert usage.used == prefix.get_child_ips().count_distinct_hosts()
        else:
            assert usage.used == prefix.get_child_prefixes().count()


def test_as_many_addresses_are_free_as_netbox_says(space):
    assert free_counts(space) == {prefix.pk: prefix.get_available_ip_count() for prefix in space}


def test_the_first_free_address_of_each_is_that_of_netbox(space):
    firsts = first_of_each(space)
    assert [firsts.get(prefix.pk) for prefix in space] == [prefix.get_first_available_ip() for prefix in space]
    assert None in firsts.values() or len(firsts) < len(space)


def test_free_addresses_go_on_where_the_page_before_ended(space):
    prefix = next(prefix for prefix in space if prefix.get_available_ip_count() > 20)
    whole = first_free(prefix, 0, 9)
    assert first_free(prefix, 0, 4) + first_free(prefix, 4, 5) == whole
    assert whole[0] == prefix.get_first_available_ip()


def test_free_networks_are_those_of_netbox(space):
    taken = children_within(space, Prefix.objects.all())
    for prefix in space:
        found = free_cidrs(prefix.prefix.version, gaps(prefix, taken[prefix.pk]))
        assert found == prefix.get_available_prefixes().iter_cidrs()


def test_ip_ranges_are_as_full_as_netbox_says(space, admin):
    ranges = list(IPRange.objects.all())
    usages = list(range_usages(ranges, admin, alone=False))
    assert [usage.percent for usage in usages] == pytest.approx([found.utilization for found in ranges])
    assert [usage.free for usage in usages] == [found.get_available_ip_count() for found in ranges]
    firsts = first_of_each(ranges)
    assert [firsts.get(found.pk) for found in ranges] == [found.get_first_available_ip() for found in ranges]


def test_aggregates_are_as_full_as_netbox_says(space, admin):
    registry = RIR.objects.create(name='Registry', slug='registry')
    nets = ['172.20.0.0/16', '2001:db8:40::/44', '203.0.113.0/24', str(space[0].prefix)]
    found = Aggregate.objects.bulk_create(Aggregate(prefix=IPNetwork(net), rir=registry) for net in nets)
    usages = list(aggregate_usages(found, admin, alone=False))
    assert [usage.percent for usage in usages] == pytest.approx([block.get_utilization() for block in found])
    taken = children_within(found, Prefix.objects.all())
    for block in found:
        assert free_cidrs(block.prefix.version, gaps(block, taken[block.pk])) == (
            block.get_available_prefixes().iter_cidrs()
        )


@pytest.mark.parametrize(
    ('action', 'object_type', 'statements'),
    [('utilisation', 'ipam.prefix', 6), ('available', 'ipam.ipaddress', 9), ('available', 'ipam.prefix', 4)],
)
def test_statements_do_not_grow_with_the_prefixes(space, admin, action, object_type, statements):
    counts = []
    for part in (space[:7], space):
        filters = {'id': tuple(prefix.pk for prefix in part)}
        with CaptureQueriesContext(connection) as captured:
            run(admin, action, object_type, filters=filters)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= statements


def test_a_host_of_another_vrf_takes_nothing(world, admin):
    other = VRF.objects.create(name='Green')
    (before,) = prefix_usages([world.prefix], admin, alone=False)
    IPAddress.objects.create(address='10.9.0.7/28', vrf=other)
    (after,) = prefix_usages([world.prefix], admin, alone=False)
    assert before.percent == after.percent
    assert '10.9.0.7/28' in run(admin, 'available', 'ipam.ipaddress', subjects=(key(world.prefix),)).rooms[0].free
