"""The throttle when there is no cache to count in."""

import socket
from types import SimpleNamespace

from django_redis.cache import RedisCache

from netbox_chat_sessions.throttling import TurnThrottle


def test_without_a_cache_nobody_is_refused():
    with socket.socket() as taken:
        taken.bind(('127.0.0.1', 0))
        # Bound, but nobody listens: connections are refused.
        gone = RedisCache(f'redis://127.0.0.1:{taken.getsockname()[1]}/0', {})
        throttle = TurnThrottle()
        throttle.cache = gone
        request = SimpleNamespace(user=SimpleNamespace(pk=1, is_authenticated=True))
        assert all(throttle.allow_request(request, None) for _ in range(100))
