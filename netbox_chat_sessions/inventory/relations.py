"""How objects of two types belong together, read from NetBox's own FilterSets and models: nothing is listed by hand."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from dcim.models.device_components import ComponentModel
from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRel, GenericRelation
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model, OneToOneRel, QuerySet
from django.http import QueryDict
from django_filters import Filter
from virtualization.models import VirtualDisk, VMInterface

from ..conversation.objects import ObjectKey
from .catalogue import Kind, kinds
from .containment import contained_filters, contains
from .errors import TooManyRelated
from .query import FilterValues
from .visibility import restricted

__all__ = ('filter_for', 'forward_paths', 'generic_filters', 'related_filters', 'relates', 'target_of')

MAX_RELATED = 2000
# No object has this key, so NetBox's lists show nothing for it; an empty parameter would show everything.
NOTHING: FilterValues = (0,)
# Records about objects, rather than objects that others belong to.
NO_BRIDGES = ('core', 'extras', 'users')
# Who owns nearly everything is never found by what happens to lie in between.
OWNERS = ('tenancy.tenant', 'tenancy.tenantgroup', 'extras.tag')
# What carries addresses, ports and software, the first of them being what people mean by hardware.
HUBS = ('dcim.device', 'virtualization.virtualmachine')
PARTS = (ComponentModel, VMInterface, VirtualDisk)
# Fields by which a part names the whole it is a part of.
WHOLES = ('device', 'virtual_machine', 'circuit', 'virtual_circuit', 'power_panel', 'cooling_source', 'rack')


def own_names(model: type[Model]) -> tuple[str, ...]:
    """What a field or filter that leads to the model is called when it is named after it: `power_panel`, `ipaddress`."""
    snake = re.sub(r'(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])', '_', model.__name__).lower()
    return tuple(dict.fromkeys((snake, model._meta.model_name)))


def closeness(name: str, model: type[Model]) -> int:
    """How plainly a field or filter called `name` means the model: 2 by its name, 1 by its end (`role`), 0 not at all."""
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


@lru_cache(maxsize=None)
def filter_for(target: Kind, anchor_type: str) -> str | None:
    """The filter of the target's FilterSet that takes ids of the anchor's type; None without one.

    A `…_id` filter whose queryset is the anchor's model counts; of several the one named after the model (`rack_id`), and none
    when they are equals (`primary_ip4_id`, `oob_ip_id`). Filters without a queryset (`device_id` of IP addresses) count by
    their name alone.
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
    return next((name for name in named if name in filters and filter_model(filters[name]) is None), None)


def strong_filter(target: Kind, anchor_type: str) -> str | None:
    """As `filter_for`, but only a filter whose name says that it is about the anchor."""
    name = filter_for(target, anchor_type)
    plain = name and closeness(name.removesuffix('_id'), apps.get_model(anchor_type))
    return name if plain else None


@lru_cache(maxsize=None)
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


def _leading_fields(model: type[Model]) -> Iterator[Field]:
    for field in model._meta.get_fields():
        ahead = (field.many_to_one or field.one_to_one or field.many_to_many) and not field.auto_created
        if (ahead or isinstance(field, OneToOneRel)) and not isinstance(field, GenericForeignKey) and field.name != '_path':
            yield field


