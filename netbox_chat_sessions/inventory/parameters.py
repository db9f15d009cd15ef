"""Which parameter of NetBox's FilterSets says a condition on a property, such as `description__empty=true`."""

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.db.models import Field

from .catalogue import Kind
from .links import filter_for
from .model_fields import field_of
from .query import FilterValues
from .visibility import is_credential

__all__ = ('compared', 'empty', 'is_always_there', 'unrelated')


def compared(kind: Kind, fields: Iterable[str], lookup: str, values: FilterValues) -> Mapping[str, FilterValues] | None:
    """The parameter that compares the first of `fields` that the kind can be filtered by; None: by none of them.

    Args:
        kind: Objects of what kind.
        fields: Names that the property may have.
        lookup: NetBox's lookup (`gt`, `isw`, …); empty: equality.
        values: Alternatives.
    """
    for name in fields:
        if is_credential(name):
            continue
        wanted = [f'{name}__{lookup}'] if lookup else [name]
        # Numbers and choices have no lookup without regard to case: there equality does.
        wanted += [name] if lookup == 'ie' else []
        for parameter in wanted:
            if parameter in kind.filterset.base_filters:
                return {parameter: values}
    return None


def empty(kind: Kind, fields: Iterable[str], is_empty: bool) -> Mapping[str, FilterValues] | None:
    """The parameter for objects without a value (or with any) in the first of `fields` that has one; None: none has."""
    filters = kind.filterset.base_filters
    for name in fields:
        if is_credential(name):
            continue
        if f'has_{name}' in filters:
            return {f'has_{name}': (str(not is_empty).lower(),)}
        if name in filters and type(filters[name]).__name__ == 'BooleanFilter':
            return {name: (str(not is_empty).lower(),)}
        related = _relation(kind, name)
        if related is not None and f'{name}_id' in filters:
            return {f'{name}_id' if is_empty else f'{name}_id__n': (settings.FILTERS_NULL_CHOICE_VALUE,)}
        if f'{name}__empty' in filters:
            return {f'{name}__empty': (str(is_empty).lower(),)}
    return None


def unrelated(kind: Kind, other_type: str, is_empty: bool) -> Mapping[str, FilterValues] | None:
    """As `empty`, for the objects of another kind that each of them names in a field of its own (a device's rack)."""
    name = (filter_for(kind, other_type) or '').removesuffix('_id')
    related = _relation(kind, name) if name else None
    return empty(kind, (name,), is_empty) if related is not None else None


def is_always_there(kind: Kind, other_type: str) -> bool:
    """Whether each object of the kind names one of the other kind: a device its site, a port its device."""
    name = (filter_for(kind, other_type) or '').removesuffix('_id')
    related = _relation(kind, name) if name else None
    return related is not None and not related.null


def _relation(kind: Kind, name: str) -> Field | None:
    field = field_of(kind.model, name)
    return field if field is not None and field.concrete and (field.many_to_one or field.one_to_one) else None
