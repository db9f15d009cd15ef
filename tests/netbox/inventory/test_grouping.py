"""Numbers of objects by what they belong to, with those that belong to nothing; by whatever relation."""

import pytest
from circuits.models import Circuit, CircuitTermination, ProviderNetwork
from dcim.models import Device, Interface
from django.db import connection
from django.test.utils import CaptureQueriesContext
from ipam.models import IPAddress

from netbox_chat_sessions.inventory.errors import NotApplicable, UnknownAttribute
from netbox_chat_sessions.inventory.query import Having

from .conftest import ask, key, permit, run


def groups(user, object_type, by, **parts):
    result = run(user, 'group', object_type, group_by=by, **parts)
    return {None if group is None else str(group): count for group, count in result.groups if count}


@pytest.mark.parametrize(
    ('object_type', 'by', 'expected'),
    [
        ('virtualization.virtualmachine', 'site', {'Oslo': 1}),
        ('circuits.circuit', 'site', {'Oslo': 1}),
        ('ipam.ipaddress', 'tenant', {None: 3}),
        ('ipam.ipaddress', 'vrf', {'Blue': 2, None: 1}),
        ('ipam.vlan', 'site', {'Oslo': 1}),
        ('ipam.prefix', 'vrf', {'Blue': 1, None: 1}),
        ('ipam.prefix', 'site', {'Oslo': 1, None: 1}),
        ('dcim.device', 'region', {'North': 3, None: 1}),
        ('virtualization.cluster', 'site', {'Oslo': 1}),
        ('dcim.powerfeed', 'site', {'Oslo': 1}),
        # No field of theirs says it.
        ('ipam.ipaddress', 'device', {'rtr': 1, None: 2}),
        ('ipam.ipaddress', 'site', {'Oslo': 1, None: 2}),
        ('dcim.cable', 'device', {'rtr': 2, 'sw': 1, 'Hiddenbox': 1}),
        ('dcim.cable', 'site', {'Oslo': 2, 'Hiddenville': 1}),
        ('dcim.interface', 'vlan', {'Voice (10)': 1, None: 4}),
        ('dcim.rack', 'power_panel', {'Panel P': 1, None: 1}),
        ('dcim.site', 'contact', {'Ann': 1, None: 1}),
        ('ipam.ipaddress', 'prefix', {'10.9.0.0/28': 1}),
        ('dcim.device', 'dcim.site', {'Oslo': 3, 'Hiddenville': 1}),
    ],
)
def test_by_whatever_relation(world, admin, object_type, by, expected):
    assert groups(admin, object_type, by) == expected


def test_one_end_that_leads_nowhere_does_not_make_an_object_homeless(world, admin):
    cloud = ProviderNetwork.objects.create(name='Cloud', provider=world.provider)
    CircuitTermination.objects.create(circuit=world.circuit, term_side='A', termination=cloud)
    Circuit.objects.create(cid='C-78', provider=world.provider, type=world.circuit.type)
    assert groups(admin, 'circuits.circuit', 'site') == {'Oslo': 1, None: 1}


def test_empty_groups_are_told_of_all_objects_and_left_out_of_a_part(world, admin):
    told = dict(run(admin, 'group', 'ipam.ipaddress', group_by='device').groups)
    assert told[world.switch] == 0
    part = dict(run(admin, 'group', 'ipam.ipaddress', group_by='device', filters={'vrf_id': (world.vrf.pk,)}).groups)
    assert part == {world.router: 1, None: 1}
    some = (Having('dcim.interface'),)
    assert groups(admin, 'dcim.device', 'ip_address', having=some) == {'10.9.0.1/28': 1, None: 2}


def test_groups_that_may_not_be_seen_are_counted_without_their_names(world, limited):
    for model in (IPAddress, Interface):
        permit(limited, model)
    permit(limited, Device, {'name': 'sw'})
    IPAddress.objects.create(address='10.9.0.7/28', assigned_object=world.uplink)
    result = run(limited, 'group', 'ipam.ipaddress', group_by='device')
    assert (dict(result.groups), result.hidden, result.total) == ({world.switch: 1, None: 2}, 1, 4)
    assert 'rtr' not in str(ask(limited, 'group', 'ipam.ipaddress', group_by='device').as_json())


def test_only_what_the_user_may_view_is_counted(world, limited):
    permit(limited, Device)
    permit(limited, IPAddress, {'address': '10.9.0.2/28'})
    assert groups(limited, 'ipam.ipaddress', 'device') == {None: 1}
    with pytest.raises(NotApplicable, match='may not view'):
        run(limited, 'group', 'dcim.cable', group_by='device')


def test_the_sentence(world, admin):
    reply = ask(admin, 'group', 'ipam.ipaddress', group_by='device')
    assert reply.text == '3 IP addresses by device: rtr 1, None 2.'
    assert reply.blocks[0]['columns'] == ['Device', 'Count']
    assert ['None', '2'] in reply.blocks[0]['rows']


def test_what_they_cannot_be_counted_by(world, admin):
    with pytest.raises(UnknownAttribute):
        run(admin, 'group', 'dcim.device', group_by='colour')
    with pytest.raises(NotApplicable, match='does not relate'):
        run(admin, 'group', 'ipam.vrf', group_by='power_panel')


def test_statements_do_not_grow_with_the_groups(world, admin):
    def statements():
        with CaptureQueriesContext(connection) as captured:
            ask(admin, 'group', 'ipam.ipaddress', group_by='device', subjects=(key(world.vrf),))
        return len(captured)

    statements()
    before = statements()
    devices = Device.objects.bulk_create(
        Device(name=f'd{n}', site=world.oslo, device_type=world.type, role=world.role) for n in range(20)
    )
    for device in devices:
        port = Interface.objects.create(device=device, name='e0', type='1000base-t')
        IPAddress.objects.create(address='10.9.0.9/28', vrf=world.vrf, assigned_object=port)
    assert statements() == before <= 9
