"""Pages of sessions."""

from typing import Any

from django.http import HttpRequest
from netbox.object_actions import BulkDelete, BulkExport, DeleteObject, EditObject
from netbox.views import generic
from utilities.views import register_model_view

from ..filtersets import ChatSessionFilterSet
from ..forms import ChatSessionFilterForm, ChatSessionForm
from ..models import ChatSession
from ..tables import ChatSessionTable, EntityReferenceTable
from ..ui.entities import entities_of
from ..ui.layouts import SESSION_LAYOUT
from ..ui.transcripts import transcript_of
from .parameters import whole_number

__all__ = (
    'ChatSessionBulkDeleteView',
    'ChatSessionDeleteView',
    'ChatSessionEditView',
    'ChatSessionListView',
    'ChatSessionView',
)


@register_model_view(ChatSession, 'list', path='', detail=False)
class ChatSessionListView(generic.ObjectListView):
    """All sessions that the user may see."""

    queryset = ChatSession.objects.select_related('user')
    filterset = ChatSessionFilterSet
    filterset_form = ChatSessionFilterForm
    table = ChatSessionTable
    # Sessions begin in the chat, so there is nothing to add or import.
    actions = (BulkExport, BulkDelete)


@register_model_view(ChatSession)
class ChatSessionView(generic.ObjectView):
    """A session with its transcript and what it remembers."""

    queryset = ChatSession.objects.select_related('user')
    template_name = 'generic/object.html'
    layout = SESSION_LAYOUT
    actions = (EditObject, DeleteObject)

    def get_extra_context(self, request: HttpRequest, instance: ChatSession) -> dict[str, Any]:
        """Transcript and memory as this user may see them."""
        before = whole_number(request.GET.get('before'))
        entities = EntityReferenceTable(entities_of(instance, request.user), orderable=False)
        return {
            'transcript': transcript_of(instance, request.user, before=before),
            'entities': entities,
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
class ChatSessionBulkDeleteView(generic.BulkDeleteView):
    """Delete sessions with everything in them."""

    queryset = ChatSession.objects.select_related('user')
    filterset = ChatSessionFilterSet
    table = ChatSessionTable
