"""Counting the objects of one kind by a field."""

import re
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Field, Model

from .attributes import field_path, find_attribute
from .catalogue import Kind
from .errors import UnknownAttribute
from .query import InventoryQuery
from .results import Grouping
from .selection import Selection
from .visibility import is_credential, restricted

__all__ = ('grouped',)

# With more groups than this, only those that hold something are shown.
MAX_EMPTY_GROUPS = 200


def grouped(
    query: InventoryQuery,
    selection: Selection,
    subjects: tuple[Model, ...],
    user: AbstractBaseUser | AnonymousUser,
) -> Grouping:
    """Exact counts by `query.group_by`; empty groups too where the question is about all objects of the kind.

    Raises:
        UnknownAttribute: The kind has no such field.
    """
    kind = selection.kind
    path = None if is_credential(query.group_by or '') else field_path(kind, query.group_by or '')
    if path is None:
        find_attribute(kind, query.group_by or '')
        raise UnknownAttribute(kind.object_type, query.group_by or '', ())
    field = _last_field(kind, path)
    rows = selection.queryset.order_by().values_list(path).annotate(Count('pk', distinct=True)).order_by()
    counts: dict[Any, int] = {}
    for value, count in rows:
        counts[value] = counts.get(value, 0) + count
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


def _last_field(kind: Kind, path: str) -> Field:
    model: Any = kind.model
    field = None
    for name in re.split('(?<!_)__', path):
        field = model._meta.get_field(name)
        model = field.related_model
    return field


def _objects(
    model: type[Model], counts: dict[Any, int], empty_too: bool, user: AbstractBaseUser | AnonymousUser
) -> list[Model]:
    queryset = restricted(model._default_manager.all(), user)
    if empty_too:
        found = list(queryset[: MAX_EMPTY_GROUPS + 1])
        if len(found) <= MAX_EMPTY_GROUPS:
            return found
    return list(queryset.filter(pk__in=[value for value in counts if value is not None]))


def _choice(field: Field, value: Any) -> Any:
    if value in (None, ''):
        return None
    return str(dict(field.flatchoices).get(value, value)) if field.choices else value


def _sorted(groups: list[tuple[Any, int]]) -> tuple[tuple[Any, int], ...]:
    return tuple(sorted(groups, key=lambda group: (group[0] is None, -group[1])))
