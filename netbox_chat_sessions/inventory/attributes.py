"""What can be told of an object: fields, properties and custom fields, under the names NetBox gives them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any

from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Field, JSONField, Manager, Model
from django.utils.functional import cached_property as django_cached_property
from django.utils.translation import override
from extras.models import CustomField

from .catalogue import Kind
from .catalogue import kind as kind_named
from .errors import UnknownAttribute
from .extensions.registry import registry
from .model_fields import field_of, field_path, title_of, words_of
from .visibility import is_credential, without_credentials

__all__ = (
    'INTERNAL',
    'SHOWN_PROPERTIES',
    'Attribute',
    'attribute_labels',
    'facts_of',
    'find_attribute',
)

# What a plain number of these fields counts, as NetBox's own pages write it; other units stand in the field's name.
UNITS = {'available_power': 'W', 'voltage': 'V', 'amperage': 'A', 'max_utilization': '%', 'mounting_depth': 'mm'}
UNIT_IN_LABEL = re.compile(r' \((U|W|kW|MHz|dBm|Kbps|kbps|MB|mm)\)$')
# The same in a translation, which may have another name for the unit: `Höhe (HE)`.
IN_BRACKETS = re.compile(r'\s*\([^()]*\)$')
# Bookkeeping that NetBox's object pages do not show among the attributes.
INTERNAL = frozenset(
    {
        'id',
        'created',
        'last_updated',
        'lft',
        'rght',
        'tree_id',
        'level',
        'path',
        'sort_path',
        'custom_field_data',
        'cable_end',
        'cable_connector',
        'cable_positions',
        'local_context_data',
        'slug',
        'tagged_items',
    }
)
# What NetBox's object pages tell beside the title, and here whoever asks for it.
TIMES = ('created', 'last_updated')
# Properties that NetBox shows as attributes.
SHOWN_PROPERTIES = ('primary_ip', 'parent_object', 'a_terminations', 'b_terminations', 'unit_list')


@dataclass(frozen=True)
class Attribute:
    """Something to tell of the objects of one kind.

    Attributes:
        kind: The kind.
        name: Name of the field, property or custom field.
        title: What NetBox calls it, to be translated when it is shown.
        steps: Names to follow from an object to the value.
        custom: It is a custom field.
    """

    kind: Kind
    name: str
    title: Any
    steps: tuple[str, ...]
    custom: bool = False

    @property
    def label(self) -> str:
        """What NetBox calls it, in the user's language, without its unit."""
        return IN_BRACKETS.sub('', str(self.title)) if _unit_in(self.title) else str(self.title)

    @cached_property
    def fields(self) -> tuple[Field | None, ...]:
        """The model field of each step; None where a step is a property."""
        found: list[Field | None] = []
        model: type[Model] | None = self.kind.model
        for step in self.steps:
            field = field_of(model, step) if model else None
            found.append(field)
            model = field.related_model if field is not None and not isinstance(field, GenericForeignKey) else None
        return tuple(found)

    @property
    def many(self) -> bool:
        """Whether an object may have several of it."""
        return any(field is not None and (field.many_to_many or field.one_to_many) for field in self.fields)

    def value(self, obj: Model) -> Any:
        """The value: an object, a tuple, a label, a number; None where there is none. Credentials are masked."""
        if self.custom:
            return without_credentials(obj.custom_field_data.get(self.name)) if self.name in _cf(obj) else None
        owner: Any = obj
        for step in self.steps[:-1]:
            owner = _get(owner, step)
            if owner is None:
                return None
        return _told(owner, self.steps[-1])

    def unit(self, obj: Model) -> str:
        """The unit of the value, empty without one."""
        owner: Any = obj
        for step in self.steps[:-1]:
            owner = _get(owner, step)
        name = self.steps[-1]
        if display := getattr(owner, f'get_{name}_unit_display', None):
            return str(display() or '')
        return UNITS.get(name) or _unit_in(self.title) or _unit_in(getattr(self.fields[-1], 'verbose_name', ''))


def _unit_in(title: Any) -> str:
    """The unit at the end of a title, as it is in English; empty without one."""
    with override('en'):
        found = UNIT_IN_LABEL.search(str(title or ''))
    return found.group(1) if found else ''


def _cf(obj: Model) -> dict[str, Any]:
    return getattr(obj, 'custom_field_data', None) or {}


def _get(owner: Any, step: str) -> Any:
    try:
        return getattr(owner, step, None)
    except ObjectDoesNotExist:
        return None


