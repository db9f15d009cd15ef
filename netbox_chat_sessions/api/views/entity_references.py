"""Links between sessions and the NetBox objects they have talked about."""

from typing import Any

from django.db.models import QuerySet
from netbox.api.viewsets import BaseViewSet
from rest_framework import mixins

from ...filtersets import EntityReferenceFilterSet
from ...models import EntityReference
from ...querysets import visible_references
from ..serializers import EntityReferenceSerializer
from .base import RecordView

__all__ = ('EntityReferenceViewSet', 'VisibleReferences')


class VisibleReferences(RecordView):
    """Mixin for views over entity references: objects that the caller may not see now are not there."""

    queryset = EntityReference.objects.all()
    serializer_class = EntityReferenceSerializer

    def get_queryset(self) -> QuerySet[EntityReference]:
        """The references that may be shown, of the sessions that the caller has the permission for."""
        return visible_references(self.permitted(), self.request.user)

    def permitted(self) -> QuerySet[EntityReference]:
        """The references in question, whatever they are about."""
        return super().get_queryset()


class EntityReferenceViewSet(VisibleReferences, mixins.ListModelMixin, mixins.RetrieveModelMixin, BaseViewSet):
    """Which objects were talked about, and in which sessions."""

    filterset_class = EntityReferenceFilterSet

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """References, filterable by object_type and object_id, session_id and user_id."""
        return super().list(request, *args, **kwargs)
