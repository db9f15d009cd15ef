"""Which turns a living process works on: NetBox's cache is told every few seconds, so that a lost one is noticed soon.

A cache that does not answer tells nothing; a turn is then given up after `lifecycle.TURN_LIMIT`, like any other.
"""

import logging
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime, timedelta
from threading import Lock, Thread
from time import sleep

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone
from django_redis.exceptions import ConnectionInterrupted
from redis.exceptions import RedisError

from ..conversation.lifecycle import TURN_LIMIT
from ..conversation.results import Accepted, Step
from ..conversation.session import InteractionStatus
from ..models import Interaction

__all__ = ('close_if_lost', 'interrupt', 'is_running', 'present')

logger = logging.getLogger(__name__)

# Seconds between two signs of life.
BEAT = 3.0
# A process that has given none for so long is gone.
GONE = timedelta(seconds=12)
OUT_OF_ORDER = (ConnectionInterrupted, RedisError, OSError)


class Heart:
    """Tells the cache which turns this process works on, for as long as there are any."""

    def __init__(self) -> None:
        self._turns: set[int] = set()
        self._lock = Lock()
        self._beating = False

    def add(self, turn: int) -> None:
        """Begin to give signs of life for a turn."""
        with self._lock:
            self._turns.add(turn)
            begin, self._beating = not self._beating, True
        if begin:
            Thread(target=self._beat, name='chat-presence', daemon=True).start()

    def remove(self, turn: int) -> None:
        """Give no more of them."""
        with self._lock:
            self._turns.discard(turn)

    def _beat(self) -> None:
        while True:
            sleep(BEAT)
            with self._lock:
                turns = tuple(self._turns)
                self._beating = bool(turns)
            if not turns:
                return
            with suppress(*OUT_OF_ORDER):
                cache.set_many({alive(turn): True for turn in turns}, GONE.total_seconds())


heart = Heart()


def alive(turn: int) -> str:
    return f'netbox_chat_sessions:turn:{turn}:alive'


def begun(turn: int) -> str:
    return f'netbox_chat_sessions:turn:{turn}:begun'


@contextmanager
def answering(turn: int) -> Iterator[None]:
    """Tell others that this process works on an interaction.

    Args:
        turn: Primary key of the interaction.
    """
    try:
        cache.set(alive(turn), True, GONE.total_seconds())
        cache.set(begun(turn), True, TURN_LIMIT.total_seconds())
    except OUT_OF_ORDER:
        logger.warning('Nobody is told of interaction %s: the cache does not answer.', turn)
    heart.add(turn)
    try:
        yield
    finally:
        heart.remove(turn)
        with suppress(*OUT_OF_ORDER):
            # Where its end could not be stored it counts as lost from now on.
            cache.delete(alive(turn))


def present(steps: Generator[Step]) -> Generator[Step]:
    """The steps of a turn, of which others are told from the moment its question is stored (`Around`)."""
    with ExitStack() as stack, closing(steps):
        for step in steps:
            if isinstance(step, Accepted) and step.interaction.id is not None:
                stack.enter_context(answering(step.interaction.id))
            yield step


def interrupt(rows: QuerySet[Interaction]) -> None:
    """Close interactions whose process is gone."""
    rows.update(status=InteractionStatus.INTERRUPTED.value, reason=InteractionStatus.INTERRUPTED.value)


def close_if_lost(row: Interaction) -> None:
    """Close an interaction that nobody works on any more as `interrupted`; `row` is brought up to date."""
    if row.status != InteractionStatus.PENDING or is_running(row, timezone.now()):
        return
    interrupt(Interaction.objects.filter(pk=row.pk, status=InteractionStatus.PENDING.value))
    row.refresh_from_db(fields=['status', 'reason', 'response', 'reply', 'reading', 'listed'])


def is_running(row: Interaction, now: datetime) -> bool:
    """Whether somebody may still be working on an interaction.

    A process that has begun to and gives no sign of life any more is gone; others may work without giving any.
    """
    if row.status != InteractionStatus.PENDING or row.created <= now - TURN_LIMIT:
        return False
    if row.created > now - GONE:
        return True
    try:
        signs = cache.get_many([begun(row.pk), alive(row.pk)])
    except OUT_OF_ORDER:
        return True
    return begun(row.pk) not in signs or alive(row.pk) in signs
