"""How much power racks, feeds, panels, devices and their ports have and draw, by NetBox's own rules.

Only feeds and ports count that the user may view; an answer for somebody who may not see all of them says so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dcim.choices import PowerFeedPhaseChoices
from dcim.models import Device, PowerFeed, PowerOutlet, PowerPort
from django.db.models import Model

from ..conversation.objects import ObjectKey
from .draws import Draw, Draws, draws_of
from .loading import shown_paths
from .partial import sees_all
from .query import InventoryQuery
from .results import Result
from .selection import Selection
from .visibility import User, Visibility, key_of, restricted

__all__ = ('POWERED', 'Power', 'PowerUse', 'Supply', 'powers_of')

PEERS = 'cable__terminations__termination'


@dataclass(frozen=True)
class Supply:
    """One power feed or power port, or one leg of it.

    Attributes:
        obj: The feed or port.
        draw: What hangs on it.
        available: Watts that the feed gives; None for a port without a feed.
        leg: Name of the leg; empty for all of it.
        outlets: Outlets behind a port.
        feed: The feed that a port is cabled to.
    """

    obj: Model
    draw: Draw
    available: int | None = None
    leg: str = ''
    outlets: int = 0
    feed: PowerFeed | None = None


@dataclass(frozen=True)
class Power:
    """The power of one object.

    Attributes:
        supplies: Its feeds, or the ports of a device, each followed by its legs.
        available: Watts of all its feeds; None without any.
        draw: What all its ports draw.
    """

    obj: Model
    supplies: tuple[Supply, ...]
    available: int | None
    draw: Draw

    @property
    def percent(self) -> float | None:
        """Allocated share of what is available (`Rack.get_power_utilization`); None without feeds."""
        return self.draw.allocated / self.available * 100 if self.available else None


@dataclass(frozen=True)
class PowerUse(Result):
    """The power of objects, the fullest first.

    Attributes:
        total: Objects of the kind that were asked about.
        available: Watts of all of them.
        draw: What all of them draw.
        counted: How many were measured.
        partial: Feeds and ports that the user may not see are not counted.
        selection: How they were chosen, where they were.
    """

    powers: tuple[Power, ...]
    total: int
    available: int
    draw: Draw
    counted: int
    partial: bool
    selection: Selection | None = None


def powers_of(
    query: InventoryQuery, objects: Sequence[Model], total: int, user: User, selection: Selection | None = None
) -> PowerUse:
    """The power of objects whose types are in `POWERED`; about ten statements for all of one type."""
    found: list[Power] = []
    for object_type in dict.fromkeys(key_of(obj).object_type for obj in objects):
        found += POWERED[object_type]([obj for obj in objects if key_of(obj).object_type == object_type], user)
    found.sort(key=lambda power: (-(power.percent if power.percent is not None else -1), -power.draw.allocated))
    return PowerUse(
        query,
        tuple(found[query.offset : query.offset + query.limit]) if selection else tuple(found),
        total,
        sum(power.available or 0 for power in found),
        sum((power.draw for power in found), Draw()),
        len(objects),
        not sees_all(user, PowerFeed, PowerPort),
        selection,
    )


def _fed(feeds: Iterable[PowerFeed | PowerOutlet], user: User) -> tuple[dict[int, list[PowerPort]], Draws]:
    """The ports that feeds or outlets lead to, and their draws."""
    found = {feed.pk: [peer for peer in feed.link_peers if isinstance(peer, PowerPort)] for feed in feeds}
    seen = Visibility(user).visible(port for ports in found.values() for port in ports)
    found = {pk: [port for port in ports if key_of(port) in seen] for pk, ports in found.items()}
    return found, draws_of((port for ports in found.values() for port in ports), user)


def _supplies(feeds: Sequence[PowerFeed], ports: Mapping[int, list[PowerPort]], draws: Draws) -> Iterable[Supply]:
    for feed in feeds:
        draw = sum((draws.of(port.pk) for port in ports[feed.pk]), Draw())
        yield Supply(feed, draw, feed.available_power)
        for port in ports[feed.pk]:
            if sum(port in fed for fed in ports.values()) == 1:
                yield from _legs(feed, feed, port, draws)


def _legs(obj: Model, feed: PowerFeed, port: PowerPort, draws: Draws) -> Iterable[Supply]:
    # PowerPort.get_power_draw tells legs apart where a port has one peer, a feed of three phases.
    if feed.phase == PowerFeedPhaseChoices.PHASE_3PHASE and draws.automatic(port.pk):
        for leg, draw, outlets in draws.by_leg(port.pk):
            yield Supply(obj, draw, feed.available_power // 3, leg, outlets)


def _of_feeds(by_object: Mapping[Model, list[PowerFeed]], user: User) -> list[Power]:
    ports, draws = _fed([feed for feeds in by_object.values() for feed in feeds], user)
    found = []
    for obj, feeds in by_object.items():
        supplies = tuple(_supplies(feeds, ports, draws))
        available = sum(feed.available_power for feed in feeds) if feeds else None
        found.append(Power(obj, supplies, available, _total(supplies)))
    return found


def _total(supplies: Iterable[Supply]) -> Draw:
    return sum((supply.draw for supply in supplies if not supply.leg), Draw())


def _feeds_by(lookup: str, attribute: str) -> Callable[[Sequence[Model], User], list[Power]]:
    def tell(objects: Sequence[Model], user: User) -> list[Power]:
        queryset = restricted(PowerFeed.objects.filter(**{f'{lookup}__in': [obj.pk for obj in objects]}), user)
        by_object: dict[int, list[PowerFeed]] = {obj.pk: [] for obj in objects}
        for feed in queryset.select_related(*shown_paths(PowerFeed)).prefetch_related(PEERS):
            by_object[getattr(feed, attribute)].append(feed)
        return _of_feeds({obj: by_object[obj.pk] for obj in objects}, user)

    return tell


def _of_devices(devices: Sequence[Device], user: User) -> list[Power]:
    ports: dict[int, list[PowerPort]] = {device.pk: [] for device in devices}
    queryset = restricted(PowerPort.objects.filter(device__in=devices), user).prefetch_related(PEERS)
    for port in queryset:
        ports[port.device_id].append(port)
    return _by_ports(devices, ports, user)


def _of_ports(given: Sequence[PowerPort], user: User) -> list[Power]:
    queryset = restricted(PowerPort.objects.filter(pk__in=[port.pk for port in given]), user)
    return _by_ports(given, {port.pk: [port] for port in queryset.prefetch_related(PEERS)}, user)


def _of_outlets(given: Sequence[PowerOutlet], user: User) -> list[Power]:
    queryset = PowerOutlet.objects.filter(pk__in=[outlet.pk for outlet in given])
    ports, draws = _fed(queryset.prefetch_related(PEERS), user)
    found = []
    for outlet in given:
        supplies = tuple(Supply(port, draws.of(port.pk)) for port in ports[outlet.pk])
        found.append(Power(outlet, supplies, None, _total(supplies)))
    return found


def _by_ports(objects: Sequence[Model], ports: Mapping[int, list[PowerPort]], user: User) -> list[Power]:
    draws = draws_of((port for found in ports.values() for port in found), user)
    peers = (peer for found in ports.values() for port in found for peer in port.link_peers)
    seen = Visibility(user).visible(peer for peer in peers if isinstance(peer, PowerFeed))
    return [_by_its_ports(obj, ports[obj.pk], draws, seen) for obj in objects]


def _by_its_ports(obj: Model, ports: Sequence[PowerPort], draws: Draws, seen: frozenset[ObjectKey]) -> Power:
    supplies: list[Supply] = []
    given: dict[int, int] = {}
    for port in ports:
        feed = next((peer for peer in port.link_peers if isinstance(peer, PowerFeed) and key_of(peer) in seen), None)
        available = feed.available_power if feed else None
        supplies.append(Supply(port, draws.of(port.pk), available, '', len(draws.outlets[port.pk]), feed))
        if feed:
            given[feed.pk] = feed.available_power
            supplies += _legs(port, feed, port, draws) if len(port.link_peers) == 1 else ()
    return Power(obj, tuple(supplies), sum(given.values()) if given else None, _total(supplies))


POWERED: Mapping[str, Callable[[Sequence[Any], User], list[Power]]] = {
    'dcim.rack': _feeds_by('rack', 'rack_id'),
    'dcim.powerpanel': _feeds_by('power_panel', 'power_panel_id'),
    'dcim.powerfeed': _feeds_by('pk', 'pk'),
    'dcim.device': _of_devices,
    'dcim.powerport': _of_ports,
    'dcim.poweroutlet': _of_outlets,
}
