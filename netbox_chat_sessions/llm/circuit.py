"""Leaving a provider alone that asked for it, or that keeps failing; other providers are not affected."""

import hashlib
import logging
from dataclasses import dataclass, field
from math import ceil
from time import time

from django.core.cache import cache
from django.utils.translation import gettext as _
from django_redis.exceptions import ConnectionInterrupted
from redis.exceptions import RedisError

from ..llm_settings import Profile
from .errors import Failure, LanguageModelError

__all__ = ('Circuit', 'circuit_of')

logger = logging.getLogger(__name__)

FAILURES = 3
PAUSE = 30.0
LONGEST_PAUSE = 3600.0
REMEMBERED = 300

CacheGone = (ConnectionInterrupted, RedisError, OSError)


@dataclass
class _Local:
    """What one process knows by itself, for when NetBox's cache does not answer."""

    until: dict[str, float] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)


_local = _Local()


@dataclass(frozen=True)
class Circuit:
    """One provider's circuit, shared by all processes through NetBox's cache.

    It opens for as long as the provider says (`Retry-After`), or for half a minute after three failures in a row; a
    further failure opens it again.

    Attributes:
        provider: Where the provider is, for people.
        key: Tells providers apart: address, and where the key comes from.
    """

    provider: str
    key: str

    def require_closed(self) -> None:
        """Let a call through.

        Raises:
            LanguageModelError: The provider is to be left alone for some more seconds.
        """
        seconds = self._until() - time()
        if seconds > 0:
            sentence = _('{provider} is left alone for {seconds} more seconds.')
            raise LanguageModelError(
                Failure.WAITING, sentence.format(provider=self.provider, seconds=ceil(seconds)), seconds
            )

    def succeeded(self) -> None:
        """An answer came: nothing before it counts any more."""
        _local.until.pop(self.key, None)
        _local.failures.pop(self.key, None)
        try:
            cache.delete_many([self._name('until'), self._name('failures')])
        except CacheGone:
            logger.debug('The cache does not answer: no other process learns that %s works again.', self.provider)

    def failed(self, error: LanguageModelError) -> None:
        """Count a failure."""
        if not error.failure.is_providers:
            return
        failures = self._count()
        told = error.retry_after is not None or error.failure in (Failure.RATE_LIMITED, Failure.NO_QUOTA)
        if told or failures >= FAILURES:
            pause = PAUSE if error.retry_after is None else error.retry_after
            self._open(min(max(pause, 1.0), LONGEST_PAUSE))

    def _until(self) -> float:
        try:
            return cache.get(self._name('until'), 0.0)
        except CacheGone:
            return _local.until.get(self.key, 0.0)

    def _count(self) -> int:
        _local.failures[self.key] = _local.failures.get(self.key, 0) + 1
        try:
            cache.add(self._name('failures'), 0, timeout=REMEMBERED)
            return cache.incr(self._name('failures'))
        except (*CacheGone, ValueError):
            # ValueError: the count expired between the two calls.
            return _local.failures[self.key]

    def _open(self, seconds: float) -> None:
        logger.warning('%s is left alone for %d seconds.', self.provider, ceil(seconds))
        until = time() + seconds
        _local.until[self.key] = until
        try:
            cache.set(self._name('until'), until, timeout=ceil(seconds))
        except CacheGone:
            logger.debug('The cache does not answer: other processes go on asking %s.', self.provider)

    def _name(self, what: str) -> str:
        return f'netbox_chat_sessions:llm:{self.key}:{what}'


def circuit_of(profile: Profile) -> Circuit:
    """The circuit of a profile's provider; profiles with the same address and key share one."""
    parts = (profile.provider, profile.address, profile.api_key_env, profile.api_key_file)
    return Circuit(profile.address, hashlib.sha256('\n'.join(parts).encode()).hexdigest()[:32])
