"""Relations read from NetBox's FilterSets and models, on all pairs of types and on real objects."""

import itertools

import pytest
from django.apps import apps
from ipam.models import IPAddress

from netbox_chat_sessions.inventory.bridges import bridges
from netbox_chat_sessions.inventory.catalogue import kind, kinds
from netbox_chat_sessions.inventory.links import target_of
from netbox_chat_sessions.inventory.relations import filter_for, forward_paths, related_filters, relates
from netbox_chat_sessions.inventory.selection import select

from .conftest import key, permit, run


@pytest.mark.parametrize(
    ('target', 'anchor', 'name'),
    [
        ('dcim.device', 'dcim.rack', 'rack_id'),
        ('dcim.device', 'dcim.site', 'site_id'),
        ('dcim.device', 'dcim.region', 'region_id'),
        ('dcim.device', 'dcim.devicerole', 'role_id'),
        ('dcim.device', 'dcim.manufacturer', 'manufacturer_id'),
        ('dcim.device', 'tenancy.tenant', 'tenant_id'),
        ('dcim.device', 'extras.tag', 'tag_id'),
        ('dcim.site', 'tenancy.contact', 'contact'),
        ('ipam.ipaddress', 'dcim.device', 'device_id'),
        ('ipam.ipaddress', 'virtualization.virtualmachine', 'virtual_machine_id'),
        ('ipam.ipaddress', 'ipam.vrf', 'vrf_id'),
        ('dcim.cable', 'dcim.device', 'device_id'),
        ('dcim.interface', 'ipam.vlan', 'vlan_id'),
        ('dcim.powerfeed', 'dcim.powerpanel', 'power_panel_id'),
        ('circuits.circuit', 'dcim.site', 'site_id'),
        # Equals: a device has three addresses that are its own.
        ('dcim.device', 'ipam.ipaddress', None),
        ('dcim.rack', 'dcim.device', None),
    ],
)
def test_filter_that_takes_the_anchor(target, anchor, name):
    assert filter_for(kind(target), anchor) == name


@pytest.mark.parametrize(
    ('anchor', 'target', 'paths'),
    [
        ('dcim.device', 'dcim.rack', ('rack',)),
        ('dcim.device', 'dcim.manufacturer', ('device_type__manufacturer',)),
        ('dcim.interface', 'dcim.device', ('device',)),
        ('dcim.interface', 'dcim.rack', ('_rack',)),
        ('dcim.powerfeed', 'dcim.powerpanel', ('power_panel',)),
        ('dcim.powerfeed', 'dcim.site', ('power_panel__site',)),
        ('circuits.circuit', 'dcim.site', ('terminations___site',)),
        ('dcim.cable', 'dcim.device', ('terminations___device',)),
        ('dcim.rack', 'dcim.device', ()),
    ],
)
def test_path_to_what_an_object_belongs_to(anchor, target, paths):
    assert forward_paths(anchor, target) == paths


@pytest.mark.django_db
def test_every_relation_of_every_two_types_can_be_asked():
    """Filters exist and take ids; paths lead to the target and compile to SQL. Thousands of pairs, no query is run."""
    found = 0
    for target, anchor in itertools.product(kinds().values(), kinds().values()):
        name = filter_for(target, anchor.object_type)
        assert name is None or name in target.filterset.base_filters
        for path in forward_paths(anchor.object_type, target.object_type):
            assert target_of(anchor.model, path) is target.model, (anchor.object_type, path)
            str(anchor.model._default_manager.values_list(path).query)
        found += name is not None
    assert found > 800


def test_every_bridge_stands_on_both_sides():
    found = 0
    often = [name for name in kinds() if name.startswith(('dcim.', 'ipam.')) and not name.endswith('template')][::2]
    for target, anchor in itertools.product(often, often):
        for bridge in bridges(target, anchor):
            assert relates(bridge.kind.object_type, anchor, direct=True)
            assert relates(target, bridge.kind.object_type, direct=True)
            found += 1
    assert found > 100


def test_a_device_never_becomes_the_master_of_its_chassis():
    assert forward_paths('dcim.device', 'dcim.virtualchassis') == ('virtual_chassis',)


