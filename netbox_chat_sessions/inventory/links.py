"""How two object types are linked directly: by a filter of NetBox's FilterSets, or by fields that lead to the other."""

import re
from collections.abc import Iterator
from functools import cache

from django import forms
from django.apps import apps
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model, OneToOneRel
from django_filters import Filter

from .catalogue import Kind, kinds

__all__ = (
    'WHOLES',
    'closeness',
    'filter_for',
    'forward_paths',
    'generic_filters',
    'own_names',
    'several_valued',
    'strong_filter',
    'takes_several',
    'target_of',
)

# Fields by which a part names the whole it is a part of.
WHOLES = ('device', 'virtual_machine', 'circuit', 'virtual_circuit', 'power_panel', 'cooling_source', 'rack')


def own_names(model: type[Model]) -> tuple[str, ...]:
    """What a field or filter that is named after the model is called: `power_panel`, `ipaddress`."""
    snake = re.sub(r'(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])', '_', model.__name__).lower()
    return tuple(dict.fromkeys((snake, model._meta.model_name)))


def closeness(name: str, model: type[Model]) -> int:
    """How plainly a field or filter `name` means the model: 2 by its name, 1 by its end (`role`), 0 not at all."""
    bare = name.removeprefix('_')
    if bare in own_names(model):
        return 2
    return 1 if any(own.endswith(bare) for own in own_names(model)) else 0


def filter_model(found: Filter) -> type[Model] | None:
    """The model whose objects a filter takes; None where it does not say."""
    queryset = found.extra.get('queryset')
    return None if queryset is None or callable(queryset) else queryset.model


def _takes_ids(name: str, found: Filter, model: type[Model]) -> bool:
    # NetBox names some of them without the ending: `contact`, `contact_group`.
    plain = name in own_names(model) and found.extra.get('to_field_name') in (None, 'pk', 'id')
    return name.endswith('_id') or plain


@cache
def filter_for(target: Kind, anchor_type: str) -> str | None:
    """The filter of the target's FilterSet that takes ids of the anchor's type; None without one.

    A `…_id` filter whose queryset is the anchor's model counts; of several the one named after the model (`rack_id`),
    and none when they are equals (`primary_ip4_id`, `oob_ip_id`). Filters without a queryset (`device_id` of IP
    addresses) count by their name alone.
    """
    model = apps.get_model(anchor_type)
    filters = target.filterset.base_filters
    typed = [name for name, item in filters.items() if filter_model(item) is model and _takes_ids(name, item, model)]
    best = sorted(typed, key=lambda name: -closeness(name.removesuffix('_id'), model))
    if best and (len(best) == 1 or closeness(best[0].removesuffix('_id'), model) > 0):
        return best[0]
    if 'parent_id' in typed:
        return 'parent_id'
    named = [f'{own}_id' for own in own_names(model)]
    return next((name for name in named if name in filters and _bare_ids(filters[name])), None)


def _bare_ids(found: Filter) -> bool:
    # A text is no id of ours: the service ID of a provider network.
    return filter_model(found) is None and not issubclass(found.field_class, forms.CharField)


def takes_several(target: Kind, name: str) -> bool:
    """Whether a filter takes several values, as alternatives."""
    return getattr(target.filterset.base_filters[name].field.widget, 'allow_multiple_selected', False)


def strong_filter(target: Kind, anchor_type: str) -> str | None:
    """As `filter_for`, but only a filter whose name says that it is about the anchor."""
    name = filter_for(target, anchor_type)
    plain = name and closeness(name.removesuffix('_id'), apps.get_model(anchor_type))
    return name if plain else None


@cache
def generic_filters(target: Kind, anchor_type: str) -> tuple[str, str] | None:
    """The two filters, type and id, of a target that points at objects of any type (contact assignment, IP address)."""
    anchor = apps.get_model(anchor_type)
    for relation in anchor._meta.private_fields:
        if not isinstance(relation, GenericRelation) or relation.related_model is not target.model:
            continue
        names = (relation.content_type_field_name, relation.object_id_field_name)
        if all(name in target.filterset.base_filters for name in names):
            return names
    return None


def target_of(model: type[Model], path: str) -> type[Model] | None:
    """The model that an ORM path leads to; None where it does not lead to one."""
    for name in path.split('__'):
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist:
            return None
        if field.related_model is None or isinstance(field, GenericForeignKey):
            return None
        model = field.related_model
    return model


@cache
def several_valued(model: type[Model], path: str) -> bool:
    """Whether an object may have several values at an ORM path."""
    of: type[Model] | None = model
    for name in re.split('(?<!_)__', path):
        field = of._meta.get_field(name) if of and name != 'pk' else None
        if field is None:
            return False
        if field.many_to_many or field.one_to_many:
            return True
        of = None if isinstance(field, GenericForeignKey) else field.related_model
    return False


def _leading_fields(model: type[Model]) -> Iterator[Field]:
    for field in model._meta.get_fields():
        ahead = (field.many_to_one or field.one_to_one or field.many_to_many) and not field.auto_created
        if (
            (ahead or isinstance(field, OneToOneRel))
            and not isinstance(field, GenericForeignKey)
            and field.name != '_path'
        ):
            yield field


@cache
def forward_paths(anchor_type: str, target_type: str) -> tuple[str, ...]:
    """ORM paths from an object to the objects of the target type that it belongs to; empty without any.

    Its own field named after the target comes first (`rack`), then the path by which NetBox's FilterSet of the anchor
    reaches the target (`device_type__manufacturer`, `terminations___site`), then its other fields, all of them
    together (`untagged_vlan`, `tagged_vlans`), then what its terminations end at, then what the device it is a part
    of belongs to.
    """
    anchor, target = apps.get_model(anchor_type), apps.get_model(target_type)
    own = [field.name for field in _leading_fields(anchor) if field.related_model is target]
    best = sorted(own, key=lambda name: (-closeness(name, target), name.startswith('_')))
    if best and closeness(best[0], target):
        return (best[0],)
    if path := _filter_path(anchor_type, target_type):
        return (path,)
    return tuple(own) or _termination_paths(anchor, target) or _whole_paths(anchor, target_type)


def _filter_path(anchor_type: str, target_type: str) -> str | None:
    kind = kinds().get(anchor_type)
    name = kind and strong_filter(kind, target_type)
    if not name:
        return None
    found = kind.filterset.base_filters[name]
    if filter_model(found) is None or found.method is not None:
        return None
    path = found.field_name
    target = apps.get_model(target_type)
    return next((item for item in (path.removesuffix('_id'), path) if target_of(kind.model, item) is target), None)


def _termination_paths(anchor: type[Model], target: type[Model]) -> tuple[str, ...]:
    for relation in anchor._meta.related_objects:
        if relation.related_model._meta.model_name != f'{anchor._meta.model_name}termination':
            continue
        fields = [field.name for field in _leading_fields(relation.related_model) if field.related_model is target]
        if fields and target is not anchor:
            return (f'{relation.name}__{fields[0]}',)
    return ()


def _whole_paths(part: type[Model], target_type: str) -> tuple[str, ...]:
    for name in WHOLES:
        whole = target_of(part, name)
        if whole is not None and whole is not part and whole._meta.label_lower != target_type:
            return tuple(f'{name}__{path}' for path in forward_paths(whole._meta.label_lower, target_type))
    return ()
