"""Conditions on the number of related objects: exact, by NetBox's own relations, and only of what the user may view."""

import pytest
from dcim.models import Device, Location, Platform, PowerFeed, PowerPanel, Rack, Region, Site
from django.db import connection
from django.db.models import BooleanField, ExpressionWrapper
from django.test.utils import CaptureQueriesContext
from extras.models import JournalEntry
from ipam.models import VLAN, IPAddress, Prefix

from netbox_chat_sessions.inventory.catalogue import kind, kinds
from netbox_chat_sessions.inventory.errors import InvalidFilterValue, NotApplicable, UnknownFilter, UnknownObjectType
from netbox_chat_sessions.inventory.query import Action, Having, InventoryQuery
from netbox_chat_sessions.inventory.relations import related_filters, relates
from netbox_chat_sessions.inventory.selection import select
from netbox_chat_sessions.inventory.ties import number_tied, some_tied, tied_between, ties_between

from .conftest import ask, key, permit, run


def names(user, object_type, *having, action='list', **parts):
    return {str(obj) for obj in run(user, action, object_type, having=having, **parts).objects}


def none(object_type, **filters):
    return Having(object_type, filters, 0, 0)


def some(object_type, minimum=1, maximum=None, **filters):
    return Having(object_type, filters, minimum, maximum)


@pytest.fixture
def more(world):
    """Beside the small inventory: an empty site, an empty rack, an empty region, a platform."""
    world.north_east = Region.objects.create(name='North-East', slug='north-east', parent=world.north)
    world.bergen = Site.objects.create(name='Bergen', slug='bergen', region=world.north_east)
    world.south = Region.objects.create(name='South', slug='south')
    world.empty = Rack.objects.create(name='Empty', site=world.bergen, u_height=12)
    world.platform = Platform.objects.create(name='ios', slug='ios')
    Device.objects.filter(pk=world.router.pk).update(platform=world.platform)
    return world


def test_without_and_with(more, admin):
    assert names(admin, 'dcim.site', none('dcim.device')) == {'Bergen'}
    assert names(admin, 'dcim.site', some('dcim.device')) == {'Oslo', 'Hiddenville'}
    assert names(admin, 'dcim.rack', none('dcim.device')) == {'Empty'}
    assert names(admin, 'dcim.devicerole', none('dcim.device')) == {'Spare'}
    assert names(admin, 'dcim.manufacturer', none('dcim.device')) == {'Idle'}


@pytest.mark.parametrize(
    ('minimum', 'maximum', 'sites'),
    [
        (3, None, {'Oslo'}),
        (4, None, set()),
        (1, 2, {'Hiddenville'}),
        (1, 1, {'Hiddenville'}),
        (0, 1, {'Hiddenville', 'Bergen'}),
        (0, None, {'Oslo', 'Hiddenville', 'Bergen'}),
        (2, 1, set()),
    ],
)
def test_limits(more, admin, minimum, maximum, sites):
    assert names(admin, 'dcim.site', some('dcim.device', minimum, maximum)) == sites


def test_only_related_objects_that_fulfil_the_filters_count(more, admin):
    assert names(admin, 'dcim.site', some('dcim.device', status=('offline',))) == {'Oslo'}
    assert names(admin, 'dcim.site', none('dcim.device', status=('offline',))) == {'Hiddenville', 'Bergen'}
    assert names(admin, 'dcim.device', some('dcim.interface', 1, cabled=('false',))) == {'rtr'}
    assert names(admin, 'dcim.device', some('dcim.interface', 2, cabled=('true',))) == {'rtr'}


def test_all_conditions_must_hold_beside_filters_and_subjects(more, admin):
    found = names(admin, 'dcim.site', some('dcim.device'), none('ipam.vlan'))
    assert found == {'Hiddenville'}
    assert names(admin, 'dcim.site', some('dcim.device'), filters={'name': ('Bergen', 'Oslo')}) == {'Oslo'}
    assert names(admin, 'dcim.rack', none('dcim.device'), subjects=(key(more.oslo),)) == set()


def test_places_hold_what_is_in_the_places_below_them(more, admin):
    assert names(admin, 'dcim.region', some('dcim.rack')) == {'North', 'North-East'}
    assert names(admin, 'dcim.region', none('dcim.rack')) == {'South'}
    assert names(admin, 'dcim.region', some('dcim.rack', 2)) == {'North'}
    inner = Location.objects.create(name='Cage', slug='cage', site=more.oslo, parent=more.row)
    Rack.objects.create(name='Caged', site=more.oslo, location=inner)
    assert names(admin, 'dcim.location', some('dcim.rack', 2)) == {'Row 9'}


def test_what_an_object_names_itself(more, admin):
    assert names(admin, 'dcim.device', some('dcim.platform')) == {'rtr'}
    assert 'rtr' not in names(admin, 'dcim.device', none('dcim.platform'))
    assert names(admin, 'dcim.device', none('dcim.rack')) == {str(more.unnamed)}
    assert names(admin, 'dcim.site', none('dcim.region')) == {'Hiddenville'}


