"""Objects sketched from a few columns, so that objects of many types come from one statement."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import F, ForeignKey, Func, Model, OuterRef, QuerySet, Subquery, TextField, Value

from ..conversation.objects import Trait
from .describe import DetailPart, detail_parts
from .sight import View

__all__ = ('Sketch', 'known_as', 'sketch', 'traits_of')

NAME_FIELDS = ('name', 'cid', 'model', 'prefix', 'address', 'mac_address', 'label', 'ssid', 'asn', 'title', 'username')

# What `str()` of an object needs beside its name, and instead of it where it has none.
DISPLAY_FIELDS = {
    'dcim.rack': ('facility_id',),
    'ipam.vlan': ('vid',),
    'ipam.vrf': ('rd',),
    'dcim.device': (
        'asset_tag',
        'vc_position',
        'virtual_chassis__name',
        'device_type__model',
        'device_type__manufacturer__name',
    ),
}

# By what else people know an object.
WORD_FIELDS = {'dcim.device': ('serial', 'asset_tag'), 'dcim.rack': ('serial', 'asset_tag')}

# Relations behind a relation that people tell objects apart by.
FAR_TRAITS = {'dcim.device': (('manufacturer', 'device_type__manufacturer_id', 'dcim.manufacturer'),)}


class _Written(Func):
    """Values as the text of one JSON array: half the work of an object with names."""

    template = 'JSON_BUILD_ARRAY(%(expressions)s)::text'
    output_field = TextField()


@dataclass(frozen=True)
class Sketch:
    """Which columns of a type make an `ObjectRef`.

    Attributes:
        name_field: What its objects are called by; empty where they have no such field.
        display_fields: What else is needed to show them.
        word_fields: By what else people know them.
        choice_fields: What states and sorts they are in ("the primary one").
        traits: Trait name, column and object type of each relation.
    """

    object_type: str
    model: type[Model]
    name_field: str
    display_fields: tuple[str, ...]
    word_fields: tuple[str, ...]
    choice_fields: tuple[str, ...]
    traits: tuple[tuple[str, str, str], ...]

    def rows(self, queryset: QuerySet[Any], views: Mapping[str, View], described: bool = False) -> QuerySet[Any]:
        """The columns of `queryset`, the same for every type: type, id, and all else as one JSON array.

        Args:
            queryset: Objects of the type.
            views: What may be seen of other types; the names of those that may not be are not read.
            described: With what else people know them by: their descriptions and their states.
        """
        columns = [F(path) for path in self.paths.values()]
        details = [_detail_name(part, views[part.object_type]) for part in detail_parts(self.object_type)]
        more = [F(path) for path in self.described_paths.values()] if described else []
        return (
            queryset.order_by()
            .annotate(object_type_=Value(self.object_type), sketch_=_Written(*columns, *details, *more))
            .values_list('object_type_', 'pk', 'sketch_')
        )

    def read(self, written: str) -> dict[str, Any]:
        """The values of a row by name: `f_` for fields, `t_` for traits, `d_` for details, `c_` for choices."""
        details = (f'd_{number}' for number, _ in enumerate(detail_parts(self.object_type)))
        # The last ones are left out of a row that is not described.
        return dict(zip((*self.paths, *details, *self.described_paths), json.loads(written), strict=False))

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The columns that each row has."""
        fields = sorted({self.name_field, *self.display_fields, *self.word_fields} - {''})
        return {f'f_{name}': name for name in fields} | {f't_{name}': path for name, path, _ in self.traits}

    @cached_property
    def described_paths(self) -> Mapping[str, str]:
        """The columns that only a described row has."""
        description = {'description': 'description'} if _has(self.model, 'description') else {}
        return {f'c_{name}': name for name in self.choice_fields} | description

    @property
    def known_fields(self) -> tuple[str, ...]:
        """What `str()` of an object needs, its name first."""
        return tuple(filter(None, (self.name_field, *self.display_fields)))

    @property
    def related_types(self) -> tuple[str, ...]:
        """The types whose names tell its objects apart."""
        return tuple(part.object_type for part in detail_parts(self.object_type))


@lru_cache(maxsize=256)
def sketch(object_type: str) -> Sketch:
    """The sketch of an object type."""
    model = apps.get_model(object_type)
    traits = tuple(
        (field.name.lstrip('_'), field.attname, field.related_model._meta.label_lower)
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
    )
    name = next((name for name in NAME_FIELDS if _has(model, name)), '')
    far = FAR_TRAITS.get(object_type, ())
    display, words = DISPLAY_FIELDS.get(object_type, ()), WORD_FIELDS.get(object_type, ())
    choices = tuple(field.name for field in model._meta.concrete_fields if field.choices)
    return Sketch(object_type, model, name, display, words, choices, (*traits, *far))


def _has(model: type[Model], name: str) -> bool:
    try:
        return bool(model._meta.get_field(name).concrete)
    except FieldDoesNotExist:
        return False


def _detail_name(part: DetailPart, view: View) -> Any:
    if view.hidden:
        return Value(None)
    named = view.objects().filter(pk=OuterRef(part.id_path)).values(part.path.rpartition('__')[2])
    return Subquery(named[:1])


def traits_of(obj: Model) -> frozenset[Trait]:
    """The relations of a loaded object."""
    found = set()
    for name, path, object_type in sketch(obj._meta.label_lower).traits:
        value: Any = obj
        for step in path.split('__'):
            value = getattr(value, step, None)
        if value is not None:
            found.add(Trait(name, object_type, value))
    return frozenset(found)


def known_as(obj: Model) -> tuple[str, ...]:
    """By what else people know a loaded object: its serial number, its asset tag, its description, its states."""
    shape = sketch(obj._meta.label_lower)
    values = [getattr(obj, name, None) for name in (*shape.word_fields, 'description')]
    values += [getattr(obj, f'get_{name}_display')() for name in shape.choice_fields]
    return tuple(str(value) for value in values if value)
