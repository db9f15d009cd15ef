"""Forms of the session pages."""

from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from netbox.forms import NetBoxModelFilterSetForm, NetBoxModelForm
from users.models import User
from utilities.forms import BOOLEAN_WITH_BLANK_CHOICES, add_blank_choice
from utilities.forms.fields import DynamicModelMultipleChoiceField, TagFilterField
from utilities.forms.rendering import FieldSet
from utilities.forms.widgets import DateTimePicker

from .choices import SessionStatusChoices
from .models import ChatSession
from .settings import get
from .storage.titles import automatic_title

__all__ = (
    'ChatSessionFilterForm',
    'ChatSessionForm',
    'MessageField',
    'NoteForm',
    'PersonMessageForm',
    'errors_of',
)


class ChatSessionForm(NetBoxModelForm):
    """What a person may change about a session."""

    participants = DynamicModelMultipleChoiceField(
        queryset=User.objects.all(),
        required=False,
        label=_('Participants'),
        help_text=_('Users who may read and write this session, each with their own permissions'),
    )

    fieldsets = (FieldSet('title', 'participants', 'tags', name=_('Chat session')),)

    class Meta:
        model = ChatSession
        fields = ('title', 'participants', 'tags')

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Sessions are not change-logged, so there is nothing to attach a message to.
        self.fields.pop('changelog_message')
        self.meta_fields.remove('changelog_message')

    def full_clean(self) -> None:
        """Remember whom the editor may see: binding the field narrows its queryset to the ones chosen."""
        self._visible = self.fields['participants'].queryset
        super().full_clean()

    def clean_participants(self) -> QuerySet[User]:
        """The chosen participants, and those present ones whom the editor may not see and so cannot have removed."""
        chosen = self.cleaned_data['participants']
        if self.instance.pk is None:
            return chosen
        hidden = self.instance.participants.exclude(pk__in=self._visible.values('pk'))
        return User.objects.filter(pk__in={user.pk for user in (*chosen, *hidden)})

    def save(self, commit: bool = True) -> ChatSession:
        """A title that a person has set is kept from then on; one that they emptied is made anew.

        Nothing else of the row is written: a turn may be changing it at this moment.
        """
        fields = ['custom_field_data', 'last_updated']
        if 'title' in self.changed_data:
            self.instance.title_is_manual = bool(self.cleaned_data['title'])
            self.instance.title = self.cleaned_data['title'] or automatic_title(self.instance, self.instance.user)
            fields += ['title', 'title_is_manual']
        session: ChatSession = super().save(commit=False)
        if commit:
            session.save(update_fields=fields)
            self.save_m2m()
        return session


class ChatSessionFilterForm(NetBoxModelFilterSetForm):
    """Filters of the session list."""

    model = ChatSession
    fieldsets = (
        FieldSet('q', 'filter_id', 'tag'),
        FieldSet('status', 'waiting', 'user_id', 'topic_domain', name=_('Session')),
        FieldSet('last_interaction__gte', 'last_interaction__lte', name=_('Last interaction')),
    )
    selector_fields = ('filter_id', 'q', 'status')

    status = forms.MultipleChoiceField(choices=SessionStatusChoices, required=False, label=_('Status'))
    waiting = forms.NullBooleanField(
        required=False, label=_('Waiting for a person'), widget=forms.Select(choices=BOOLEAN_WITH_BLANK_CHOICES)
    )
    user_id = DynamicModelMultipleChoiceField(queryset=User.objects.all(), required=False, label=_('User'))
    topic_domain = forms.ChoiceField(
        choices=lambda: add_blank_choice([(name, name) for name in get().topic_domains]),
        required=False,
        label=_('Topic domain'),
    )
    last_interaction__gte = forms.DateTimeField(required=False, label=_('After'), widget=DateTimePicker())
    last_interaction__lte = forms.DateTimeField(required=False, label=_('Before'), widget=DateTimePicker())
    tag = TagFilterField(model)

    def __init__(self, *args: Any, users: QuerySet[User] | None = None, **kwargs: Any) -> None:
        """Make the form.

        Args:
            args: What NetBox passes.
            users: Who may be named: NetBox shows the names of those chosen, whoever asks.
            kwargs: What NetBox passes.
        """
        super().__init__(*args, **kwargs)
        if users is not None:
            field = self.fields['user_id']
            field.queryset = users
            # NetBox wraps the widget, and names those chosen by the choices of the one inside.
            getattr(field.widget, 'original_widget', field.widget).choices = field.choices


class MessageField(forms.CharField):
    """A message of at most `max_message_chars` characters, as in the REST API."""

    def validate(self, value: str) -> None:
        """Refuse a longer one.

        Raises:
            ValidationError: It is too long, or empty and required.
        """
        super().validate(value)
        limit = get().max_message_chars
        if len(value) > limit:
            raise forms.ValidationError(_('A message may have at most {limit} characters.').format(limit=limit))


class PersonMessageForm(forms.Form):
    """What a person writes to those who wait; sent twice, it is stored once."""

    message = MessageField(
        label=_('Message'), widget=forms.Textarea(attrs={'rows': 3, 'class': 'form-control', 'id': 'chat-answer'})
    )
    turn_id = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)


class NoteForm(forms.Form):
    """What the one who gives a session back leaves in its journal."""

    note = forms.CharField(
        label=_('Note for the journal'),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={'class': 'form-control', 'id': 'chat-note'}),
    )


def errors_of(form: forms.BaseForm) -> str:
    """What is wrong with a form, in one line."""
    return ' '.join(text for texts in form.errors.values() for text in texts)
