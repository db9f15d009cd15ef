"""What went wrong with a call, as a kind of failure and a sentence for an administrator."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from pydantic_ai import exceptions

from ..llm_settings import Profile
from .errors import Failure
from .prompts import on_one_line, shortened

__all__ = ('explain',)

LONGEST_DETAIL = 200

# The more special ones first.
KINDS: tuple[tuple[type[Exception], Failure], ...] = (
    (TimeoutError, Failure.TIMEOUT),
    (exceptions.ModelRequestTimeout, Failure.TIMEOUT),
    (exceptions.ModelTimeoutError, Failure.TIMEOUT),
    (exceptions.ModelConnectionError, Failure.UNREACHABLE),
    (exceptions.ModelQuotaExceededError, Failure.NO_QUOTA),
    (exceptions.ModelRateLimitError, Failure.RATE_LIMITED),
    (exceptions.ModelAuthenticationError, Failure.DENIED),
    (exceptions.ModelNotFoundError, Failure.NOT_FOUND),
    (exceptions.ModelRequestRejectedError, Failure.REJECTED),
    (exceptions.ContentFilterError, Failure.REJECTED),
    (exceptions.ModelUnavailableError, Failure.BROKEN),
    (exceptions.ModelServerError, Failure.BROKEN),
    (exceptions.ModelHTTPError, Failure.BROKEN),
    (exceptions.UserError, Failure.REJECTED),
)


def explain(error: Exception, profile: Profile) -> tuple[Failure, str, str]:
    """The kind of failure, its sentence, and what the provider says itself."""
    failure = next((failure for kind, failure in KINDS if isinstance(error, kind)), Failure.UNREADABLE)
    sentence = _sentences()[failure].format(
        address=profile.address,
        model=profile.model,
        seconds=f'{profile.timeout_seconds:g}',
        key=profile.api_key_env or profile.api_key_file or _('none is set'),
        status=_status(error),
        reason=_reason(error),
    )
    # Whoever refuses a key is most likely to repeat it, whole or in part.
    telling = failure in (Failure.REJECTED, Failure.NOT_FOUND, Failure.BROKEN)
    return failure, sentence, _said(error) if telling else ''


def _sentences() -> Mapping[Failure, str]:
    return {
        Failure.TIMEOUT: _('{address} did not answer within {seconds} seconds.'),
        Failure.UNREACHABLE: _('There is no connection to {address}, or it broke off: {reason}.'),
        Failure.RATE_LIMITED: _('{address} has had too many requests{status}.'),
        Failure.NO_QUOTA: _('The account at {address} has no quota or credit left{status}.'),
        Failure.DENIED: _('{address} refuses the API key ({key}), or does not allow it this model{status}.'),
        Failure.NOT_FOUND: _('{address} knows no model {model}, or the address is wrong{status}.'),
        Failure.REJECTED: _('{address} rejects the request{status}.'),
        Failure.BROKEN: _('{address} fails with an error of its own{status}.'),
        Failure.UNREADABLE: _('{address} does not answer as a language model does: is the address right?'),
    }


def _status(error: Exception) -> str:
    code = getattr(error, 'status_code', None)
    return _(' (HTTP {code})').format(code=code) if code else ''


def _reason(error: BaseException) -> str:
    """The innermost cause in its own words: "Connection refused", "certificate verify failed"."""
    while (cause := error.__cause__ or error.__context__) is not None:
        error = cause
    return _line(str(error)).rstrip('.') or type(error).__name__


def _said(error: Exception) -> str:
    """The provider's own message, on one line."""
    body = getattr(error, 'body', str(error) if isinstance(error, exceptions.UserError) else None)
    if isinstance(body, Mapping):
        inner: Any = body.get('error', body)
        body = inner.get('message') if isinstance(inner, Mapping) else inner
    return _line(body) if isinstance(body, str) else ''


def _line(text: str) -> str:
    return shortened(on_one_line(text), LONGEST_DETAIL)
