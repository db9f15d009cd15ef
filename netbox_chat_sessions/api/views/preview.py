"""Understanding a text without answering it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ...wiring import session_store, turn_service
from ..schema import SESSION_ID, errors
from ..serializers import TurnPreviewRequestSerializer, TurnPreviewSerializer
from .base import ConversationView

__all__ = ('SessionClassifyView', 'SessionResolveView')

RESPONSES = {200: TurnPreviewSerializer, **errors(404, 413)}


class PreviewView(ConversationView):
    """Takes a text, stores nothing, and so needs no more than the permission to view the session."""

    required_permissions = {'POST': 'netbox_chat_sessions.view_chatsession'}
    stores_nothing = True

    def preview(self, request: Request, pk: int) -> Response:
        """How the text would be understood."""
        asked = TurnPreviewRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        session = session_store(request.user).find(pk)
        return Response({'turn': turn_service(request.user).preview(session, asked.turn(pk))})


class SessionResolveView(PreviewView):
    """What the references in a text stand for."""

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_resolve_create',
        parameters=[SESSION_ID],
        request=TurnPreviewRequestSerializer,
        responses=RESPONSES,
    )
    def post(self, request: Request, pk: int) -> Any:
        """Resolve the references of a text."""
        return self.preview(request, pk)


class SessionClassifyView(PreviewView):
    """Follow-up, topic and turn decision for a text."""

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_classify_create',
        parameters=[SESSION_ID],
        request=TurnPreviewRequestSerializer,
        responses=RESPONSES,
    )
    def post(self, request: Request, pk: int) -> Any:
        """Classify a text."""
        return self.preview(request, pk)
