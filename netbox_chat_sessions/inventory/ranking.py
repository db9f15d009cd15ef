"""The first of the objects of a kind: with the most devices, the highest, the fullest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, F, Model, QuerySet
from django.utils.translation import gettext

from .attributes import Attribute
from .comparables import Basis, Comparable, comparable
from .errors import NotApplicable
from .loading import settle, with_attributes
from .narrowing import chosen
from .query import PAGE_SIZE, InventoryQuery, Rank
from .results import Result
from .selection import Selection, list_path
from .utilisation import MAX_MEASURED, MEASURED, measured
from .visibility import User

__all__ = ('Ranking', 'ranked')

UTILISATION = ('utilization', 'utilisation')
# So many equals of the last one asked for are named.
MAX_TIES = 25
Rows = tuple[tuple[Model, Any], ...]


@dataclass(frozen=True)
class Ranking(Result):
    """Objects in the order of what they are compared by.

    Attributes:
        rows: Each with its value: a number, a date, a percentage; None: it has none. Those without come last.
        total: All objects that were compared.
        asked: So many were asked for; None: all, and `rows` are a page of them.
        attribute: What they are compared by, unless it is a number of objects or their utilization.
        counted: What was counted of each.
        unvalued: Objects without a value.
        ties: Objects that share the last place asked for but are not among `rows`, as there are too many.
        measured: How many were measured, where there are too many to measure all.
    """

    selection: Selection
    rows: tuple[tuple[Model, Any], ...]
    total: int
    basis: Basis
    asked: int | None = None
    attribute: Attribute | None = None
    counted: Selection | None = None
    unvalued: int = 0
    ties: int = 0
    measured: int | None = None
    subjects: tuple[Model, ...] = ()


def ranked(query: InventoryQuery, user: User) -> Ranking:
    """The objects of `query.object_type` in the order of `query.rank`.

    A limit other than the usual page asks for the first so many; equals of the last of them are told as well.

    Raises:
        NotApplicable: The objects cannot be compared by that.
    """
    if query.rank is None:
        raise NotApplicable(gettext('Compared by what?'))
    narrowed, selection, subjects = chosen(replace(_of_given(query), order=()), user)
    by_use = query.rank.attribute in UTILISATION
    found = _by_use(narrowed, selection, user) if by_use else _by_value(narrowed, selection, query.rank, user)
    found = replace(found, subjects=subjects)
    if found.asked is None:
        return found
    path = list_path(selection.kind, {'id': tuple(obj.pk for obj, _ in found.rows)}) if found.rows else ''
    return replace(found, selection=replace(selection, path=path if not found.ties else ''))


def _of_given(query: InventoryQuery) -> InventoryQuery:
    """Several objects of the kind itself are compared with each other ("which of these is the fullest?")."""
    types = {key.object_type for key in query.subjects}
    if len(query.subjects) < 2 or len(types) > 1 or query.object_type not in (None, *types):
        return query
    ids = tuple(key.object_id for key in query.subjects)
    return replace(query, object_type=types.pop(), subjects=(), filters={**query.filters, 'id': ids})


def _asked(query: InventoryQuery) -> int | None:
    return None if query.limit == PAGE_SIZE else query.limit


def _by_value(query: InventoryQuery, selection: Selection, rank: Rank, user: User) -> Ranking:
    by = comparable(selection.kind, rank, user)
    objects = selection.queryset.annotate(ranked_by=by.value)
    numbers = {'valued': Count('ranked_by')} if by.basis is not Basis.NUMBER else {}
    totals = (objects if numbers else selection.queryset).order_by().aggregate(total=Count('pk'), **numbers)
    rows = _ordered(objects, rank, by, user)[query.offset : query.offset + query.limit + MAX_TIES + 1]
    told, more = _with_ties(tuple((obj, obj.ranked_by) for obj in rows), query.limit, asked=_asked(query) is not None)
    ties = 0
    if more:
        ties = objects.filter(ranked_by=told[-1][1]).order_by().count() - sum(v == told[-1][1] for _, v in told)
    settle(obj for obj, _ in told)
    total = totals['total']
    without = total - totals.get('valued', total)
    return Ranking(
        query, selection, told, total, by.basis, _asked(query), by.attribute, by.counted, without, max(ties, 0)
    )


def _ordered(objects: QuerySet, rank: Rank, by: Comparable, user: User) -> QuerySet:
    first = F('ranked_by').desc(nulls_last=True) if rank.descending else F('ranked_by').asc(nulls_last=True)
    usual = objects.query.order_by or objects.model._meta.ordering
    return with_attributes(objects, (by.attribute,) if by.attribute else (), user).order_by(first, *usual, 'pk')


def _with_ties(rows: Rows, limit: int, *, asked: bool) -> tuple[Rows, bool]:
    """The first rows with the equals of the last; and whether there may be more equals than are at hand."""
    told = rows[:limit]
    if not asked or not told or told[-1][1] is None:
        return told, False
    equals = [row for row in rows[limit:] if row[1] == told[-1][1]]
    return (*told, *equals[:MAX_TIES]), len(equals) > MAX_TIES


def _by_use(query: InventoryQuery, selection: Selection, user: User) -> Ranking:
    name = selection.kind.object_type
    if name not in MEASURED:
        raise NotApplicable(
            gettext('NetBox does not measure how full %(nouns)s are.') % {'nouns': selection.kind.nouns}
        )
    objects = tuple(with_attributes(selection.queryset, (), user)[:MAX_MEASURED])
    total = len(objects) if len(objects) < MAX_MEASURED else selection.queryset.count()
    usages = measured(objects, user, alone=False)
    rows = _upside_down([(usage.obj, usage.percent) for usage in usages], query)
    page = rows[query.offset :]
    told, more = _with_ties(tuple(page), query.limit, asked=_asked(query) is not None)
    ties = sum(value == told[-1][1] for _, value in page) - sum(v == told[-1][1] for _, v in told) if more else 0
    return Ranking(
        query,
        selection,
        told,
        total,
        Basis.UTILISATION,
        _asked(query),
        unvalued=sum(value is None for _, value in rows),
        ties=ties,
        measured=len(objects) if len(objects) < total else None,
    )


def _upside_down(rows: Sequence[tuple[Model, Any]], query: InventoryQuery) -> Sequence[tuple[Model, Any]]:
    if query.rank is None or query.rank.descending:
        return rows
    return sorted(rows, key=lambda row: (row[1] is None, row[1] or 0))
