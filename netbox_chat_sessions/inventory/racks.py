"""The units of racks, many racks at a time: NetBox's own methods cost several statements for each rack."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from dcim.models import Device, Rack, RackReservation

from .results import Measure, Usage

__all__ = ('rack_usages', 'runs_of')

HALF = Decimal('0.5')


def rack_usages(racks: Sequence[Rack]) -> tuple[Usage, ...]:
    """How full racks are, in their order; two statements in all.

    The percentage is that of `Rack.get_utilization`: occupied and reserved half units count, device types that are
    excluded from utilization do not. A unit is free when a device of 1 U fits (`Rack.get_available_units`) and nobody
    has reserved it.
    """
    ids = [rack.pk for rack in racks]
    occupied: defaultdict[int, set[Decimal]] = defaultdict(set)
    counted: defaultdict[int, set[Decimal]] = defaultdict(set)
    mounted = (
        Device.objects.filter(rack__in=ids, position__gte=1)
        .order_by()
        .values_list('rack_id', 'position', 'device_type__u_height', 'device_type__exclude_from_utilization')
    )
    for rack_id, position, height, excluded in mounted:
        halves = {position + HALF * step for step in range(int(height / HALF))}
        occupied[rack_id] |= halves
        if not excluded:
            counted[rack_id] |= halves
    reserved: defaultdict[int, set[int]] = defaultdict(set)
    for rack_id, units in RackReservation.objects.filter(rack__in=ids).order_by().values_list('rack_id', 'units'):
        reserved[rack_id].update(units)
    return tuple(_usage(rack, occupied[rack.pk], counted[rack.pk], reserved[rack.pk]) for rack in racks)


def _usage(rack: Rack, occupied: set[Decimal], counted: set[Decimal], reserved: set[int]) -> Usage:
    halves = set(rack.units)
    held = {Decimal(unit) + step for unit in reserved for step in (Decimal(0), HALF)}
    used = halves & (counted | held)
    empty = halves - occupied - held
    free = tuple(sorted(int(unit) for unit in empty if unit == int(unit) and unit + HALF in empty))
    percent = len(used) / len(halves) * 100 if halves else None
    total = len(halves) / 2
    return Usage(rack, Measure.RACK_UNITS, percent, len(used) / 2, total, len(free), len(reserved), free_units=free)


def runs_of(units: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Stretches without a gap in ascending numbers, as first and last, longest first."""
    runs: list[tuple[int, int]] = []
    for unit in units:
        if runs and runs[-1][1] == unit - 1:
            runs[-1] = (runs[-1][0], unit)
        else:
            runs.append((unit, unit))
    return tuple(sorted(runs, key=lambda run: (run[0] - run[1], run[0])))
