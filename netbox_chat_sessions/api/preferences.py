"""What a client would rather have (RFC 7240)."""

from rest_framework.request import Request

__all__ = ('RESPOND_ASYNC', 'prefers')

RESPOND_ASYNC = 'respond-async'


def prefers(request: Request, name: str) -> bool:
    """Whether the request states a preference, by its name in lower case; values and parameters do not count."""
    stated = request.headers.get('Prefer', '').split(',')
    return name in (preference.partition(';')[0].partition('=')[0].strip().lower() for preference in stated)
