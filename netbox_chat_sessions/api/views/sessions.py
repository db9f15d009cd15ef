"""Session records."""

from netbox.api.viewsets import HTTP_ACTIONS, NetBoxModelViewSet

from ...filtersets import ChatSessionFilterSet
from ...models import ChatSession
from ..serializers import ChatSessionSerializer
from .base import OneRecord, RecordView, permitted

__all__ = ('ChatSessionViewSet',)


class ChatSessionViewSet(OneRecord, RecordView, NetBoxModelViewSet):
    """Sessions of the caller, and those shared with them."""

    queryset = ChatSession.objects.all()
    serializer_class = ChatSessionSerializer
    filterset_class = ChatSessionFilterSet
    http_method_names = ['get', 'post', 'patch', 'delete', 'head', 'options']

    @property
    def background_enabled(self) -> bool:
        """Whether `?background=true` is heeded: to delete only, for NetBox keeps what other jobs answer, titles too."""
        return self.request.method == 'DELETE'

    def get_object_with_snapshot(self) -> ChatSession:
        """The session to change or delete; who may see it but lacks the permission for that is told which one."""
        permitted(ChatSession, self.request.user, HTTP_ACTIONS[self.request.method], pk=self.kwargs['pk'])
        return super().get_object_with_snapshot()
