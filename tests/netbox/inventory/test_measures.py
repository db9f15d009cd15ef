"""Utilization and free room, compared with NetBox's own methods."""

import random

import pytest
from dcim.models import Device, DeviceType, Interface, Rack, RackReservation
from ipam.models import RIR, VLAN, Aggregate, IPAddress, IPRange, Prefix, VLANGroup
from netaddr import IPNetwork

from netbox_chat_sessions.inventory.errors import NotApplicable
from netbox_chat_sessions.inventory.racks import rack_usages, runs_of

from .conftest import ask, key, run


@pytest.fixture
def racks(world):
    """Racks filled at random: half units, both faces, types out of utilization, reservations, odd numbering."""
    chance = random.Random(7)  # noqa: S311
    types = [
        DeviceType.objects.create(manufacturer=world.maker, model=f'T{n}', slug=f't{n}', **values)
        for n, values in enumerate(
            ({'u_height': 1}, {'u_height': 0.5}, {'u_height': 3}, {'u_height': 1, 'exclude_from_utilization': True})
        )
    ]
    found = []
    for n in range(12):
        rack = Rack.objects.create(
            name=f'Q{n}', site=world.oslo, u_height=chance.choice((4, 12, 42)), starting_unit=chance.choice((1, 5)),
            desc_units=chance.random() < 0.3,
        )  # fmt: skip
        for unit in list(rack.units)[:: chance.choice((3, 7, 11))]:
            Device.objects.bulk_create([
                Device(site=world.oslo, rack=rack, position=unit, face=chance.choice(('front', 'rear')),
                       device_type=chance.choice(types), role=world.role)
            ])  # fmt: skip
        if chance.random() < 0.5:
            RackReservation.objects.create(
                rack=rack, units=[rack.starting_unit + 1], user=world.reservation.user, description='x'
            )
        found.append(rack)
    return found


def test_racks_are_as_full_as_netbox_says(racks):
    usages = rack_usages(racks)
    assert [usage.percent for usage in usages] == pytest.approx([rack.get_utilization() for rack in racks])
    assert len({usage.percent for usage in usages}) > 5


def test_free_units_are_those_that_netbox_would_let_one_use(racks):
    for usage in rack_usages(racks):
        reserved = usage.obj.get_reserved_units()
        free = [int(u) for u in usage.obj.get_available_units(u_height=1) if u == int(u) and int(u) not in reserved]
        assert list(usage.free_units) == sorted(free)


def test_a_rack_in_words(world, admin):
    reply = ask(admin, 'utilisation', subjects=(key(world.rack),))
    assert reply.text.startswith(
        "Rack O'Rack (site Oslo, Row 9) is 41.7 % full: 5 of 12 U used, 1 of them reserved, 7 U free."
    )
    assert [ref.display for ref in reply.focus] == ["O'Rack"]


def test_ranking_has_the_fullest_first(world, admin):
    reply = ask(admin, 'utilisation', 'dcim.rack')
    assert [ref.display for ref in reply.objects] == ["O'Rack", 'Hiddenrack']
    assert reply.blocks[0]['rows'][0][1] == '41.7 %'
    assert ask(admin, 'utilisation', 'dcim.rack', subjects=(key(world.secret),)).total == 1


def test_what_netbox_does_not_measure(world, admin):
    with pytest.raises(NotApplicable, match='tenant'):
        run(admin, 'utilisation', subjects=(key(world.tenant),))


