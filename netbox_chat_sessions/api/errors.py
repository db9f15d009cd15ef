"""Errors as the REST contract shows them: `{"code", "detail"}`, and the errors of each field."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig
from django.db import DataError, InterfaceError, OperationalError
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from ..conversation.errors import ChangeInvalid, ConversationError, InvalidTurn, SessionNotFound
from .permissions import missing, required_permission

__all__ = ('Busy', 'ErrorBodies', 'TooLarge', 'error_body', 'translated')

CODES = {
    status.HTTP_400_BAD_REQUEST: 'invalid',
    status.HTTP_403_FORBIDDEN: 'permission_denied',
    status.HTTP_404_NOT_FOUND: 'not_found',
    status.HTTP_409_CONFLICT: 'conflict',
    status.HTTP_412_PRECONDITION_FAILED: 'precondition_failed',
}
RETRY_AFTER = 2
DETAIL_CHARACTERS = 1000


class Refused(exceptions.APIException):
    """An error of the conversation, with the code and status it carries."""

    def __init__(self, error: ConversationError) -> None:
        self.status_code = error.status
        self.wait = getattr(error, 'wait', None)
        super().__init__(error.detail or str(error), error.code)


class Busy(exceptions.APIException):
    """The database does not answer; the same request may succeed in `wait` seconds (`Retry-After`)."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = 'busy'
    wait = RETRY_AFTER

    def __init__(self) -> None:
        super().__init__(_('The database does not answer. Send the same request again in a moment.'))


class TooLarge(exceptions.APIException):
    """The body is larger than `limit` bytes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = 'too_large'

    def __init__(self, limit: int) -> None:
        super().__init__(_('The request may have at most {limit} bytes.').format(limit=limit))


def translated(error: Exception) -> Exception:
    """The REST framework's exception for an error of the conversation or the database; others as they are."""
    match error:
        case InvalidTurn():
            return exceptions.ValidationError({error.field: [error.detail]})
        case ChangeInvalid():
            return exceptions.ValidationError(dict(error.errors))
        case SessionNotFound():
            return exceptions.NotFound()
        case ConversationError():
            return Refused(error)
        case OperationalError() | InterfaceError():
            return Busy()
        case RequestDataTooBig():
            return TooLarge(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        case DataError():
            # Nothing that people or programs mean: an ID of 30 digits, a page beyond all pages.
            return exceptions.ValidationError(_('A value is larger than the database can hold.'))
    return error


def error_body(status_code: int, data: Any) -> dict[str, Any]:
    """The body of an error: `code` for programs, `detail` for people, and what was said about each field."""
    if status_code == status.HTTP_404_NOT_FOUND:
        return {'code': 'not_found', 'detail': _('Not found.')}
    fields = dict(data) if isinstance(data, Mapping) else {'__all__': data}
    detail = fields.pop('detail', None)
    if isinstance(detail, list):
        detail = ' '.join(map(str, detail))
    code = fields.pop('code', None) if detail is not None else None
    code = code or getattr(detail, 'code', None) or CODES.get(status_code, 'error')
    return printable({**fields, 'code': code, 'detail': detail if detail is not None else _summary(fields)})


def printable(value: Any) -> Any:
    """A value whose texts can be sent: errors quote what was sent, lone surrogates included."""
    match value:
        case Mapping():
            return {printable(name): printable(inner) for name, inner in value.items()}
        case list():
            return [printable(inner) for inner in value]
        case str():
            return value.encode(errors='replace').decode()
    return value


def _summary(fields: Mapping[str, Any]) -> str:
    parts = [text if name == '__all__' else f'{name}: {text}' for name, text in _sentences(fields)]
    return ' '.join(parts)[:DETAIL_CHARACTERS]


def _sentences(found: Any, path: str = '') -> list[tuple[str, str]]:
    if isinstance(found, Mapping):
        inner = [(f'{path}.{name}' if path else str(name), value) for name, value in found.items()]
        return [pair for name, value in inner for pair in _sentences(value, name)]
    if isinstance(found, list):
        return [pair for value in found for pair in _sentences(value, path)]
    return [(path, str(found))]


class ErrorBodies:
    """Mixin for API views: every error has the body that the contract promises."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the request in, unless its address holds what no text of the database can.

        Raises:
            ValidationError: It does; NetBox's filters would look for it.
        """
        super().initial(request, *args, **kwargs)
        wrong = [name for name, values in request.query_params.lists() if any('\x00' in text for text in values)]
        if wrong:
            raise exceptions.ValidationError(dict.fromkeys(wrong, [_('Null characters are not allowed.')]))

    def handle_exception(self, exc: Exception) -> Response:
        """Answer an exception, those of the conversation and of a lost database included."""
        if (
            isinstance(exc, DjangoPermissionDenied)
            and not exc.args
            and (name := required_permission(self, self.request))
        ):
            exc = exceptions.PermissionDenied(missing(name))
        return super().handle_exception(translated(exc))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Give errors their body, those that NetBox's views answer without an exception included."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(response, Response) and response.status_code >= status.HTTP_400_BAD_REQUEST:
            response.data = error_body(response.status_code, response.data)
        return response
