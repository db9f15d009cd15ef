"""Fetching objects with everything an answer says about them, in as few statements as the models allow."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.contrib.contenttypes.fields import GenericForeignKey
from django.db.models import Field, Model, Prefetch, QuerySet, prefetch_related_objects
from extras.models import Tag
from utilities.querysets import RestrictedPrefetch

from ..conversation.objects import ObjectKey
from .attributes import Attribute
from .catalogue import kind as kind_named
from .describe import detail_parts
from .errors import UnknownObjectType
from .visibility import User, is_credential, restricted

__all__ = ('fetch', 'name_paths', 'parent_field', 'settle', 'shown_paths', 'with_attributes')

# What `str()` of an object reads from others: an unnamed device is called by its virtual chassis or device type.
NAME_NEEDS = {
    'dcim.device': ('device_type__manufacturer', 'virtual_chassis'),
    'dcim.module': ('module_type', 'module_bay'),
    'dcim.rackreservation': ('rack',),
    'circuits.circuittermination': ('circuit',),
    'circuits.circuitgroupassignment': ('group',),
    'circuits.virtualcircuittermination': ('virtual_circuit',),
    'tenancy.contactassignment': ('contact',),
    'ipam.fhrpgroupassignment': ('group',),
    'ipam.vlantranslationrule': ('policy',),
    'vpn.l2vpntermination': ('l2vpn',),
    'vpn.tunneltermination': ('tunnel',),
}
# The object that a component is a part of; a component's own name says little without it.
PARENTS = ('device', 'virtual_machine', 'circuit', 'power_panel', 'virtual_circuit')


def name_paths(model: type[Model], prefix: str = '') -> tuple[str, ...]:
    """Paths for `select_related` that `str()` of a model's objects needs, behind `prefix`."""
    return tuple(f'{prefix}{path}' for path in NAME_NEEDS.get(model._meta.label_lower, ()))


def shown_paths(model: type[Model], prefix: str = '') -> tuple[str, ...]:
    """As `name_paths`, and for the detail that tells objects apart."""
    details = (f'{prefix}{part.field}' for part in detail_parts(model._meta.label_lower))
    return (*name_paths(model, prefix), *details)


def with_attributes(queryset: QuerySet, attributes: Iterable[Attribute], user: User) -> QuerySet:
    """`queryset` that also fetches the attributes.

    Several-valued ones are restricted; whoever names other related objects checks them first (`Visibility`).
    """
    joined = set(shown_paths(queryset.model))
    fetched: dict[str, RestrictedPrefetch | str] = {}
    for attribute in attributes:
        if attribute.custom:
            continue
        if attribute.name in ('a_terminations', 'b_terminations'):
            fetched['terminations'] = 'terminations__termination'
        if attribute.name == 'primary_ip':
            joined |= {'primary_ip4', 'primary_ip6'}
        ahead = tuple(itertools.takewhile(_single, attribute.fields))
        if ahead:
            path = '__'.join(field.name for field in ahead)
            joined |= {path, *name_paths(ahead[-1].related_model, f'{path}__')}
        fetched |= _fetched(attribute, user)
    queryset = queryset.select_related(*sorted(joined)) if joined else queryset
    return queryset.prefetch_related(*fetched.values())


def _single(field: Field | None) -> bool:
    return field is not None and (field.many_to_one or field.one_to_one) and not isinstance(field, GenericForeignKey)


def _fetched(attribute: Attribute, user: User) -> dict[str, RestrictedPrefetch | str]:
    for index, field in enumerate(attribute.fields):
        lookup = '__'.join(attribute.steps[: index + 1])
        if isinstance(field, GenericForeignKey):
            return {lookup: lookup}
        if field is None or not (field.many_to_many or field.one_to_many):
            continue
        related = field.related_model._default_manager.all()
        if field.related_model is Tag or not hasattr(related, 'restrict'):
            # taggit fetches tags in its own way.
            return {lookup: lookup}
        paths = name_paths(field.related_model)
        named = related.select_related(*paths) if paths else related
        return {lookup: RestrictedPrefetch(lookup, user, 'view', queryset=named)}
    return {}


def settle(objects: Iterable[object]) -> None:
    """Fetch, for components among `objects`, what they are parts of: one statement for each type of component."""
    found: defaultdict[type[Model], list[Model]] = defaultdict(list)
    for obj in objects:
        if isinstance(obj, Model):
            found[type(obj)].append(obj)
    for model, parts in found.items():
        if (name := parent_field(model)) is not None:
            whole = model._meta.get_field(name).related_model
            wholes = whole._default_manager.all()
            wholes = wholes.select_related(*shown_paths(whole)) if shown_paths(whole) else wholes
            prefetch_related_objects(parts, Prefetch(name, queryset=wholes))


def parent_field(model: type[Model]) -> str | None:
    """The field by which a component names what it is a part of; None for what stands for itself."""
    names = {field.name for field in model._meta.concrete_fields}
    return next((name for name in PARENTS if name in names), None)


def fetch(
    keys: Sequence[ObjectKey],
    user: User,
    attributes: dict[str, tuple[Attribute, ...]] | None = None,
) -> tuple[Model, ...]:
    """Those of `keys` that exist and the user may view, in their order; one statement for each object type.

    Args:
        keys: What to fetch.
        user: For whom.
        attributes: By object type, what will be told of them.
    """
    found: dict[ObjectKey, Model] = {}
    by_type: defaultdict[str, list[int]] = defaultdict(list)
    for key in keys:
        by_type[key.object_type].append(key.object_id)
    for object_type, ids in by_type.items():
        try:
            model = kind_named(object_type).model
        except UnknownObjectType:
            continue
        if is_credential(model._meta.model_name):
            continue
        queryset = restricted(model._default_manager.filter(pk__in=ids), user)
        queryset = with_attributes(queryset, (attributes or {}).get(object_type, ()), user)
        found |= {ObjectKey(object_type, obj.pk): obj for obj in queryset}
    return tuple(found[key] for key in dict.fromkeys(keys) if key in found)
