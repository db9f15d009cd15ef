"""Room for something of a given size, and what is free within bounds."""

import pytest
from dcim.models import Device, Rack, Site
from ipam.models import RIR, VLAN, Aggregate, IPAddress, IPRange, Prefix, VLANGroup
from netaddr import IPNetwork

from netbox_chat_sessions.inventory import availability, fitting, holders
from netbox_chat_sessions.inventory.errors import ImpossibleSize, NotApplicable, QueryError

from .conftest import ask, key, permit, run


@pytest.fixture
def hall(world):
    """A site with racks of which 10, 4 and no units are free in one piece."""
    site = Site.objects.create(name='Hall', slug='hall')
    racks = [Rack.objects.create(name=name, site=site, u_height=10) for name in ('empty', 'half', 'full')]
    common = {'device_type': world.type, 'role': world.role, 'site': site, 'face': 'front'}
    Device.objects.bulk_create(Device(rack=racks[1], position=unit, **common) for unit in (5, 9))
    Device.objects.bulk_create(Device(rack=racks[2], position=unit, **common) for unit in (1, 3, 5, 7, 9))
    return site, racks


def test_yes_with_the_places(hall, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[1][1]),), size=2)
    assert reply.text == 'Yes: rack half (site Hall) has room for 2U at U1–U4, U7–U8.'
    assert (reply.total, [ref.display for ref in reply.focus]) == (1, ['half'])
    assert reply.query['size'] == 2


def test_no_with_the_longest_free_space(hall, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[1][1]),), size=5)
    assert reply.text == 'No: the longest free space in rack half (site Hall) is 4U.'
    assert reply.total == 0


def test_no_when_nothing_is_free(hall, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[1][2]),), size=1)
    assert reply.text == 'No: nothing is free in rack full (site Hall).'


def test_racks_of_a_site_with_most_room_first(hall, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[0]),), size=2)
    assert reply.text == (
        '2 racks at site Hall have room for 2U, most room first: '
        'empty (site Hall) at U1–U10; half (site Hall) at U1–U4, U7–U8.'
    )
    assert [ref.display for ref in reply.objects] == ['empty', 'half']
    assert reply.blocks[0]['rows'][1][:3] == ['half', 'U1–U4, U7–U8', '4 U']


def test_one_rack_of_a_site(hall, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[0]),), size=5)
    assert reply.text == '1 rack at site Hall has room for 5U: empty (site Hall) at U1–U10.'


def test_no_rack_of_a_site_has_room(hall, admin):
    hall[1][0].delete()
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[0]),), size=5)
    assert reply.text == (
        'No rack at site Hall has room for 5U. The longest free space is 4U, in rack half (site Hall).'
    )
    assert (reply.total, reply.objects) == (0, ())


def test_of_several_given_racks_all_are_told(hall, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=tuple(key(rack) for rack in hall[1]), size=4)
    assert reply.text.startswith('2 racks have room for 4U, most room first: empty')
    assert [row[:2] for row in reply.blocks[0]['rows']] == [['empty', 'U1–U10'], ['half', 'U1–U4'], ['full', '']]


def test_the_total_of_racks_with_room_does_not_depend_on_the_page(hall, admin):
    result = run(admin, 'available', 'dcim.rack', size=1, limit=1)
    fitting_racks = [rack for rack in Rack.objects.all() if rack.get_available_units(u_height=1)]
    assert (result.total, len(result.fits)) == (len(fitting_racks), 1)


@pytest.mark.parametrize('size', [1, 2, 3, 4, 8])
def test_places_are_those_where_netbox_lets_a_device_be_mounted(hall, admin, size):
    for rack in hall[1]:
        result = run(admin, 'available', 'dcim.rack', subjects=(key(rack),), size=size)
        starts = (
            [u for first, last in result.fits[0].runs for u in range(first, last - size + 2)] if result.fits else []
        )
        assert starts == sorted(int(u) for u in rack.get_available_units(u_height=size) if u == int(u))


