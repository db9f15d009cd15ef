"""Where something is: from the innermost place outwards, down to the site."""

from functools import cache
from typing import Any

from django.contrib.contenttypes.fields import GenericForeignKey
from django.db.models import Model

from .attributes import Attribute
from .catalogue import Kind, kind_of
from .errors import UnknownObjectType
from .loading import settle
from .model_fields import field_of

__all__ = ('place_attributes', 'places_of')

# Worth telling of a site; elsewhere the site says it.
REGION = 'region'
# Fields that say where an object is, innermost first; an object has some of them.
PLACES = (
    'assigned_object',
    'termination',
    'a_terminations',
    'b_terminations',
    'termination_a',
    'termination_z',
    'device',
    'virtual_machine',
    'module_bay',
    'parent_bay',
    'virtual_chassis',
    'power_panel',
    'cooling_source',
    'circuit',
    'rack',
    'position',
    'face',
    'location',
    'cluster',
    'scope',
    'site',
    'vlan',
    'vrf',
    REGION,
)
# What a component is a part of stands somewhere too.
WHOLES = ('device', 'virtual_machine', 'power_panel', 'cooling_source', 'rack')


@cache
def place_attributes(kind: Kind) -> tuple[Attribute, ...]:
    """The attributes that say where an object of the kind is."""
    own = [Attribute(kind, name, name, steps) for name in PLACES if (steps := _steps(kind.model, name))]
    if kind.object_type != 'dcim.site':
        own = [item for item in own if item.name != REGION]
    told = {item.name for item in own}
    for whole in own:
        if whole.name not in WHOLES or whole.fields[0] is None:
            continue
        model = whole.fields[0].related_model
        for name in PLACES:
            if name not in (*told, REGION, 'vrf') and name in {field.name for field in model._meta.concrete_fields}:
                told.add(name)
                own.append(Attribute(kind, name, name, (whole.name, name)))
    return tuple(own)


def _steps(model: type[Model], name: str) -> tuple[str, ...]:
    if name in ('termination_a', 'termination_z') and field_of(model, name) is not None:
        return (name, 'termination')
    field = field_of(model, name)
    if field is not None and field.name == name and (field.concrete or isinstance(field, GenericForeignKey)):
        return (name,)
    return (name,) if name.endswith('_terminations') and hasattr(model, name) else ()


def places_of(obj: Model) -> tuple[tuple[str, Any], ...]:
    """Where an object is, as relation and place; a place is an object, a tuple of objects, or text."""
    found: list[tuple[str, Any]] = []
    for attribute in place_attributes(kind_of(obj)):
        value = attribute.value(obj)
        if value in (None, '', ()):
            continue
        found.append((attribute.name, value))
        settle(value if isinstance(value, tuple) else (value,))
        if attribute.name == 'assigned_object':
            found += _inner(value)
    return tuple(found)


def _inner(obj: Model) -> tuple[tuple[str, Any], ...]:
    try:
        return places_of(obj)
    except UnknownObjectType:
        return ()
