"""Whether the plugin works, for monitoring."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from ...health import examine
from ..schema import errors
from ..serializers import HealthSerializer
from .base import ConversationView

__all__ = ('HealthView',)


class HealthView(ConversationView):
    """Looks at every part; for users who may view the runs of the cleanup."""

    required_permissions = {'GET': 'netbox_chat_sessions.view_cleanuprun'}

    @extend_schema(
        operation_id='plugins_chat_sessions_health_retrieve',
        responses={200: HealthSerializer, **errors(), 503: HealthSerializer},
    )
    def get(self, request: Request) -> Any:
        """Each part with a sentence; 503 where one does not work."""
        parts = examine()
        faults = [part.name for part in parts if not part.works]
        told = _('Out of order: {parts}.').format(parts=', '.join(faults)) if faults else _('Everything works.')
        answer = {
            'code': 'fault' if faults else 'ok',
            'detail': told,
            'parts': [
                {'name': part.name, 'status': 'ok' if part.works else 'fault', 'detail': part.sentence}
                for part in parts
            ],
        }
        return Response(answer, status=status.HTTP_503_SERVICE_UNAVAILABLE if faults else status.HTTP_200_OK)
