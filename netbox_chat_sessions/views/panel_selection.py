"""Asking about objects that were chosen in a list."""

from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from ..conversation.objects import ObjectKey
from ..inventory.catalogue import kinds
from ..models import Interaction
from ..ui.selection import MOST, selected
from ..ui.transcripts import exchanges_of
from ..wiring import object_finder, session_store
from .panel import PanelView, head_of, refusal
from .parameters import whole_number

__all__ = ('SelectionView',)


class SelectionForm(forms.Form):
    """The chosen rows of a list."""

    turn_id = forms.UUIDField()
    session = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    selected_type = forms.CharField(max_length=201)
    selected = forms.CharField(max_length=12 * MOST)

    def clean_selected_type(self) -> str:
        """An object type that can be asked about."""
        object_type: str = self.cleaned_data['selected_type']
        if object_type not in kinds():
            raise forms.ValidationError(_('That cannot be asked about.'))
        return object_type

    def clean_selected(self) -> list[int]:
        """Primary keys, each once and in the order of the list."""
        ids = [whole_number(text) for text in self.cleaned_data['selected'].split(',')]
        if None in ids or len(ids) > MOST:
            raise forms.ValidationError(_('Choose at most {most} rows.').format(most=MOST))
        return list(dict.fromkeys(ids))

    @property
    def chosen(self) -> list[ObjectKey]:
        """The chosen objects."""
        return [ObjectKey(self.cleaned_data['selected_type'], pk) for pk in self.cleaned_data['selected']]


class SelectionView(PanelView):
    """Let a session know which objects the next question is about."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Record the choice, in a new session where there is none, and show it as an exchange."""
        form = SelectionForm(request.POST)
        if not form.is_valid():
            return refusal(request, 400, 'invalid', ' '.join(text for found in form.errors.values() for text in found))
        row = get_object_or_404(
            Interaction.objects.restrict(request.user, 'view').select_related('author', 'session__user'),
            pk=self.record(form),
        )
        context: dict[str, Any] = {**head_of(request, row.session), 'exchange': exchanges_of([row], request.user)[0]}
        return render(request, 'netbox_chat_sessions/panel/sent.html', context)

    @transaction.atomic
    def record(self, form: SelectionForm) -> int | None:
        """Store it; the primary key of the interaction. What the user may not see is left out."""
        chosen = form.chosen
        visible = object_finder(self.request.user).look(chosen)
        refs = [visible[key] for key in chosen if key in visible]
        if not refs:
            raise Http404
        store = session_store(self.request.user)
        session_id = form.cleaned_data['session'] or store.open().id
        recorded = selected(refs, form.cleaned_data['turn_id'])
        return store.record(session_id, recorded, {ref.key: ref for ref in refs}).id
