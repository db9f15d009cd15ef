"""Counting the objects of one kind by a field, or by the objects of another kind that they belong to."""

import re
from typing import Any

from django.db.models import Count, Field, Model, QuerySet
from django.utils.text import capfirst

from .attributes import find_attribute
from .catalogue import Kind, kinds
from .errors import UnknownAttribute
from .links import own_names, several_valued
from .loading import name_paths
from .model_fields import field_path
from .query import InventoryQuery
from .results import Grouping
from .selection import Selection
from .ties import number_tied, some_tied, ties_between
from .visibility import User, is_credential, restricted

__all__ = ('grouped',)

# With more groups than this, only those that hold something are shown.
MAX_EMPTY_GROUPS = 200


def grouped(
    query: InventoryQuery,
    selection: Selection,
    subjects: tuple[Model, ...],
    user: User,
) -> Grouping:
    """Exact counts by `query.group_by`; empty groups too where the question is about all objects of the kind.

    Raises:
        UnknownAttribute: The kind has no such field.
    """
    kind = selection.kind
    path = None if is_credential(query.group_by or '') else field_path(kind, query.group_by or '')
    if path is None:
        return _by_objects(query, selection, subjects, user)
    field = _last_field(kind, path)
    rows = selection.queryset.order_by().values_list(path).annotate(Count('pk', distinct=True)).order_by()
    counts: dict[Any, int] = {}
    for value, count in rows:
        counts[value] = counts.get(value, 0) + count
    if None in counts and several_valued(kind.model, path):
        # An object of which one end leads nowhere and the other somewhere is not without a value.
        told = selection.queryset.model._default_manager.filter(**{f'{path}__isnull': False})
        counts[None] = selection.queryset.exclude(pk__in=told.order_by().values('pk')).count()
    total = selection.queryset.count()
    label = find_attribute(kind, query.group_by or '').label
    if field.related_model is None:
        groups = [(_choice(field, value), count) for value, count in counts.items()]
        return Grouping(query, selection, total, label, _sorted(groups), 0, subjects)
    objects = _objects(field.related_model, counts, not (selection.filters or selection.having), user)
    groups = [(obj, counts.get(obj.pk, 0)) for obj in objects]
    hidden = sum(counts.values()) - counts.get(None, 0) - sum(count for _, count in groups)
    groups += [(None, counts[None])] if counts.get(None) else []
    return Grouping(query, selection, total, label, _sorted(groups), hidden, subjects)


def _by_objects(
    query: InventoryQuery,
    selection: Selection,
    subjects: tuple[Model, ...],
    user: User,
) -> Grouping:
    """By what the objects belong to without a field that says so: the device of an address's interface."""
    kind, name = selection.kind, query.group_by or ''
    of = next((item for item in kinds().values() if name in (item.object_type, *own_names(item.model))), None)
    if of is None or is_credential(name):
        find_attribute(kind, name)
        raise UnknownAttribute(kind.object_type, name, ())
    seen = _named(restricted(of.model._default_manager.all(), user))
    ties = ties_between(of, selection, user)
    counted = seen.annotate(tied=number_tied(ties, selection.queryset))
    rows = list(counted[: MAX_EMPTY_GROUPS + 1]) if not (selection.filters or selection.having) else []
    if not 0 < len(rows) <= MAX_EMPTY_GROUPS:
        rows = list(counted.filter(tied__gt=0))
    groups: list[tuple[Any, int]] = [(obj, obj.tied) for obj in rows]
    total = selection.queryset.count()
    everything = some_tied(ties_between(kind, Selection(of, {}, of.model._default_manager.all()), user))
    visible = some_tied(ties_between(kind, Selection(of, {}, seen), user))
    without = total - selection.queryset.filter(everything).count()
    hidden = total - without - selection.queryset.filter(visible).count()
    groups += [(None, without)] if without else []
    return Grouping(query, selection, total, capfirst(of.noun), _sorted(groups), hidden, subjects)


def _last_field(kind: Kind, path: str) -> Field:
    model: Any = kind.model
    field = None
    for name in re.split('(?<!_)__', path):
        field = model._meta.get_field(name)
        model = field.related_model
    return field


def _objects(model: type[Model], counts: dict[Any, int], empty_too: bool, user: User) -> list[Model]:
    queryset = _named(restricted(model._default_manager.all(), user))
    if empty_too:
        found = list(queryset[: MAX_EMPTY_GROUPS + 1])
        if len(found) <= MAX_EMPTY_GROUPS:
            return found
    return list(queryset.filter(pk__in=[value for value in counts if value is not None]))


def _named(objects: QuerySet) -> QuerySet:
    """With what their names are made of: an unnamed device is called by its type."""
    paths = name_paths(objects.model)
    return objects.select_related(*paths) if paths else objects


def _choice(field: Field, value: Any) -> Any:
    if value in (None, ''):
        return None
    return str(dict(field.flatchoices).get(value, value)) if field.choices else value


def _sorted(groups: list[tuple[Any, int]]) -> tuple[tuple[Any, int], ...]:
    return tuple(sorted(groups, key=lambda group: (group[0] is None, -group[1])))
