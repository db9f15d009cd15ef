"""What has the most, is the highest or the fullest: exact, with equals, and only of what the user may view."""

import pytest
from core.models import ObjectType
from dcim.models import Cable, Device, DeviceType, Interface, Location, Rack, Region, Site
from django.db import connection
from django.test.utils import CaptureQueriesContext
from extras.models import CustomField
from ipam.models import Prefix
from tenancy.models import Tenant

from netbox_chat_sessions.inventory.errors import NotApplicable, UnknownAttribute, UnknownFilter
from netbox_chat_sessions.inventory.query import Action, InventoryQuery, Rank

from .conftest import ask, key, permit, run


def ranked(user, object_type, attribute=None, counting=None, *, most=True, where=None, **parts):
    rank = Rank(attribute, counting, where or {}, most)
    result = run(user, 'extreme', object_type, rank=rank, **parts)
    return [(str(obj), value) for obj, value in result.rows]


def say(user, object_type, attribute=None, counting=None, *, most=True, where=None, **parts):
    return ask(user, 'extreme', object_type, rank=Rank(attribute, counting, where or {}, most), **parts)


@pytest.fixture
def more(world):
    """Beside the small inventory: two sites without devices, one of them with a rack."""
    world.bergen = Site.objects.create(name='Bergen', slug='bergen', region=world.north)
    world.voss = Site.objects.create(name='Voss', slug='voss')
    world.tall = Rack.objects.create(name='Tall', site=world.bergen, u_height=48)
    return world


def test_by_number_of_related_objects_those_without_included(more, admin):
    everything = [('Oslo', 3), ('Hiddenville', 1), ('Bergen', 0), ('Voss', 0)]
    assert ranked(admin, 'dcim.site', counting='dcim.device') == everything
    assert ranked(admin, 'dcim.site', counting='dcim.device', limit=1) == [('Oslo', 3)]
    fewest = ranked(admin, 'dcim.site', counting='dcim.device', most=False)
    assert fewest == [('Bergen', 0), ('Voss', 0), ('Hiddenville', 1), ('Oslo', 3)]


def test_only_related_objects_that_fulfil_the_filters_count(more, admin):
    where = {'status': ('offline',)}
    assert ranked(admin, 'dcim.site', counting='dcim.device', where=where, limit=1) == [('Oslo', 1)]
    with pytest.raises(UnknownFilter):
        ranked(admin, 'dcim.site', counting='dcim.device', where={'statuss': ('offline',)})


def test_equals_of_the_last_one_asked_for_are_told(more, admin):
    assert ranked(admin, 'dcim.site', counting='dcim.device', most=False, limit=1) == [('Bergen', 0), ('Voss', 0)]
    assert len(ranked(admin, 'dcim.site', counting='dcim.device', limit=3)) == 4
    Site.objects.bulk_create(Site(name=f'S{n:02}', slug=f's{n}') for n in range(40))
    result = run(admin, 'extreme', 'dcim.site', rank=Rank(object_type='dcim.device', descending=False), limit=1)
    assert (len(result.rows), result.ties, result.total) == (26, 16, 44)


def test_places_count_what_is_in_the_places_below_them(more, admin):
    inner = Region.objects.create(name='Inner', slug='inner', parent=more.north)
    Site.objects.filter(pk=more.bergen.pk).update(region=inner)
    assert ranked(admin, 'dcim.region', counting='dcim.site') == [('North', 2), ('Inner', 1)]
    cage = Location.objects.create(name='Cage', slug='cage', site=more.oslo, parent=more.row)
    Rack.objects.create(name='Caged', site=more.oslo, location=cage)
    assert ranked(admin, 'dcim.location', counting='dcim.rack') == [('Row 9', 2), ('Cage', 1)]


def test_what_is_related_through_others_or_by_network(more, admin):
    assert ranked(admin, 'dcim.device', counting='ipam.ipaddress', limit=1) == [('rtr', 1)]
    assert ranked(admin, 'dcim.manufacturer', counting='dcim.device') == [('Acme', 4), ('Idle', 0)]
    assert ranked(admin, 'circuits.provider', counting='circuits.circuit') == [('Telco', 1)]
    assert ranked(admin, 'dcim.site', counting='tenancy.contact', limit=1) == [('Oslo', 1)]
    assert ranked(admin, 'ipam.prefix', counting='ipam.ipaddress') == [('10.9.0.0/28', 1), ('10.9.0.0/28', 2)][::-1]


def test_by_a_field_of_its_own_or_of_its_type(more, admin):
    assert ranked(admin, 'dcim.rack', 'u_height', limit=1) == [('Tall', 48)]
    assert ranked(admin, 'ipam.vlan', 'vid') == [('Voice (10)', 10)]
    tall = DeviceType.objects.create(manufacturer=more.maker, model='X9', slug='x9', u_height=9)
    Device.objects.filter(pk=more.switch.pk).update(device_type=tall)
    assert [name for name, _ in ranked(admin, 'dcim.device', 'u_height', limit=1)] == ['sw']


