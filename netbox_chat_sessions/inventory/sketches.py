"""Objects sketched from a few columns, so that objects of many types come from one statement."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import F, ForeignKey, Model, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import JSONObject
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language
from utilities.views import get_viewname

from ..conversation.objects import ObjectKey, ObjectRef, Trait
from .describe import detail_parts, render_detail
from .sight import View

__all__ = ('Sketch', 'known_as', 'references', 'sketch', 'traits_of')

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
        """The columns of `queryset`, the same for every type: type, id, and all else as one JSON object.

        Args:
            queryset: Objects of the type.
            views: What may be seen of other types; the names of those that may not be are not read.
            described: With what else people know them by: their descriptions and their states.
        """
        fields = {self.name_field, *self.display_fields, *self.word_fields} - {''}
        columns: dict[str, Any] = {f'f_{name}': F(name) for name in sorted(fields)}
        columns |= {f't_{name}': F(path) for name, path, _ in self.traits}
        if described:
            columns |= {f'c_{name}': F(name) for name in self.choice_fields}
            columns |= {'description': F('description')} if _has(self.model, 'description') else {}
        for number, part in enumerate(detail_parts(self.object_type)):
            view = views[part.object_type]
            if not view.hidden:
                name = part.path.rpartition('__')[2]
                named = view.objects().filter(pk=OuterRef(part.id_path)).values(name)
                columns[f'd_{number}'] = Subquery(named[:1])
        return (
            queryset.order_by()
            .annotate(object_type_=Value(self.object_type), sketch_=JSONObject(**columns))
            .values_list('object_type_', 'pk', 'sketch_')
        )

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


def references(rows: Iterable[Sequence[Any]]) -> tuple[ObjectRef, ...]:
    """The objects of `rows` (`Sketch.rows`), namesakes in the order of their places ("Row 2" before "Row 10")."""
    found = (_reference(sketch(row[0]), row[1], _data(row[2])) for row in rows)
    return tuple(sorted(found, key=lambda ref: (_natural(ref.display), _natural(ref.detail), ref.key)))


def _data(value: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(value) if isinstance(value, str) else value
    return found


def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    parts = re.findall(r'\d+|\D+', text.casefold())
    return tuple((0, int(part), '') if part.isdecimal() else (1, 0, part) for part in parts)


def _reference(shape: Sketch, pk: int, data: Mapping[str, Any]) -> ObjectRef:
    language, parts = get_language() or '', detail_parts(shape.object_type)
    values = tuple(data.get(f'd_{number}') for number, _ in enumerate(parts))
    traits = frozenset(
        Trait(name, object_type, data[f't_{name}'])
        for name, _, object_type in shape.traits
        if data.get(f't_{name}') is not None
    )
    known = tuple(data.get(f'f_{path}') for path in shape.known_fields)
    # Objects without a name are told apart by their keys.
    display = _display(shape.object_type, pk if not known or known[0] is None else 0, known, language)
    detail = _detail(shape.object_type, values, language)
    states = (_label(shape.object_type, name, data.get(f'c_{name}'), language) for name in shape.choice_fields)
    words = (data.get(f'f_{name}') for name in shape.word_fields)
    return ObjectRef(
        ObjectKey(shape.object_type, pk),
        display,
        _url(shape.model, pk),
        detail,
        _kind_name(shape.model, language),
        traits,
        tuple(map(str, filter(None, (display, detail, *words, data.get('description'), *states)))),
        tuple(
            ObjectKey(part.object_type, data[f't_{part.field.lstrip("_")}'])
            for part, value in zip(parts, values, strict=True)
            if value is not None
        ),
    )


# What follows is the same for the same values, and most objects are talked about again and again.
@lru_cache(maxsize=16384)
def _display(object_type: str, pk: int, known: tuple[Any, ...], language: str) -> str:
    shape = sketch(object_type)
    return str(_known(shape, pk, {f'f_{path}': value for path, value in zip(shape.known_fields, known, strict=True)}))


@lru_cache(maxsize=16384)
def _detail(object_type: str, values: tuple[Any, ...], language: str) -> str:
    return render_detail(object_type, values)


@lru_cache(maxsize=1024)
def _kind_name(model: type[Model], language: str) -> str:
    return str(model._meta.verbose_name)


@lru_cache(maxsize=4096)
def _label(object_type: str, name: str, value: Any, language: str) -> str:
    return str(dict(sketch(object_type).model._meta.get_field(name).flatchoices).get(value, value)) if value else ''


def _known(shape: Sketch, pk: int, data: Mapping[str, Any]) -> Model:
    """An object that knows what `str()` of it needs, and nothing else."""
    obj = shape.model(pk=pk)
    for path in filter(None, (shape.name_field, *shape.display_fields)):
        value = data.get(f'f_{path}')
        if value is None:
            continue
        *steps, name = path.split('__')
        owner = obj
        for step in steps:
            if not owner._state.fields_cache.get(step):
                setattr(owner, step, owner._meta.get_field(step).related_model())
            owner = getattr(owner, step)
        setattr(owner, name, owner._meta.get_field(name).to_python(value))
    return obj


@lru_cache(maxsize=16384)
def _url(model: type[Model], pk: int) -> str:
    try:
        return reverse(get_viewname(model), args=[pk])
    except NoReverseMatch:
        return ''


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
