"""The finder: what belongs to what, which relations a word allows, and what it says of objects that may be seen."""

import pytest
from dcim.models import Device

from netbox_chat_sessions.conversation.objects import Noun, ObjectKey
from netbox_chat_sessions.conversation.text import tokenise
from netbox_chat_sessions.inventory.finder import LiveFinder
from netbox_chat_sessions.inventory.nouns import nouns_in

from .conftest import key, permit


def noun(word):
    [span] = nouns_in(tokenise(word))
    return span.noun


@pytest.mark.parametrize(
    'object_type, word, belongs',
    [
        ('dcim.device', 'rack', True),
        ('dcim.device', 'site', True),
        ('dcim.interface', 'device', True),
        ('ipam.vlan', 'site', True),
        ('dcim.rack', 'device', False),
        ('dcim.site', 'rack', False),
        ('dcim.device', 'interface', False),
        ('no.such', 'rack', False),
    ],
)
def test_what_belongs_to_what(object_type, word, belongs):
    assert LiveFinder(None).belongs(object_type, noun(word)) is belongs


@pytest.mark.parametrize(
    'object_type, word, relates',
    [
        ('ipam.prefix', 'gateway', True),
        ('dcim.device', 'gateway', False),
        ('dcim.device', 'address', True),
        ('dcim.device', 'uplink', True),
        ('dcim.device', 'uplinks', True),
        ('dcim.site', 'uplink', False),
        ('dcim.rack', 'breaker', True),
        ('dcim.powerpanel', 'breaker', True),
        ('dcim.site', 'breaker', False),
        ('dcim.rack', 'rack', False),
    ],
)
def test_a_word_for_a_part_relates_to_its_whole_alone(object_type, word, relates):
    assert LiveFinder(None).relates(object_type, noun(word)) is relates


def test_a_renamed_moved_or_hidden_object_is_looked_up_as_it_is_now(world, admin, limited):
    device = Device.objects.get(pk=world.switch.pk)
    device.name, device.rack, device.position = 'spine', None, None
    device.save()
    seen = LiveFinder(admin).look([key(device)])[key(device)]
    assert (seen.display, seen.detail) == ('spine', 'site Oslo')
    assert 'spine' in seen.words
    assert 'sw' not in seen.words
    assert LiveFinder(limited).look([key(device)]) == {}
    device.delete()
    assert LiveFinder(admin).look([ObjectKey('dcim.device', world.switch.pk)]) == {}


def test_looking_up_tells_no_name_of_what_is_hidden(world, limited):
    permit(limited, Device, {'pk': world.router.pk})
    found = LiveFinder(limited).look([key(world.router), key(world.switch)])
    assert [(ref.display, ref.detail) for ref in found.values()] == [('rtr', '')]
    assert not {'oslo', "o'rack"} & found[key(world.router)].words


def test_related_objects_are_those_that_may_be_seen(world, limited, admin):
    racks = Noun(('dcim.rack',))
    assert [ref.display for ref in LiveFinder(admin).related(key(world.router), racks, 5)] == ["O'Rack"]
    permit(limited, Device)
    assert LiveFinder(limited).related(key(world.router), racks, 5) == ()
