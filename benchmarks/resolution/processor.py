"""Processor time of this process and of the database server's process behind its connection.

Beside other programs the clock on the wall tells as much about them as about a turn; processor time does not.
"""

import time
from pathlib import Path

from django.db import connection

__all__ = ('ProcessorTime',)


class ProcessorTime:
    """Reads the time in milliseconds; the server's part on Linux only, with the server on this machine."""

    def __init__(self) -> None:
        """Find the server's process."""
        connection.ensure_connection()
        process = Path('/proc') / str(connection.connection.info.backend_pid)
        try:
            here = (process / 'comm').read_text().startswith('postgres')
        except OSError:
            here = False
        self._server = process / 'schedstat' if here else None

    def now(self) -> float:
        """Milliseconds spent so far."""
        spent = time.process_time_ns()
        if self._server:
            # The kernel's Documentation/scheduler/sched-stats.rst: nanoseconds on the processor come first.
            spent += int(self._server.read_text().split()[0])
        return spent / 1e6
