"""How much there is of everything: the same numbers as NetBox's lists, and only what the user may view."""

import pytest
from dcim.models import Device, Interface, Location, Rack, Region, Site
from django.db import connection
from django.test.utils import CaptureQueriesContext
from ipam.models import IPAddress, Prefix

from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.inventory.errors import NotApplicable

from .conftest import ask, key, permit, run


def counts(user, **parts):
    return {of.object_type: count for of, count, _ in run(user, 'summary', **parts).counts}


SUBJECTS = ['oslo', 'north', 'row', 'rack', 'router', 'tenant', 'role', 'maker', 'type', 'vrf', 'vlan', 'prefix',
            'provider', 'circuit', 'panel', 'cluster', 'machine', 'uplink', 'ann']  # fmt: skip


@pytest.mark.parametrize('name', SUBJECTS)
def test_numbers_are_those_of_netbox_own_lists(world, admin, client, name):
    client.force_login(admin)
    for of, count, path in run(admin, 'summary', subjects=(key(getattr(world, name)),)).counts:
        response = client.get(f'/api{path}')
        assert response.status_code == 200, path
        assert response.json()['count'] == count > 0, of.object_type


def test_what_belongs_to_a_site(world, admin):
    found = counts(admin, subjects=(key(world.oslo),))
    expected = {'dcim.device': 3, 'dcim.rack': 1, 'dcim.location': 1, 'ipam.prefix': 1, 'ipam.vlan': 1,
                'circuits.circuit': 1, 'dcim.powerpanel': 1, 'virtualization.cluster': 1, 'dcim.cable': 2,
                'virtualization.virtualmachine': 1}  # fmt: skip
    assert expected.items() <= found.items()
    assert not {'dcim.interface', 'dcim.manufacturer', 'dcim.site', 'dcim.devicetype'} & set(found)


def test_places_below_count_as_well(world, admin):
    inner = Region.objects.create(name='Inner', slug='inner', parent=world.north)
    Site.objects.create(name='Bergen', slug='bergen', region=inner)
    found = counts(admin, subjects=(key(world.north),))
    assert (found['dcim.site'], found['dcim.device'], found['dcim.region']) == (2, 3, 1)
    cage = Location.objects.create(name='Cage', slug='cage', site=world.oslo, parent=world.row)
    Rack.objects.create(name='Caged', site=world.oslo, location=cage)
    assert counts(admin, subjects=(key(world.row),))['dcim.rack'] == 2


def test_the_ports_of_a_device_and_what_lies_in_a_prefix(world, admin):
    found = counts(admin, subjects=(key(world.router),))
    assert (found['dcim.interface'], found['ipam.ipaddress'], found['dcim.cable']) == (3, 1, 2)
    Prefix.objects.create(prefix='10.9.0.8/29', vrf=world.vrf)
    found = counts(admin, subjects=(key(world.prefix),))
    assert (found['ipam.ipaddress'], found['ipam.prefix']) == (2, 1)


def test_only_what_the_user_may_view(world, limited):
    permit(limited, Site)
    permit(limited, Device, {'name': 'rtr'})
    permit(limited, Interface, {'name__in': ['ge0', 'ge1']})
    assert counts(limited, subjects=(key(world.oslo),)) == {'dcim.device': 1}
    assert counts(limited, subjects=(key(world.router),)) == {'dcim.interface': 2}
    assert counts(limited) == {'dcim.site': 2, 'dcim.device': 1}


def test_everything(world, admin, client):
    found = run(admin, 'summary').counts
    client.force_login(admin)
    assert {of.object_type: count for of, count, _ in found}['dcim.device'] == 4
    assert {of.object_type for of, _, _ in found} >= {'dcim.site', 'ipam.prefix', 'circuits.circuit', 'tenancy.tenant'}
    for of, count, path in found:
        assert client.get(f'/api{path}').json()['count'] == count == of.model.objects.count()


def test_the_sentence_the_table_and_the_links(world, admin):
    reply = ask(admin, 'summary', subjects=(key(world.oslo),))
    assert reply.text.startswith('Site Oslo has 1 location, 1 rack, 3 devices, 1 cluster, 1 virtual machine and ')
    assert reply.text.endswith(' more kinds of objects.')
    assert ['Devices', '3'] in reply.blocks[0]['rows']
    assert (reply.links[2].text, reply.links[2].url) == ('3 devices', f'/dcim/devices/?site_id={world.oslo.pk}')
    assert [ref.key for ref in reply.focus] == [key(world.oslo)]


def test_the_sentence_about_everything_and_nothing(world, admin, limited):
    assert ask(admin, 'summary').text.startswith(
        'NetBox holds 2 sites, 2 racks, 4 devices, 1 cluster, 1 virtual machine and '
    )
    assert ask(admin, 'summary', subjects=(key(world.idle_maker),)).text == (
        'Nothing in NetBox belongs to manufacturer Idle.'
    )
    assert ask(limited, 'summary').text == 'You may not view any of the main objects.'


def test_whose_summary(world, admin):
    assert run(admin, 'summary', 'dcim.site', filters={'name': ('Oslo',)}).subject == world.oslo
    assert ask(admin, 'summary', subjects=(ObjectKey('dcim.site', 99999),)).kind == 'not_found'
    with pytest.raises(NotApplicable, match='one object'):
        run(admin, 'summary', subjects=(key(world.oslo), key(world.secret)))
    with pytest.raises(NotApplicable, match='one object'):
        run(admin, 'summary', 'dcim.site')


def test_few_statements_however_many_kinds(world, admin):
    def statements(**parts):
        with CaptureQueriesContext(connection) as captured:
            ask(admin, 'summary', **parts)
        return len(captured)

    statements(subjects=(key(world.oslo),))
    assert statements() == 1
    before = statements(subjects=(key(world.oslo),))
    Device.objects.bulk_create(
        Device(name=f'd{n}', site=world.oslo, device_type=world.type, role=world.role) for n in range(30)
    )
    IPAddress.objects.bulk_create(IPAddress(address=f'10.7.0.{n}/24') for n in range(30))
    assert statements(subjects=(key(world.oslo),)) == before <= 3
