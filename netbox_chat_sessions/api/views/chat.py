"""The main door: one turn of a conversation."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import PermissionDenied
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from ...conversation.errors import SessionEnded
from ...conversation.requests import TurnRequest
from ...conversation.results import TurnResult
from ...throttling import TurnThrottle
from ...wiring import turn_deferrer, turn_service
from ..answers import accepted_json, answer_json
from ..permissions import missing
from ..preferences import RESPOND_ASYNC, prefers
from ..schema import errors
from ..serializers import ChatAcceptedSerializer, ChatAnswerSerializer, ChatTurnSerializer
from ..streaming import EventStream, EventStreamRenderer
from .base import ConversationView

__all__ = ('ChatView',)

OPEN_SESSION = 'netbox_chat_sessions.add_chatsession'


class ChatView(ConversationView):
    """One turn: understand, answer, remember.

    Without `session` a new one is opened. `Accept: text/event-stream` streams what happens as it happens: `accepted`,
    `stage`, `delta`, `final`, `error`. With `Prefer: respond-async` (RFC 7240) a worker answers: 202 says where the
    interaction is, and `Preference-Applied` that the preference was honoured. Streams and stateless turns ignore it.
    """

    renderer_classes = [*api_settings.DEFAULT_RENDERER_CLASSES, EventStreamRenderer]
    throttle_classes = [TurnThrottle]

    @extend_schema(
        operation_id='plugins_chat_sessions_chat_create',
        request=ChatTurnSerializer,
        responses={
            (200, 'application/json'): ChatAnswerSerializer,
            (202, 'application/json'): OpenApiResponse(
                ChatAcceptedSerializer, 'A worker answers: look at `Location` until the status is no longer pending'
            ),
            (200, 'text/event-stream'): OpenApiResponse(
                OpenApiTypes.STR, 'Events accepted, stage, delta, final (the JSON answer) and error'
            ),
            **errors(404, 409, 413, 429),
        },
    )
    def post(self, request: Request) -> Any:
        """Take a turn."""
        asked = ChatTurnSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        turn = asked.turn()
        self.check_may_open(request, turn)
        try:
            return self.take(request, turn)
        except SessionEnded as error:
            way_on = _('A message without "session" opens one.')
            raise SessionEnded(f'{error.detail} {way_on}') from error

    def take(self, request: Request, turn: TurnRequest) -> Response | StreamingHttpResponse:
        """The answer, whole or as it comes about."""
        streamed = isinstance(request.accepted_renderer, EventStreamRenderer)
        if not (streamed or turn.stateless) and prefers(request, RESPOND_ASYNC):
            return self.defer(request, turn)
        service = turn_service(request.user)
        if not streamed:
            return Response(answer_json(service.handle(turn), request))
        return StreamingHttpResponse(
            EventStream(service.stream(turn), request),
            content_type='text/event-stream; charset=utf-8',
            headers={'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no'},
        )

    def defer(self, request: Request, turn: TurnRequest) -> Response:
        """Where the interaction is that a worker answers; the answer itself where there is one already."""
        admission = turn_deferrer(request.user)(turn)
        if admission.replayed:
            return Response(answer_json(TurnResult.of(admission.session, admission.interaction), request))
        accepted = accepted_json(admission.session, admission.interaction, request)
        headers = {'Location': accepted['interaction']['url'], 'Preference-Applied': RESPOND_ASYNC}
        return Response(accepted, status=status.HTTP_202_ACCEPTED, headers=headers)

    def check_may_open(self, request: Request, turn: TurnRequest) -> None:
        """Check that the caller may converse at all, where no session says so.

        Raises:
            PermissionDenied: The permission to open sessions is missing.
        """
        if turn.session_id is None and not request.user.has_perm(OPEN_SESSION):
            raise PermissionDenied(missing(OPEN_SESSION))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Answer as JSON whatever is no stream: an error before the first event has a status and a body."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(response, Response) and isinstance(response.accepted_renderer, EventStreamRenderer):
            response.accepted_renderer = JSONRenderer()
            response.accepted_media_type = JSONRenderer.media_type
        return response
