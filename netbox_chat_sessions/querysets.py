"""Which entity references a user may be shown, decided by live permissions on the objects."""

from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from utilities.querysets import RestrictedQuerySet

from .models import EntityReference

__all__ = ('visible_references',)

NOTHING = Q(pk__in=())


def visible_references(references: QuerySet[EntityReference], user: Any) -> QuerySet[EntityReference]:
    """Those of `references` that may be shown to `user`; the sessions themselves are not checked here.

    A reference is shown when the user may see its object now. When the object has been deleted, nobody can tell whether
    the user might have seen it: then it is shown to users who may see all objects of its type, and to the owner of a
    session that nobody else takes part in.

    Costs one statement for the types in `references`; the objects are looked up inside the returned queryset.
    """
    if user.is_active and user.is_superuser:
        return references
    types = references.order_by().values_list('object_type', flat=True).distinct()
    allowed = NOTHING
    for pk in types:
        allowed |= _shown(ContentType.objects.get_for_id(pk), user)
    return references.filter(allowed)


def _shown(content_type: ContentType, user: Any) -> Q:
    model: type[Model] | None = content_type.model_class()
    # A type whose plugin is gone, or without object permissions, has nobody who could allow it.
    if model is None or not isinstance(objects := model._default_manager.all(), RestrictedQuerySet):
        return NOTHING
    of_type, permitted = Q(object_type=content_type), objects.restrict(user, 'view')
    if permitted is objects:
        return of_type
    deleted = ~Exists(objects.filter(pk=OuterRef('object_id')))
    private = Q(session__user=user) & ~Exists(_participants())
    visible = Q(object_id__in=permitted.order_by().values('pk'))
    return of_type & (visible | (private & deleted))


def _participants() -> QuerySet[Any]:
    through = EntityReference._meta.get_field('session').related_model.participants.through
    return through.objects.filter(chatsession=OuterRef('session'))
