"""What operators and owners do on the page of a session that waits for a person."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.generic import View
from netbox.object_actions import BulkExport
from utilities.views import ConditionalLoginRequiredMixin, register_model_view

from ..conversation.errors import ConversationError, PermissionMissing, SessionNotFound
from ..conversation.session import SessionStatus
from ..forms import NoteForm, PersonMessageForm, errors_of
from ..models import ChatSession
from ..tables import WaitingSessionTable
from ..wiring import session_store
from .sessions import FilteredListView

__all__ = ('AnswerView', 'ReleaseView', 'WaitingListView', 'WithdrawView')

NAMESPACE = 'plugins:netbox_chat_sessions'


@register_model_view(ChatSession, 'waiting', path='waiting', detail=False)
class WaitingListView(FilteredListView):
    """The sessions that wait for a person, the one that has waited longest first."""

    queryset = ChatSession.objects.filter(status=SessionStatus.HANDOFF.value).select_related('user')
    table = WaitingSessionTable
    template_name = 'netbox_chat_sessions/waiting.html'
    actions = (BulkExport,)


class SessionActionView(ConditionalLoginRequiredMixin, View):
    """Something that is done to a session from its page."""

    http_method_names = ['post']
    form: type[forms.Form]
    done = ''

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Do it, say so, and go back to where the user may be."""
        form = self.form(request.POST)
        with refusals(request):
            if form.is_valid():
                self.act(pk, form)
                messages.success(request, self.done)
            else:
                messages.error(request, errors_of(form))
        if ChatSession.objects.restrict(request.user, 'view').filter(pk=pk).exists():
            return redirect(f'{NAMESPACE}:chatsession', pk=pk)
        return redirect(f'{NAMESPACE}:chatsession_waiting')

    def act(self, pk: int, form: forms.Form) -> None:
        """Do it, with a valid form."""
        raise NotImplementedError


@contextmanager
def refusals(request: HttpRequest) -> Iterator[None]:
    """Turn errors of a conversation into pages and messages."""
    try:
        yield
    except SessionNotFound as error:
        raise Http404 from error
    except PermissionMissing as error:
        raise PermissionDenied(error.detail) from error
    except ConversationError as error:
        messages.error(request, error.detail)


@register_model_view(ChatSession, 'answer')
class AnswerView(SessionActionView):
    """Write into a session that waits, as a person."""

    form = PersonMessageForm
    done = _('Your message has been sent.')

    def act(self, pk: int, form: forms.Form) -> None:
        """Store the message."""
        session_store(self.request.user).write(pk, form.cleaned_data['message'], form.cleaned_data['turn_id'])


@register_model_view(ChatSession, 'release')
class ReleaseView(SessionActionView):
    """Give a session back to the assistant."""

    form = NoteForm
    action = 'release'
    done = _('The assistant answers in this session again.')

    def act(self, pk: int, form: forms.Form) -> None:
        """Change the status; the note goes to the journal."""
        store = session_store(self.request.user)
        store.change_status(pk, self.action, SessionStatus.ACTIVE, form.cleaned_data['note'])


@register_model_view(ChatSession, 'withdraw')
class WithdrawView(ReleaseView):
    """Take back the wish for a person, as the one whose session it is."""

    action = 'handoff'
