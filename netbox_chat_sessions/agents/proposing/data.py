"""Values as NetBox's serializers take them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from ...inventory.writing.fields import CUSTOM, Sort, WritableField

__all__ = ('serializer_data',)


def serializer_data(values: Mapping[str, Any], fields: Mapping[str, WritableField]) -> dict[str, Any]:
    """What the serializer is given: objects by primary key, an object of any type by type and key, custom fields apart.

    Args:
        values: Field name → value, objects as they are.
        fields: The fields of the kind.
    """
    found: dict[str, Any] = {}
    for name, value in values.items():
        field = fields[name]
        if field.custom:
            found.setdefault('custom_fields', {})[name.removeprefix(CUSTOM)] = _plain(value)
        elif field.sort is Sort.ANY_OBJECT:
            found[f'{name}_type'] = value._meta.label_lower if value is not None else None
            found[f'{name}_id'] = _plain(value)
        elif value is None and field.sort is Sort.TEXT:
            found[name] = ''
        else:
            found[name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.pk if isinstance(value, Model) else value
