"""What a person writes into a session that waits for one."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from ...models import Interaction
from ...wiring import session_store
from ..schema import SESSION_ID, errors
from ..serializers import InteractionSerializer, PersonMessageSerializer
from .base import ConversationView

__all__ = ('SessionMessagesView',)


class SessionMessagesView(ConversationView):
    """Answers those who wait, as a person; the assistant stays quiet."""

    required_permissions = {'POST': 'netbox_chat_sessions.release_chatsession'}

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_messages_create',
        parameters=[SESSION_ID],
        request=PersonMessageSerializer,
        responses={201: InteractionSerializer, **errors(404, 409, 413)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Write a message."""
        sent = PersonMessageSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        written = session_store(request.user).write(pk, **sent.validated_data)
        stored = Interaction.objects.select_related('session__user', 'author').get(pk=written.id)
        # It is the caller's own, and names nothing that could be hidden from them.
        context = {'request': request, 'withheld': set()}
        return Response(InteractionSerializer(stored, context=context).data, status=status.HTTP_201_CREATED)
