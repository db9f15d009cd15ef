"""What a change does to an object, field by field, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Manager, Model
from django.utils.translation import gettext as _

from ...conversation.objects import ObjectKey
from ...conversation.proposals import FieldChange
from ..visibility import HIDDEN, Visibility, key_of, without_credentials
from .fields import CUSTOM, Sort, WritableField

__all__ = ('changes', 'values_of')

LONGEST = 500


def values_of(obj: Model | None, fields: Iterable[WritableField]) -> dict[str, Any]:
    """The values of an object as they are now; empty for one that does not exist yet."""
    return {field.name: _value(obj, field) for field in fields} if obj is not None else {}


def changes(
    fields: Iterable[WritableField], before: Mapping[str, Any], after: Mapping[str, Any], user: Any
) -> tuple[FieldChange, ...]:
    """The fields whose value changes; objects that the user may not see are not named."""
    fields = tuple(fields)
    objects = [obj for values in (before, after) for value in values.values() for obj in _objects(value)]
    seen = Visibility(user).visible(objects)
    told = (
        FieldChange(
            field.name,
            field.label,
            _told(field, before.get(field.name), seen),
            _told(field, after.get(field.name), seen),
        )
        for field in fields
        if _plain(before.get(field.name)) != _plain(after.get(field.name))
    )
    return tuple(told)


def _value(obj: Model, field: WritableField) -> Any:
    if field.custom:
        custom = {f'{CUSTOM}{item.name}': value for item, value in obj.get_custom_fields().items()}
        return custom.get(field.name)
    value = getattr(obj, field.name, None)
    return tuple(value.all()) if isinstance(value, Manager) else value


def _objects(value: Any) -> list[Model]:
    items = value if isinstance(value, tuple | list) else (value,)
    return [item for item in items if isinstance(item, Model)]


def _plain(value: Any) -> Any:
    """The value for comparison: 42 and 42.0 are the same, and so are no value and an empty one."""
    if isinstance(value, Model):
        return key_of(value)
    if isinstance(value, tuple | list):
        return sorted(str(_plain(item)) for item in value)
    if value in (None, ''):
        return None
    return value if isinstance(value, bool | int | float) else str(value)


def _told(field: WritableField, value: Any, seen: frozenset[ObjectKey]) -> str:
    if objects := _objects(value):
        return ', '.join(str(obj) if key_of(obj) in seen else HIDDEN for obj in objects)
    if value is None or value == () or value == []:
        return ''
    if isinstance(value, bool):
        return _('Yes') if value else _('No')
    if field.sort is Sort.CHOICE:
        return str(field.choices.get(value, value))
    return str(without_credentials(value if isinstance(value, str | dict | list) else str(value)))[:LONGEST]
