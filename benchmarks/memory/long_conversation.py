"""A conversation of any length about the inventory that is there, with its truth. Runs inside NetBox."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from dcim.models import Device, PowerFeed, Rack, Site
from django.db.models import Count, F
from ipam.models import VLAN

__all__ = ('Said', 'long_conversation')

SEED = 17


@dataclass(frozen=True)
class Said:
    """One message.

    Attributes:
        means: Objects that it refers to, in words of its own or not.
        follows: It needs what was said before.
        domain: Its topic domain; None where it has none, and the topic goes on.
    """

    text: str
    means: frozenset[tuple[str, int]] = frozenset()
    follows: bool = False
    domain: str | None = None


def long_conversation(length: int) -> list[Said]:
    """So many messages: racks, then VLANs, then power, then back to the rack, always about other objects."""
    return list(itertools.islice(_rounds(random.Random(SEED)), length))  # noqa: S311


def _rounds(choice: random.Random) -> Iterator[Said]:
    racks = list(Rack.objects.annotate(held=Count('devices')).filter(held__gt=1).order_by('pk'))
    fed = list(PowerFeed.objects.filter(rack__isnull=False).order_by('pk').values_list('rack', flat=True).distinct())
    sites = list(Site.objects.filter(pk__in=VLAN.objects.values('site')).order_by('pk'))
    unique = Device.objects.values('name').annotate(count=Count('pk')).filter(count=1).values('name')
    while True:
        rack, site = choice.choice(racks), choice.choice(sites)
        devices = list(Device.objects.filter(rack=rack, name__in=unique).order_by(F('name')))
        power = Rack.objects.get(pk=choice.choice(fed))
        yield from _round(rack, devices[:1], site, power)


def _round(rack: Rack, devices: list[Device], site: Site, power: Rack) -> Iterator[Said]:
    here, there = frozenset({('dcim.rack', rack.pk)}), frozenset({('dcim.site', site.pk)})
    fed = frozenset({('dcim.rack', power.pk)})
    in_it = rack.site.name
    yield Said(f'how full is rack {rack.name} at {in_it}?', here, False, 'infrastructure')
    yield Said('which devices are in it?', here, True, 'infrastructure')
    yield Said('and its height?', here, True, 'infrastructure')
    for device in devices:
        named = frozenset({('dcim.device', device.pk)})
        yield Said(f'show {device.name}', named, False, 'infrastructure')
        yield Said('what is its serial number?', named, True, 'infrastructure')
        yield Said('which rack is it in?', named, True, 'infrastructure')
    yield Said(f'how many VLANs are at {site.name}?', there, False, 'network')
    yield Said('thanks')
    yield Said('list them', frozenset(), True, 'network')
    yield Said(f'which power feeds are in rack {power.name} at {power.site.name}?', fed, False, 'power')
    yield Said('how many of them are active?', frozenset(), True, 'power')
    yield Said('back to the rack: how full is it?', here, True, 'infrastructure')
