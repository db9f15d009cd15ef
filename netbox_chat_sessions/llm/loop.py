"""The event loop that language models are asked in: one thread of each process, so that connections are used again."""

import asyncio
import os
from collections.abc import Coroutine
from threading import Lock, Thread
from typing import Any

__all__ = ('connections', 'run')

_lock = Lock()
_loops: dict[int, tuple[asyncio.AbstractEventLoop, dict[Any, Any]]] = {}


def run[Result](coroutine: Coroutine[Any, Any, Result], seconds: float) -> Result:
    """What a coroutine returns.

    Raises:
        TimeoutError: It took longer; it is cancelled.
    """
    future = asyncio.run_coroutine_threadsafe(coroutine, _current()[0])
    try:
        return future.result(seconds)
    except TimeoutError:
        future.cancel()
        raise


def connections() -> dict[Any, Any]:
    """What the coroutines of this process keep between calls."""
    return _current()[1]


def _current() -> tuple[asyncio.AbstractEventLoop, dict[Any, Any]]:
    """The loop of this process; a forked one has its own, as threads and connections do not survive a fork."""
    with _lock:
        if os.getpid() not in _loops:
            loop = asyncio.new_event_loop()
            Thread(target=loop.run_forever, name='netbox_chat_sessions language models', daemon=True).start()
            _loops.clear()
            _loops[os.getpid()] = loop, {}
        return _loops[os.getpid()]
