"""Which kinds of objects can be created, changed and deleted: those for which NetBox's REST API does so."""

from functools import cache
from typing import Any

from django.db.models import Model, QuerySet
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from netbox.api.exceptions import SerializerNotFound
from utilities.permissions import get_permission_for_model
from utilities.views import get_viewname

from ...conversation.errors import PermissionMissing
from ...conversation.proposals import ChangeAction
from ..catalogue import Kind
from ..visibility import is_credential
from .fields import serializer_class

__all__ = ('allows', 'missing', 'permission', 'permitted')

_METHODS = {ChangeAction.CREATE: 'post', ChangeAction.UPDATE: 'patch', ChangeAction.DELETE: 'delete'}


@cache
def allows(kind: Kind, action: ChangeAction) -> bool:
    """Whether the REST API does so with objects of a kind; changes, jobs and the like can only be read there.

    Objects that are credentials themselves, such as API tokens, are not made by talking.
    """
    if is_credential(kind.model._meta.object_name or ''):
        return False
    try:
        made = serializer_class(kind)().fields
        if action is ChangeAction.CREATE and any(is_credential(name) and made[name].required for name in made):
            # A user needs a password.
            return False
        path = reverse(
            get_viewname(kind.model, 'list' if action is ChangeAction.CREATE else 'detail', rest_api=True),
            kwargs=None if action is ChangeAction.CREATE else {'pk': 1},
        )
        view = resolve(path).func
    except (SerializerNotFound, NoReverseMatch, Resolver404):
        return False
    return _METHODS[action] in getattr(view, 'actions', {}) and _METHODS[action] in view.cls.http_method_names


def permission(kind: Kind, action: ChangeAction) -> str:
    """The name of the permission that it takes, such as `dcim.add_site`."""
    return str(get_permission_for_model(kind.model, action.permission))


def missing(kind: Kind, action: ChangeAction) -> PermissionMissing:
    """The error that names the permission that it takes."""
    return PermissionMissing(_('This takes the permission {permission}.').format(permission=permission(kind, action)))


def permitted(model: type[Model], user: Any, action: str) -> QuerySet:
    """Those objects with which the user may do so; all of a model that knows no object permissions, if he has it."""
    objects = model._default_manager.all()
    if hasattr(objects, 'restrict'):
        return objects.restrict(user, action)
    return objects if user.has_perm(get_permission_for_model(model, action)) else objects.none()
