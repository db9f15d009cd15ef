"""Session records."""

from netbox.api.viewsets import HTTP_ACTIONS, NetBoxModelViewSet

from ...filtersets import ChatSessionFilterSet
from ...models import ChatSession
from ..errors import ErrorBodies
from ..permissions import NamedPermissions
from ..serializers import ChatSessionSerializer
from .base import permitted

__all__ = ('ChatSessionViewSet',)


class ChatSessionViewSet(ErrorBodies, NetBoxModelViewSet):
    """Sessions of the caller, and those shared with them."""

    queryset = ChatSession.objects.all()
    serializer_class = ChatSessionSerializer
    filterset_class = ChatSessionFilterSet
    permission_classes = [NamedPermissions]
    http_method_names = ['get', 'post', 'patch', 'delete', 'head', 'options']

    def get_object(self) -> ChatSession:
        """The session; who may see it but lacks the permission to change it is told which one."""
        if self.request.method not in ('GET', 'HEAD'):
            permitted(ChatSession, self.request.user, HTTP_ACTIONS[self.request.method], pk=self.kwargs['pk'])
        return super().get_object()