def test_what_points_at_objects_of_any_type(more, admin):
    assert names(admin, 'dcim.device', some('ipam.ipaddress')) == {'rtr'}
    assert names(admin, 'dcim.interface', some('ipam.ipaddress')) == {'ge0'}
    assert names(admin, 'dcim.site', some('tenancy.contact')) == {'Oslo'}
    assert names(admin, 'dcim.site', none('tenancy.contact')) == {'Hiddenville', 'Bergen'}
    JournalEntry.objects.create(assigned_object=more.rack, comments='swept')
    assert names(admin, 'dcim.rack', some('extras.journalentry')) == {"O'Rack"}
    more.ports[0].mac_addresses.create(mac_address='00:00:5e:00:53:01')
    assert names(admin, 'dcim.device', some('dcim.macaddress')) == {'rtr'}


def test_what_a_third_kind_relates(more, admin):
    assert names(admin, 'dcim.rack', some('dcim.powerpanel')) == {"O'Rack"}
    assert names(admin, 'dcim.powerpanel', some('dcim.rack')) == {'Panel P'}
    PowerFeed.objects.create(name='F2', power_panel=more.panel, rack=more.rack)
    assert names(admin, 'dcim.powerpanel', some('dcim.rack', 2)) == set()
    assert names(admin, 'dcim.site', some('dcim.devicerole', 1, 1)) == {'Oslo', 'Hiddenville'}


def test_what_lies_in_a_network(more, admin):
    Prefix.objects.create(prefix='10.0.0.0/8', status='container')
    Prefix.objects.create(prefix='10.8.0.0/16')
    assert names(admin, 'ipam.prefix', none('ipam.ipaddress')) == {'10.8.0.0/16'}
    assert names(admin, 'ipam.prefix', some('ipam.ipaddress', 2, 2)) == {'10.9.0.0/28'}
    assert names(admin, 'ipam.prefix', some('ipam.ipaddress', 3)) == {'10.0.0.0/8'}
    assert names(admin, 'ipam.prefix', some('ipam.prefix', 3)) == {'10.0.0.0/8'}
    IPAddress.objects.create(address='192.0.2.1/24')
    assert names(admin, 'ipam.ipaddress', none('ipam.prefix')) == {'192.0.2.1/24'}


def test_several_ways_count_an_object_once(more, admin):
    more.ports[1].mode = 'tagged'
    more.ports[1].untagged_vlan = more.vlan
    more.ports[1].save()
    more.ports[1].tagged_vlans.add(more.vlan, VLAN.objects.create(vid=20, name='Data'))
    assert names(admin, 'dcim.interface', some('ipam.vlan', 2, 2)) == {'ge1'}
    assert names(admin, 'dcim.interface', some('ipam.vlan', 3)) == set()
    assert names(admin, 'ipam.vlan', some('dcim.interface', 2)) == {'Voice (10)'}


def test_as_a_restriction_of_other_questions(more, admin):
    assert run(admin, 'count', 'dcim.site', having=(none('dcim.device'),)).total == 1
    grouped = run(admin, 'group', 'dcim.device', group_by='role', having=(some('dcim.interface'),))
    assert (dict(grouped.groups), grouped.total) == ({more.role: 3}, 3)
    assert run(admin, 'utilisation', 'dcim.rack', having=(none('dcim.device'),)).total == 1
    assert run(admin, 'available', 'dcim.rack', having=(none('dcim.device'),)).total == 12


def test_of_related_objects_only_those_that_the_user_may_view_count(more, limited):
    permit(limited, Site)
    permit(limited, Rack, {'site__name': 'Oslo'})
    permit(limited, Device, {'name': 'rtr'})
    assert names(limited, 'dcim.site', none('dcim.device')) == {'Bergen', 'Hiddenville'}
    assert names(limited, 'dcim.rack', some('dcim.device')) == {"O'Rack"}
    assert names(limited, 'dcim.rack', some('dcim.device', 2)) == set()
    assert names(limited, 'dcim.rack', none('dcim.device')) == set()


def test_what_lies_between_must_be_visible_too(more, limited):
    permit(limited, Rack)
    permit(limited, PowerPanel)
    assert names(limited, 'dcim.rack', some('dcim.powerpanel')) == set()
    permit(limited, PowerFeed)
    assert names(limited, 'dcim.rack', some('dcim.powerpanel')) == {"O'Rack"}


def test_what_nobody_shows_the_user_is_not_said_to_be_missing(more, limited):
    permit(limited, Site)
    with pytest.raises(NotApplicable, match='may not view devices'):
        run(limited, 'list', 'dcim.site', having=(none('dcim.device'),))


