"""What the inventory answers: one value for each way of asking.

Objects in them are visible to the user; what they lead to has to be checked before it is named (`visibility`).
"""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from django.db.models import Model

from .attributes import Attribute
from .catalogue import Kind
from .query import InventoryQuery
from .selection import Selection

__all__ = (
    'Availability',
    'Comparison',
    'Facts',
    'Grouping',
    'Listing',
    'Measure',
    'Missing',
    'Placement',
    'PortTrace',
    'Result',
    'Room',
    'Trace',
    'Usage',
    'Utilisation',
)


@dataclass(frozen=True)
class Result:
    """Base of all results; `query` is the question as it was run, relations of subjects turned into filters."""

    query: InventoryQuery


@dataclass(frozen=True)
class Missing(Result):
    """None of the subjects exists any more, or none that the user may see."""


@dataclass(frozen=True)
class Listing(Result):
    """A page of the objects of one kind; also an exact count, which has no page.

    Attributes:
        selection: How they were chosen.
        total: All of them that the user may view.
        objects: The page.
        columns: What to tell of each.
        subjects: The objects they are related to, where filters do not say it.
    """

    selection: Selection
    total: int
    objects: tuple[Model, ...] = ()
    columns: tuple[Attribute, ...] = ()
    subjects: tuple[Model, ...] = ()

    @property
    def kind(self) -> Kind:
        """What was asked for."""
        return self.selection.kind


@dataclass(frozen=True)
class Facts(Result):
    """Objects with what to tell of each; `asked`: these very attributes were asked for."""

    objects: tuple[tuple[Model, tuple[Attribute, ...]], ...]
    asked: bool = False


@dataclass(frozen=True)
class Placement(Result):
    """Where objects are: from the innermost place outwards, each as relation and place."""

    places: tuple[tuple[Model, tuple[tuple[str, Any], ...]], ...]


class Measure(StrEnum):
    """What the utilization of an object is measured in."""

    RACK_UNITS = auto()
    ADDRESSES = auto()
    PREFIXES = auto()
    VLANS = auto()
    POWER = auto()
    RESOURCES = auto()


@dataclass(frozen=True)
class Usage:
    """How full one object is.

    Attributes:
        percent: 0 to 100 by NetBox's own rule; None where there is no limit to compare with.
        used: In the unit of `measure`; None where NetBox does not count it.
        total: As `used`.
        free: As `used`.
        reserved: Rack units that a reservation holds; part of `used`.
        power: Allocated share of the power feeds in percent, for racks that have feeds.
        free_units: The free rack units, ascending.
        extra: Further figures with their labels.
        partial: What is used counts only what the user may see; what is free does not (`partial`).
    """

    obj: Model
    measure: Measure
    percent: float | None = None
    used: float | None = None
    total: float | None = None
    free: float | None = None
    reserved: int = 0
    power: float | None = None
    free_units: tuple[int, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    partial: bool = False


@dataclass(frozen=True)
class Utilisation(Result):
    """How full objects are, the fullest first.

    Attributes:
        total: Objects of the kind that were asked about.
        ranked: The question was about a kind of object, not about given ones.
        measured: How many of them were measured, where they are too many; None: all.
    """

    usages: tuple[Usage, ...]
    total: int
    ranked: bool = False
    selection: Selection | None = None
    measured: int | None = None


@dataclass(frozen=True)
class Room:
    """What is free inside one object.

    Attributes:
        container: Inside what.
        noun: What is free, singular and plural.
        total: How many.
        free: The first of them, as text, in their order.
        runs: Stretches without a gap, longest first, as first and last (rack units).
    """

    container: Model
    noun: tuple[str, str]
    total: int
    free: tuple[str, ...]
    runs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Availability(Result):
    """What is free inside objects, the page of them; free ports are a `Listing`.

    Attributes:
        rooms: Those with most room first.
        total: What is free in all of them together; in `counted` of them where they are too many to look into.
        containers: How many there are.
        counted: How many were looked into.
    """

    rooms: tuple[Room, ...]
    total: int
    containers: int
    counted: int


@dataclass(frozen=True)
class PortTrace:
    """What one port leads to.

    Attributes:
        port: Interface, power port, circuit termination…
        peers: What its cable ends at.
        cable: The cable; None for a wireless link.
        ends: The far ends of the whole path where they are not the peers.
    """

    port: Model
    peers: tuple[Model, ...]
    cable: Model | None
    ends: tuple[Model, ...] = ()


@dataclass(frozen=True)
class Trace(Result):
    """What the ports of the subjects lead to.

    Attributes:
        ports: Connected ports, at most a page.
        total: All connected ports.
    """

    subjects: tuple[Model, ...]
    ports: tuple[PortTrace, ...]
    total: int


@dataclass(frozen=True)
class Comparison(Result):
    """Objects side by side: one row for each attribute that at least one of them has, the differing ones first."""

    objects: tuple[Model, ...]
    rows: tuple[tuple[Attribute, bool], ...]


@dataclass(frozen=True)
class Grouping(Result):
    """Exact counts by a field.

    Attributes:
        label: What the groups are.
        groups: Each as name or object with its count; None: objects without a value.
        hidden: Objects in groups whose names the user may not see.
    """

    selection: Selection
    total: int
    label: str
    groups: tuple[tuple[Any, int], ...]
    hidden: int = 0
    subjects: tuple[Model, ...] = ()