@pytest.mark.parametrize(
    ('anchor', 'target', 'names'),
    [
        ('rack', 'dcim.device', {'rtr', 'sw'}),
        ('router', 'dcim.rack', {"O'Rack"}),
        ('router', 'dcim.site', {'Oslo'}),
        ('router', 'dcim.region', {'North'}),
        ('router', 'dcim.manufacturer', {'Acme'}),
        ('router', 'ipam.ipaddress', {'10.9.0.1/28'}),
        ('router', 'ipam.vlan', {'Voice (10)'}),
        ('maker', 'dcim.device', {'rtr', 'sw', 'Acme X1 ({unnamed})', 'Hiddenbox'}),
        ('address', 'dcim.device', {'rtr'}),
        ('address', 'dcim.interface', {'ge0'}),
        ('address', 'dcim.site', {'Oslo'}),
        ('address', 'ipam.prefix', {'10.9.0.0/28'}),
        ('prefix', 'ipam.ipaddress', {'10.9.0.1/28', '10.9.0.2/28'}),
        ('prefix', 'dcim.site', {'Oslo'}),
        ('vlan', 'ipam.prefix', {'10.9.0.0/28'}),
        ('vlan', 'dcim.device', {'rtr'}),
        ('vlan', 'dcim.interface', {'ge0'}),
        ('circuit', 'dcim.site', {'Oslo'}),
        ('circuit', 'circuits.provider', {'Telco'}),
        ('oslo', 'tenancy.contact', {'Ann'}),
        ('oslo', 'ipam.ipaddress', {'10.9.0.1/28'}),
        ('oslo', 'dcim.devicerole', {'Router'}),
        ('oslo', 'virtualization.virtualmachine', {'vm-1'}),
        ('ann', 'dcim.site', {'Oslo'}),
        ('panel', 'dcim.rack', {"O'Rack"}),
        ('rack', 'dcim.powerpanel', {'Panel P'}),
        ('machine', 'virtualization.cluster', {'Farm'}),
        ('reservation', 'dcim.site', {'Oslo'}),
    ],
)
def test_related_objects(world, admin, anchor, target, names):
    obj = getattr(world, anchor)
    filters = related_filters(kind(target), key(obj), admin)
    found = {str(item) for item in select(kind(target), filters, admin).queryset}
    assert found == {name.format(unnamed=world.unnamed.pk) for name in names}
    assert relates(target, obj._meta.label_lower)


def test_cable_and_devices_both_ways(world, admin):
    assert {str(obj) for obj in run(admin, 'list', 'dcim.device', subjects=(key(world.cable),)).objects} == {
        'rtr',
        'sw',
    }
    assert world.cable in run(admin, 'list', 'dcim.cable', subjects=(key(world.switch),)).objects


@pytest.mark.parametrize(
    ('anchor', 'target'), [('unnamed', 'dcim.rack'), ('spare', 'dcim.site'), ('group', 'dcim.site')]
)
def test_nothing_related_is_nothing_and_not_everything(world, admin, anchor, target):
    assert run(admin, 'count', target, subjects=(key(getattr(world, anchor)),)).total == 0


def test_an_address_that_nothing_holds_has_no_device(world, admin):
    free = IPAddress.objects.get(address='10.9.0.2/28')
    assert run(admin, 'count', 'dcim.device', subjects=(key(free),)).total == 0


def test_an_object_that_may_not_be_seen_leads_nowhere(world, limited):
    permit(limited, apps.get_model('dcim.rack'))
    permit(limited, apps.get_model('dcim.device'), {'site__name': 'Oslo'})
    hidden = related_filters(kind('dcim.rack'), key(world.ghost), limited)
    assert select(kind('dcim.rack'), hidden, limited).queryset.count() == 0
    visible = related_filters(kind('dcim.rack'), key(world.router), limited)
    assert select(kind('dcim.rack'), visible, limited).queryset.get() == world.rack


def test_types_that_have_nothing_in_common(world, admin):
    assert related_filters(kind('dcim.powerpanel'), key(world.ann), admin) is not None
    assert related_filters(kind('ipam.vrf'), key(world.panel), admin) is None
    assert not relates('ipam.vrf', 'dcim.powerpanel')
