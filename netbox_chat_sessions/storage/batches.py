"""Works through any number of rows in small transactions, so that one bad row never stops the rest."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django_redis.exceptions import ConnectionInterrupted
from redis.exceptions import RedisError
from rq.timeouts import BaseTimeoutException

__all__ = ('Act', 'Batches', 'Progress')

logger = logging.getLogger(__name__)

type Act[Row: Model] = Callable[[Sequence[int], QuerySet[Row]], object]


@dataclass(frozen=True)
class Progress:
    """How far a run came.

    Attributes:
        done: Rows that were worked on.
        failed: Rows that could not be.
        unfinished: Time was up before the last row.
    """

    done: int = 0
    failed: int = 0
    unfinished: bool = False

    def __add__(self, other: 'Progress') -> 'Progress':
        return Progress(self.done + other.done, self.failed + other.failed, self.unfinished or other.unfinished)


@dataclass(frozen=True)
class Batches[Row: Model]:
    """Rows that are due, worked on in order of their ID.

    Each batch is one transaction: its rows are locked, those that somebody else has locked are left for the next run,
    and whether they are still due is asked again under the lock. When a batch fails, its rows are tried one by one.

    Attributes:
        due: The rows in question.
        act: Works on rows that are due and locked; gets their IDs and a queryset of just them.
        size: Rows per transaction.
        until: Reading of `time.monotonic` after which no further batch is begun.
        rest: How long others have the machine to themselves after a full batch, in times of what the batch took; never
            beyond `until`.
    """

    due: QuerySet[Row]
    act: Act[Row]
    size: int
    until: float = float('inf')
    rest: float = 0

    def run(self) -> Progress:
        """Work through all rows.

        Raises:
            django.db.Error: The database is gone; what was done before is kept.
            redis.RedisError: NetBox's cache is gone; the same.
        """
        progress = Progress()
        for ids in self._batches():
            if time.monotonic() > self.until:
                return progress + Progress(unfinished=True)
            begun = time.monotonic()
            progress += self._work(ids)
            if len(ids) == self.size:
                now = time.monotonic()
                time.sleep(max(0.0, min(self.rest * (now - begun), self.until - now)))
        return progress

    def _batches(self) -> Iterator[list[int]]:
        last = 0
        while ids := list(self.due.filter(pk__gt=last).order_by('pk').values_list('pk', flat=True)[: self.size]):
            yield ids
            last = ids[-1]

    def _work(self, ids: Sequence[int]) -> Progress:
        session = connection.connection
        try:
            return self._attempt(ids)
        except (BaseTimeoutException, ConnectionInterrupted, RedisError):
            # Neither the time limit of NetBox's own worker nor its cache, where it looks for protection rules, is
            # anybody's bad row: the next run finds everything as it was.
            raise
        except Exception as error:
            # Whatever code a row's deletion runs, protection rules and receivers of other plugins included, must not
            # stop the rest. A database that is gone does, even when Django has found it again meanwhile: whatever locks
            # the caller holds were lost with the connection.
            if connection.connection is not session or not connection.is_usable():
                raise
            if len(ids) == 1:
                logger.warning('%s %s cannot be cleaned up: %s', self.due.model.__name__, ids[0], error, exc_info=True)
                return Progress(failed=1)
        return sum((self._work([row]) for row in ids), Progress())

    @transaction.atomic
    def _attempt(self, ids: Sequence[int]) -> Progress:
        rows = self.due.model._default_manager.filter(pk__in=ids).order_by('pk')
        locked = list(rows.select_for_update(skip_locked=True).values_list('pk', flat=True))
        # A statement of its own sees what was committed until the lock was had.
        due = list(self.due.filter(pk__in=locked).values_list('pk', flat=True))
        if due:
            self.act(due, self.due.model._default_manager.filter(pk__in=due))
        return Progress(done=len(due))