def test_reserved_units_are_no_room(world, admin):
    reply = ask(admin, 'available', 'dcim.rack', subjects=(key(world.rack),), size=3)
    assert reply.text == "Yes: rack O'Rack (site Oslo, Row 9) has room for 3U at U9–U12."
    assert 'U1' not in reply.blocks[0]['rows'][0][1].split('–')


def test_a_device_that_may_not_be_seen_is_no_room(hall, limited):
    permit(limited, Rack)
    reply = ask(limited, 'available', 'dcim.rack', subjects=(key(hall[1][2]),), size=1)
    assert reply.text == 'No: nothing is free in rack full.'


@pytest.mark.parametrize('size', [0, -3, 11])
def test_sizes_that_no_rack_has(hall, admin, size):
    with pytest.raises(ImpossibleSize, match='ask for room'):
        run(admin, 'available', 'dcim.rack', subjects=(key(hall[1][0]),), size=size)


@pytest.fixture
def block(world):
    """A container with two networks in it."""
    found = Prefix.objects.create(prefix='10.50.0.0/24', status='container', scope=world.oslo)
    Prefix.objects.create(prefix='10.50.0.0/28')
    Prefix.objects.create(prefix='10.50.0.64/26')
    found.refresh_from_db()
    return found


def test_free_networks_of_a_length(block, admin):
    reply = ask(admin, 'available', 'ipam.prefix', subjects=(key(block),), size=28, limit=3)
    # 16 in all, less one and less the four of the /26.
    assert (reply.total, reply.blocks[0]['rows']) == (11, [['10.50.0.16/28'], ['10.50.0.32/28'], ['10.50.0.48/28']])
    assert '11 free /28 in prefix 10.50.0.0/24' in reply.text
    assert '10.50.0.16/28, 10.50.0.32/28, 10.50.0.48/28 and 8 more.' in reply.text


def test_free_networks_are_the_subnets_of_what_netbox_says_is_free(block, admin):
    for size in (25, 26, 27, 28, 30, 32):
        fit = run(admin, 'available', 'ipam.prefix', subjects=(key(block),), size=size, limit=1000).fits[0]
        free = block.get_available_prefixes().iter_cidrs()
        expected = [str(net) for cidr in free if cidr.prefixlen <= size for net in cidr.subnet(size)]
        assert (fit.total, list(fit.networks)) == (len(expected), expected)


def test_the_first_free_network(block, admin):
    reply = ask(admin, 'available', 'ipam.prefix', subjects=(key(block),), size=26, limit=1)
    assert reply.text.startswith('10.50.0.128/26 is the first free /26 in prefix 10.50.0.0/24')
    assert reply.text.endswith('of 2 that are free.')


def test_no_free_network_tells_the_largest(block, admin):
    Prefix.objects.create(prefix='10.50.0.128/25')
    reply = ask(admin, 'available', 'ipam.prefix', subjects=(key(block),), size=26)
    assert reply.text.startswith('No /26 is free in prefix 10.50.0.0/24')
    assert reply.text.endswith('The largest free network in it is a /27.')
    assert reply.total == 0


def test_networks_are_counted_exactly_however_many(world, admin):
    big = Prefix.objects.create(prefix='2001:db8::/32', status='container')
    Prefix.objects.create(prefix='2001:db8:1::/48')
    result = run(admin, 'available', 'ipam.prefix', subjects=(key(big),), size=120, limit=2)
    assert result.total == 2**88 - 2**72
    assert result.fits[0].networks == ('2001:db8::/120', '2001:db8::100/120')


def test_a_network_in_an_aggregate(world, admin):
    found = Aggregate.objects.create(prefix='10.0.0.0/8', rir=RIR.objects.create(name='R', slug='r'))
    found.refresh_from_db()
    result = run(admin, 'available', 'ipam.prefix', subjects=(key(found),), size=28, limit=1)
    assert result.total == 2**20 - 1
    assert result.fits[0].networks == ('10.0.0.0/28',)


