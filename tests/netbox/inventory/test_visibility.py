"""What must never be in an answer: names of objects that the user may not see, and credentials."""

import json

import pytest
from circuits.models import Circuit, CircuitTermination
from core.models import DataSource, ObjectChange, ObjectType
from dcim.models import Cable, Device, Interface, Rack, RackReservation, Site, VirtualChassis
from django.db import connection
from django.test.utils import CaptureQueriesContext
from extras.models import CustomField, Webhook
from hypothesis import given
from hypothesis import strategies as st
from ipam.models import VLAN, IPAddress, Prefix
from tenancy.models import Contact
from wireless.models import WirelessLAN

from netbox_chat_sessions.inventory.describe import describe, detail_parts, render_detail
from netbox_chat_sessions.inventory.errors import NotApplicable, UnknownAttribute, UnknownFilter, UnknownObjectType
from netbox_chat_sessions.inventory.visibility import HIDDEN, Visibility, is_credential, key_of, without_credentials

from .conftest import ask, key, permit

HIDDEN_NAMES = ('Oslo', 'Row 9', "O'Rack", 'Umbrella', 'Telco', 'Panel P', 'Blue', 'Hidden', 'mallory')


def everything(reply):
    return json.dumps(reply.as_json(), ensure_ascii=False)


@pytest.mark.parametrize(
    ('action', 'object_type', 'parts'),
    [
        ('list', 'dcim.device', {}),
        ('list', 'dcim.device', {'attributes': ('site', 'rack', 'tenant', 'location')}),
        ('list', 'dcim.interface', {}),
        ('list', 'ipam.prefix', {}),
        ('list', 'ipam.ipaddress', {}),
        ('list', 'ipam.vlan', {}),
        ('list', 'circuits.circuit', {}),
        ('list', 'dcim.cable', {}),
        ('count', 'dcim.device', {'filters': {'site_id': ('oslo',)}}),
        ('list', 'dcim.device', {'filters': {'rack_id': ('rack',)}}),
        ('count', 'dcim.device', {'subjects': ('oslo', 'rack')}),
        ('group', 'dcim.device', {'group_by': 'site'}),
        ('group', 'dcim.device', {'group_by': 'rack'}),
        ('show', None, {'subjects': ('router',)}),
        ('show', None, {'subjects': ('router',), 'attributes': ('site', 'rack')}),
        ('show', None, {'subjects': ('router', 'switch')}),
        ('show', None, {'subjects': ('prefix',)}),
        ('show', None, {'subjects': ('address',)}),
        ('show', None, {'subjects': ('circuit',)}),
        ('show', None, {'subjects': ('oslo',)}),
        ('locate', None, {'subjects': ('router',)}),
        ('locate', None, {'subjects': ('address',)}),
        ('locate', None, {'subjects': ('circuit',)}),
        ('locate', None, {'subjects': ('prefix', 'vlan')}),
        ('trace', None, {'subjects': ('router',)}),
        ('compare', None, {'subjects': ('router', 'switch')}),
        ('utilisation', None, {'subjects': ('prefix',)}),
        ('available', 'ipam.ipaddress', {'subjects': ('prefix',)}),
        ('changes', None, {'subjects': ('router',)}),
    ],
)
def test_names_of_related_objects_that_may_not_be_seen_are_nowhere(world, limited, action, object_type, parts):
    """The user may see the devices of one site and their ports, but no sites, racks, tenants, providers or VRFs."""
    for model in (Prefix, IPAddress, VLAN, Circuit, CircuitTermination, Cable):
        permit(limited, model)
    permit(limited, Device, {'site__name': 'Oslo'})
    permit(limited, Interface, {'device__site__name': 'Oslo'})
    asked = dict(parts)
    if 'subjects' in parts:
        asked['subjects'] = tuple(key(getattr(world, name)) for name in parts['subjects'])
    if 'filters' in parts:
        asked['filters'] = {
            name: tuple(getattr(world, value).pk for value in values) for name, values in parts['filters'].items()
        }
    said = everything(ask(limited, action, object_type, **asked))
    for name in HIDDEN_NAMES:
        assert name not in said


