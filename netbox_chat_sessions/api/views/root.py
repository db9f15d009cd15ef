"""Where the API starts."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import APIRootView

__all__ = ('ChatSessionsRootView',)


class ChatSessionsRootView(APIRootView):
    """REST API of netbox_chat_sessions."""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Where to go from here."""
        self.api_root_dict = {'chat': 'chat', 'health': 'health', **self.api_root_dict}
        return super().get(request, *args, **kwargs)

    def get_view_name(self) -> str:
        """Name of the page."""
        return 'Chat sessions'
