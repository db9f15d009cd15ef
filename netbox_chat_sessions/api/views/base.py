"""What the API's views share."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.views import APIView
from utilities.permissions import get_permission_for_model

from ..errors import ErrorBodies
from ..parsers import RECORD_PARSERS, BoundedJSONParser
from ..permissions import NamedPermissions, missing
from ..schema import RecordSchema

__all__ = ('ConversationView', 'OneRecord', 'RecordView', 'permitted')


class ConversationView(ErrorBodies, APIView):
    """A view over the conversation rather than over one model.

    Attributes:
        required_permissions: Method → the permission that somebody needs to be let in at all; for which session, the
            store decides.
    """

    permission_classes = [NamedPermissions]
    parser_classes = [BoundedJSONParser]
    required_permissions: dict[str, str] = {}


class RecordView(ErrorBodies):
    """Mixin for views over the records of one model."""

    permission_classes = [NamedPermissions]
    schema = RecordSchema()


class OneRecord:
    """Mixin for views over records: what is changed at the address of one is one, and no list.

    NetBox takes a list for several records, wherever it is sent.
    """

    parser_classes = RECORD_PARSERS

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        """The serializer.

        Raises:
            ParseError: A list was sent for one record.
        """
        if 'pk' in self.kwargs and not isinstance(kwargs.get('data', {}), Mapping):
            raise exceptions.ParseError(_('Send an object, not a list.'))
        return super().get_serializer(*args, **kwargs)


def permitted(model: type[Model], user: Any, action: str, **lookup: Any) -> Any:
    """The record that `lookup` finds, if `user` has the permission `action` for it.

    Raises:
        Http404: There is none that the user may see.
        PermissionDenied: The user may see it, but not do this; the missing permission is named.
    """
    try:
        if record := model.objects.restrict(user, action).filter(**lookup).first():
            return record
        seen = model.objects.restrict(user, 'view').filter(**lookup).exists()
    except ValueError:
        # No ID at all.
        raise Http404 from None
    if seen:
        raise exceptions.PermissionDenied(missing(get_permission_for_model(model, action)))
    raise Http404
