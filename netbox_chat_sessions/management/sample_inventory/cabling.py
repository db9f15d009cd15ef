"""Laying many cables at once so that NetBox can trace them from end to end."""

from dataclasses import dataclass
from decimal import Decimal

from circuits.models import CircuitTermination
from dcim.choices import CableEndChoices, LinkStatusChoices
from dcim.models import (
    Cable,
    CablePath,
    CableTermination,
    ConsolePort,
    ConsoleServerPort,
    FrontPort,
    Interface,
    PathEndpoint,
    PowerFeed,
    PowerOutlet,
    PowerPort,
    RearPort,
)
from dcim.utils import create_cablepaths, object_to_path_node
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from .devices import Fleet
from .ledger import BATCH_SIZE, Ledger

PORT_MODELS = (ConsolePort, ConsoleServerPort, FrontPort, Interface, PowerOutlet, PowerPort, RearPort)

type Port = ConsolePort | ConsoleServerPort | FrontPort | Interface | PowerOutlet | PowerPort | RearPort
type End = Port | PowerFeed | CircuitTermination


@dataclass(frozen=True)
class Medium:
    """A kind of cable, its color and its length in metres."""

    kind: str
    color: str
    metres: int


POWER = Medium('power', '111111', 2)
COPPER = Medium('cat6', '2196f3', 3)
CONSOLE = Medium('cat5e', 'ffeb3b', 2)
FIBER = Medium('mmf-om4', '00bcd4', 3)
TRUNK = Medium('mmf-om4', '9c27b0', 25)
LONG_FIBER = Medium('smf-os2', 'ffc107', 60)


class CablePlant:
    """Collects the cables of the plan and lays them together.

    A cable is laid only between two ports that exist and are both free, so that a second run adds nothing and an
    edited inventory stays as its owner left it; the ledger counts the cables that miss a port. `neighbours` says which
    network port is cabled straight to which.
    """

    def __init__(self, ledger: Ledger, fleet: Fleet) -> None:
        """Load all ports of the fleet, about 8,000, in one query for each kind."""
        self.ledger = ledger
        self.neighbours: dict[Interface, Interface] = {}
        self._planned: list[tuple[End, End, Medium, str]] = []
        self._keys = keys = {device.pk: key for key, device in fleet.devices.items()}
        self._devices = {device.pk: device for device in fleet.devices.values()}
        self._ports: dict[tuple[type[Model], str, str], Port] = {
            (model, keys[port.device_id], port.name): port
            for model in PORT_MODELS
            for port in model.objects.filter(device_id__in=keys)
        }

        self._by_device: dict[tuple[type[Model], str], list[Port]] = {}
        for (model, key, _), port in self._ports.items():
            self._by_device.setdefault((model, key), []).append(port)

    def port[P: Model](self, model: type[P], device: str, name: str) -> P | None:
        """A port of a device of the plan, or None when somebody has removed or renamed it."""
        return self._ports.get((model, device, name))

    def ports_of[P: Model](self, model: type[P], device: str) -> list[P]:
        """All ports of one kind of a device."""
        return self._by_device.get((model, device), [])

    def owner(self, port: Port) -> str:
        """The key of the device that a port belongs to."""
        return self._keys[port.device_id]

    def connect(self, a: End | None, b: End | None, medium: Medium, status: str = 'connected') -> None:
        """Plan a cable from `a` to `b`."""
        if a is None or b is None:
            self.ledger.cables_without_port += 1
            return
        if a.cable_id or b.cable_id:
            return
        self._planned.append((a, b, medium, status))
        if isinstance(a, Interface) and isinstance(b, Interface):
            self.neighbours.update({a: b, b: a})

    def lay(self) -> None:
        """Write the planned cables, tell every port about its cable, and trace all paths."""
        cables = self.ledger.insert(
            Cable,
            [
                Cable(
                    type=medium.kind,
                    color=medium.color,
                    status=status,
                    length=Decimal(medium.metres),
                    length_unit='m',
                    _abs_length=Decimal(medium.metres),
                )
                for _, _, medium, status in self._planned
            ],
        )
        self.ledger.insert(
            CableTermination,
            [
                self._termination(cable, side, end)
                for cable, (a, b, *_) in zip(cables, self._planned, strict=True)
                for side, end in ((CableEndChoices.SIDE_A, a), (CableEndChoices.SIDE_B, b))
            ],
        )
        laid = [(cable, a, b) for cable, (a, b, *_) in zip(cables, self._planned, strict=True)]
        save([end for _, a, b in laid for end in (a, b)], 'cable', 'cable_end')
        self._trace(laid)
        self._planned.clear()

    def _termination(self, cable: Cable, side: str, end: End) -> CableTermination:
        """The row that ties a cable to a port, with the place of the port repeated in it as NetBox does."""
        end.cable, end.cable_end = cable, side
        place = self._devices.get(getattr(end, 'device_id', None)) or getattr(end, 'rack', None)
        circuit = isinstance(end, CircuitTermination)
        return CableTermination(
            cable=cable,
            cable_end=side,
            termination_type=ContentType.objects.get_for_model(end),
            termination_id=end.pk,
            _device_id=getattr(end, 'device_id', None),
            _rack_id=_rack_of(end, place),
            _location_id=end._location_id if circuit else place and place.location_id,
            _site_id=end._site_id if circuit else place and place.site_id,
        )

    def _trace(self, laid: list[tuple[Cable, End, End]]) -> None:
        """Write the cable paths.

        A cable between two endpoints is its own path; everything that passes a panel or a circuit is left to NetBox's
        tracer, which needs about 20 queries for each path.
        """
        paths: list[CablePath] = []
        origins: list[End] = []
        for cable, a, b in laid:
            ends = [end for end in (a, b) if isinstance(end, PathEndpoint)]
            if len(ends) < 2:
                continue
            for origin, destination in ((a, b), (b, a)):
                nodes = [object_to_path_node(node) for node in (origin, cable, destination)]
                paths.append(
                    CablePath(
                        path=[[node] for node in nodes],
                        _nodes=nodes,
                        is_complete=True,
                        is_active=cable.status == LinkStatusChoices.STATUS_CONNECTED,
                    )
                )
                origins.append(origin)
        for origin, path in zip(origins, CablePath.objects.bulk_create(paths, batch_size=BATCH_SIZE), strict=True):
            origin._path = path
        save(origins, '_path')
        for _, a, b in laid:
            ends = [end for end in (a, b) if isinstance(end, PathEndpoint)]
            if len(ends) == 1:
                create_cablepaths(ends)


def save(rows: list[End], *fields: str) -> None:
    """Write the given fields of many objects of several models."""
    by_model: dict[type[Model], list[Model]] = {}
    for row in rows:
        by_model.setdefault(type(row), []).append(row)
    for model, group in by_model.items():
        model.objects.bulk_update(group, fields, batch_size=500)


def _rack_of(end: End, place: Model | None) -> int | None:
    if isinstance(end, PowerFeed):
        return end.rack_id
    return getattr(place, 'rack_id', None)
