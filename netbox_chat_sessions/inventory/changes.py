"""NetBox's change log of given objects."""

from collections import defaultdict
from collections.abc import Iterable

from core.models import ObjectChange
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from ..conversation.objects import ObjectKey
from .query import InventoryQuery
from .results import Change, Changes
from .visibility import Visibility, is_credential, restricted

__all__ = ('changes_of',)

BOOKKEEPING = frozenset({'last_updated', 'created'})


def changes_of(query: InventoryQuery, objects: tuple[Model, ...], user: AbstractBaseUser | AnonymousUser) -> Changes:
    """The latest changes of the objects and of what belongs to them, as NetBox's change log tab shows them.

    Needs the permission `core.view_objectchange`; without it there are no changes to see.
    """
    wanted = Q()
    for obj in objects:
        content_type = ContentType.objects.get_for_model(obj)
        wanted |= Q(changed_object_type=content_type, changed_object_id=obj.pk)
        wanted |= Q(related_object_type=content_type, related_object_id=obj.pk)
    found = restricted(ObjectChange.objects.valid_models().filter(wanted), user)
    page = found.select_related('changed_object_type').order_by('-time')[query.offset : query.offset + query.limit]
    records = list(page)
    seen = _visible(records, user)
    changes = tuple(
        Change(record, record.object_repr if _key(record) in seen else '', tuple(_changed(record)))
        for record in records
    )
    return Changes(query, objects, changes, found.count())


def _key(record: ObjectChange) -> ObjectKey:
    content_type = record.changed_object_type
    return ObjectKey(f'{content_type.app_label}.{content_type.model}', record.changed_object_id)


def _visible(records: Iterable[ObjectChange], user: AbstractBaseUser | AnonymousUser) -> frozenset[ObjectKey]:
    """What may be named. Constraints cannot be tried on what is deleted: then only unconstrained permissions count."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for record in records:
        object_type, object_id = _key(record)
        wanted[object_type].add(object_id)
    return Visibility(user).visible_keys(wanted)


def _changed(record: ObjectChange) -> Iterable[str]:
    before, after = record.prechange_data or {}, record.postchange_data or {}
    if not before or not after:
        return
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name) and name not in BOOKKEEPING and not is_credential(name):
            yield name
