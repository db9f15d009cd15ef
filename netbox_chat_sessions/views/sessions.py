"""Pages of sessions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.http import HttpResponseStopPolling, reswap
from netbox.object_actions import BulkDelete, BulkExport, DeleteObject, EditObject
from netbox.views import generic
from utilities.permissions import get_permission_for_model
from utilities.views import register_model_view

from ..filtersets import ChatSessionFilterSet, visible_users
from ..forms import ChatSessionFilterForm, ChatSessionForm, NoteForm, PersonMessageForm
from ..models import ChatSession, EntityReference
from ..tables import ChatSessionTable, EntityReferenceTable
from ..ui.access import may_release, may_withdraw
from ..ui.actions import ContinueInChat, ExportSession
from ..ui.entities import entities_of
from ..ui.handoffs import handoff_of, journal_of
from ..ui.layouts import SESSION_LAYOUT
from ..ui.transcripts import transcript_of
from .parameters import CheckedParameters, whole_number

__all__ = (
    'ChatSessionBulkDeleteView',
    'ChatSessionDeleteView',
    'ChatSessionEditView',
    'ChatSessionListView',
    'ChatSessionView',
    'FilteredListView',
)


class FilteredListView(CheckedParameters, generic.ObjectListView):
    """A list of sessions, whose filters name nobody whom the user may not see."""

    filterset = ChatSessionFilterSet

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Let the form of the filters know who asks."""
        super().setup(request, *args, **kwargs)
        self.filterset_form = partial(ChatSessionFilterForm, users=visible_users(request))


@register_model_view(ChatSession, 'list', path='', detail=False)
class ChatSessionListView(FilteredListView):
    """All sessions that the user may see."""

    queryset = ChatSession.objects.select_related('user')
    table = ChatSessionTable
    # Sessions begin in the chat, so there is nothing to add or import.
    actions = (BulkExport, BulkDelete)


@register_model_view(ChatSession)
class ChatSessionView(generic.ObjectView):
    """A session with its transcript and what it remembers."""

    queryset = ChatSession.objects.select_related('user')
    template_name = 'generic/object.html'
    layout = SESSION_LAYOUT
    actions = (ContinueInChat, ExportSession, EditObject, DeleteObject)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """The page; it looks for news while a person is awaited, and no longer once it is out of the user's sight."""
        try:
            return super().get(request, **kwargs)
        except Http404:
            if not request.htmx:
                raise
            return reswap(HttpResponseStopPolling(), 'none')

    def get_permitted_actions(self, user: Any, model: Any = None) -> list[Any]:
        """What the user may do with this session; NetBox asks what they may do with any."""
        permitted = super().get_permitted_actions(user, model)
        return [
            action
            for action in permitted
            if all(user.has_perm(get_permission_for_model(model, name), model) for name in action.permissions_required)
        ]

    def get_extra_context(self, request: HttpRequest, instance: ChatSession) -> dict[str, Any]:
        """Transcript and memory as this user may see them."""
        before = whole_number(request.GET.get('before'))
        entities = entities_of(instance, request.user)
        return {
            'transcript': transcript_of(instance, request.user, before=before),
            'entities': EntityReferenceTable(entities, orderable=False),
            **(handoff_context(instance, request.user, entities) if instance.handoff_requested else {}),
        }


def handoff_context(session: ChatSession, user: Any, entities: Sequence[EntityReference]) -> dict[str, Any]:
    """What is shown of a handoff, and what the user may do about it."""
    operates = may_release(user, session)
    return {
        'handoff': handoff_of(session, user, entities=entities),
        'journal': journal_of(session, user),
        'answer_form': PersonMessageForm() if operates else None,
        'note_form': NoteForm(),
        'may_withdraw': not operates and may_withdraw(user, session),
    }


@register_model_view(ChatSession, 'edit')
class ChatSessionEditView(generic.ObjectEditView):
    """Title, participants and tags."""

    queryset = ChatSession.objects.all()
    form = ChatSessionForm


@register_model_view(ChatSession, 'delete')
class ChatSessionDeleteView(generic.ObjectDeleteView):
    """Delete a session with everything in it."""

    queryset = ChatSession.objects.all()

    def _get_dependent_objects(self, obj: ChatSession) -> dict[type, Any]:
        # NetBox lists every dependent object by name, those of hidden objects among them.
        return {}


@register_model_view(ChatSession, 'bulk_delete', path='delete', detail=False)
class ChatSessionBulkDeleteView(CheckedParameters, generic.BulkDeleteView):
    """Delete sessions with everything in them."""

    queryset = ChatSession.objects.select_related('user')
    filterset = ChatSessionFilterSet
    table = ChatSessionTable
