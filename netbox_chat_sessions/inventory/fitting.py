"""Room for something of a given size: rack units without a gap, or a network of a given length.

What a hidden object holds is not free (`partial`).
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext
from ipam.choices import PrefixStatusChoices
from ipam.models import Prefix

from .errors import ImpossibleSize, NotApplicable
from .holders import Holders, holders_for
from .networks import children_within, count_networks, free_cidrs, gaps, networks_in
from .query import InventoryQuery
from .racks import rack_usages, runs_of
from .results import Missing, Result
from .selection import Selection
from .visibility import User

__all__ = ('Fit', 'Fitting', 'fitting')

BITS = {4: 32, 6: 128}
# What has a size, and inside what it is looked for.
SIZED = {'dcim.rack': ('dcim.rack',), 'ipam.prefix': ('ipam.prefix', 'ipam.aggregate')}


@dataclass(frozen=True)
class Fit:
    """Where something fits into one object.

    Attributes:
        total: Stretches of units that are long enough; networks of the length that are free.
        runs: These stretches, as first and last unit, from the bottom.
        networks: The first of these networks.
        largest: Units of the longest free stretch, or the length of the largest free network; None: nothing is free.
    """

    container: Model
    total: int
    runs: tuple[tuple[int, int], ...] = ()
    networks: tuple[str, ...] = ()
    largest: int | None = None


@dataclass(frozen=True)
class Fitting(Result):
    """Room for something, those with most room first.

    Attributes:
        fits: The page; of given objects all, of those that were found only the ones with room.
        total: Racks with room; free networks in all.
        having: Objects that have room.
        containers: How many objects there are to look into.
        counted: How many were looked into.
        best: The one that comes nearest where none has room.
        selection: How they were found; None: they were given.
    """

    fits: tuple[Fit, ...]
    total: int
    having: int
    containers: int
    counted: int
    best: Fit | None = None
    selection: Selection | None = None


def fitting(query: InventoryQuery, user: User) -> Result:
    """Room for something of `query.size` inside the subjects, or inside what the query finds.

    Racks: contiguous units that are free on both sides and that nobody reserved. Prefixes: free as
    `get_available_prefixes` has it, so no child prefix lies there. Without a prefix or aggregate to look into, those
    with the status container are.

    Raises:
        NotApplicable: What is asked for has no size.
        ImpossibleSize: Nothing is so large; the sentence says what would do.
    """
    wanted = query.object_type or next((name for name, types in SIZED.items() if _subjects(query, *types)), None)
    if wanted is None or wanted not in SIZED:
        raise NotApplicable(gettext('Only rack units and prefixes are free in a size; ask for one of them.'))
    query = replace(query, object_type=wanted)
    racks = wanted == 'dcim.rack'
    size = query.size or 0
    if racks and size < 1:
        raise ImpossibleSize(gettext('A device takes at least 1U; ask for room for 1U or more.'))
    if not racks and not 1 <= size <= BITS[6]:
        raise ImpossibleSize(
            gettext('A network is a /1 to /32 in IPv4, and a /1 to /128 in IPv6; ask for one of these.')
        )
    choosing = query if racks or _subjects(query, *SIZED[wanted]) else _containers(query)
    found = holders_for(choosing, user, lambda holder, _: holder in SIZED[wanted])
    if found is None:
        return Missing(query)
    fits = _in_racks(found.objects, size) if racks else _in_networks(found, size, query)
    return _result(query, found, fits, racks=racks)


def _subjects(query: InventoryQuery, *object_types: str) -> bool:
    return any(key.object_type in object_types for key in query.subjects)


def _result(query: InventoryQuery, found: Holders, fits: list[Fit], *, racks: bool) -> Fitting:
    fits.sort(key=lambda fit: (-_room(fit), -fit.total) if racks else (-fit.total,))
    having = [fit for fit in fits if fit.total]
    shown = having if found.selection else fits
    best = max(fits, key=lambda fit: _room(fit) if racks else -(fit.largest or 999), default=None)
    return Fitting(
        query,
        tuple(shown[query.offset : query.offset + query.limit]) if len(fits) > 1 else tuple(shown),
        len(having) if racks else sum(fit.total for fit in having),
        len(having),
        found.total - (len(found.objects) - len(fits)),
        len(fits),
        best if not having and best and best.largest else None,
        found.selection,
    )


def _room(fit: Fit) -> int:
    return fit.largest or 0


def _in_racks(racks: Sequence[Any], size: int) -> list[Fit]:
    tallest = max((rack.u_height for rack in racks), default=size)
    if size > tallest:
        text = gettext('No rack that was asked about has more than %(height)sU; ask for room for that or less.')
        raise ImpossibleSize(text % {'height': tallest})
    found = []
    for usage in rack_usages(racks):
        runs = runs_of(usage.free_units)
        fitting_runs = tuple(sorted(run for run in runs if run[1] - run[0] + 1 >= size))
        longest = runs[0][1] - runs[0][0] + 1 if runs else None
        found.append(Fit(usage.obj, len(fitting_runs), fitting_runs, (), longest))
    return found


def _containers(query: InventoryQuery) -> InventoryQuery:
    filters = dict(query.filters)
    filters.setdefault('status', (PrefixStatusChoices.STATUS_CONTAINER,))
    return replace(query, filters=filters)


def _in_networks(holders: Holders, size: int, query: InventoryQuery) -> list[Fit]:
    possible = [obj for obj in holders.objects if obj.prefix.prefixlen < size <= BITS[obj.prefix.version]]
    if not possible and holders.objects:
        raise ImpossibleSize(_too_large(holders.objects, size))
    if holders.selection and 'family' not in query.filters and any(obj.prefix.version == 4 for obj in possible):
        # Nobody who asks for any /28 means one of IPv6.
        possible = [obj for obj in possible if obj.prefix.version == 4]
    taken: dict[tuple[type[Model], int], tuple[tuple[int, int], ...]] = {}
    for model in dict.fromkeys(type(obj) for obj in possible):
        of_model = [obj for obj in possible if type(obj) is model]
        within = children_within(of_model, Prefix.objects.all())
        taken |= {(model, pk): intervals for pk, intervals in within.items()}
    start = query.offset if len(holders.objects) == 1 else 0
    found = []
    for obj in possible:
        version = obj.prefix.version
        free = gaps(obj, taken[type(obj), obj.pk])
        total = count_networks(free, 2 ** (BITS[version] - size))
        first = tuple(itertools.islice(networks_in(version, free, size), start, start + query.limit)) if total else ()
        largest = min((cidr.prefixlen for cidr in free_cidrs(version, free)), default=None)
        found.append(Fit(obj, total, (), first, largest))
    return found


def _too_large(holders: Sequence[Any], size: int) -> str:
    least = min(holders, key=lambda obj: obj.prefix.prefixlen)
    length, bits = least.prefix.prefixlen, BITS[least.prefix.version]
    words = {'container': least, 'size': size, 'first': length + 1, 'last': bits}
    if length >= bits:
        return gettext('%(container)s is a single address; no network fits into it.') % words
    return gettext('A /%(size)s does not fit into %(container)s; ask for a /%(first)s to /%(last)s.') % words
