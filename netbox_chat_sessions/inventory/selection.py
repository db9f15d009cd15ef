"""Filtered objects of one kind: validated by NetBox's FilterSet, restricted, ordered, linked to NetBox's list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Model, QuerySet
from django.utils.http import urlencode
from django.utils.translation import gettext

from .catalogue import Kind
from .errors import InvalidFilterValue, UnknownObjectType
from .filtering import filterset_of
from .model_fields import field_path
from .query import FilterValues, Having
from .visibility import User, is_credential, restricted

__all__ = ('Condition', 'Selection', 'list_path', 'select')

# Longer addresses are refused by proxies on the way to NetBox.
MAX_PATH = 4000


@dataclass(frozen=True)
class Selection:
    """Objects of one kind that filters choose.

    Attributes:
        filters: The parameters as they were asked for.
        queryset: The objects that the user may view.
        named: By parameter, the objects that the filter takes; not restricted, never to be shown unchecked.
        path: Path of NetBox's list with the same parameters; empty without one.
        having: Conditions on related objects that they fulfil as well.
    """

    kind: Kind
    filters: Mapping[str, FilterValues]
    queryset: QuerySet
    named: Mapping[str, tuple[Model, ...]] = field(default_factory=dict)
    path: str = ''
    having: 'tuple[Condition, ...]' = ()


@dataclass(frozen=True)
class Condition:
    """How many of the related objects there must be."""

    asked: Having
    related: Selection


def select(
    kind: Kind,
    filters: Mapping[str, FilterValues],
    user: User,
    order: tuple[str, ...] = (),
) -> Selection:
    """The objects that the filters choose.

    A parameter without values chooses nothing: it never means the whole table.

    Raises:
        UnknownObjectType: Objects of this kind are credentials.
        UnknownFilter: The FilterSet has no such parameter, or it would compare with a credential.
        InvalidFilterValue: A value is refused by the filter, or objects cannot be ordered that way.
    """
    if is_credential(kind.model._meta.model_name):
        raise UnknownObjectType(kind.object_type)
    base = restricted(kind.model._default_manager.all(), user)
    if any(not values for values in filters.values()):
        return Selection(kind, filters, base.none())
    found, named = _filtered(kind, filters, base) if filters else (base, {})
    queryset = _without_distinct(found)
    if order:
        queryset = queryset.order_by(*(_ordering(kind, name) for name in order), 'pk')
    elif not queryset.ordered:
        queryset = queryset.order_by('pk')
    return Selection(kind, filters, queryset, named, list_path(kind, filters))


def _filtered(
    kind: Kind, filters: Mapping[str, FilterValues], base: QuerySet
) -> tuple[QuerySet, dict[str, tuple[Model, ...]]]:
    filterset = filterset_of(kind, filters, base)
    named = {
        name: tuple(value)
        for name, value in filterset.form.cleaned_data.items()
        if name in filters and isinstance(value, QuerySet | list) and all(isinstance(item, Model) for item in value)
    }
    return filterset.qs, named


def _without_distinct(queryset: QuerySet) -> QuerySet:
    """The same objects: to plan and to count what is distinct in all columns, as filters ask for, takes long."""
    if not queryset.query.distinct:
        return queryset
    return queryset.model._default_manager.filter(pk__in=queryset.order_by().values('pk'))


def _ordering(kind: Kind, name: str) -> str:
    bare = name.removeprefix('-')
    path = None if is_credential(bare) else field_path(kind, bare)
    if path is None:
        raise InvalidFilterValue(
            kind.object_type, 'order', gettext('cannot be ordered by “%(name)s”.') % {'name': bare}
        )
    return f'-{path}' if name.startswith('-') else path


def list_path(kind: Kind, filters: Mapping[str, FilterValues]) -> str:
    """Path of NetBox's own list of the kind with the same filters; empty without one, or when it would be too long."""
    query = urlencode({name: [str(value) for value in values] for name, values in filters.items()}, doseq=True)
    path = f'{kind.list_path}?{query}' if query else kind.list_path
    return path if kind.list_path and len(path) <= MAX_PATH else ''
