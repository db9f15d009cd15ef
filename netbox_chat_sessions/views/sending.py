"""What the panel asks, how it follows the answer, and how it stops it."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from ..conversation.requests import TurnRequest
from ..conversation.session import SessionStatus
from ..forms import errors_of
from ..models import ChatSession, Interaction
from ..storage.presence import close_if_lost
from ..throttling import seconds_to_wait
from ..ui.access import answers_as_person
from ..ui.transcripts import exchanges_of
from ..wiring import session_store, turn_service
from .messages import MessageForm
from .panel import PanelView, head_of, invalid, refusal
from .parameters import whole_number
from .running import RunningTurn
from .turn_events import TurnEvents, turn_response

__all__ = ('ExchangeView', 'SendView', 'StopView', 'TurnView')


class ExchangeView(PanelView):
    """A view that shows one exchange, with its session's head."""

    def exchange(self, pk: int | None) -> str:
        """The exchange as it is now."""
        row = get_object_or_404(self.interactions(), pk=pk)
        close_if_lost(row)
        context = {**head_of(self.request, row.session), 'exchange': exchanges_of([row], self.request.user)[0]}
        return render_to_string('netbox_chat_sessions/panel/sent.html', context, self.request)

    def interactions(self) -> QuerySet[Interaction]:
        """Interactions that the user may see."""
        return Interaction.objects.restrict(self.request.user, 'view').select_related('author', 'session__user')


class SendView(ExchangeView):
    """One turn."""

    def post(self, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        """Take the turn, and show the exchange: at once, or as it comes about to who accepts events."""
        form = MessageForm(request.POST)
        if not form.is_valid():
            return invalid(request, errors_of(form))
        if seconds := seconds_to_wait(request):
            sentence = _('That was a lot at once. Try again in {seconds} seconds.').format(seconds=seconds)
            answer = refusal(request, 429, 'throttled', sentence)
            answer['Retry-After'] = str(seconds)
            return answer
        turn = form.turn_request()
        if turn.session_id is not None and (form.cleaned_data['as_person'] or self.answers(turn.session_id)):
            written = session_store(request.user).write(turn.session_id, turn.message, turn.turn_id)
            return HttpResponse(self.exchange(written.id))
        if 'text/event-stream' in request.headers.get('Accept', ''):
            return self.stream(turn)
        return HttpResponse(self.exchange(turn_service(request.user).handle(turn).interaction.id))

    def stream(self, turn: TurnRequest) -> StreamingHttpResponse:
        """The turn, as events."""
        running = RunningTurn(self.request, turn)
        return turn_response(TurnEvents(running, running.start(), self.exchange))

    def answers(self, session_id: int) -> bool:
        """Whether what the user says in a session is for those who wait there."""
        user = self.request.user
        waiting = ChatSession.objects.restrict(user, 'view').filter(status=SessionStatus.HANDOFF)
        session = waiting.exclude(user=user).filter(pk=session_id).first()
        return session is not None and answers_as_person(user, session)


class TurnView(ExchangeView):
    """A turn that was sent before: what has become of it."""

    def get(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        """The exchange; nothing while the question is not stored, which is no error: it may be on its way."""
        found = self.turn(turn_id)
        return HttpResponse(self.exchange(found.pk)) if found else HttpResponse(status=204)

    def turn(self, turn_id: UUID) -> Interaction | None:
        """The interaction of a turn: in the session that is named, else the user's own."""
        rows = self.interactions().filter(turn_id=turn_id)
        session = whole_number(self.request.GET.get('session'))
        rows = rows.filter(author=self.request.user) if session is None else rows.filter(session=session)
        return rows.order_by('-pk').first()


class StopView(TurnView):
    """Stop the answer to a turn."""

    http_method_names = ['post']

    def post(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        """Stop it, and show what was answered so far; what is answered already stays as it is."""
        if found := self.turn(turn_id):
            session_store(request.user).stop(found.pk)
        return self.get(request, turn_id)
