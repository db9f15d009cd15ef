"""A message that the panel sends."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ..conversation.objects import ObjectKey
from ..conversation.requests import Correction, PageHint, TurnRequest
from ..forms import MessageField
from .parameters import LARGEST_ID

__all__ = ('MessageForm', 'ReasonForm')


class MessageForm(forms.Form):
    """The fields of one turn; the limits are those of the REST API."""

    message = MessageField(required=False)
    turn_id = forms.UUIDField()
    session = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    page = forms.CharField(required=False, max_length=2000)
    choice_type = forms.RegexField(r'^[a-z_]+\.[a-z_0-9]+$', required=False, max_length=200)
    choice_id = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    # Which phrase of the message was misread in which interaction; it means the choice.
    corrects = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    start = forms.IntegerField(required=False, min_value=0)
    end = forms.IntegerField(required=False, min_value=0)
    # It was written to those who wait for a person, so it is a question to nobody.
    as_person = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Either a message or a choice."""
        data = super().clean()
        if bool(data.get('choice_type')) != bool(data.get('choice_id')):
            raise forms.ValidationError(_('A choice needs an object type and an ID.'))
        if not data.get('message') and not data.get('choice_id') and 'message' not in self.errors:
            raise forms.ValidationError(_('Write a message.'))
        if data.get('corrects') and not self._is_correction(data):
            raise forms.ValidationError(_('A correction needs a message, a phrase of it, and a choice.'))
        return data

    def _is_correction(self, data: dict[str, Any]) -> bool:
        start, end, message = data.get('start'), data.get('end'), data.get('message')
        if start is None or end is None or not message or not data.get('choice_id'):
            return False
        return bool(start <= end <= len(message))

    def turn_request(self) -> TurnRequest:
        """The turn, once the form is valid."""
        data = self.cleaned_data
        return TurnRequest(
            message=data['message'],
            session_id=data['session'],
            turn_id=data['turn_id'],
            page=PageHint(path=data['page']) if data['page'] else None,
            choice=ObjectKey(data['choice_type'], data['choice_id']) if data['choice_id'] else None,
            corrects=Correction(data['corrects'], data['start'], data['end']) if data['corrects'] else None,
        )


class ReasonForm(forms.Form):
    """Why somebody ends a session or asks for a person."""

    reason = forms.CharField(required=False)