def _told(owner: Any, name: str) -> Any:
    display = getattr(owner, f'get_{name}_display', None)
    value = display() if display else _get(owner, name)
    if isinstance(value, Manager):
        return tuple(value.all())
    if isinstance(value, list | set):
        return tuple(value)
    return without_credentials(value)


def find_attribute(kind: Kind, name: str) -> Attribute:
    """The attribute of that name: a field or property of the model or of its type (`u_height`), or a custom field.

    Raises:
        UnknownAttribute: There is none, or it may hold a credential.
    """
    found = None if is_credential(name) or name.startswith('_') else _known(kind, name) or _custom(kind, name)
    if found is None:
        raise UnknownAttribute(kind.object_type, name, get_close_matches(name, attribute_labels(kind.object_type), 3))
    return found


@cache
def _known(kind: Kind, name: str) -> Attribute | None:
    model = kind.model
    field = field_of(model, name)
    if field is not None and not field.hidden:
        accessor = field.get_accessor_name() if field.auto_created and not field.concrete else field.name
        return Attribute(kind, name, title_of(field, name), (accessor,))
    if isinstance(getattr(model, name, None), property | cached_property | django_cached_property):
        return Attribute(kind, name, words_of(name), (name,))
    hardware = field_of(model, f'{model._meta.model_name}_type')
    inherited = field_of(hardware.related_model, name) if hardware is not None else None
    if inherited is not None and inherited.concrete:
        return Attribute(kind, name, title_of(inherited, name), (hardware.name, inherited.name))
    path = field_path(kind, name)
    return Attribute(kind, name, words_of(name), tuple(re.split('(?<!_)__', path))) if path else None


def _custom(kind: Kind, name: str) -> Attribute | None:
    if not hasattr(kind.model, 'custom_field_data'):
        return None
    bare = name.removeprefix('cf_')
    for custom in CustomField.objects.get_for_model(kind.model):
        if custom.name == bare and not is_credential(custom.name) and custom.ui_visible != 'hidden':
            return Attribute(kind, bare, str(custom), (bare,), custom=True)
    return None


@cache
def attribute_names(kind: Kind) -> tuple[str, ...]:
    """The attributes that objects of the kind have for sure: fields, their type's fields, and a few properties."""
    names = [field.name for field in _shown_fields(kind.model)]
    hardware = field_of(kind.model, f'{kind.model._meta.model_name}_type')
    if hardware is not None:
        names += [field.name for field in _shown_fields(hardware.related_model) if field.concrete]
    names += [name for name in SHOWN_PROPERTIES if isinstance(getattr(kind.model, name, None), property)]
    names += [name for name in TIMES if field_of(kind.model, name) is not None]
    names += [name.removesuffix('_id') for name in kind.filterset.base_filters if name.endswith('_id')]
    # A property is told where an extension has a word for it: NetBox does not say which of them are facts.
    names += [name for item in registry().installed for given in item.extension.attributes.values() for name in given]
    return tuple(dict.fromkeys(name for name in names if not is_credential(name) and _known(kind, name)))


@cache
def attribute_labels(object_type: str) -> Mapping[str, str]:
    """Attribute names of an object type with what NetBox calls them in English: `{'asset_tag': 'asset tag'}`."""
    kind = kind_named(object_type)
    with override('en'):
        return {name: _known(kind, name).label.lower() for name in attribute_names(kind)}


def _shown_fields(model: type[Model]) -> Iterator[Field]:
    for field in (*model._meta.concrete_fields, *model._meta.private_fields, *model._meta.many_to_many):
        if field.name.startswith('_') or field.name in INTERNAL or is_credential(field.name):
            continue
        if isinstance(field, GenericRelation | JSONField) or field.name in _generic_parts(model):
            continue
        yield field


@cache
def _generic_parts(model: type[Model]) -> frozenset[str]:
    keys = [field for field in model._meta.private_fields if isinstance(field, GenericForeignKey)]
    return frozenset(name for field in keys for name in (field.ct_field, field.fk_field))


@cache
def facts_of(kind: Kind) -> tuple[Attribute, ...]:
    """What the page of one object shows, in the model's order, then the properties that NetBox shows as attributes."""
    names = [field.name for field in _shown_fields(kind.model)]
    names += [name for name in SHOWN_PROPERTIES if isinstance(getattr(kind.model, name, None), property)]
    if 'primary_ip' in names:
        names = [name for name in names if name not in ('primary_ip4', 'primary_ip6')]
    return tuple(item for name in dict.fromkeys(names) if (item := _known(kind, name)) is not None)
