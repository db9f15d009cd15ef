"""Fields of NetBox's models by name, and what they are called."""

import re
from typing import Any

from django.contrib.contenttypes.fields import GenericForeignKey, GenericRel, GenericRelation
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.utils.functional import keep_lazy_text
from django.utils.text import capfirst

from .catalogue import Kind

__all__ = ('field_of', 'field_path', 'title_of', 'words_of')


def field_of(model: type[Model], name: str) -> Field | None:
    """The model's field of that name, one of its cached relations (`_site`) included; None without one."""
    for item in (name, f'_{name}'):
        try:
            field = model._meta.get_field(item)
        except FieldDoesNotExist:
            continue
        # The way back of a generic relation can be filtered by, but not followed.
        if not isinstance(field, GenericRel):
            return field
    return None


def field_path(kind: Kind, name: str) -> str | None:
    """The ORM path of what people call `name`: a field, or what NetBox's filter of that name compares with."""
    field = field_of(kind.model, name)
    if field is not None and (field.concrete or isinstance(field, GenericForeignKey)):
        return field.name
    for filter_name in (f'{name}_id', name):
        found = kind.filterset.base_filters.get(filter_name)
        if found is None or found.method is not None or not found.field_name:
            continue
        path = found.field_name.removesuffix('__slug').removesuffix('__name').removesuffix('_id')
        if _leads(kind.model, path):
            return path
    return None


def _leads(model: type[Model], path: str) -> bool:
    for name in re.split('(?<!_)__', path):
        field = field_of(model, name) if model else None
        if field is None or field.name != name or isinstance(field, GenericForeignKey | GenericRelation):
            return False
        model = field.related_model
    return True


def words_of(name: str) -> str:
    """A field's name as words, where NetBox has none for it."""
    words = name.replace('__', ' ').replace('_', ' ').strip()
    return capfirst(
        ' '.join(word.upper() if word in ('ip', 'id', 'vid', 'url', 'dns') else word for word in words.split())
    )


def title_of(field: Field, name: str) -> Any:
    """What NetBox calls a field, still to be translated."""
    title = getattr(field, 'verbose_name', None)
    if title is None or isinstance(field, GenericForeignKey | GenericRel) or field.name.startswith('_'):
        return words_of(name)
    return _titled(title, field.name, name)


@keep_lazy_text
def _titled(title: str, of_field: str, name: str) -> str:
    return words_of(name) if title == of_field.replace('_', ' ') else capfirst(title)
