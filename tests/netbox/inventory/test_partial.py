"""How full things are for users who may see only some of what fills them; what is free stays true."""

import pytest
from dcim.models import Device, PowerFeed, PowerPort, Rack, RackReservation
from django.db import connection
from django.test.utils import CaptureQueriesContext
from ipam.models import RIR, VLAN, Aggregate, IPAddress, IPRange, Prefix, VLANGroup
from netaddr import IPNetwork
from virtualization.models import Cluster, VirtualMachine

from netbox_chat_sessions.inventory import utilisation

from .conftest import ask, key, permit, run

ONLY_SEEN = 'The figure counts only what you may see.'
FREE_FOR_ALL = 'The figure counts only what you may see; nothing occupies what is listed as free.'


def usage_of(user, obj):
    return run(user, 'utilisation', subjects=(key(obj),)).usages[0]


def permit_all(user, *models):
    for model in models:
        permit(user, model)


def test_a_rack_counts_visible_devices_and_offers_no_hidden_unit(world, limited):
    permit_all(limited, Rack, RackReservation, PowerFeed, PowerPort)
    permit(limited, Device, {'name': 'rtr'})
    usage = usage_of(limited, world.rack)
    assert (usage.used, usage.reserved) == (3, 1)
    assert usage.free_units == (2, 5, 6, 9, 10, 11, 12)


def test_a_rack_says_what_its_figure_counts(world, limited):
    permit_all(limited, Rack, RackReservation)
    reply = ask(limited, 'utilisation', subjects=(key(world.rack),))
    assert reply.text == f"Rack O'Rack is 8.3 % full: 1 of 12 U used, 1 of them reserved, 7 U free. {FREE_FOR_ALL}"


def test_hidden_reservations_are_not_told(world, limited):
    permit_all(limited, Rack, Device)
    usage = usage_of(limited, world.rack)
    assert (usage.used, usage.reserved, usage.free) == (4, 0, 7)


def test_power_of_a_rack_counts_visible_feeds(world, limited, admin):
    permit_all(limited, Rack, Device, RackReservation)
    assert usage_of(admin, world.rack).power == 0
    assert usage_of(limited, world.rack).power is None


def test_a_prefix_counts_visible_addresses(world, limited):
    permit_all(limited, Prefix, IPRange)
    permit(limited, IPAddress, {'address': '10.9.0.1/28'})
    usage = usage_of(limited, world.prefix)
    assert (usage.used, usage.free) == (1, world.prefix.get_available_ip_count())
    assert usage.percent == pytest.approx(1 / 14 * 100)


def test_a_prefix_counts_visible_ranges(world, limited):
    IPRange.objects.create(
        start_address=IPNetwork('10.9.0.8/28'), end_address=IPNetwork('10.9.0.14/28'), vrf=world.vrf, mark_utilized=True
    )
    permit_all(limited, Prefix, IPAddress)
    assert usage_of(limited, world.prefix).percent == pytest.approx(2 / 14 * 100)
    permit(limited, IPRange)
    assert usage_of(limited, world.prefix).percent == pytest.approx(9 / 14 * 100)


def test_a_container_counts_visible_prefixes(world, limited):
    block = Prefix.objects.create(prefix='10.50.0.0/24', status='container')
    Prefix.objects.create(prefix='10.50.0.0/26')
    Prefix.objects.create(prefix='10.50.0.128/25')
    permit(limited, Prefix, {'prefix__in': ['10.50.0.0/24', '10.50.0.0/26']})
    usage = usage_of(limited, block)
    assert (usage.percent, usage.used, usage.partial) == (25, 1, True)


def test_an_aggregate_counts_visible_prefixes(world, limited):
    block = Aggregate.objects.create(prefix='10.0.0.0/8', rir=RIR.objects.create(name='R', slug='r'))
    permit(limited, Aggregate)
    assert usage_of(limited, block).percent == 0
    assert ask(limited, 'utilisation', subjects=(key(block),)).text.endswith(ONLY_SEEN)


def test_a_range_counts_visible_addresses(world, limited):
    pool = IPRange.objects.create(
        start_address=IPNetwork('10.9.0.1/28'), end_address=IPNetwork('10.9.0.4/28'), vrf=world.vrf
    )
    permit(limited, IPRange)
    permit(limited, IPAddress, {'address': '10.9.0.1/28'})
    usage = usage_of(limited, pool)
    assert (usage.percent, usage.used, usage.free) == (25, 1, 2)


def test_a_vlan_group_counts_visible_vlans(world, limited):
    VLAN.objects.bulk_create(VLAN(vid=vid, name=f'v{vid}', group=world.group) for vid in (7, 8, 9))
    permit(limited, VLANGroup)
    permit(limited, VLAN, {'vid__lt': 8})
    usage = usage_of(limited, world.group)
    assert (usage.used, usage.free, usage.partial) == (1, 4091, True)


def test_a_cluster_counts_visible_machines(world, limited):
    VirtualMachine.objects.create(name='vm-2', cluster=world.cluster, site=world.oslo, vcpus=2, memory=2048)
    VirtualMachine.objects.create(name='vm-3', cluster=world.cluster, site=world.oslo, vcpus=8, memory=4096)
    permit(limited, Cluster)
    permit(limited, VirtualMachine, {'name': 'vm-2'})
    reply = ask(limited, 'utilisation', subjects=(key(world.cluster),))
    assert 'Allocated vCPUs 2, Allocated memory 2,048 MB' in reply.text
    assert reply.text.endswith(ONLY_SEEN)


def test_a_feed_counts_visible_ports(world, limited):
    permit(limited, PowerFeed)
    assert ask(limited, 'utilisation', subjects=(key(world.feed),)).text.endswith(FREE_FOR_ALL)


@pytest.mark.parametrize('name', ['rack', 'prefix', 'group', 'cluster', 'feed', 'panel'])
def test_who_may_see_everything_is_told_nothing_of_it(world, admin, name):
    reply = ask(admin, 'utilisation', subjects=(key(getattr(world, name)),))
    assert 'may see' not in reply.text


def test_whole_permissions_are_as_good_as_a_superuser(world, limited, admin):
    permit_all(limited, Rack, Device, RackReservation, PowerFeed, PowerPort)
    mine, all_of_it = (usage_of(user, world.rack) for user in (limited, admin))
    assert (mine.percent, mine.used, mine.partial) == (all_of_it.percent, all_of_it.used, False)


def test_constraints_cost_no_statement_for_each_rack(world, limited):
    permit(limited, Rack)
    permit(limited, Device, {'name__startswith': 'r'})
    permit(limited, RackReservation, {'description': 'held'})
    limited.get_all_permissions()

    def statements():
        with CaptureQueriesContext(connection) as captured:
            run(limited, 'utilisation', 'dcim.rack')
        return len(captured)

    few = statements()
    Rack.objects.bulk_create(Rack(name=f'L{n}', site=world.oslo, u_height=10) for n in range(30))
    assert statements() == few <= 5


def test_a_ranking_says_that_only_the_first_were_looked_into(world, admin, monkeypatch):
    Rack.objects.bulk_create(Rack(name=f'L{n}', site=world.oslo, u_height=10) for n in range(3))
    monkeypatch.setattr(utilisation, 'MAX_MEASURED', 2)
    for power in ((), ('power',)):
        reply = ask(admin, 'utilisation', 'dcim.rack', attributes=power)
        assert reply.text.endswith('Only the first 2 of 5 racks were looked into; ask about fewer.')
        assert reply.total == 5
