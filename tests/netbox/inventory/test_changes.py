"""NetBox's change log: of objects, of chosen objects, of everything; in a period, by somebody, of one sort."""

from datetime import timedelta
from uuid import uuid4

import pytest
from core.models import ObjectChange
from dcim.models import Cable, Device, Rack, Site
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from netbox_chat_sessions.inventory.errors import InvalidFilterValue, UnknownFilter

from .conftest import ask, key, permit, run

NOON = timezone.datetime(2026, 3, 10, 12, 0, tzinfo=timezone.UTC)
LOG = 'core.objectchange'


def change(user, obj, action='update', *, hours=0, **parts):
    record = ObjectChange.objects.create(
        user=user, user_name=user.username, request_id=uuid4(), action=action, changed_object=obj,
        object_repr=str(obj), **parts,
    )  # fmt: skip
    ObjectChange.objects.filter(pk=record.pk).update(time=NOON + timedelta(hours=hours))
    return record


@pytest.fixture
def log(world, admin, limited):
    """Seven changes, an hour apart, the last of them of an object that is gone."""
    change(admin, world.oslo, hours=0)
    change(admin, world.rack, 'create', hours=1, postchange_data={'name': 'x'})
    change(limited, world.rack, hours=2, prechange_data={'status': 'planned'}, postchange_data={'status': 'active'})
    change(admin, world.router, hours=3, prechange_data={'serial': '1'}, postchange_data={'serial': '2'})
    change(admin, world.ports[0], hours=4, related_object=world.router)
    change(admin, world.ghost, hours=5)
    gone = ContentType.objects.get_for_model(Cable)
    record = change(limited, world.cable, 'delete', hours=6)
    ObjectChange.objects.filter(pk=record.pk).update(changed_object_id=99999, changed_object_type=gone)
    return world


def told(user, object_type=None, **parts):
    return [change.record.object_repr for change in run(user, 'changes', object_type, **parts).changes]


def at(hours):
    return ((NOON + timedelta(hours=hours)).isoformat(),)


def test_of_everything_the_newest_first(log, admin):
    result = run(admin, 'changes', LOG)
    assert [c.record.time for c in result.changes] == [NOON + timedelta(hours=n) for n in range(6, -1, -1)]
    assert (result.total, result.people) == (7, (('root', 5), ('limited', 2)))


@pytest.mark.parametrize(
    ('filters', 'count'),
    [
        ({'time_after': at(3)}, 4),
        ({'time_before': at(3)}, 4),
        ({'time_after': at(1), 'time_before': at(2)}, 2),
        ({'action': ('delete',)}, 1),
        ({'action': ('create',), 'user': ('root',)}, 1),
        ({'user': ('limited',)}, 2),
        ({'changed_object_type': ('dcim.rack',)}, 2),
        ({'changed_object_type': ('dcim.rack', 'dcim.device')}, 4),
    ],
)
def test_filters_of_the_change_log(log, admin, client, filters, count):
    reply = ask(admin, 'changes', LOG, filters=filters)
    assert reply.total == len(reply.blocks[0]['rows']) == count
    client.force_login(admin)
    path = reply.links[0].url.replace('changelog', 'object-changes')
    assert client.get(f'/api{path}').json()['count'] == count
    assert client.get(reply.links[0].url).status_code == 200


def test_filters_narrow_the_changes_of_given_objects(log, admin):
    subjects = (key(log.rack),)
    assert told(admin, subjects=subjects) == ["O'Rack", "O'Rack"]
    assert told(admin, subjects=subjects, filters={'user': ('limited',)}) == ["O'Rack"]
    assert told(admin, LOG, subjects=subjects, filters={'time_before': at(1)}) == ["O'Rack"]
    assert told(admin, 'dcim.rack', subjects=subjects, filters={'action': ('delete',)}) == []


def test_of_all_objects_that_filters_choose(log, admin):
    assert told(admin, 'dcim.device') == ['Hiddenbox', 'ge0', 'rtr']
    assert told(admin, 'dcim.device', subjects=(key(log.oslo),)) == ['ge0', 'rtr']
    assert told(admin, 'dcim.device', filters={'name': ('rtr',), 'time_before': at(3)}) == ['rtr']


def test_filters_that_are_not_known_are_said(log, admin):
    with pytest.raises(UnknownFilter, match='time_after'):
        run(admin, 'changes', LOG, filters={'time_aftr': at(0)})
    with pytest.raises(UnknownFilter, match='dcim.device'):
        run(admin, 'changes', 'dcim.device', filters={'colour': ('red',)})
    with pytest.raises(InvalidFilterValue, match='time'):
        run(admin, 'changes', LOG, filters={'time_after': ('soon',)})
    with pytest.raises(InvalidFilterValue, match='user'):
        run(admin, 'changes', LOG, filters={'user': ('nobody',)})


