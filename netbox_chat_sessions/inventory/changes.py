"""NetBox's change log of given objects."""

from collections.abc import Iterable

from core.models import ObjectChange
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from .query import InventoryQuery
from .results import Change, Changes
from .visibility import is_credential, restricted

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
    changes = tuple(Change(record, tuple(_changed(record))) for record in page)
    return Changes(query, objects, changes, found.count())


def _changed(record: ObjectChange) -> Iterable[str]:
    before, after = record.prechange_data or {}, record.postchange_data or {}
    if not before or not after:
        return
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name) and name not in BOOKKEEPING and not is_credential(name):
            yield name