def test_rows_do_not_point_at_objects_that_may_not_be_seen(world, limited):
    permit(limited, Device, {'name': 'rtr'})
    for model in (Interface, Cable):
        permit(limited, model)
    reply = ask(limited, 'trace', subjects=(key(world.router),))
    assert {ref[0] for ref in reply.blocks[0]['object_refs']} == {'dcim.interface'}


def test_an_object_that_may_not_be_seen_is_like_one_that_is_not_there(world, limited):
    permit(limited, Device, {'site__name': 'Oslo'})
    for action in ('show', 'locate', 'trace', 'compare', 'changes'):
        hidden = ask(limited, action, subjects=(key(world.ghost),))
        assert (hidden.kind, hidden.total, hidden.objects, hidden.focus) == ('not_found', None, (), ())
        assert 'Hidden' not in everything(hidden)
    assert ask(limited, 'count', 'dcim.device').total == 3
    assert ask(limited, 'list', 'dcim.device', filters={'id': (world.ghost.pk,)}).total == 0


def test_free_rack_units_of_hidden_racks_are_not_counted(world, limited):
    permit(limited, Rack, {'name': "O'Rack"})
    assert ask(limited, 'available', 'dcim.rack').objects[0].display == "O'Rack"
    assert ask(limited, 'utilisation', 'dcim.rack').total == 1


def test_without_any_permission_there_is_nothing(world, limited):
    for action in ('list', 'count', 'group', 'utilisation'):
        reply = ask(limited, action, 'dcim.rack', group_by='site' if action == 'group' else None)
        assert reply.total == 0


def test_visible_objects_cost_a_statement_only_where_constraints_decide(world, limited, admin):
    permit(limited, Device)
    permit(limited, Site, {'name': 'Oslo'})
    objects = [world.router, world.ghost, world.oslo, world.secret, world.rack]
    limited.get_all_permissions()
    with CaptureQueriesContext(connection) as captured:
        seen = Visibility(limited).visible(objects)
    assert seen == {key_of(world.router), key_of(world.ghost), key_of(world.oslo)}
    assert len(captured) == 1
    with CaptureQueriesContext(connection) as captured:
        assert len(Visibility(admin).visible(objects)) == 5
    assert not captured


def test_the_detail_names_only_what_may_be_seen(world, admin, limited):
    assert describe(world.rack, admin).detail == 'site Oslo, Row 9'
    assert describe(world.router, admin).detail == "site Oslo, rack O'Rack"
    assert describe(world.ports[0], admin).detail == 'device rtr'
    assert describe(world.circuit, admin).detail == 'provider Telco'
    permit(limited, Rack)
    assert describe(world.router, limited).detail == "rack O'Rack"
    assert describe(world.rack, limited).detail == ''


def test_what_has_no_name_tells_nothing_apart(world, admin):
    like = {name: getattr(world.router, name) for name in ('site', 'role', 'device_type')}
    chassis = VirtualChassis.objects.create(name='stack-9')
    chassis.master = Device.objects.create(virtual_chassis=chassis, vc_position=1, **like)
    assert describe(chassis, admin).detail == ''


def test_the_detail_from_names_is_the_detail_of_the_object(world, admin):
    for obj in (
        world.rack,
        world.router,
        world.ports[0],
        world.vlan,
        world.prefix,
        world.feed,
        world.machine,
        world.end,
    ):
        object_type = key_of(obj).object_type
        paths = [part.path for part in detail_parts(object_type)]
        names = type(obj).objects.filter(pk=obj.pk).values_list(*paths).get() if paths else ()
        assert (
            render_detail(object_type, [None if name is None else str(name) for name in names])
            == describe(obj, admin).detail
        )


@pytest.mark.parametrize(
    'name',
    ['password', 'Password', 'adminPassword', 'api_key', 'apiKey', 'API-Key', 'secret', 'client_secret', 'auth_psk',
     'preshared_key', 'snmp_community', 'access_token', 'tokens', 'key', 'additional_headers', 'credentials'],
)  # fmt: skip
def test_credentials_by_name(name):
    assert is_credential(name)


@pytest.mark.parametrize(
    'name', ['keyboard', 'monkey', 'auth_type', 'authentication_method', 'serial', 'author', 'name']
)
def test_no_credentials_by_name(name):
    assert not is_credential(name)


nested = st.recursive(
    st.text() | st.integers() | st.none(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(['name', 'password', 'api_key', 'x']), inner),
)


