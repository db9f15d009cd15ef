"""Objects sketched from a few columns, so that objects of many types come from one statement."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import F, ForeignKey, Model, QuerySet, Value
from django.db.models.functions import JSONObject
from django.urls import NoReverseMatch, reverse
from utilities.views import get_viewname

from ..conversation.objects import ObjectKey, ObjectRef, Trait
from ..conversation.text import fold, tokenise
from .describe import detail_parts, render_detail
from .visibility import Visibility

__all__ = ('Sketch', 'references', 'sketch', 'traits_of', 'words_of')

NAME_FIELDS = ('name', 'cid', 'model', 'prefix', 'address', 'mac_address', 'label', 'ssid', 'asn', 'title', 'username')

# What `str()` of an object needs beside its name.
DISPLAY_FIELDS = {'dcim.rack': ('facility_id',), 'ipam.vlan': ('vid',), 'dcim.device': ('asset_tag',)}

# Relations behind a relation that people tell objects apart by.
FAR_TRAITS = {'dcim.device': (('manufacturer', 'device_type__manufacturer_id', 'dcim.manufacturer'),)}


@dataclass(frozen=True)
class Sketch:
    """Which columns of a type make an `ObjectRef`.

    Attributes:
        name_field: What its objects are called by; empty where they have no such field.
        traits: Trait name, column and object type of each relation.
    """

    object_type: str
    model: type[Model]
    name_field: str
    display_fields: tuple[str, ...]
    traits: tuple[tuple[str, str, str], ...]

    def rows(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The columns of `queryset`, the same for every type: type, id, and all else as one JSON object."""
        columns = {f'f_{name}': F(name) for name in (self.name_field, *self.display_fields)}
        columns |= {f't_{name}': F(path) for name, path, _ in self.traits}
        for number, part in enumerate(detail_parts(self.object_type)):
            columns |= {f'd_{number}': F(part.path), f'i_{number}': F(part.id_path)}
        return (
            queryset.order_by()
            .annotate(object_type_=Value(self.object_type), sketch_=JSONObject(**columns))
            .values_list('object_type_', 'pk', 'sketch_')
        )


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
    return Sketch(object_type, model, name, DISPLAY_FIELDS.get(object_type, ()), (*traits, *far))


def _has(model: type[Model], name: str) -> bool:
    try:
        return bool(model._meta.get_field(name).concrete)
    except FieldDoesNotExist:
        return False


def references(rows: Iterable[Sequence[Any]], user: Any) -> tuple[ObjectRef, ...]:
    """The objects of `rows` (`Sketch.rows`), as `user` may see them, in a stable order; related names that may not be seen are left out."""
    rows = list(rows)
    related: dict[str, set[int]] = {}
    for object_type, _, data in rows:
        for number, part in enumerate(detail_parts(object_type)):
            if data.get(f'i_{number}') is not None:
                related.setdefault(part.object_type, set()).add(data[f'i_{number}'])
    visible = Visibility(user).visible_keys(related) if related else frozenset()
    found = (_reference(sketch(row[0]), row[1], row[2], visible) for row in rows)
    return tuple(sorted(found, key=lambda ref: (ref.display, ref.detail, ref.key)))


def _reference(shape: Sketch, pk: int, data: Mapping[str, Any], visible: frozenset[ObjectKey]) -> ObjectRef:
    values = []
    for number, part in enumerate(detail_parts(shape.object_type)):
        key = ObjectKey(part.object_type, data.get(f'i_{number}') or 0)
        values.append(data.get(f'd_{number}') if key in visible else None)
    fields = {name: data.get(f'f_{name}') for name in (shape.name_field, *shape.display_fields) if name}
    known = shape.model(pk=pk, **fields)
    traits = frozenset(
        Trait(name, object_type, data[f't_{name}'])
        for name, _, object_type in shape.traits
        if data.get(f't_{name}') is not None
    )
    display, detail = str(known), render_detail(shape.object_type, tuple(values))
    return ObjectRef(
        ObjectKey(shape.object_type, pk), display, _url(shape.model, pk), detail,
        str(shape.model._meta.verbose_name), traits, words_of(display, *map(str, filter(None, values))),
    )  # fmt: skip


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


def words_of(*texts: str) -> frozenset[str]:
    """The folded words by which an object may be described, whole and in their parts ("dm-akron", "akron")."""
    found = set()
    for text in texts:
        found.add(fold(text))
        for token in tokenise(text):
            found.add(token.base)
            found.update(part for part in _parts(token.base) if part)
    return frozenset(found)


def _parts(word: str) -> list[str]:
    return ''.join(char if char.isalnum() else ' ' for char in word).split()
