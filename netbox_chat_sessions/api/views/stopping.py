"""Stopping an answer."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ...models import Interaction
from ...storage.withholding import withheld
from ...wiring import session_store
from ..schema import errors
from ..serializers import InteractionSerializer
from .base import ConversationView

__all__ = ('InteractionStopView',)


class InteractionStopView(ConversationView):
    """Stops the answer to a question of the caller's own, whoever works on it."""

    required_permissions = {'POST': 'netbox_chat_sessions.add_interaction'}

    @extend_schema(
        operation_id='plugins_chat_sessions_interactions_stop_create',
        parameters=[OpenApiParameter('id', int, OpenApiParameter.PATH, description='ID of the interaction')],
        request=None,
        responses={200: InteractionSerializer, **errors(404)},
    )
    def post(self, request: Request, pk: int) -> Any:
        """Stop it; an interaction that has come to its end stays as it is."""
        stopped = session_store(request.user).stop(pk)
        row = Interaction.objects.select_related('session__user', 'author').get(pk=stopped.id)
        context = {'request': request, 'withheld': withheld([row], request.user)}
        return Response(InteractionSerializer(row, context=context).data)