def test_without_permission_nothing_is_told_and_that_is_said(log, limited):
    permit(limited, Site)
    for parts in ({'object_type': LOG}, {'subjects': (key(log.oslo),)}):
        reply = ask(limited, 'changes', **parts)
        assert (reply.kind, reply.text) == ('not_found', 'You may not view the change log.')


def test_names_only_where_they_may_be_seen(log, limited):
    permit(limited, ObjectChange)
    permit(limited, Device, {'name': 'rtr'})
    result = run(limited, 'changes', LOG)
    assert result.total == 7
    assert [change.name for change in result.changes] == ['', '', '', 'rtr', '', '', '']
    reply = ask(limited, 'changes', LOG)
    assert [ref.display for ref in reply.objects] == ['rtr']
    permit(limited, Cable)
    assert run(limited, 'changes', LOG).changes[0].name.startswith('#')


def test_constraints_on_the_change_log_itself(log, limited):
    permit(limited, ObjectChange, {'action': 'update'})
    assert run(limited, 'changes', LOG).total == 5


@pytest.mark.parametrize(
    ('parts', 'text'),
    [
        (
            {'filters': {'action': ('delete',), 'changed_object_type': ('dcim.cable',)}},
            '1 cable was deleted by limited.',
        ),
        ({'filters': {'action': ('delete',), 'changed_object_type': ('dcim.site',)}}, 'No sites were deleted.'),
        (
            {'filters': {'action': ('create',), 'time_after': at(0), 'time_before': at(9)}},
            '1 object was created between 2026-03-10 12:00 and 2026-03-10 21:00 by root.',
        ),
        (
            {'filters': {'changed_object_type': ('dcim.rack',)}},
            '2 changes of racks; the latest at 2026-03-10 14:00 by limited: updated.',
        ),
        (
            {'filters': {'time_after': at(4)}},
            '3 changes since 2026-03-10 16:00; the latest at 2026-03-10 18:00 by limited: deleted.',
        ),
        (
            {'filters': {'time_after': at(20), 'user': ('root',)}},
            'No changes since 2026-03-11 08:00 by root are recorded, or you may not see them.',
        ),
    ],
)
def test_the_sentence(log, admin, parts, text):
    assert ask(admin, 'changes', LOG, **parts).text == text


def test_who_changed_it_last(log, admin):
    reply = ask(admin, 'changes', subjects=(key(log.rack),), limit=1)
    assert reply.text.startswith("The latest change of rack O'Rack (site Oslo, Row 9) at ")
    assert reply.text.endswith("by limited: rack O'Rack updated: status.")
    assert (reply.total, len(reply.blocks[0]['rows'])) == (1, 1)
    assert [ref.key for ref in reply.focus] == [key(log.rack)]


def test_times_are_those_of_the_reader(log, admin):
    with timezone.override('Asia/Tokyo'):
        reply = ask(admin, 'changes', LOG, filters={'time_after': ('2026-03-11 02:00',)})
    assert (reply.total, '02:00' in reply.text or '2 a.m.' in reply.text) == (2, True)


def test_the_objects_that_changed_can_be_asked_about_next(log, admin):
    reply = ask(admin, 'changes', LOG)
    assert [ref.display for ref in reply.objects] == ['Hiddenbox', 'ge0', 'rtr', "O'Rack", 'Oslo']
    refs = reply.blocks[0]['object_refs']
    assert refs[0] is None and refs[1] == ['dcim.device', log.ghost.pk]


def test_the_change_log_of_one_object_is_linked(log, admin, client):
    reply = ask(admin, 'changes', subjects=(key(log.rack),))
    client.force_login(admin)
    assert reply.links[0].url == f'{log.rack.get_absolute_url()}changelog/'
    assert client.get(reply.links[0].url).status_code == 200


def test_statements_do_not_grow_with_the_log(log, admin):
    def statements(**parts):
        with CaptureQueriesContext(connection) as captured:
            ask(admin, 'changes', **parts)
        return len(captured)

    asked = ({'object_type': LOG}, {'object_type': 'dcim.rack'}, {'subjects': (key(log.rack),)})
    for parts in asked:
        statements(**parts)
    before = [statements(**parts) for parts in asked]
    racks = [Rack.objects.create(name=f'R{n}', site=log.oslo) for n in range(10)]
    for rack in racks:
        change(admin, rack, hours=3)
    after = [statements(**parts) for parts in asked]
    assert after[0] <= before[0] + 1 <= 14
    assert after[1:] == before[1:]
    assert max(before[1:]) <= 6
