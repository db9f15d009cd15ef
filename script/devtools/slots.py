"""Numbers that keep what runs at the same time apart: each demo and each test run has one of its own."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from .locks import open_lock, try_lock
from .paths import DEV
from .services import Services
from .valkey import DATABASES


@contextmanager
def slot(services: Services) -> Iterator[int]:
    """Hold the lowest free number; its two Valkey databases, 2n and 2n + 1, are empty.

    Raises:
        RuntimeError: Every number is taken.
    """
    for number in range(DATABASES // 2):
        with open_lock(DEV / 'slots' / str(number)) as file:
            if not try_lock(file, fcntl.LOCK_EX):
                continue
            for database in (2 * number, 2 * number + 1):
                redis.Redis(port=services.valkey_port, db=database).flushdb()
            yield number
            return
    raise RuntimeError(f'{DATABASES // 2} demos and test runs are under way in this clone; stop some.')
