"""A session as a file."""

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.generic import View
from utilities.views import ConditionalLoginRequiredMixin, register_model_view

from ..models import ChatSession
from ..ui.exports import JsonExport, MarkdownExport

__all__ = ('ExportView',)

FORMATS = {export.extension: export for export in (MarkdownExport, JsonExport)}


@register_model_view(ChatSession, 'export')
class ExportView(ConditionalLoginRequiredMixin, View):
    """All of a session that the user may see: Markdown to read, JSON for programs."""

    http_method_names = ['get', 'head']

    def get(self, request: HttpRequest, pk: int) -> StreamingHttpResponse:
        """The file in the format `?format=`: `md` or `json`."""
        kind = FORMATS.get(request.GET.get('format', MarkdownExport.extension))
        sessions = ChatSession.objects.restrict(request.user, 'view').select_related('user')
        session = get_object_or_404(sessions, pk=pk)
        if kind is None:
            raise Http404
        export = kind(session, request.user, request.build_absolute_uri('/').rstrip('/'))
        response = StreamingHttpResponse(iter(export), content_type=kind.content_type)
        response['Content-Disposition'] = content_disposition_header(True, export.filename)
        response['X-Content-Type-Options'] = 'nosniff'
        response['Cache-Control'] = 'private, no-store'
        return response
