"""The list of sessions in the chat panel: finding, renaming and deleting them, and taking that back."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ..forms import errors_of
from ..models import ChatSession
from ..storage.removing import Removal, Remover
from ..storage.titles import rename
from ..ui.session_list import LISTED, listed_sessions, matching_sessions
from .panel import PanelView, invalid, refusal
from .parameters import whole_number

__all__ = ('RemoveAllView', 'RemoveView', 'RenameView', 'RestoreView', 'SessionsView')

LONGEST_SEARCH = 100


class ListView(PanelView):
    """Something that answers with a part of the list."""

    def rows(self, *pks: int) -> HttpResponse:
        """The rows of some sessions."""
        found = matching_sessions(self.request.user).filter(pk__in=pks)
        context = {'sessions': listed_sessions(found, self.request.user)[:LISTED]}
        return render(self.request, 'netbox_chat_sessions/panel/session_rows.html', context)

    def removal(self, removal: Removal) -> HttpResponse:
        """A row that offers to take back what was deleted."""
        context = {'removal': removal}
        return render(self.request, 'netbox_chat_sessions/panel/session_removed.html', context)


class SessionsView(ListView):
    """The sessions to choose from."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """The latest sessions, or those whose title has some words."""
        words = request.GET.get('q', '').replace('\x00', '').strip()[:LONGEST_SEARCH]
        found = list(listed_sessions(matching_sessions(request.user, words), request.user))
        context = {
            'sessions': found[:LISTED],
            'more': len(found) > LISTED,
            'words': words,
            'current': whole_number(request.GET.get('current')),
            'removals': () if words else Remover(request.user).latest(),
            'own': any(session.user_id == request.user.pk and session.deletable for session in found),
        }
        return render(request, 'netbox_chat_sessions/panel/sessions.html', context)


class TitleForm(forms.Form):
    """A title; empty where the session should have one of its own."""

    title = forms.CharField(required=False, max_length=ChatSession._meta.get_field('title').max_length)


class RenameView(ListView):
    """Give a session another title."""

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Store the title, and show the row."""
        form = TitleForm(request.POST)
        if not form.is_valid():
            return invalid(request, errors_of(form))
        try:
            rename(request.user, pk, form.cleaned_data['title'])
        except ValidationError as error:
            return invalid(request, ' '.join(error.messages))
        return self.rows(pk)


class RemoveView(ListView):
    """Delete a session."""

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Put it out of sight, and offer to take that back."""
        return self.removal(Remover(request.user).remove(pk))


class RemoveAllView(ListView):
    """Delete all sessions of one's own."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Put them out of sight, and offer to take that back."""
        return self.removal(Remover(request.user).remove_all())


class RemovalForm(forms.Form):
    """What is to be taken back."""

    at = forms.DateTimeField()


class RestoreView(ListView):
    """Take back that sessions were deleted."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Bring them back, and show their rows."""
        form = RemovalForm(request.POST)
        restored = Remover(request.user).restore(form.cleaned_data['at']) if form.is_valid() else ()
        if not restored:
            return refusal(request, 404, 'not_found', _('It is too late to take that back.'))
        return self.rows(*(session.pk for session in restored))
