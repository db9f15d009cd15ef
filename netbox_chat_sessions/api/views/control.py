"""Session control without words."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ...conversation.decisions import DecisionKind, control_json
from ...conversation.session import Session, SessionStatus
from ...models import ChatSession
from ...ui.handoffs import handoff_of
from ...wiring import session_store, turn_service
from ..answers import session_json
from ..schema import SESSION_ID, errors
from ..serializers import HandoffSerializer, ReasonSerializer, SessionControlSerializer
from .base import ConversationView, permitted

__all__ = ('SessionEndView', 'SessionHandoffView', 'SessionReleaseView')

RESPONSES = {200: SessionControlSerializer, **errors(404, 409, 413)}


class ControlView(ConversationView):
    """Moves a session to another status."""

    def control(self, request: Request, pk: int, decision: DecisionKind) -> Response:
        """Hand the session over or end it; `control` is that of a turn with this decision."""
        session = turn_service(request.user).control(pk, decision, self.reason(request))
        return self.answer(request, session, decision)

    def give_back(self, request: Request, pk: int, action: str) -> Response:
        """Give the session back to the assistant, with the permission `action`."""
        store = session_store(request.user)
        return self.answer(request, store.change_status(pk, action, SessionStatus.ACTIVE, self.reason(request)))

    def reason(self, request: Request) -> str:
        """The reason that was sent; empty without one."""
        asked = ReasonSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return asked.validated_data['reason']

    def answer(self, request: Request, session: Session, decision: DecisionKind | None = None) -> Response:
        """The session afterwards."""
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
        return self.control(request, pk, DecisionKind.END_SESSION)


class SessionHandoffView(ControlView):
    """Asks for a person: the assistant stays quiet until the session is released."""

    required_permissions = {
        'GET': 'netbox_chat_sessions.view_chatsession',
        'POST': 'netbox_chat_sessions.handoff_chatsession',
        'DELETE': 'netbox_chat_sessions.handoff_chatsession',
    }

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_handoff_retrieve',
        parameters=[SESSION_ID],
        responses={200: HandoffSerializer, **errors(404)},
    )
    def get(self, request: Request, pk: int) -> Any:
        """Who asked for a person and why, what was talked about, and the last questions before that."""
        session = permitted(ChatSession, request.user, 'view', pk=pk)
        return Response(HandoffSerializer(handoff_of(session, request.user), context={'request': request}).data)

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_handoff_create',
        parameters=[SESSION_ID],
        request=ReasonSerializer,
        responses=RESPONSES,
    )
    def post(self, request: Request, pk: int) -> Any:
        """Ask for a person."""
        return self.control(request, pk, DecisionKind.HUMAN_HANDOFF)

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_handoff_delete',
        parameters=[SESSION_ID],
        responses={200: SessionControlSerializer, **errors(404, 409)},
    )
    def delete(self, request: Request, pk: int) -> Any:
        """Take back the wish for a person: for the owner of the session."""
        return self.give_back(request, pk, 'handoff')


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
        return self.give_back(request, pk, 'release')
