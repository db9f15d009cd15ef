"""What the views have in common in the OpenAPI schema."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from .serializers import ErrorSerializer

__all__ = ('ERRORS', 'SESSION_ID', 'errors')

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


def errors(*codes: int) -> dict[int, OpenApiResponse]:
    """Responses for the schema, by status code."""
    return {code: OpenApiResponse(ErrorSerializer, ERRORS[code]) for code in codes}


SESSION_ID = OpenApiParameter('id', int, OpenApiParameter.PATH, description='ID of the session')
