"""The event loop that language models are asked in: one thread of each process, so that connections are used again."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

__all__ = ('Running', 'connections', 'running')

_lock = Lock()
_loops: dict[int, tuple[asyncio.AbstractEventLoop, dict[Any, Any]]] = {}


@dataclass(frozen=True)
class Running[Result]:
    """A coroutine that runs in the loop.

    Attributes:
        future: Its result.
        texts: What it has passed on; None comes behind the last text.
        ends: When it has to be done, as `time.monotonic` counts.
    """

    future: Future[Result]
    texts: SimpleQueue[str | None]
    ends: float

    def heard(self) -> Iterator[str]:
        """The texts that it passes on, until it is done or its time is up; one that the next has overtaken is left out.

        They are taken in the thread that asks, which has the connection to the database.
        """
        try:
            while (text := self.texts.get(timeout=self._left())) is not None:
                if self.texts.empty():
                    yield text
        except Empty:
            return

    def result(self) -> Result:
        """What it returns.

        Raises:
            TimeoutError: It is not done in time.
        """
        return self.future.result(self._left())

    def _left(self) -> float:
        return max(self.ends - monotonic(), 0.0)


@contextmanager
def running[Result](
    begin: Callable[[Callable[[str], None]], Coroutine[Any, Any, Result]], seconds: float
) -> Iterator[Running[Result]]:
    """Run a coroutine; it is cancelled where it is not done at the end of the block.

    Args:
        begin: Makes the coroutine, and is given what to call with the texts that it passes on.
        seconds: How long it may take.
    """
    texts: SimpleQueue[str | None] = SimpleQueue()
    future = asyncio.run_coroutine_threadsafe(begin(texts.put), _current()[0])
    future.add_done_callback(lambda _done: texts.put(None))
    try:
        yield Running(future, texts, monotonic() + seconds)
    finally:
        future.cancel()


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
