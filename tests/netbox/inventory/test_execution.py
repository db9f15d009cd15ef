"""Queries on a real NetBox: exact counts, validated filters, pages, groups, and few statements."""

import json

import pytest
from dcim.models import Device
from django.db import connection
from django.test.utils import CaptureQueriesContext

from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.inventory.catalogue import kinds
from netbox_chat_sessions.inventory.errors import (
    InvalidFilterValue,
    NotApplicable,
    QueryError,
    UnknownAttribute,
    UnknownFilter,
    UnknownObjectType,
)
from netbox_chat_sessions.inventory.query import Action
from netbox_chat_sessions.inventory.results import Facts, Listing, Missing

from .conftest import ask, key, permit, run

LISTS = [
    ('dcim.device', {}),
    ('dcim.device', {'site_id': ('oslo',)}),
    ('dcim.device', {'status': ('active', 'offline')}),
    ('dcim.device', {'rack_id': ('rack', 'vault')}),
    ('dcim.device', {'manufacturer_id': ('maker',), 'role_id': ('role',)}),
    ('dcim.interface', {'vlan_id': ('vlan',)}),
    ('dcim.cable', {'device_id': ('router',)}),
    ('ipam.ipaddress', {'parent': ('10.9.0.0/28',), 'vrf_id': ('null',)}),
    ('circuits.circuit', {'site_id': ('oslo',)}),
    ('dcim.site', {'contact': ('ann',)}),
]


@pytest.mark.parametrize(('object_type', 'filters'), LISTS)
def test_counts_what_netbox_own_list_shows(world, admin, client, object_type, filters):
    """The link of the answer, followed in NetBox's REST API: the same parameters, the same number."""
    ids = {
        name: tuple(getattr(getattr(world, v), 'pk', v) if hasattr(world, v) else v for v in values)
        for name, values in filters.items()
    }
    result = run(admin, 'list', object_type, filters=ids)
    client.force_login(admin)
    path = result.selection.path
    assert client.get(path).status_code == 200
    assert (
        result.total == client.get(f'/api{path}').json()['count'] == run(admin, 'count', object_type, filters=ids).total
    )
    assert len(result.objects) == result.total


@pytest.mark.parametrize(
    ('filters', 'error', 'said'),
    [
        ({'sitee_id': (1,)}, UnknownFilter, 'site_id'),
        ({'site_id': (999999,)}, InvalidFilterValue, 'site_id'),
        ({'status': ('bogus',)}, InvalidFilterValue, 'bogus'),
        ({'position': ('high',)}, InvalidFilterValue, 'position'),
        ({'virtual_chassis_member': ('yes', 'no')}, InvalidFilterValue, 'one value'),
    ],
)
def test_a_filter_that_makes_no_sense_is_an_error_and_never_the_whole_table(world, admin, filters, error, said):
    with pytest.raises(error, match=said):
        run(admin, 'list', 'dcim.device', filters=filters)


def test_a_filter_without_values_chooses_nothing(world, admin):
    assert run(admin, 'list', 'dcim.device', filters={'rack_id': ()}).total == 0


def test_unknown_names_are_errors(world, admin):
    with pytest.raises(UnknownObjectType):
        run(admin, 'list', 'dcim.spaceship')
    with pytest.raises(InvalidFilterValue, match='colour'):
        run(admin, 'list', 'dcim.device', order=('colour',))
    with pytest.raises(UnknownAttribute, match='serial'):
        run(admin, 'show', subjects=(key(world.router),), attributes=('serail',))
    with pytest.raises(UnknownAttribute):
        run(admin, 'group', 'dcim.device', group_by='colour')
    with pytest.raises(NotApplicable):
        run(admin, 'list', 'ipam.vrf', subjects=(key(world.panel),))


@pytest.fixture
def crowd(world):
    Device.objects.bulk_create(
        Device(name=f'd{n:03}', site=world.oslo, rack=world.rack, device_type=world.type, role=world.role)
        for n in range(60)
    )
    return world


def test_pages_follow_each_other_without_gap_or_repetition(crowd, admin):
    pages = [run(admin, 'list', 'dcim.device', offset=offset, limit=25) for offset in (0, 25, 50)]
    assert [page.total for page in pages] == [64] * 3
    shown = [obj.pk for page in pages for obj in page.objects]
    assert len(shown) == len(set(shown)) == 64
    assert shown == list(Device.objects.values_list('pk', flat=True))


def test_order(world, admin):
    found = run(admin, 'list', 'dcim.device', filters={'name__empty': ('false',)}, order=('-position',))
    assert [str(obj) for obj in found.objects][:2] == ['sw', 'rtr']


def statements(user, *args, **parts):
    ask(user, *args, **parts)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        ask(user, *args, **parts)
    return len(captured)


@pytest.mark.parametrize(
    ('action', 'object_type', 'subject', 'most'),
    [
        ('list', 'dcim.device', 'oslo', 8),
        ('count', 'dcim.device', 'oslo', 6),
        ('show', None, 'router', 5),
        ('locate', None, 'router', 4),
        ('utilisation', None, 'rack', 8),
        ('utilisation', 'dcim.rack', 'oslo', 10),
        ('available', 'dcim.rack', 'oslo', 10),
        ('trace', None, 'router', 15),
        ('changes', None, 'router', 6),
        ('group', 'dcim.device', 'oslo', 8),
    ],
)
def test_statements_do_not_grow_with_the_inventory(crowd, admin, action, object_type, subject, most):
    parts = {'subjects': (key(getattr(crowd, subject)),)}
    if action == 'group':
        parts['group_by'] = 'role'
    before = statements(admin, action, object_type, **parts)
    Device.objects.bulk_create(
        Device(name=f'e{n:03}', site=crowd.oslo, rack=crowd.rack, device_type=crowd.type, role=crowd.role)
        for n in range(100)
    )
    assert statements(admin, action, object_type, **parts) == before <= most


