"""How objects of two types belong together, read from NetBox's own FilterSets and models: nothing is listed by hand."""

from collections.abc import Iterable, Mapping
from functools import cache

from django.apps import apps
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.db.models import Model, QuerySet

from ..conversation.objects import ObjectKey
from .bridges import Bridge, bridges
from .catalogue import RECORDS, Kind, kind, kinds
from .containment import contained_filters, contains
from .errors import TooManyRelated
from .filtering import filterset_of
from .links import closeness, filter_for, forward_paths, generic_filters, strong_filter
from .query import FilterValues
from .visibility import User, restricted

__all__ = (
    'MAX_RELATED',
    'NOTHING',
    'belong_together',
    'filter_for',
    'forward_paths',
    'generic_keys',
    'pointed_types',
    'related_filters',
    'relates',
)

MAX_RELATED = 2000
# No object has this key, so NetBox's lists show nothing for it; an empty parameter would show everything.
NOTHING: FilterValues = (0,)
# What the housing of a thing says of the thing: devices depend on the power that their rack is fed with.
HOUSED = {'dcim.device': ('dcim.rack', ('dcim.powerpanel', 'dcim.powerfeed'))}


def relates(target_type: str, anchor_type: str, *, direct: bool = False) -> bool:
    """Whether objects of the target type belong to objects of the anchor's type, or the other way round; costs no SQL.

    Args:
        target_type: Such as `dcim.rack`.
        anchor_type: Such as `dcim.device`.
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
    return not direct and (_is_housed(target_type, anchor_type) or bool(bridges(target_type, anchor_type)))


def belong_together(one_type: str, other_type: str) -> bool:
    """Whether objects of one type belong to objects of the other, in whichever direction; costs no SQL."""
    return relates(one_type, other_type) or relates(other_type, one_type)


def _is_housed(target_type: str, anchor_type: str) -> bool:
    return target_type in HOUSED and anchor_type in HOUSED[target_type][1]


def related_filters(target: Kind, anchor: ObjectKey, user: User) -> Mapping[str, FilterValues] | None:
    """Filters of the target that give the objects related to one object.

    Returns:
        Parameters of the target's FilterSet; `{'id': (0,)}` when nothing is related; None when the two types have
        nothing to do with each other, or the anchor does not exist for this user.

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
    if _is_housed(target.object_type, anchor.object_type):
        housing = kind(HOUSED[target.object_type][0])
        rows = _rows(housing, related_filters(housing, anchor, user) or {'id': NOTHING}, user)
        ids = tuple(sorted(rows.values_list('pk', flat=True).distinct()[: MAX_RELATED + 1]))
        if len(ids) > MAX_RELATED:
            raise TooManyRelated(housing.nouns, MAX_RELATED)
        return {f'{housing.model._meta.model_name}_id': ids or NOTHING}
    return _through_generic_key(target, anchor, user) or _across(target, anchor, user)


def _one_by_one(target: Kind, ids: Iterable[int | None]) -> Mapping[str, FilterValues]:
    found = tuple(sorted({item for item in ids if item is not None}))
    if len(found) > MAX_RELATED:
        raise TooManyRelated(target.nouns, MAX_RELATED)
    return {'id': found or NOTHING}


def _ahead(anchor: ObjectKey, paths: tuple[str, ...], user: User) -> set[int | None]:
    model = apps.get_model(anchor.object_type)
    rows = restricted(model._default_manager.filter(pk=anchor.object_id), user).order_by().values_list(*paths)
    return {value for row in rows[: MAX_RELATED + 1] for value in row}


@cache
def pointed_types(object_type: str) -> tuple[str, ...]:
    """The types of object that one of this type may point at by a generic key: interfaces, for an IP address."""
    model = apps.get_model(object_type)
    return tuple(
        other._meta.label_lower
        for other in apps.get_models()
        if model._meta.app_label not in RECORDS
        for field in other._meta.private_fields
        if isinstance(field, GenericRelation) and field.related_model is model
    )


def generic_keys(model: type[Model]) -> tuple[GenericForeignKey, ...]:
    """The fields by which an object points at objects of any type."""
    return tuple(field for field in model._meta.private_fields if isinstance(field, GenericForeignKey))


def _through_generic_key(target: Kind, anchor: ObjectKey, user: User) -> Mapping[str, FilterValues] | None:
    """By the object that the anchor points at, whatever its type: the device of an IP address's interface."""
    model = apps.get_model(anchor.object_type)
    for field in generic_keys(model):
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


def _across(target: Kind, anchor: ObjectKey, user: User) -> Mapping[str, FilterValues] | None:
    between = bridges(target.object_type, anchor.object_type)
    if not between:
        return None
    if len(between) == 1 and between[0].filter:
        ids = _held(between[0], anchor, user)
        return {between[0].filter: tuple(sorted(ids))} if ids else {'id': NOTHING}
    return _one_by_one(target, (item for middle in between for item in _reached(middle, target, anchor, user)))


def _rows(kind: Kind, filters: Mapping[str, FilterValues], user: User) -> QuerySet:
    return filterset_of(kind, filters, restricted(kind.model._default_manager.all(), user)).qs.order_by()


def _held(middle: Bridge, anchor: ObjectKey, user: User) -> set[int]:
    rows = _rows(middle.kind, related_filters(middle.kind, anchor, user) or {'id': NOTHING}, user)
    ids = set(rows.values_list('pk', flat=True).distinct()[: MAX_RELATED + 1])
    if len(ids) > MAX_RELATED:
        raise TooManyRelated(middle.kind.nouns, MAX_RELATED)
    return ids


def _reached(middle: Bridge, target: Kind, anchor: ObjectKey, user: User) -> set[int | None]:
    if middle.filter:
        ids = _held(middle, anchor, user)
        held = {middle.filter: tuple(ids)} if ids else {'id': NOTHING}
        return set(_rows(target, held, user).values_list('pk', flat=True).distinct()[: MAX_RELATED + 1])
    rows = _rows(middle.kind, related_filters(middle.kind, anchor, user) or {'id': NOTHING}, user)
    found = rows.values_list(*middle.paths).distinct()[: MAX_RELATED + 1]
    return {value for row in found for value in row}
