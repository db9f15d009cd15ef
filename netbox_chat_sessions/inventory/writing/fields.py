"""What can be set on objects of a type: the writable fields of NetBox's serializer, and custom fields."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from extras.choices import CustomFieldTypeChoices, CustomFieldUIEditableChoices
from extras.models import CustomField
from netbox.api.fields import ChoiceField, ContentTypeField
from rest_framework import relations, serializers
from utilities.api import get_serializer_for_model

from ..catalogue import Kind
from ..model_fields import field_of, title_of, words_of
from ..visibility import is_credential

__all__ = ('CUSTOM', 'Sort', 'WritableField', 'serializer_class', 'writable_fields')

CUSTOM = 'cf_'
# What the serializers take beside the fields of an object.
BESIDE = ('add_tags', 'remove_tags', 'changelog_message', 'custom_fields')


class Sort(StrEnum):
    """What sort of value a field takes."""

    TEXT = 'text'
    NUMBER = 'number'
    FLAG = 'flag'
    CHOICE = 'choice'
    OBJECT = 'object'
    OBJECTS = 'objects'
    ANY_OBJECT = 'any_object'


@dataclass(frozen=True)
class WritableField:
    """A field that can be set.

    Attributes:
        name: As the serializer calls it; with `cf_` in front for a custom field.
        title: What NetBox calls it, to be translated when it is shown.
        required: A new object needs it.
        nullable: It can be emptied.
        choices: Value → label.
        model: Of related objects.
        types: For an object of any of several types, the field that names its type; its ID is in the one beside.
    """

    name: str
    title: Any
    sort: Sort
    required: bool = False
    nullable: bool = False
    choices: Mapping[Any, Any] = field(default_factory=dict, hash=False)
    model: type[Model] | None = None
    types: Any = field(default=None, hash=False)

    @property
    def label(self) -> str:
        """What NetBox calls it, in the user's language."""
        return str(self.title)

    @property
    def custom(self) -> bool:
        """Whether it is a custom field."""
        return self.name.startswith(CUSTOM)

    @property
    def related(self) -> tuple[type[Model], ...]:
        """The models that its value may be an object of."""
        if self.sort is Sort.ANY_OBJECT:
            found = (content_type.model_class() for content_type in self.types.get_queryset())
            return tuple(model for model in found if model is not None)
        return (self.model,) if self.model else ()

    @property
    def object_types(self) -> frozenset[str]:
        """The types of these models, such as `dcim.site`."""
        return frozenset(model._meta.label_lower for model in self.related)


def serializer_class(kind: Kind) -> type[serializers.ModelSerializer]:
    """NetBox's serializer for objects of a kind.

    Raises:
        SerializerNotFound: There is none.
    """
    return get_serializer_for_model(kind.model)  # type: ignore[no-any-return]


def writable_fields(kind: Kind) -> dict[str, WritableField]:
    """Fields by name, in the serializer's order; those that may hold a credential are left out."""
    return {found.name: found for found in (*_own_fields(kind), *_custom_fields(kind))}


@cache
def _own_fields(kind: Kind) -> tuple[WritableField, ...]:
    fields = serializer_class(kind)().fields
    return tuple(found for name in fields if (found := _field(kind.model, name, fields)) is not None)


def _field(model: type[Model], name: str, fields: Mapping[str, Any]) -> WritableField | None:
    found = fields[name]
    if found.read_only or isinstance(found, serializers.HiddenField) or name in BESIDE or is_credential(name):
        return None
    owner = name.removesuffix('_type').removesuffix('_id')
    if isinstance(fields.get(f'{owner}_type'), ContentTypeField) and f'{owner}_id' in fields:
        # `scope_type` and `scope_id` are one thing to people.
        return _any_object(owner, fields) if name == f'{owner}_type' else None
    sort = _sort(found)
    if sort is None:
        return None
    own = field_of(model, name)
    title = title_of(own, name) if own is not None else words_of(name)
    nullable = found.allow_null or bool(getattr(found, 'allow_blank', False))
    return WritableField(
        name, title, sort, found.required, nullable or sort is Sort.OBJECTS, _choices(found), _model(found)
    )


def _any_object(name: str, fields: Mapping[str, Any]) -> WritableField:
    types = fields[f'{name}_type']
    return WritableField(name, words_of(name), Sort.ANY_OBJECT, types.required, types.allow_null, types=types)


def _sort(found: Any) -> Sort | None:
    """The sort of value; None for what nobody says in a sentence, such as JSON."""
    if isinstance(found, ChoiceField | serializers.ChoiceField):
        return Sort.CHOICE
    if isinstance(found, serializers.BooleanField):
        return Sort.FLAG
    if isinstance(found, serializers.ListSerializer | relations.ManyRelatedField):
        return Sort.OBJECTS if _model(found) else None
    if isinstance(found, ContentTypeField):
        return None
    if isinstance(found, serializers.ModelSerializer | relations.PrimaryKeyRelatedField):
        return Sort.OBJECT if _model(found) else None
    if isinstance(found, serializers.IntegerField | serializers.DecimalField | serializers.FloatField):
        return Sort.NUMBER
    if isinstance(found, serializers.JSONField | serializers.ListField | serializers.DictField):
        return None
    return Sort.TEXT if not isinstance(found, serializers.Serializer | relations.RelatedField) else None


def _model(found: Any) -> type[Model] | None:
    inner = getattr(found, 'child', None) or getattr(found, 'child_relation', None) or found
    if isinstance(inner, serializers.ModelSerializer):
        return inner.Meta.model  # type: ignore[no-any-return]
    queryset = getattr(inner, 'queryset', None)
    return queryset.model if queryset is not None else None


def _choices(found: Any) -> Mapping[Any, Any]:
    return dict(found.choices) if isinstance(found, ChoiceField | serializers.ChoiceField) else {}


_CUSTOM_SORTS = {
    CustomFieldTypeChoices.TYPE_TEXT: Sort.TEXT,
    CustomFieldTypeChoices.TYPE_LONGTEXT: Sort.TEXT,
    CustomFieldTypeChoices.TYPE_URL: Sort.TEXT,
    CustomFieldTypeChoices.TYPE_DATE: Sort.TEXT,
    CustomFieldTypeChoices.TYPE_DATETIME: Sort.TEXT,
    CustomFieldTypeChoices.TYPE_INTEGER: Sort.NUMBER,
    CustomFieldTypeChoices.TYPE_DECIMAL: Sort.NUMBER,
    CustomFieldTypeChoices.TYPE_BOOLEAN: Sort.FLAG,
    CustomFieldTypeChoices.TYPE_SELECT: Sort.CHOICE,
    CustomFieldTypeChoices.TYPE_OBJECT: Sort.OBJECT,
}


def _custom_fields(kind: Kind) -> Iterator[WritableField]:
    if not hasattr(kind.model, 'custom_field_data'):
        return
    for custom in CustomField.objects.get_for_model(kind.model):
        sort = _CUSTOM_SORTS.get(custom.type)
        editable = custom.ui_editable == CustomFieldUIEditableChoices.YES
        if sort is None or not editable or is_credential(custom.name) or is_credential(custom.label):
            continue
        yield WritableField(
            f'{CUSTOM}{custom.name}',
            str(custom),
            sort,
            custom.required and custom.default is None,
            not custom.required,
            dict(custom.choices) if sort is Sort.CHOICE else {},
            _related_to(custom) if sort is Sort.OBJECT else None,
        )


def _related_to(custom: CustomField) -> type[Model] | None:
    content_type: ContentType | None = custom.related_object_type
    return content_type.model_class() if content_type else None
