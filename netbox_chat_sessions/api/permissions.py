"""NetBox's token and model permissions, with the missing one named in the answer."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from netbox.api.authentication import TokenPermissions
from netbox.api.viewsets import HTTP_ACTIONS
from rest_framework.request import Request
from users.models import Token
from utilities.permissions import get_permission_for_model

__all__ = ('NamedPermissions', 'missing', 'required_permission')


def required_permission(view: Any, request: Request) -> str | None:
    """The permission that `view` takes for a request: what it names, else by its model and the method."""
    named = getattr(view, 'required_permissions', None)
    if named is not None:
        return named.get('GET' if request.method == 'HEAD' else request.method)
    action = HTTP_ACTIONS.get(request.method)
    return get_permission_for_model(view.queryset.model, action) if action else None


def missing(permission: str) -> str:
    """A sentence that names the permission that somebody lacks."""
    return _('This takes the permission {permission}.').format(permission=permission)


class NamedPermissions(TokenPermissions):
    """Lets in who has the view's permission for at least one object; which objects, its restricted queryset decides.

    A view with `stores_nothing` may be posted to with a read-only token.
    """

    message = None

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the token may write, if it has to, and the user has the permission."""
        writes = isinstance(request.auth, Token) and not getattr(view, 'stores_nothing', False)
        if writes and not self._verify_write_permission(request):
            self.message = _('This token is not allowed to write.')
            return False
        anonymous = not request.user.is_authenticated
        if anonymous and (settings.LOGIN_REQUIRED or hasattr(view, 'required_permissions')):
            return False
        permission = required_permission(view, request)
        if permission is None or request.user.has_perm(permission):
            return True
        self.message = missing(permission)
        return False

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        """Objects come from restricted querysets only, so what was found is permitted."""
        return True
