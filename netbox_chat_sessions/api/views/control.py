"""Session control without words."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ...conversation.decisions import DecisionKind, control_json
from ...conversation.session import SessionStatus
from ...wiring import session_store
from ..answers import session_json
from ..schema import SESSION_ID, errors
from ..serializers import ReasonSerializer, SessionControlSerializer
from .base import ConversationView

__all__ = ('SessionEndView', 'SessionHandoffView', 'SessionReleaseView')

RESPONSES = {200: SessionControlSerializer, **errors(400, 403, 404, 409, 413, 503)}


class ControlView(ConversationView):
    """Moves a session to another status."""

    def change(
        self, request: Request, pk: int, action: str, target: SessionStatus, decision: DecisionKind | None = None
    ) -> Response:
        """The session afterwards, and what a turn with that decision would have said in `control`."""
        asked = ReasonSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        session = session_store(request.user).change_status(pk, action, target, asked.validated_data['reason'])
        return Response({'session': session_json(session, request), 'control': decision and control_json(decision)})


class SessionEndView(ControlView):
    """Ends a session: it can be read from then on, no more."""

    required_permissions = {'POST': 'netbox_chat_sessions.end_chatsession'}

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_end_create',
        parameters=[SESSION_ID],
        request=ReasonSerializer,
        responses=RESPONSES,
    )
    def post(self, request: Request, pk: int) -> Any:
        """End the session."""
        return self.change(request, pk, 'end', SessionStatus.ENDED, DecisionKind.END_SESSION)


class SessionHandoffView(ControlView):
    """Asks for a person: the assistant stays quiet until the session is released."""

    required_permissions = {'POST': 'netbox_chat_sessions.handoff_chatsession'}

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_handoff_create',
        parameters=[SESSION_ID],
        request=ReasonSerializer,
        responses=RESPONSES,
    )
    def post(self, request: Request, pk: int) -> Any:
        """Ask for a person."""
        return self.change(request, pk, 'handoff', SessionStatus.HANDOFF, DecisionKind.HUMAN_HANDOFF)


class SessionReleaseView(ControlView):
    """Gives a session back to the assistant."""

    required_permissions = {'POST': 'netbox_chat_sessions.release_chatsession'}

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_release_create',
        parameters=[SESSION_ID],
        request=ReasonSerializer,
        responses=RESPONSES,
    )
    def post(self, request: Request, pk: int) -> Any:
        """Release the session."""
        return self.change(request, pk, 'release', SessionStatus.ACTIVE)