def test_objects_without_a_value_come_last_and_are_said(more, admin):
    circuits = ranked(admin, 'circuits.circuit', 'commit_rate')
    assert circuits == [('C-77', None)]
    assert say(admin, 'circuits.circuit', 'commit_rate').text == '1 circuit, none with commit rate.'
    for most in (True, False):
        rows = ranked(admin, 'dcim.device', 'position', most=most)
        assert [value is None for _, value in rows] == [False, False, False, True]
    text = say(admin, 'dcim.device', 'position', limit=1).text
    assert text.endswith('1 device without a value was not compared.')


def test_lengths_are_compared_in_one_unit(world, admin):
    Cable.objects.filter(pk=world.cable.pk).update(length=900, length_unit='cm')
    other = Cable.objects.exclude(pk=world.cable.pk).get()
    Cable.objects.filter(pk=other.pk).update(length=10, length_unit='m')
    for cable in Cable.objects.all():
        cable.save()
    reply = say(admin, 'dcim.cable', 'length', limit=1)
    assert [ref.key for ref in reply.objects] == [key(other)]
    assert reply.text.endswith('has the highest length: 10 Meters.')


def test_the_largest_network_has_the_shortest_prefix(world, admin):
    Prefix.objects.create(prefix='10.0.0.0/8')
    Prefix.objects.create(prefix='2001:db8::/32')
    Prefix.objects.create(prefix='192.0.2.0/31')
    for name in ('prefix', 'prefix_length'):
        rows = [name for name, _ in ranked(admin, 'ipam.prefix', name)]
        assert (rows[:2], rows[-1]) == (['2001:db8::/32', '10.0.0.0/8'], '192.0.2.0/31')
    only = {'family': ('4',)}
    assert say(admin, 'ipam.prefix', 'prefix', filters=only, limit=1).text.endswith('is 10.0.0.0/8.')
    assert 'smallest prefix' in say(admin, 'ipam.prefix', 'prefix', most=False, limit=1).text


def test_by_numeric_custom_fields(world, admin):
    field = CustomField.objects.create(name='cost', label='Cost', type='integer')
    text = CustomField.objects.create(name='note', label='Note', type='text')
    for custom in (field, text):
        custom.object_types.add(ObjectType.objects.get_for_model(Site))
    Site.objects.filter(pk=world.oslo.pk).update(custom_field_data={'cost': 9})
    Site.objects.filter(pk=world.secret.pk).update(custom_field_data={'cost': 10})
    assert [name for name, _ in ranked(admin, 'dcim.site', 'cost')] == ['Hiddenville', 'Oslo']
    assert say(admin, 'dcim.site', 'cost', limit=1).text == 'Site Hiddenville has the highest cost: 10.'
    with pytest.raises(NotApplicable, match='note'):
        ranked(admin, 'dcim.site', 'note')


def test_the_fullest_and_the_emptiest(more, admin):
    assert [name for name, _ in ranked(admin, 'dcim.rack', 'utilization', limit=1)] == ["O'Rack"]
    assert ranked(admin, 'dcim.rack', 'utilization', most=False, limit=1) == [('Tall', 0)]
    everything = ranked(admin, 'dcim.rack', 'utilization')
    assert [name for name, _ in everything] == ["O'Rack", 'Hiddenrack', 'Tall']
    with pytest.raises(NotApplicable, match='how full tenants are'):
        ranked(admin, 'tenancy.tenant', 'utilization')


def test_what_has_no_percentage_comes_last(world, admin):
    assert ranked(admin, 'virtualization.cluster', 'utilization', most=False) == [('Farm', None)]
    assert say(admin, 'virtualization.cluster', 'utilization', limit=1).text == '1 cluster, none with a percentage.'


def test_a_restricted_choice(more, admin):
    north = {'subjects': (key(more.north),)}
    assert ranked(admin, 'dcim.site', counting='dcim.device', **north) == [('Oslo', 3), ('Bergen', 0)]
    some = tuple(key(site) for site in (more.voss, more.secret))
    assert ranked(admin, 'dcim.site', counting='dcim.device', subjects=some) == [('Hiddenville', 1), ('Voss', 0)]


def test_what_cannot_be_compared_is_said(world, admin):
    with pytest.raises(NotApplicable, match='serial number'):
        ranked(admin, 'dcim.device', 'serial')
    with pytest.raises(NotApplicable, match='role'):
        ranked(admin, 'dcim.device', 'role')
    with pytest.raises(UnknownAttribute, match='u_height'):
        ranked(admin, 'dcim.rack', 'u_heigth')
    with pytest.raises(NotApplicable, match='does not relate VRFs to power panels'):
        ranked(admin, 'ipam.vrf', counting='dcim.powerpanel')
    with pytest.raises(NotApplicable):
        run(admin, 'extreme', 'dcim.rack')