def test_networks_at_a_site_are_looked_for_in_containers(block, world, admin):
    Prefix.objects.create(prefix='10.60.0.0/24', scope=world.oslo)
    reply = ask(admin, 'available', 'ipam.prefix', subjects=(key(world.oslo),), size=28)
    assert (reply.total, [ref.display for ref in reply.objects]) == (11, ['10.50.0.0/24'])
    assert 'Container' not in reply.objects[0].display


def test_networks_of_ipv6_are_offered_where_there_is_nothing_else(block, world, admin):
    Prefix.objects.create(prefix='2001:d00::/24', status='container', scope=world.oslo)
    at_site = {'subjects': (key(world.oslo),), 'limit': 1}
    assert run(admin, 'available', 'ipam.prefix', size=28, **at_site).total == 11
    assert run(admin, 'available', 'ipam.prefix', size=28, filters={'family': (6,)}, **at_site).total == 16
    assert run(admin, 'available', 'ipam.prefix', size=64, **at_site).fits[0].networks == ('2001:d00::/64',)


def test_addresses_in_two_prefixes_are_counted_once(world, admin):
    Prefix.objects.create(prefix='10.9.0.0/24', vrf=world.vrf, scope=world.oslo, status='container')
    asked = {'subjects': (key(world.oslo),)}
    assert run(admin, 'available', 'ipam.ipaddress', **asked).total == 12
    Prefix.objects.create(prefix='10.9.0.0/25', vrf=world.vrf, scope=world.oslo)
    result = run(admin, 'available', 'ipam.ipaddress', **asked)
    assert (result.total, [room.total for room in result.rooms]) == (124, [124, 12])


def test_without_a_container_one_has_to_be_named(world, admin):
    reply = ask(admin, 'available', 'ipam.prefix', subjects=(key(world.oslo),), size=30)
    assert (reply.kind, 'name a prefix' in reply.text) == ('not_found', True)


def test_a_hidden_prefix_is_not_free(block, limited):
    permit(limited, Prefix, {'status': 'container'})
    result = run(limited, 'available', 'ipam.prefix', subjects=(key(block),), size=28, limit=1)
    assert (result.total, result.fits[0].networks) == (11, ('10.50.0.16/28',))


@pytest.mark.parametrize(
    ('size', 'text'),
    [(40, 'ask for a /25 to /32'), (24, 'ask for a /25'), (8, 'ask for a /25'), (0, '/1 to /32'), (129, '/1 to /128')],
)
def test_lengths_that_do_not_fit_say_which_do(block, admin, size, text):
    with pytest.raises(ImpossibleSize, match=text):
        run(admin, 'available', 'ipam.prefix', subjects=(key(block),), size=size)


@pytest.mark.parametrize('object_type', ['ipam.ipaddress', 'ipam.vlan', None])
def test_what_has_no_size(world, admin, object_type):
    with pytest.raises(NotApplicable):
        run(admin, 'available', object_type, subjects=(key(world.oslo),), size=28)


def test_the_next_free_address(world, admin):
    reply = ask(admin, 'available', 'ipam.ipaddress', subjects=(key(world.prefix),), limit=1)
    assert reply.text == (
        '10.9.0.3/28 is the next free IP address in prefix 10.9.0.0/28 (VRF Blue, site Oslo), of 12 that are free.'
    )
    assert reply.blocks[0]['rows'] == [['10.9.0.3/28']]


def test_some_free_addresses(world, admin):
    reply = ask(admin, 'available', 'ipam.ipaddress', subjects=(key(world.prefix),), limit=3)
    assert reply.text.startswith('3 of 12 free IP addresses in prefix 10.9.0.0/28')
    assert reply.text.endswith(': 10.9.0.3/28, 10.9.0.4/28, 10.9.0.5/28.')


def test_fewer_free_addresses_than_asked_for(world, admin):
    pool = IPRange.objects.create(start_address=IPNetwork('10.9.0.8/28'), end_address=IPNetwork('10.9.0.9/28'))
    reply = ask(admin, 'available', 'ipam.ipaddress', subjects=(key(pool),), limit=5)
    assert reply.text.startswith('Only 2 IP addresses free in IP range')
    assert reply.blocks[0]['rows'] == [['10.9.0.8/28'], ['10.9.0.9/28']]


