"""Asking about objects that were chosen in a list."""

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from ..conversation.objects import ObjectKey
from ..forms import errors_of
from ..inventory.catalogue import kinds
from ..ui.selection import MOST, selected
from ..wiring import object_finder, session_store
from .panel import invalid
from .parameters import LARGEST_ID, whole_number
from .sending import ExchangeView

__all__ = ('SelectionView',)


class SelectionForm(forms.Form):
    """The chosen rows of a list."""

    turn_id = forms.UUIDField()
    session = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    selected_type = forms.CharField(max_length=201)
    selected = forms.CharField(max_length=len(f'{LARGEST_ID},') * MOST)

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


class SelectionView(ExchangeView):
    """Let a session know which objects the next question is about."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Record the choice, in a new session where there is none, and show it as an exchange."""
        form = SelectionForm(request.POST)
        if not form.is_valid():
            return invalid(request, errors_of(form))
        return HttpResponse(self.exchange(self.record(form)))

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
