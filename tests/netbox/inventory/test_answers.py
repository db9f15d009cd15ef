"""How results are told: sentences, tables, objects, links."""

import pytest
from core.models import ObjectChange, ObjectType
from dcim.models import Cable, Device, FrontPort, PowerOutlet, PowerPort, RearPort
from django.utils import timezone
from extras.models import CustomField, Tag

from netbox_chat_sessions.conversation.objects import ObjectKey

from .conftest import ask, key


@pytest.mark.parametrize(
    ('action', 'object_type', 'parts', 'text'),
    [
        (
            'list',
            'dcim.device',
            {'subjects': ('rack',)},
            "2 devices in rack O'Rack (site Oslo, Row 9): rtr (…) and sw (…).",
        ),
        ('count', 'dcim.device', {'subjects': ('oslo',)}, '3 devices at site Oslo.'),
        (
            'count',
            'dcim.device',
            {'filters': {'status': ('offline', 'failed')}},
            '1 device with status Offline or Failed.',
        ),
        ('list', 'dcim.rack', {'subjects': ('panel',)}, "1 rack of power panel Panel P (site Oslo): O'Rack."),
        ('list', 'dcim.device', {'subjects': ('spare',)}, 'No devices found with device role Spare.'),
        ('count', 'dcim.device', {'filters': {'name__ic': ('r',)}}, '1 device where name contains r.'),
        ('count', 'ipam.ipaddress', {'subjects': ('prefix',)}, '2 IP addresses in VRF Blue in 10.9.0.0/28.'),
        ('show', None, {'subjects': ('router',), 'attributes': ('serial',)}, 'Serial number of rtr: S-1.'),
        ('show', None, {'subjects': ('switch',), 'attributes': ('serial',)}, 'sw has no serial number.'),
        ('show', None, {'subjects': ('router',), 'attributes': ('position',)}, 'Position of rtr: U3.'),
        ('show', None, {'subjects': ('router',), 'attributes': ('u_height',)}, 'Height of rtr: 2 U.'),
        ('show', None, {'subjects': ('router',), 'attributes': ('manufacturer',)}, 'Manufacturer of rtr: Acme.'),
        ('show', None, {'subjects': ('feed',), 'attributes': ('available_power',)}, 'Available power of F1: 3,520 W.'),
        (
            'locate',
            None,
            {'subjects': ('router',)},
            "rtr is in rack O'Rack, position U3, front side, in location Row 9, at site Oslo.",
        ),
        ('locate', None, {'subjects': ('circuit',)}, 'C-77 runs to site Oslo.'),
        ('locate', None, {'subjects': ('machine',)}, 'vm-1 is in cluster Farm, at site Oslo.'),
        ('locate', None, {'subjects': ('vlan',)}, 'Voice (10) is at site Oslo.'),
        ('locate', None, {'subjects': ('unnamed',)}, '{unnamed} is at site Oslo.'),
        ('locate', None, {'subjects': ('provider',)}, 'NetBox does not say where provider Telco is.'),
        ('trace', None, {'subjects': ('uplink',)}, 'sw up0 is connected to interface rtr ge0 by cable #{cable}.'),
        ('trace', None, {'subjects': ('unnamed',)}, 'Nothing is connected to {unnamed}.'),
        ('group', 'dcim.device', {'group_by': 'status'}, '4 devices by status: Active 3, Offline 1.'),
    ],
)
def test_the_sentence(world, admin, action, object_type, parts, text):
    given = dict(parts)
    if 'subjects' in parts:
        given['subjects'] = tuple(key(getattr(world, name)) for name in parts['subjects'])
    expected = text.format(unnamed=world.unnamed, cable=world.cable.pk)
    said = ask(admin, action, object_type, **given).text
    detail = "site Oslo, rack O'Rack"
    assert said.replace(f'({detail})', '(…)') == expected


def test_a_list_with_its_table_objects_and_link(world, admin):
    reply = ask(admin, 'list', 'dcim.device', subjects=(key(world.oslo),))
    assert [ref.display for ref in reply.objects] == ['rtr', 'sw', str(world.unnamed)]
    assert reply.objects[0].url == world.router.get_absolute_url()
    table = reply.blocks[0]
    assert table['columns'][0] == 'Device' and 'Site' not in table['columns'] and 'Rack' in table['columns']
    assert table['object_refs'][0] == ['dcim.device', world.router.pk]
    assert {len(row) for row in table['rows']} == {len(table['columns'])}
    assert reply.links[0].url == f'/dcim/devices/?site_id={world.oslo.pk}'
    assert reply.query == {'action': 'list', 'object_type': 'dcim.device', 'filters': {'site_id': [world.oslo.pk]}}
    assert not reply.focus


def test_a_single_find_is_the_focus(world, admin):
    reply = ask(admin, 'list', 'dcim.rack', subjects=(key(world.router),))
    assert [ref.key for ref in reply.focus] == [key(world.rack)]


def test_pages_say_what_they_show(world, admin):
    Device.objects.bulk_create(
        Device(name=f'n{n:02}', site=world.oslo, device_type=world.type, role=world.role) for n in range(30)
    )
    assert ask(admin, 'list', 'dcim.device').text == '34 devices, 1 to 25 shown.'
    assert ask(admin, 'list', 'dcim.device', offset=25).text == '34 devices, 26 to 34 shown.'
    assert ask(admin, 'list', 'dcim.device', offset=50).text == '34 devices, and no more to show.'


