"""The units of racks, many racks at a time: NetBox's own methods cost several statements for each rack."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from dcim.models import Device, Rack, RackReservation
from django.db.models import Exists, OuterRef, QuerySet, Value

from .partial import sees_all
from .results import Measure, Usage
from .visibility import User, restricted

__all__ = ('rack_usages', 'runs_of')

HALF = Decimal('0.5')


def rack_usages(racks: Sequence[Rack], user: User | None = None) -> tuple[Usage, ...]:
    """How full racks are, in their order; two statements in all.

    The percentage is that of `Rack.get_utilization`: occupied and reserved half units count, device types that are
    excluded from utilization do not. A unit is free when a device of 1 U fits (`Rack.get_available_units`) and nobody
    has reserved it.

    Args:
        racks: Which racks.
        user: What is used counts only devices and reservations that the user may view; None: all of them. What is
            free is free for everybody (`partial`).
    """
    ids = [rack.pk for rack in racks]
    units: defaultdict[int, _Units] = defaultdict(_Units)
    mounted = (
        _seen(Device.objects.filter(rack__in=ids, position__gte=1), user)
        .order_by()
        .values_list('rack_id', 'position', 'device_type__u_height', 'device_type__exclude_from_utilization', 'seen')
    )
    for rack_id, position, height, excluded, seen in mounted:
        halves = {position + HALF * step for step in range(int(height / HALF))}
        units[rack_id].taken |= halves
        if seen and not excluded:
            units[rack_id].counted |= halves
    reservations = _seen(RackReservation.objects.filter(rack__in=ids), user).order_by()
    for rack_id, reserved, seen in reservations.values_list('rack_id', 'units', 'seen'):
        halves = {Decimal(unit) + step for unit in reserved for step in (Decimal(0), HALF)}
        units[rack_id].taken |= halves
        if seen:
            units[rack_id].counted |= halves
            units[rack_id].reserved.update(reserved)
    partial = user is not None and not sees_all(user, Device, RackReservation)
    return tuple(_usage(rack, units[rack.pk], partial) for rack in racks)


@dataclass
class _Units:
    """Half units of a rack, and the whole units that reservations hold."""

    taken: set[Decimal] = field(default_factory=set)
    counted: set[Decimal] = field(default_factory=set)
    reserved: set[int] = field(default_factory=set)


def _seen(queryset: QuerySet, user: User | None) -> QuerySet:
    if user is None or sees_all(user, queryset.model):
        return queryset.annotate(seen=Value(True))
    mine = restricted(queryset.model.objects.filter(pk=OuterRef('pk')), user)
    return queryset.annotate(seen=Exists(mine))


def _usage(rack: Rack, units: _Units, partial: bool) -> Usage:
    halves = set(rack.units)
    used = halves & units.counted
    empty = halves - units.taken
    free = tuple(sorted(int(unit) for unit in empty if unit == int(unit) and unit + HALF in empty))
    percent = len(used) / len(halves) * 100 if halves else None
    total = len(halves) / 2
    return Usage(
        rack, Measure.RACK_UNITS, percent, len(used) / 2, total, len(free), len(units.reserved), None, free, (), partial
    )


def runs_of(units: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Stretches without a gap in ascending numbers, as first and last, longest first."""
    runs: list[tuple[int, int]] = []
    for unit in units:
        if runs and runs[-1][1] == unit - 1:
            runs[-1] = (runs[-1][0], unit)
        else:
            runs.append((unit, unit))
    return tuple(sorted(runs, key=lambda run: (run[0] - run[1], run[0])))
