"""HTML for the chat panel: transcripts, and its buttons."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import View

from ..conversation.decisions import DecisionKind
from ..conversation.errors import Busy, ConversationError
from ..conversation.session import SessionStatus
from ..forms import errors_of
from ..models import ChatSession
from ..ui.access import answers_as_person, may_chat, may_release, may_withdraw
from ..ui.entities import entities_of
from ..ui.suggestions import Suggestions
from ..ui.transcripts import news_of, transcript_of
from ..wiring import session_store, turn_service
from .messages import ReasonForm
from .parameters import whole_number

__all__ = (
    'EndView',
    'HandoffView',
    'PanelView',
    'ReleaseView',
    'SuggestionsView',
    'TranscriptView',
    'WithdrawView',
    'head_of',
    'invalid',
    'refusal',
)

LONGEST_PATH = 2000
# One more than the panel names.
REMEMBERED = 4
WRITABLE = (SessionStatus.ACTIVE, SessionStatus.HANDOFF)


class PanelView(View):
    """A part of the panel; refusals are fragments as well, never a login page."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse whoever may not chat, and turn errors of a conversation into fragments."""
        if not request.user.is_authenticated:
            return refusal(request, 403, 'signed_out', _('You are no longer logged in.'))
        if not may_chat(request.user):
            return refusal(request, 403, 'permission_denied', _('You may not use the chat.'))
        try:
            return super().dispatch(request, *args, **kwargs)
        except Http404:
            return refusal(request, 404, 'not_found', _('There is no such session.'))
        except ConversationError as error:
            answer = refusal(request, error.status, error.code, error.detail or _('Something went wrong.'))
            if isinstance(error, Busy):
                answer['Retry-After'] = str(error.wait)
            return answer

    @property
    def sessions(self) -> QuerySet[ChatSession]:
        """The sessions that the user may see."""
        return ChatSession.objects.restrict(self.request.user, 'view').select_related('user')

    def session(self, pk: int | None) -> ChatSession:
        """The session, if the user may see it."""
        return get_object_or_404(self.sessions, pk=pk)

    def transcript(self, session: ChatSession | None, before: int | None = None, page: str = '') -> HttpResponse:
        """A session as the panel shows it; None: the beginning of a new one."""
        found = transcript_of(session, self.request.user, before=before) if session else None
        head = head_of(self.request, session)
        empty = head['writable'] and not (found and found.exchanges)
        context = {
            **head,
            'transcript': found,
            'suggestions': Suggestions(self.request.user)(page[:LONGEST_PATH]) if empty else (),
        }
        return render(self.request, 'netbox_chat_sessions/panel/transcript.html', context)


class TranscriptView(PanelView):
    """The transcript of a session."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """The latest messages, or those before or after a sequence number; what to ask where there are none."""
        session = self.asked(request.GET.get('session'))
        if session is not None and (after := whole_number(request.GET.get('after'))) is not None:
            context = {**head_of(request, session), 'transcript': news_of(session, request.user, after=after)}
            return render(request, 'netbox_chat_sessions/panel/news.html', context)
        return self.transcript(session, whole_number(request.GET.get('before')), request.GET.get('page', ''))

    def asked(self, name: str | None) -> ChatSession | None:
        """The session with that ID, or the `latest` one of the user's that is still open; None: a new one."""
        if name == 'latest':
            own = self.sessions.filter(user=self.request.user, status__in=WRITABLE, last_interaction__isnull=False)
            return own.first()
        return self.session(whole_number(name)) if name else None


class SuggestionsView(PanelView):
    """What could be asked about a page."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Buttons; nothing where the page is about nothing."""
        found = Suggestions(request.user).about_page(request.GET.get('page', '')[:LONGEST_PATH])
        return render(request, 'netbox_chat_sessions/panel/page_suggestions.html', {'suggestions': found})


class ControlView(PanelView):
    """A button that does what words can do as well."""

    decision: DecisionKind

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Change the status, and show the session."""
        form = ReasonForm(request.POST)
        if not form.is_valid():
            return invalid(request, errors_of(form))
        turn_service(request.user).control(pk, self.decision, form.cleaned_data['reason'])
        return self.transcript(self.session(pk))


class EndView(ControlView):
    """End a session."""

    decision = DecisionKind.END_SESSION


class HandoffView(ControlView):
    """Ask for a person."""

    decision = DecisionKind.HUMAN_HANDOFF


class ReleaseView(PanelView):
    """Give a session back to the assistant, as a person."""

    action = 'release'

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Change the status, and show the session; a new one to whoever may see sessions that wait, and no others."""
        session_store(request.user).change_status(pk, self.action, SessionStatus.ACTIVE)
        return self.transcript(self.sessions.filter(pk=pk).first())


class WithdrawView(ReleaseView):
    """Take back the wish for a person, as the one whose session it is."""

    action = 'handoff'


def head_of(request: HttpRequest, session: ChatSession | None) -> dict[str, Any]:
    """What the panel's header needs."""
    return {
        'session': session,
        'title': str(session) if session else _('New session'),
        'writable': session is None or session.status in WRITABLE,
        'sharing': _sharing(request, session) if session else '',
        'actions': _actions(request, session) if session else (),
        'as_person': bool(session) and answers_as_person(request.user, session),
        'remembered': entities_of(session, request.user, REMEMBERED) if session else (),
    }


def _sharing(request: HttpRequest, session: ChatSession) -> str:
    """Who else reads what is said here, in a sentence; empty where nobody does."""
    if session.user_id != request.user.pk:
        return _('Shared by {user}').format(user=session.user)
    users = ', '.join(str(user) for user in session.participants.all() if user.pk != request.user.pk)
    return _('Shared with {users}').format(users=users) if users else ''


def _actions(request: HttpRequest, session: ChatSession) -> list[dict[str, str]]:
    user, status = request.user, session.status

    def may(action: str) -> bool:
        return bool(user.has_perm(f'netbox_chat_sessions.{action}_chatsession', session))

    actions = (
        ('handoff', _('Ask for a person'), status == SessionStatus.ACTIVE and may('handoff')),
        ('withdraw', _('Go on without a person'), may_withdraw(user, session)),
        ('release', _('Give back to the assistant'), session.user_id != user.pk and may_release(user, session)),
        ('end', _('End session'), status in WRITABLE and may('end')),
    )
    return [
        {'name': name, 'label': label, 'url': reverse(f'plugins:netbox_chat_sessions:panel_{name}', args=[session.pk])}
        for name, label, offered in actions
        if offered
    ]


def refusal(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """A refusal that the panel shows in place of an answer."""
    context = {'code': code, 'message': message}
    return render(request, 'netbox_chat_sessions/panel/error.html', context, status=status)


def invalid(request: HttpRequest, message: str) -> HttpResponse:
    """A refusal of what the panel has sent."""
    return refusal(request, 400, 'invalid', message)