def test_all_facts_of_one_object(world, admin):
    field = CustomField.objects.create(name='owner_team', label='Team', type='text')
    field.object_types.add(ObjectType.objects.get_for_model(Device))
    Device.objects.filter(pk=world.router.pk).update(custom_field_data={'owner_team': 'Core'})
    world.router.tags.add(Tag.objects.create(name='Edge', slug='edge'))
    reply = ask(admin, 'show', subjects=(key(world.router),))
    facts = dict(reply.blocks[0]['rows'])
    assert reply.blocks[0]['columns'] == ['Field', 'Value']
    expected = {
        'Name': 'rtr', 'Status': 'Active', 'Role': 'Router', 'Site': 'Oslo', 'Rack': "O'Rack", 'Position': 'U3',
        'Rack face': 'Front', 'Serial number': 'S-1', 'Team': 'Core', 'Tags': 'Edge', 'Interface count': '3',
    }  # fmt: skip
    assert expected.items() <= facts.items()
    assert 'Asset tag' not in facts and 'Front port count' not in facts
    assert reply.focus[0].key == key(world.router)


def test_what_was_asked_for_comes_into_focus_when_it_is_a_thing(world, admin):
    rack = ask(admin, 'show', subjects=(key(world.router),), attributes=('rack',))
    role = ask(admin, 'show', subjects=(key(world.router),), attributes=('role',))
    assert rack.focus[0].key == key(world.rack)
    assert role.focus[0].key == key(world.router)


def test_trace_through_a_patch_panel_tells_the_far_end(world, admin):
    rear = [RearPort.objects.create(device=box, name='R', type='8p8c') for box in (world.unnamed, world.switch)]
    fronts = []
    for port in rear:
        front = FrontPort.objects.create(device=port.device, name='F', type='8p8c')
        front.mappings.create(
            front_port=front, rear_port=port, front_port_position=1, rear_port_position=1, device=port.device
        )
        fronts.append(front)
    far = world.ghost.interfaces.create(name='far', type='1000base-t')
    for ends in (([world.ports[2]], [fronts[0]]), ([rear[0]], [rear[1]]), ([fronts[1]], [far])):
        Cable(a_terminations=ends[0], b_terminations=ends[1]).save()
    reply = ask(admin, 'trace', subjects=(key(world.ports[2]),))
    assert 'front port' in reply.text and 'and so to interface Hiddenbox far' in reply.text


def test_power_outlet_that_feeds_a_device(world, admin):
    outlet = PowerOutlet.objects.create(device=world.unnamed, name='Outlet 2')
    inlet = PowerPort.objects.create(device=world.switch, name='PSU')
    Cable(a_terminations=[inlet], b_terminations=[outlet]).save()
    reply = ask(admin, 'trace', 'dcim.powerport', subjects=(key(world.switch),))
    assert reply.blocks[0]['rows'][0][:3] == ['PSU', str(world.unnamed), 'Outlet 2']
    assert reply.total == 1


def test_all_ports_of_a_device(world, admin):
    reply = ask(admin, 'trace', subjects=(key(world.router),))
    rows = {row[0]: row[1:3] for row in reply.blocks[0]['rows']}
    assert rows == {'ge0': ['sw', 'up0'], 'ge1': ['Hiddenbox', 'Hiddenport']}
    assert {ref.display for ref in reply.objects} == {'sw', 'Hiddenbox'}


def test_comparison_names_what_differs(world, admin):
    reply = ask(admin, 'compare', subjects=(key(world.router), key(world.switch)))
    assert 'differ in' in reply.text and 'Status' in reply.text
    assert reply.blocks[0]['columns'] == ['Field', 'rtr', 'sw']
    assert ['Status', 'Active', 'Offline'] in reply.blocks[0]['rows']


def test_changes_in_the_time_zone_of_the_reader(world, admin):
    ObjectChange.objects.create(
        user=admin, user_name='root', request_id='6f1c2b7e-0000-4000-8000-000000000000', action='update',
        changed_object=world.router, object_repr='rtr',
        prechange_data={'status': 'active', 'serial': 'S-1'}, postchange_data={'status': 'offline', 'serial': 'S-1'},
    )  # fmt: skip
    record = ObjectChange.objects.get()
    ObjectChange.objects.filter(pk=record.pk).update(time=timezone.datetime(2026, 1, 2, 23, 30, tzinfo=timezone.UTC))
    with timezone.override('Asia/Tokyo'):
        reply = ask(admin, 'changes', subjects=(key(world.router),))
    assert '2026-01-03' in reply.text or '01/03/2026' in reply.text
    assert reply.blocks[0]['rows'][0][1:] == ['root', 'Updated', 'rtr', 'status']
    assert reply.total == 1


def test_no_longer_there(world, admin):
    reply = ask(admin, 'show', subjects=(ObjectKey('dcim.device', 999999),))
    assert (reply.kind, reply.objects) == ('not_found', ())


def test_names_are_text_whatever_they_hold(world, admin):
    Device.objects.filter(pk=world.switch.pk).update(name='<b>%(x)s & "ü" {0}</b>')
    reply = ask(admin, 'list', 'dcim.device', filters={'id': (world.switch.pk,)})
    assert '<b>%(x)s & "ü" {0}</b>' in reply.text
    assert reply.blocks[0]['rows'][0][0] == '<b>%(x)s & "ü" {0}</b>'