@given(nested)
def test_credentials_are_masked_at_any_depth(value):
    def leaks(found):
        if isinstance(found, dict):
            return any((is_credential(name) and item != HIDDEN) or leaks(item) for name, item in found.items())
        return isinstance(found, list) and any(leaks(item) for item in found)

    assert not leaks(without_credentials(value))


def test_credentials_in_addresses_are_masked():
    assert without_credentials('https://bob:hunter2@git.example/x') == f'https://{HIDDEN}@git.example/x'
    assert without_credentials('ask bob@example.org') == 'ask bob@example.org'


def test_credentials_leave_netbox_by_no_question(world, admin):
    """Values of real NetBox fields, of custom fields and of JSON."""
    text = CustomField.objects.create(name='vault_token', type='text')
    extra = CustomField.objects.create(name='settings', type='json')
    for field in (text, extra):
        field.object_types.add(ObjectType.objects.get_for_model(Site))
    site = Site.objects.create(
        name='Vault',
        slug='vault',
        custom_field_data={'vault_token': 'hunter2', 'settings': {'db': {'password': 'hunter2'}}},
    )
    objects = [
        site,
        WirelessLAN.objects.create(ssid='air', auth_psk='hunter2'),
        Webhook.objects.create(
            name='w', payload_url='http://u:hunter2@h/', secret='hunter2', additional_headers='X: hunter2'
        ),
        DataSource.objects.create(
            name='d', type='git', source_url='https://u:hunter2@h/', parameters={'password': 'hunter2'}
        ),
    ]
    for obj in objects:
        ObjectChange.objects.create(
            user=admin, user_name='root', request_id='6f1c2b7e-0000-4000-8000-000000000000', action='update',
            changed_object=obj, object_repr=str(obj),
            prechange_data={'secret': 'a'}, postchange_data={'secret': 'hunter2'},
        )  # fmt: skip
        object_type = key_of(obj).object_type
        for action in ('list', 'show', 'changes'):
            subjects = (key(obj),) if action != 'list' else ()
            assert 'hunter2' not in everything(ask(admin, action, object_type, subjects=subjects)), (
                object_type,
                action,
            )
    twin = Site.objects.create(name='Vault 2', slug='vault-2', custom_field_data={'vault_token': 'hunter3'})
    assert 'hunter' not in everything(ask(admin, 'compare', subjects=(key(site), key(twin))))
    settings = ask(admin, 'show', subjects=(key(site),), attributes=('settings',))
    assert HIDDEN in settings.text and 'hunter2' not in everything(settings)


def test_credentials_can_neither_be_asked_for_nor_guessed_by_filters(world, admin):
    with pytest.raises(UnknownAttribute):
        ask(admin, 'list', 'wireless.wirelesslan', attributes=('auth_psk',))
    with pytest.raises(UnknownFilter) as caught:
        ask(admin, 'list', 'wireless.wirelesslan', filters={'auth_psk__isw': ('h',)})
    assert 'psk' not in caught.value.near
    with pytest.raises((UnknownAttribute, NotApplicable)):
        ask(admin, 'group', 'wireless.wirelesslan', group_by='auth_psk')
    with pytest.raises(UnknownObjectType):
        ask(admin, 'list', 'users.token')


def test_related_people_are_named_to_those_who_may_see_them(world, limited):
    permit(limited, RackReservation)
    permit(limited, Contact)
    assert 'mallory' not in everything(ask(limited, 'list', 'dcim.rackreservation'))
    assert ask(limited, 'list', 'tenancy.contact').objects[0].display == 'Ann'


def test_changes_name_only_what_may_be_seen(world, limited, admin):
    permit(limited, Device, {'site__name': 'Oslo'})
    permit(limited, ObjectChange)
    for changed in (world.router, world.rack):
        ObjectChange.objects.create(
            user=admin, user_name='root', request_id='6f1c2b7e-0000-4000-8000-000000000000', action='update',
            changed_object=changed, related_object=world.router, object_repr=str(changed),
        )  # fmt: skip
    reply = ask(limited, 'changes', subjects=(key(world.router),))
    assert reply.total == 2
    assert {row[3] for row in reply.blocks[0]['rows']} == {'rtr', ''}
    assert "O'Rack" not in everything(reply)