@lru_cache(maxsize=None)
def forward_paths(anchor_type: str, target_type: str) -> tuple[str, ...]:
    """ORM paths from an object to the objects of the target type that it belongs to; empty without any.

    Its own field named after the target comes first (`rack`), then the path by which NetBox's FilterSet of the anchor reaches
    the target (`device_type__manufacturer`, `terminations___site`), then its other fields, all of them together
    (`untagged_vlan`, `tagged_vlans`), then what its terminations end at, then what the device it is a part of belongs to.
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


@dataclass(frozen=True)
class Bridge:
    """A kind that stands between two others, as power feeds stand between a panel and the racks it feeds.

    Attributes:
        kind: Belongs to the anchor.
        paths: Lead from it up to the target; empty: the target belongs to it, by `filter`.
        filter: The target's filter for objects of the kind.
    """

    kind: Kind
    paths: tuple[str, ...] = ()
    filter: str = ''


@lru_cache(maxsize=None)
def bridges(target_type: str, anchor_type: str) -> tuple[Bridge, ...]:
    """The kinds that lead from an anchor down, and then up or further down to the target; empty without any.

    Never first up and then down: that would be everything else at the anchor's site, not what belongs to the anchor. Where
    several kinds would lead there and none is the natural one, there is no bridge: a part of the truth is not an answer.
    """
    target = kinds().get(target_type)
    if target is None or target_type == anchor_type or target_type in OWNERS:
        return ()
    found = [
        item
        for middle in kinds().values()
        if middle.object_type not in (target_type, anchor_type) and middle.model._meta.app_label not in NO_BRIDGES
        if strong_filter(middle, anchor_type) or generic_filters(middle, anchor_type)
        if (item := _bridge_over(middle, target))
    ]
    return _upwards([item for item in found if item.paths], target) or _downwards([i for i in found if i.filter], target)


def _bridge_over(middle: Kind, target: Kind) -> Bridge | None:
    paths = tuple(
        path
        for path in forward_paths(middle.object_type, target.object_type)
        if closeness(path.rpartition('__')[2], target.model) and not _roundabout(middle.model, path)
    )
    if paths:
        return Bridge(middle, paths)
    down = strong_filter(target, middle.object_type)
    return Bridge(middle, filter=down) if down else None


def _roundabout(model: type[Model], path: str) -> bool:
    first, _, rest = path.partition('__')
    return isinstance(model._meta.get_field(first), GenericRel) or (first in WHOLES[:2] and rest.count('__') > 0)


def _upwards(found: list[Bridge], target: Kind) -> tuple[Bridge, ...]:
    if target.object_type == 'dcim.cable' and (len(found) > 1 or '__' in ''.join(found[0].paths if found else ())):
        return ()
    ranked = sorted(found, key=_distance)
    near = [item for item in ranked if _distance(item) == _distance(ranked[0])]
    same_app = [item for item in near if item.kind.model._meta.app_label == target.model._meta.app_label]
    hubs = [item for item in near if item.kind.object_type == HUBS[0]]
    return next((tuple(items) for items in (hubs, near, same_app) if len(items) == 1), ())


def _downwards(found: list[Bridge], target: Kind) -> tuple[Bridge, ...]:
    hubs = [item for item in found if item.kind.object_type in HUBS and target.object_type not in HUBS]
    return tuple(hubs or (found if len(found) == 1 else ()))


def _distance(item: Bridge) -> tuple[bool, int]:
    return issubclass(item.kind.model, PARTS), max(path.count('__') for path in item.paths)


def relates(target_type: str, anchor_type: str, *, direct: bool = False) -> bool:
    """Whether objects of the target type belong to objects of the anchor's type, or the other way round; costs no SQL.

    Args:
        direct: Leave out what only a third kind of object connects.
    """
    target = kinds().get(target_type)
    if target is None:
        return False
    if filter_for(target, anchor_type) or contains(target_type, anchor_type) or generic_filters(target, anchor_type):
        return True
    if forward_paths(anchor_type, target_type) or target_type in pointed_types(anchor_type):
        return True
    if any(forward_paths(item, target_type) for item in pointed_types(anchor_type)):
        return True
    return not direct and bool(bridges(target_type, anchor_type))


def related_filters(
    target: Kind, anchor: ObjectKey, user: AbstractBaseUser | AnonymousUser
) -> Mapping[str, FilterValues] | None:
    """Filters of the target that give the objects related to one object.

    Returns:
        Parameters of the target's FilterSet; `{'id': (0,)}` when nothing is related; None when the two types have nothing to
        do with each other, or the anchor does not exist for this user.

    Raises:
        TooManyRelated: More than 2,000 objects would have to be named one by one.
    """
    plain = filter_for(target, anchor.object_type)
    if plain and strong_filter(target, anchor.object_type):
        return {plain: (anchor.object_id,)}
    if contains(target.object_type, anchor.object_type):
        return contained_filters(target.object_type, anchor, user)
    if names := generic_filters(target, anchor.object_type):
        return {names[0]: (anchor.object_type,), names[1]: (anchor.object_id,)}
    paths = forward_paths(anchor.object_type, target.object_type)
    if paths and (not plain or any(closeness(path.rpartition('__')[2], target.model) for path in paths)):
        return _one_by_one(target, _ahead(anchor, paths, user))
    if plain:
        return {plain: (anchor.object_id,)}
    return _through_generic_key(target, anchor, user) or _across(target, anchor, user)


def _one_by_one(target: Kind, ids: Iterable[int | None]) -> Mapping[str, FilterValues]:
    found = tuple(sorted({item for item in ids if item is not None}))
    if len(found) > MAX_RELATED:
        raise TooManyRelated(target.nouns, MAX_RELATED)
    return {'id': found or NOTHING}


def _ahead(anchor: ObjectKey, paths: tuple[str, ...], user: AbstractBaseUser | AnonymousUser) -> set[int | None]:
    model = apps.get_model(anchor.object_type)
    rows = restricted(model._default_manager.filter(pk=anchor.object_id), user).order_by().values_list(*paths)
    return {value for row in rows[: MAX_RELATED + 1] for value in row}


@lru_cache(maxsize=None)
def pointed_types(object_type: str) -> tuple[str, ...]:
    """The types of object that one of this type may point at by a generic key: interfaces, for an IP address."""
    model = apps.get_model(object_type)
    return tuple(
        other._meta.label_lower
        for other in apps.get_models()
        if not model._meta.app_label.startswith(NO_BRIDGES)
        for field in other._meta.private_fields
        if isinstance(field, GenericRelation) and field.related_model is model
    )


def _generic_keys(model: type[Model]) -> tuple[GenericForeignKey, ...]:
    return tuple(field for field in model._meta.private_fields if isinstance(field, GenericForeignKey))


def _through_generic_key(
    target: Kind, anchor: ObjectKey, user: AbstractBaseUser | AnonymousUser
) -> Mapping[str, FilterValues] | None:
    """By the object that the anchor points at, whatever its type: the device of an IP address's interface."""
    model = apps.get_model(anchor.object_type)
    for field in _generic_keys(model):
        names = (f'{field.ct_field}__app_label', f'{field.ct_field}__model', field.fk_field)
        row = restricted(model._default_manager.filter(pk=anchor.object_id), user).values_list(*names).first()
        if row is None:
            return None
        if row[2] is None:
            return {'id': NOTHING} if relates(target.object_type, anchor.object_type, direct=True) else None
        held = ObjectKey(f'{row[0]}.{row[1]}', row[2])
        if held.object_type == target.object_type:
            return {'id': (held.object_id,)}
        if paths := forward_paths(held.object_type, target.object_type):
            return _one_by_one(target, _ahead(held, paths, user))
    return None


