"""What a session remembers, visible and editable."""

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from netbox.api.viewsets import BaseViewSet
from rest_framework import mixins, status
from rest_framework.request import Request
from rest_framework.response import Response

from ...models import ChatSession, EntityReference
from ...querysets import visible_references
from ...wiring import session_store
from ..parsers import BoundedJSONParser
from ..schema import SESSION_ID, errors
from ..serializers import EntityReferenceSerializer, PinSerializer
from .base import permitted
from .entity_references import VisibleReferences

__all__ = ('SessionMemoryViewSet',)

REFERENCE_ID = OpenApiParameter('reference', int, OpenApiParameter.PATH, description='ID of the entity reference')


class SessionMemoryViewSet(VisibleReferences, mixins.ListModelMixin, BaseViewSet):
    """The entity references of one session: what agents are told that it is about."""

    parser_classes = [BoundedJSONParser]

    def permitted(self) -> QuerySet[EntityReference]:
        """The session's references."""
        self.queryset = EntityReference.objects.among(session=self.kwargs['pk']).restrict(self.request.user, 'view')
        return super().permitted()

    @extend_schema(operation_id='plugins_chat_sessions_sessions_memory_list', parameters=[SESSION_ID])
    def list(self, request: Request, pk: int) -> Response:
        """What the session remembers."""
        session_store(request.user).find(pk)
        return super().list(request)

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_memory_partial_update',
        parameters=[SESSION_ID, REFERENCE_ID],
        request=PinSerializer,
        responses={200: EntityReferenceSerializer, **errors(404, 413)},
    )
    def partial_update(self, request: Request, pk: int, reference: int) -> Response:
        """Pin a reference, or unpin it."""
        self.check_visible(pk, reference)
        sent = PinSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        session_store(request.user).pin(pk, reference, sent.validated_data['pinned'])
        return Response(self.get_serializer(EntityReference.objects.get(pk=reference)).data)

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_memory_delete',
        parameters=[SESSION_ID, REFERENCE_ID],
        responses={204: None, **errors(404)},
    )
    def destroy(self, request: Request, pk: int, reference: int) -> Response:
        """Forget one object."""
        self.check_visible(pk, reference)
        session_store(request.user).forget(pk, reference)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_memory_forget',
        parameters=[SESSION_ID],
        responses={204: None, **errors(404)},
    )
    def forget(self, request: Request, pk: int) -> Response:
        """Forget everything: the references, the focus, the lists that were shown."""
        permitted(ChatSession, request.user, 'change', pk=pk)
        session_store(request.user).forget_all(pk)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def check_visible(self, session: int, reference: int) -> None:
        """Check that the caller may see the object of a reference now.

        Raises:
            Http404: The caller may not.
        """
        seen = EntityReference.objects.restrict(self.request.user, 'view').filter(session=session, pk=reference)
        if not visible_references(seen, self.request.user).exists():
            raise Http404