def test_an_address_that_may_not_be_seen_is_not_free(world, limited):
    permit(limited, Prefix)
    permit(limited, IPAddress, {'address': '10.9.0.1/28'})
    reply = ask(limited, 'available', 'ipam.ipaddress', subjects=(key(world.prefix),), limit=1)
    assert '10.9.0.3/28' in reply.text
    assert '10.9.0.2' not in reply.text


@pytest.fixture
def group(world):
    found = VLANGroup.objects.create(name='DC1', slug='dc1')
    VLAN.objects.bulk_create(VLAN(vid=vid, name=f'v{vid}', group=found) for vid in (1000, 1002, 1199))
    return VLANGroup.objects.get(pk=found.pk)


def test_free_vlan_ids_between_two(group, admin):
    bounds = {'vid__gte': (1000,), 'vid__lte': ('1200',)}
    reply = ask(admin, 'available', 'ipam.vlan', subjects=(key(group),), filters=bounds)
    assert reply.total == 198
    assert reply.text == (
        '198 VLAN IDs from 1000 to 1200 free in VLAN group DC1: 1001, 1003, 1004, 1005, 1006 and 193 more.'
    )


@pytest.mark.parametrize(
    ('filters', 'total'),
    [
        ({'vid__gt': (1100,)}, 4094 - 1100 - 1),
        ({'vid__lt': (1004,)}, 1003 - 2),
        ({'vid': (1002,)}, 0),
        ({'vid': (1001,)}, 1),
        ({}, 4091),
    ],
)
def test_bounds_of_vlan_ids(group, admin, filters, total):
    assert run(admin, 'available', 'ipam.vlan', subjects=(key(group),), filters=filters).total == total


def test_free_vlan_ids_are_those_of_netbox_within_its_ranges(group, admin):
    VLANGroup.objects.filter(pk=group.pk).update(vid_ranges=['[10,20)', '[1000,1010)'])
    room = run(admin, 'available', 'ipam.vlan', subjects=(key(group),)).rooms[0]
    assert [int(vid) for vid in room.free] == VLANGroup.objects.get(pk=group.pk).get_available_vids()


def test_a_hidden_vlan_takes_its_id(group, limited):
    permit(limited, VLANGroup)
    reply = ask(limited, 'available', 'ipam.vlan', subjects=(key(group),), filters={'vid__gte': (1000,)}, limit=2)
    assert reply.blocks[0]['rows'] == [['1001'], ['1003']]
    assert 'v1002' not in str(reply.as_json())


@pytest.mark.parametrize('filters', [{'vid__gte': (1200,), 'vid__lte': (1000,)}, {'vid': (5000,)}, {'vid': ('x',)}])
def test_vlan_ids_that_there_are_not(group, admin, filters):
    with pytest.raises(ImpossibleSize, match='from 1 to 4094'):
        run(admin, 'available', 'ipam.vlan', subjects=(key(group),), filters=filters)


def test_filters_of_given_containers_are_not_left_out(group, admin):
    assert run(admin, 'available', 'ipam.vlan', subjects=(key(group),), filters={'name': ('Other',)}).counted == 0
    with pytest.raises(QueryError):
        run(admin, 'available', 'ipam.vlan', subjects=(key(group),), filters={'nonsense': ('x',)})


def test_an_answer_says_that_only_the_first_were_looked_into(hall, admin, monkeypatch):
    monkeypatch.setattr(holders, 'MAX_LOOKED_INTO', 2)
    for size in (None, 2):
        text = ask(admin, 'available', 'dcim.rack', subjects=(key(hall[0]),), size=size).text
        assert text.endswith('Only the first 2 of 3 racks were looked into; ask about fewer.')


def test_the_modules_know_the_same_holders():
    assert set(fitting.SIZED) <= set(holders.HOLDERS)
    assert set(holders.HOLDERS.values()) <= set(availability._COUNTERS)