def test_prefixes_ranges_aggregates_and_groups(world, admin):
    pool = IPRange.objects.create(
        start_address=IPNetwork('10.9.0.8/28'), end_address=IPNetwork('10.9.0.11/28'), vrf=world.vrf
    )
    IPAddress.objects.create(address='10.9.0.9/28', vrf=world.vrf)
    block = Aggregate.objects.create(prefix='10.0.0.0/8', rir=RIR.objects.create(name='R', slug='r'))
    block.refresh_from_db()
    VLAN.objects.create(vid=20, name='X', group=world.group)

    def usage(obj):
        return run(admin, 'utilisation', subjects=(key(obj),)).usages[0]

    assert usage(world.prefix).percent == pytest.approx(world.prefix.get_utilization())
    assert (usage(world.prefix).used, usage(world.prefix).free) == (3, world.prefix.get_available_ip_count())
    assert usage(pool).percent == pytest.approx(25)
    assert (usage(pool).used, usage(pool).total, usage(pool).free) == (1, 4, 3)
    assert usage(block).percent == pytest.approx(block.get_utilization())
    found = usage(VLANGroup.objects.get(pk=world.group.pk))
    assert (found.used, found.total, found.free) == (1, 4094, 4093)


def test_power(world, admin):
    found = run(admin, 'utilisation', subjects=(key(world.panel),)).usages[0]
    assert (found.used, found.total) == (0, world.feed.available_power) == (0, 3520)
    assert '3,520 W' in ask(admin, 'utilisation', subjects=(key(world.feed),)).text


def test_free_addresses_and_prefixes(world, admin):
    room = run(admin, 'available', 'ipam.ipaddress', subjects=(key(world.prefix),), limit=3).rooms[0]
    assert room.total == world.prefix.get_available_ip_count() == 12
    assert room.free == ('10.9.0.3/28', '10.9.0.4/28', '10.9.0.5/28')
    Prefix.objects.create(prefix='10.9.0.0/29', vrf=world.vrf)
    networks = run(admin, 'available', 'ipam.prefix', subjects=(key(world.prefix),)).rooms[0]
    assert networks.free == ('10.9.0.8/29',)
    by_site = run(admin, 'available', 'ipam.ipaddress', subjects=(key(world.oslo),))
    assert [room.container for room in by_site.rooms] == [world.prefix]


def test_free_vlan_ids(world, admin):
    VLAN.objects.create(vid=1, name='One', group=world.group)
    room = run(admin, 'available', 'ipam.vlan', subjects=(key(world.group),), limit=2).rooms[0]
    assert (room.total, room.free, room.runs) == (4093, ('2', '3'), ((2, 4094),))


def test_free_units_of_one_rack_and_of_a_site(world, admin):
    reply = ask(admin, 'available', subjects=(key(world.rack),))
    assert reply.text == "7 rack units free in rack O'Rack (site Oslo, Row 9): U2, U5 to U6, U9 to U12."
    assert reply.blocks[0]['rows'] == [['U9–U12', '4'], ['U5–U6', '2'], ['U2', '1']]
    assert ask(admin, 'available', 'dcim.rack').total == 7 + 10


def test_all_racks_are_counted_however_short_the_page(world, admin):
    Rack.objects.bulk_create(Rack(name=f'P{n}', site=world.oslo, u_height=10) for n in range(40))
    result = run(admin, 'available', 'dcim.rack')
    assert (result.total, result.containers, len(result.rooms)) == (7 + 10 + 400, 42, 25)


def test_free_ports(world, admin):
    reply = ask(admin, 'available', 'dcim.interface', subjects=(key(world.router),))
    assert ([ref.display for ref in reply.objects], reply.total) == (['ge2'], 1)
    Interface.objects.filter(pk=world.ports[2].pk).update(mark_connected=True)
    assert ask(admin, 'available', 'dcim.interface', subjects=(key(world.router),)).total == 0
    with pytest.raises(NotApplicable):
        run(admin, 'available', 'tenancy.tenant', subjects=(key(world.oslo),))


@pytest.mark.parametrize(
    ('units', 'runs'),
    [((), ()), ((3,), ((3, 3),)), ((1, 2, 4, 6, 7, 8), ((6, 8), (1, 2), (4, 4)))],
)
def test_runs_without_a_gap(units, runs):
    assert runs_of(units) == runs
