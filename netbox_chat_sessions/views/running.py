"""A turn that runs beside the request that asked for it: who goes away finds the answer when they come back."""

import logging
from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread

from django.db import connections
from django.http import HttpRequest

from ..conversation.errors import ConversationError
from ..conversation.requests import TurnRequest
from ..conversation.results import Accepted, Doing, Partial, Step
from ..storage.compat import request_of
from ..wiring import turn_service

__all__ = ('RunningTurn', 'Told')

logger = logging.getLogger(__name__)

Told = Step | Doing | Partial


@dataclass(frozen=True)
class RunningTurn:
    """One turn in a thread of its own, which nobody has to wait for.

    Attributes:
        request: Who asks; its language and its place in NetBox's events are the turn's as well.
        turn: What is asked.
    """

    request: HttpRequest
    turn: TurnRequest
    _steps: SimpleQueue[Told | Exception | None] = field(default_factory=SimpleQueue)

    def start(self) -> Accepted:
        """Begin, and wait until the question is stored.

        Raises:
            ConversationError: It is refused; see `SessionStore.admit`.
        """
        Thread(target=copy_context().run, args=(self._run,), name='chat-turn').start()
        first = self._steps.get()
        if isinstance(first, Accepted):
            return first
        raise first if isinstance(first, Exception) else RuntimeError('A turn began without its question.')

    def steps(self, patience: float) -> Iterator[Told | None]:
        """What happens after the question was stored, as it happens; None whenever nothing does for a while.

        Args:
            patience: How many seconds a while is.

        Raises:
            Exception: The turn has failed.
        """
        while True:
            try:
                step = self._steps.get(timeout=patience)
            except Empty:
                yield None
                continue
            if step is None:
                return
            if isinstance(step, Exception):
                raise step
            yield step

    def _run(self) -> None:
        end: Exception | None = None
        try:
            with request_of(self.request):
                for step in turn_service(self.request.user).stream(self.turn, self._steps.put):
                    self._steps.put(step)
        except ConversationError as error:
            end = error
        except Exception as error:
            logger.exception('A turn failed.')
            end = error
        connections.close_all()
        self._steps.put(end)
