"""The curated context that an agent is given."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from ...wiring import context_builder, session_store
from ..schema import SESSION_ID, errors
from ..serializers import ContextSerializer
from .base import ConversationView

__all__ = ('SessionContextView',)

AGENT_TYPE = OpenApiParameter(
    'agent_type', str, required=True, description='intent_recognition, response_generation, or a registered type'
)


class SessionContextView(ConversationView):
    """What one type of agent gets to know of a session: never the whole of it."""

    required_permissions = {'GET': 'netbox_chat_sessions.view_chatsession'}

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_context_retrieve',
        parameters=[SESSION_ID, AGENT_TYPE],
        responses={200: ContextSerializer, **errors(404)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The context of an agent type."""
        store, builder = session_store(request.user), context_builder(request.user)
        session = store.find(pk)
        name = request.query_params.get('agent_type', '')
        if name not in builder.types:
            refusal = _('Name one of the registered agent types: {known}.')
            raise ValidationError({'agent_type': [refusal.format(known=', '.join(sorted(builder.types)))]})
        return Response(builder.build(name, store.recall(session)))
