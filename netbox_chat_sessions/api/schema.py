"""What the views have in common in the OpenAPI schema."""

from typing import Any

from core.api.schema import ChoiceFieldFix, FixSerializedPKRelatedField, NetBoxAutoSchema
from drf_spectacular.utils import Direction, OpenApiParameter, OpenApiResponse
from netbox.api.viewsets import NetBoxModelViewSet

from .serializers import ErrorSerializer

__all__ = ('ERRORS', 'SESSION_ID', 'RecordSchema', 'errors')

ERRORS = {
    400: 'The request is wrong, field by field',
    403: 'Not authenticated, or the permission that is named is missing',
    404: 'There is no such session or record that the caller may see',
    409: 'session_ended: it takes no more turns, send them without a session to open a new one; turn_in_progress: '
    'another turn is being answered; not_waiting: nobody waits for a person there; proposal_used, proposal_expired, '
    'object_changed, object_needed, proposals_disabled: the change has to be asked for once more, or cannot be made',
    413: 'The body has more than 64 KiB',
    429: 'Too many turns; Retry-After says when to go on',
    503: 'busy: as many turns are being answered as there are places for, or the database or broker does not answer; '
    'the same request may be sent again, after Retry-After',
}


# Whatever is called.
COMMON = (400, 403, 503)


def errors(*codes: int) -> dict[int, OpenApiResponse]:
    """Responses for the schema, by status code: those of every call, and these."""
    return {code: OpenApiResponse(ErrorSerializer, ERRORS[code]) for code in sorted({*COMMON, *codes})}


class RecordSchema(NetBoxAutoSchema):
    """Describes views over records with the errors that they answer; NetBox leaves out most of them."""

    def _get_response_bodies(self, direction: Direction = 'response') -> dict[str, Any]:
        found: dict[str, Any] = super()._get_response_bodies(direction=direction)
        creates_several = self.view.action == 'create' and isinstance(self.view, NetBoxModelViewSet)
        for content in found['201']['content'].values() if creates_several else ():
            # A list is answered with a list.
            one = content['schema']
            content['schema'] = {'oneOf': [one, {'type': 'array', 'items': one}]}
        failing = (404,) if '{' in self.path else ()
        # Protection rules.
        failing += (409,) if self.method == 'DELETE' and isinstance(self.view, NetBoxModelViewSet) else ()
        for code, response in errors(*failing).items():
            # NetBox describes a session that was not made by two schemas of which both may fit.
            if str(code) not in found or creates_several:
                found[str(code)] = self._get_response_for_code(response, str(code), direction=direction)
        return found


class ChosenFieldSchema(ChoiceFieldFix):  # type: ignore[misc]
    """A choice that nobody has made is null."""

    target_class = 'netbox_chat_sessions.api.serializers.interactions.ChosenField'

    def map_serializer_field(self, auto_schema: NetBoxAutoSchema, direction: Direction) -> dict[str, Any]:
        """The value with its label, or null."""
        return {**super().map_serializer_field(auto_schema, direction), 'nullable': True}


class ParticipantFieldSchema(FixSerializedPKRelatedField):  # type: ignore[misc]
    """Users are set by their IDs, and shown as NetBox shows them."""

    target_class = 'netbox_chat_sessions.api.serializers.sessions.ParticipantField'


SESSION_ID = OpenApiParameter('id', int, OpenApiParameter.PATH, description='ID of the session')
