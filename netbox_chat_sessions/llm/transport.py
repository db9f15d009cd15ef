"""What goes over the wire: where keys are put in, redirects end, and answers are bounded."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
from django.utils.translation import gettext as _
from utilities.proxy import resolve_proxies

from ..llm_settings import Profile, is_loopback
from .errors import Failure, LanguageModelError
from .loop import connections

__all__ = ('PLACEHOLDER', 'GuardedTransport', 'guarded')

# The library is never given a key: it sends this, and the last thing before the wire is to put the key in its place.
PLACEHOLDER = 'netbox-chat-sessions-no-key'
LARGEST_ANSWER = 1024 * 1024

# What the protocols need beside the key. Whatever else the libraries add, from environment variables of their own for
# instance, nobody has set for this profile.
NEEDED = ('host', 'accept', 'connection', 'content-type', 'content-length', 'transfer-encoding', 'user-agent')
NEEDED += ('anthropic-version', 'anthropic-beta')


@dataclass(frozen=True)
class GuardedTransport(httpx2.AsyncBaseTransport):
    """A transport for the calls of one profile.

    Attributes:
        inner: Keeps the connections; it is shared, so it is not closed with this one.
        key: The API key; empty without one.
        headers: Further headers.
    """

    inner: httpx2.AsyncBaseTransport
    key: str
    headers: Mapping[str, str]

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request.

        Raises:
            LanguageModelError: The answer is a redirect, is too large, or is packed.
        """
        self._complete(request)
        response = await self.inner.handle_async_request(request)
        try:
            _accept(response)
        except LanguageModelError:
            await response.aclose()
            raise
        stream = _Bounded(response.stream)
        return httpx2.Response(response.status_code, headers=response.headers, stream=stream, request=request)

    async def aclose(self) -> None:
        """Nothing: the connections are used again."""

    def _complete(self, request: httpx2.Request) -> None:
        for name, value in list(request.headers.items()):
            if PLACEHOLDER in value and self.key:
                request.headers[name] = value.replace(PLACEHOLDER, self.key)
            elif PLACEHOLDER in value or name.lower() not in NEEDED:
                del request.headers[name]
        for name, value in self.headers.items():
            request.headers[name] = value
        request.headers['Accept-Encoding'] = 'identity'


def guarded(profile: Profile, key: str) -> GuardedTransport:
    """The transport of a profile, over NetBox's proxy for its address where there is one.

    Only a connection that was not made is tried again: what was sent once may have been paid for.
    """
    proxy, kept = _proxy(profile.address), connections()
    if proxy not in kept:
        kept[proxy] = httpx2.AsyncHTTPTransport(proxy=proxy, retries=1)
    return GuardedTransport(kept[proxy], key, profile.headers)


def _proxy(address: str) -> str | None:
    parts = urlsplit(address)
    if is_loopback(parts.hostname or ''):
        return None
    proxies: Mapping[str, str] = resolve_proxies(url=address, context={'client': 'netbox_chat_sessions'}) or {}
    return proxies.get(parts.scheme)


def _accept(response: httpx2.Response) -> None:
    if 300 <= response.status_code < 400:
        raise LanguageModelError(
            Failure.REDIRECTED,
            _('The address redirects to another one, which is not followed: set base_url to where the service is.'),
        )
    if response.headers.get('Content-Encoding', 'identity').lower() != 'identity':
        raise LanguageModelError(Failure.UNREADABLE, _('The answer is compressed, though it was not asked to be.'))
    length: Any = response.headers.get('Content-Length', '')
    if length.isdigit() and int(length) > LARGEST_ANSWER:
        raise _too_large()


def _too_large() -> LanguageModelError:
    sentence = _('The answer is larger than {limit} KiB.')
    return LanguageModelError(Failure.TOO_LARGE, sentence.format(limit=LARGEST_ANSWER // 1024))


@dataclass(frozen=True)
class _Bounded(httpx2.AsyncByteStream):
    """A body that breaks off when it gets too large."""

    inner: httpx2.AsyncByteStream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self.inner:
            size += len(chunk)
            if size > LARGEST_ANSWER:
                raise _too_large()
            yield chunk

    async def aclose(self) -> None:
        await self.inner.aclose()
