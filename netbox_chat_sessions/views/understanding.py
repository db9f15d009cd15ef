"""What the panel shows of how a conversation is understood, to be put right: memory, references, and ratings."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from ..models import ChatSession, EntityReference, Interaction
from ..querysets import visible_references
from ..storage.withholding import withheld
from ..ui.alternatives import alternatives_of
from ..ui.entities import entities_of
from ..ui.transcripts import exchanges_of
from ..wiring import session_store
from .panel import REMEMBERED, PanelView

__all__ = ('AlternativesView', 'FeedbackView', 'MemoryView', 'ReferenceView')


class MemoryView(PanelView):
    """What a session remembers."""

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        """All of it that the user may see."""
        return self.memory(self.session(pk), 'memory')

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Forget all of it."""
        session_store(request.user).forget_all(self.session(pk).pk)
        return self.memory(self.session(pk), 'remembered')

    def memory(self, session: ChatSession, template: str) -> HttpResponse:
        """What is remembered now: the list alone, or with the line that tells the beginning of it."""
        entities = entities_of(session, self.request.user)
        context = {
            'session': session,
            'entities': entities,
            'remembered': entities[:REMEMBERED],
            'may_pin': self.permitted(session, 'change'),
            'may_forget': self.permitted(session, 'delete'),
        }
        return render(self.request, f'netbox_chat_sessions/panel/{template}.html', context)

    def permitted(self, session: ChatSession, action: str) -> bool:
        """Whether the user may do something with what this session remembers."""
        return EntityReference.objects.among(session=session.pk).restrict(self.request.user, action).exists()


class ReferenceView(MemoryView):
    """One object that a session remembers."""

    http_method_names = ['post']

    def post(self, request: HttpRequest, pk: int, reference: int) -> HttpResponse:
        """Pin it, or no longer, or forget it."""
        session, store = self.session(pk), session_store(request.user)
        seen = EntityReference.objects.restrict(request.user, 'view').filter(session=session, pk=reference)
        if not visible_references(seen, request.user).exists():
            raise Http404
        match request.POST.get('action'):
            case 'forget':
                store.forget(pk, reference)
            case 'pin' | 'unpin' as action:
                store.pin(pk, reference, action == 'pin')
        return self.memory(session, 'remembered')


class FeedbackForm(forms.ModelForm):
    """What somebody thinks of an answer, and why."""

    class Meta:
        model = Interaction
        fields = ('rating', 'rating_comment')


class FeedbackView(PanelView):
    """Say what one thinks of an answer."""

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Keep it, and ask why an answer is bad; without a rating it is taken back."""
        row = get_object_or_404(Interaction.objects.restrict(request.user, 'change').select_related('author'), pk=pk)
        form = FeedbackForm(request.POST, instance=row)
        if withheld([row], request.user) or not form.is_valid():
            raise Http404
        form.save()
        asked = row.rating == 'down' and 'rating_comment' not in request.POST
        context = {'exchange': exchanges_of([row], request.user)[0], 'ask_why': asked}
        return render(request, 'netbox_chat_sessions/transcript/tools.html', context)


class AlternativesView(PanelView):
    """What else a phrase of the user's own question could have meant."""

    def get(self, request: HttpRequest, pk: int, place: int) -> HttpResponse:
        """The objects to choose from."""
        row = get_object_or_404(Interaction.objects.restrict(request.user, 'view'), pk=pk, author=request.user)
        found = None if withheld([row], request.user) else alternatives_of(row, place, request.user)
        if found is None:
            raise Http404
        return render(request, 'netbox_chat_sessions/panel/alternatives.html', {'alternatives': found})