def test_only_what_the_user_may_view_is_counted_and_compared(more, limited):
    permit(limited, Site, {'name__in': ['Oslo', 'Voss']})
    permit(limited, Device, {'name': 'rtr'})
    assert ranked(limited, 'dcim.site', counting='dcim.device') == [('Oslo', 1), ('Voss', 0)]
    with pytest.raises(NotApplicable, match='may not view racks'):
        ranked(limited, 'dcim.site', counting='dcim.rack')


def test_a_number_that_netbox_keeps_is_counted_anew(world, limited):
    permit(limited, Device)
    permit(limited, Interface, {'name': 'ge0'})
    assert ranked(limited, 'dcim.device', 'interface_count', limit=1) == [('rtr', 1)]


@pytest.mark.parametrize(
    ('parts', 'text'),
    [
        ({'counting': 'dcim.device', 'limit': 1}, 'Site Oslo has the most devices: 3.'),
        (
            {'counting': 'dcim.device', 'limit': 1, 'most': False},
            '2 sites have the fewest devices, 0 each: Bergen and Voss.',
        ),
        (
            {'counting': 'dcim.device', 'limit': 2},
            '2 of 4 sites, those with the most devices first: Oslo 3, Hiddenville 1.',
        ),
        (
            {'counting': 'dcim.device'},
            '4 sites, those with the most devices first: Oslo 3, Hiddenville 1, Bergen 0.',
        ),
        (
            {'counting': 'dcim.device', 'where': {'status': ('planned',)}, 'limit': 1},
            '4 sites, none with devices with status Planned.',
        ),
        (
            {'counting': 'dcim.device', 'filters': {'status': ('active',)}, 'limit': 1},
            'Site Oslo has the most devices of the 4 sites with status Active: 3.',
        ),
    ],
)
def test_the_sentence_of_a_number(more, admin, parts, text):
    assert say(admin, 'dcim.site', **parts).text == text


def test_the_sentence_of_a_value_a_percentage_and_a_time(more, admin):
    assert say(admin, 'dcim.rack', 'u_height', limit=1).text == 'Rack Tall (site Bergen) has the highest height: 48 U.'
    full = say(admin, 'dcim.rack', 'utilization', limit=1).text
    assert full == "The fullest rack is O'Rack (site Oslo, Row 9): 41.7 %."
    empty = say(admin, 'dcim.rack', 'utilization', most=False).text
    assert empty.startswith('3 racks, the emptiest first: Tall (site Bergen) 0 %, ')
    latest = say(admin, 'dcim.rack', 'created', limit=1).text
    assert latest.startswith('The latest rack by created is Tall (site Bergen): ')


def test_objects_table_link_and_focus(more, admin, client):
    reply = say(admin, 'dcim.site', counting='dcim.device')
    assert [ref.display for ref in reply.objects] == ['Oslo', 'Hiddenville', 'Bergen', 'Voss']
    assert (reply.total, reply.focus) == (4, ())
    assert reply.blocks[0]['columns'] == ['Site', 'Devices']
    assert reply.blocks[0]['rows'][0] == ['Oslo', '3']
    one = say(admin, 'dcim.site', counting='dcim.device', limit=1)
    assert ([ref.display for ref in one.focus], one.total, one.blocks) == (['Oslo'], 1, ())
    client.force_login(admin)
    for told in (reply, one):
        assert client.get(f'/api{told.links[0].url}').json()['count'] == told.total


def test_nothing_to_compare(world, admin):
    reply = say(admin, 'dcim.site', counting='dcim.device', filters={'name': ('Nowhere',)}, limit=1)
    assert (reply.kind, reply.total) == ('not_found', 0)


def test_a_rank_survives_json():
    asked = InventoryQuery(Action.EXTREME, 'dcim.site', rank=Rank(None, 'dcim.device', {'status': ('active',)}, False))
    assert InventoryQuery.from_json(asked.as_json()).rank == asked.rank


@pytest.mark.parametrize(
    ('object_type', 'rank', 'most'),
    [
        ('tenancy.tenant', Rank(object_type='dcim.site'), 3),
        ('dcim.rack', Rank(object_type='dcim.device'), 4),
        ('dcim.rack', Rank('u_height'), 4),
        ('dcim.rack', Rank('utilization'), 6),
    ],
)
def test_statements_do_not_grow(more, admin, object_type, rank, most):
    def statements():
        with CaptureQueriesContext(connection) as captured:
            ask(admin, 'extreme', object_type, rank=rank, limit=3)
        return len(captured)

    statements()
    before = statements()
    Tenant.objects.bulk_create(Tenant(name=f'T{n}', slug=f't{n}') for n in range(20))
    Rack.objects.bulk_create(Rack(name=f'R{n}', site=more.oslo, u_height=10) for n in range(20))
    Device.objects.bulk_create(
        Device(name=f'd{n}', site=more.oslo, rack=more.tall, device_type=more.type, role=more.role) for n in range(20)
    )
    assert statements() <= before + 1 <= most + 1
