"""How many questions a user may ask in the panel."""

import logging
from math import ceil

from django.http import HttpRequest
from django_redis.exceptions import ConnectionInterrupted
from redis.exceptions import RedisError
from rest_framework.throttling import UserRateThrottle

from ..settings import get

__all__ = ('seconds_to_wait',)

logger = logging.getLogger(__name__)


class PanelThrottle(UserRateThrottle):
    """Limits turns by the `throttle` setting; counts together with the REST API, whose throttle has the same scope."""

    scope = 'netbox_chat_sessions'

    def get_rate(self) -> str | None:
        """The rate as it is set now."""
        return get().throttle


def seconds_to_wait(request: HttpRequest) -> int:
    """Whole seconds until the user may ask again; 0: now. Without a cache nobody counts, and nobody waits."""
    throttle = PanelThrottle()
    try:
        if throttle.allow_request(request, None):
            return 0
    except (ConnectionInterrupted, RedisError, OSError):
        logger.warning('Turns are not counted: the cache does not answer.')
        return 0
    return ceil(throttle.wait() or 1)