def test_what_makes_no_sense_is_said(more, admin):
    with pytest.raises(NotApplicable, match='does not relate VRFs to power panels'):
        run(admin, 'list', 'ipam.vrf', having=(none('dcim.powerpanel'),))
    with pytest.raises(UnknownFilter, match='status'):
        run(admin, 'list', 'dcim.site', having=(some('dcim.device', statuss=('active',)),))
    with pytest.raises(InvalidFilterValue, match='bogus'):
        run(admin, 'list', 'dcim.site', having=(some('dcim.device', status=('bogus',)),))
    with pytest.raises(UnknownObjectType):
        run(admin, 'list', 'dcim.site', having=(some('dcim.spaceship'),))


@pytest.mark.parametrize(
    ('having', 'text'),
    [
        (none('dcim.device'), '1 site without devices.'),
        (some('dcim.device'), '2 sites with devices.'),
        (some('dcim.device', 2), '1 site with at least 2 devices.'),
        (some('dcim.device', 1, 1), '1 site with exactly 1 device.'),
        (some('dcim.device', 1, 3), '2 sites with 1 to 3 devices.'),
        (some('dcim.device', 0, 2), '2 sites with at most 2 devices.'),
        (none('dcim.device', status=('offline',)), '2 sites without devices with status Offline.'),
    ],
)
def test_the_sentence(more, admin, having, text):
    assert ask(admin, 'count', 'dcim.site', having=(having,)).text == text


def test_a_condition_on_what_has_no_cable_in_words(more, admin):
    having = (some('dcim.interface', 1, cabled=('false',)),)
    assert ask(admin, 'count', 'dcim.device', having=having).text == '1 device with interfaces without a cable.'


def test_the_link_shows_the_same_objects(more, admin, client):
    reply = ask(admin, 'list', 'dcim.site', having=(some('dcim.device'),))
    client.force_login(admin)
    assert client.get(f'/api{reply.links[0].url}').json()['count'] == reply.total == 2
    assert not ask(admin, 'list', 'dcim.site', having=(some('dcim.device', 9),)).links
    Device.objects.bulk_create(
        Device(name=f'x{n}', site=more.oslo, device_type=more.type, role=more.role) for n in range(101)
    )
    assert not ask(admin, 'list', 'dcim.device', having=(none('dcim.platform'),)).links


def test_conditions_survive_json(admin):
    asked = InventoryQuery(Action.LIST, 'dcim.site', having=(some('dcim.device', 2, 4, status=('active',)),))
    assert InventoryQuery.from_json(asked.as_json()).having == asked.having


def test_one_statement_for_each_condition_and_none_for_each_object(more, admin):
    def statements(*having):
        ask(admin, 'list', 'dcim.site', having=having)
        with CaptureQueriesContext(connection) as captured:
            ask(admin, 'list', 'dcim.site', having=having)
        return len(captured)

    alone = statements()
    one = statements(some('dcim.device'))
    assert one <= alone + 1
    assert statements(some('dcim.device'), some('dcim.rack', 1, 9), none('ipam.vrf')) <= one + 2
    Site.objects.bulk_create(Site(name=f'S{n}', slug=f's{n}') for n in range(20))
    assert statements(some('dcim.device')) == one


TARGETS = (
    'dcim.site', 'dcim.region', 'dcim.rack', 'dcim.device', 'dcim.interface', 'dcim.devicerole', 'dcim.powerpanel',
    'dcim.cable', 'ipam.prefix', 'ipam.ipaddress', 'ipam.vlan', 'circuits.circuit', 'tenancy.tenant',
    'virtualization.virtualmachine',
)  # fmt: skip
MOST = [name for name in kinds() if not name.startswith(('core', 'users', 'extras')) and 'template' not in name]


@pytest.mark.parametrize('target', TARGETS)
def test_as_many_as_a_list_of_one_object_has(world, admin, target):
    """What is counted for all objects at once is what is listed for each; with a third of the kinds for each target."""
    of = kind(target)
    objects = of.model._default_manager.filter(pk__in=[obj.pk for obj in of.model._default_manager.order_by('pk')[:2]])
    for name in MOST[TARGETS.index(target) % 3 :: 3]:
        related = select(kind(name), {}, admin)
        if not relates(name, target):
            continue
        ties = ties_between(of, related, admin)
        expected = {}
        for obj in objects:
            filters = related_filters(related.kind, key(obj), admin)
            expected[obj.pk] = select(related.kind, filters, admin).queryset.count() if filters else 0
        conditions = {
            'tied': number_tied(ties, related.queryset),
            'some': ExpressionWrapper(some_tied(ties), BooleanField()),
            'none': ExpressionWrapper(tied_between(ties, related.queryset, 0, 0), BooleanField()),
            'two': ExpressionWrapper(tied_between(ties, related.queryset, 2, 3), BooleanField()),
        }
        found = {row[0]: row[1:] for row in objects.annotate(**conditions).values_list('pk', *conditions)}
        assert found == {pk: (n, n > 0, n == 0, 2 <= n <= 3) for pk, n in expected.items()}, (target, name)
