"""How many turns a user may take, over REST and in the panel together."""

import logging
from math import ceil
from typing import Any

from django.http import HttpRequest
from django_redis.exceptions import ConnectionInterrupted
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

from .settings import get

__all__ = ('TurnThrottle', 'seconds_to_wait')

logger = logging.getLogger(__name__)


class TurnThrottle(UserRateThrottle):
    """Limits turns per user by the `throttle` setting, counted in NetBox's cache."""

    scope = 'netbox_chat_sessions'

    def get_rate(self) -> str | None:
        """The rate as it is set now."""
        return get().throttle

    def allow_request(self, request: Request | HttpRequest, view: Any) -> bool:
        """Whether the user may take one more turn; without a cache nobody counts, and nobody is refused."""
        try:
            return super().allow_request(request, view)
        except (ConnectionInterrupted, RedisError, OSError):
            logger.warning('Turns are not counted: the cache does not answer.')
            return True


def seconds_to_wait(request: HttpRequest) -> int:
    """Whole seconds until the user may take one more turn, which is counted when there is nothing to wait for."""
    throttle = TurnThrottle()
    return 0 if throttle.allow_request(request, None) else ceil(throttle.wait() or 1)