def _across(
    target: Kind, anchor: ObjectKey, user: AbstractBaseUser | AnonymousUser
) -> Mapping[str, FilterValues] | None:
    between = bridges(target.object_type, anchor.object_type)
    if not between:
        return None
    if len(between) == 1 and between[0].filter:
        ids = _held(between[0], anchor, user)
        return {between[0].filter: tuple(sorted(ids))} if ids else {'id': NOTHING}
    return _one_by_one(target, (item for middle in between for item in _reached(middle, target, anchor, user)))


def _rows(kind: Kind, filters: Mapping[str, FilterValues], user: AbstractBaseUser | AnonymousUser) -> QuerySet:
    data = QueryDict(mutable=True)
    for name, values in filters.items():
        data.setlist(name, [str(value) for value in values])
    return kind.filterset(data, restricted(kind.model._default_manager.all(), user)).qs.order_by()


def _held(middle: Bridge, anchor: ObjectKey, user: AbstractBaseUser | AnonymousUser) -> set[int]:
    rows = _rows(middle.kind, related_filters(middle.kind, anchor, user) or {'id': NOTHING}, user)
    ids = set(rows.values_list('pk', flat=True).distinct()[: MAX_RELATED + 1])
    if len(ids) > MAX_RELATED:
        raise TooManyRelated(middle.kind.nouns, MAX_RELATED)
    return ids


def _reached(
    middle: Bridge, target: Kind, anchor: ObjectKey, user: AbstractBaseUser | AnonymousUser
) -> set[int | None]:
    if middle.filter:
        ids = _held(middle, anchor, user)
        held = {middle.filter: tuple(ids)} if ids else {'id': NOTHING}
        return set(_rows(target, held, user).values_list('pk', flat=True).distinct()[: MAX_RELATED + 1])
    rows = _rows(middle.kind, related_filters(middle.kind, anchor, user) or {'id': NOTHING}, user)
    found = rows.values_list(*middle.paths).distinct()[: MAX_RELATED + 1]
    return {value for row in found for value in row}