def test_groups_are_exact_and_empty_ones_are_told(world, admin):
    result = run(admin, 'group', 'dcim.device', group_by='role')
    assert dict(result.groups) == {world.role: 4, world.spare: 0}
    assert result.total == 4
    assert dict(run(admin, 'group', 'dcim.device', group_by='manufacturer').groups)[world.idle_maker] == 0
    assert dict(run(admin, 'group', 'dcim.device', group_by='status').groups) == {'Active': 3, 'Offline': 1}
    assert dict(run(admin, 'group', 'dcim.cable', group_by='type').groups) == {'CAT6': 1, None: 1}


def test_groups_of_a_part_leave_empty_ones_out(world, admin):
    result = run(admin, 'group', 'dcim.device', group_by='rack', subjects=(key(world.oslo),))
    assert dict(result.groups) == {world.rack: 2, None: 1}


def test_groups_whose_name_may_not_be_seen_are_counted_without_it(world, limited):
    permit(limited, Device)
    permit(limited, type(world.oslo), {'name': 'Oslo'})
    result = run(limited, 'group', 'dcim.device', group_by='site')
    assert dict(result.groups) == {world.oslo: 3}
    assert (result.hidden, result.total) == (1, 4)


def test_subjects_of_one_type_are_alternatives_and_of_several_all_apply(world, admin):
    both = run(admin, 'list', 'dcim.device', subjects=(key(world.oslo), key(world.secret)))
    assert both.total == 4
    assert dict(both.query.filters) == {'site_id': (world.oslo.pk, world.secret.pk)}
    narrower = run(admin, 'list', 'dcim.device', subjects=(key(world.oslo), key(world.rack)))
    assert {str(obj) for obj in narrower.objects} == {'rtr', 'sw'}
    racks = run(admin, 'list', 'dcim.rack', subjects=(key(world.router), key(world.ghost)))
    assert {str(obj) for obj in racks.objects} == {"O'Rack", 'Hiddenrack'}
    neither = run(admin, 'list', 'dcim.rack', subjects=(key(world.router), key(world.panel), key(world.secret)))
    assert neither.total == 0


def test_given_filters_still_hold_beside_subjects(world, admin):
    filters = {'id': (world.switch.pk,)}
    assert run(admin, 'list', 'dcim.rack', filters={'id': (world.vault.pk,)}, subjects=(key(world.router),)).total == 0
    assert run(admin, 'list', 'dcim.device', filters=filters, subjects=(key(world.oslo),)).objects == (world.switch,)


def test_show_one_several_and_none(world, admin):
    assert isinstance(run(admin, 'show', subjects=(key(world.router),)), Facts)
    several = run(admin, 'show', subjects=(key(world.switch), key(world.router)))
    assert isinstance(several, Listing) and several.objects == (world.switch, world.router)
    assert isinstance(run(admin, 'show', 'dcim.device', filters={'name': ('rtr',)}), Facts)
    assert isinstance(run(admin, 'show', subjects=(ObjectKey('dcim.device', 999999),)), Missing)


def test_compare_needs_two_of_a_kind(world, admin):
    with pytest.raises(NotApplicable):
        run(admin, 'compare', subjects=(key(world.router),))
    with pytest.raises(NotApplicable):
        run(admin, 'compare', subjects=(key(world.router), key(world.rack)))
    rows = run(admin, 'compare', subjects=(key(world.router), key(world.switch))).rows
    differing = [attribute.name for attribute, differs in rows if differs]
    assert set(differing) >= {'status', 'position', 'serial'} and 'role' not in differing
    assert [differs for _, differs in rows] == sorted((differs for _, differs in rows), reverse=True)


def test_every_kind_of_object_answers_every_question_or_says_why_not(world, admin):
    """All types that NetBox registers, those nobody thought of included."""
    asked = 0
    for found in kinds().values():
        first = found.model._default_manager.first()
        for action in Action:
            if first is None and action is not Action.LIST:
                continue
            subjects = (key(first),) if first is not None and action is not Action.LIST else ()
            try:
                reply = ask(admin, action, found.object_type if not subjects else None, subjects=subjects)
            except QueryError as error:
                assert str(error)
            else:
                assert reply.text and json.dumps(reply.as_json())
                asked += 1
    assert asked > 250


def test_pages_that_lie_nowhere_are_moved_into_the_list(world, admin):
    assert len(run(admin, 'list', 'dcim.device', offset=-5, limit=0).objects) == 1
    assert run(admin, 'list', 'dcim.device', limit=10**9).query.limit == 1000


@pytest.mark.parametrize('value', ['\x00', "' OR 1=1 --", '10' * 40, 'ü' * 5000, '%s', '{0}'])
def test_hostile_values_are_values(world, admin, value):
    for name in ('name', 'q', 'id', 'serial__ic'):
        try:
            assert run(admin, 'count', 'dcim.device', filters={name: (value,)}).total == 0
        except InvalidFilterValue as error:
            assert name in str(error)
