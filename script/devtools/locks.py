"""File locks. The kernel drops them when their holder dies, however it dies."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .paths import say


def open_lock(path: Path) -> IO[str]:
    """Open a lock file, made when missing; closing it releases every lock taken through it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open('a+')


def try_lock(file: IO[str], mode: int) -> bool:
    """Take a lock without waiting; false when somebody else holds it."""
    try:
        fcntl.flock(file, mode | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def exclusive(path: Path, waiting_for: str) -> Iterator[None]:
    """Hold a lock alone; says what it waits for when somebody else is there first."""
    with open_lock(path) as file:
        if not try_lock(file, fcntl.LOCK_EX):
            say(f'Waiting for another process: {waiting_for}')
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
