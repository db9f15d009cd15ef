"""The cleanup in a process of its own, watched."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from devtools.instance import Instance, netbox_command
from devtools.paths import ROOT

__all__ = ('Cleaning', 'cleaning')

EVERY = 0.5


@dataclass
class Cleaning:
    """A cleanup that is under way, or over.

    Attributes:
        begun: Time of its start, in seconds since the epoch.
        ended: Time of its end.
        memory: MB that its process held, twice a second.
    """

    begun: float = 0
    ended: float = 0
    memory: list[float] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """MB by which it grew, from when a tenth of the time was over to the end."""
        settled = self.memory[len(self.memory) // 10 :]
        return max(settled) - settled[0]


@contextmanager
def cleaning(instance: Instance, delay: float = 0) -> Iterator[Cleaning]:
    """Clean up beside the block, beginning after `delay` seconds; at its end the cleanup is awaited."""
    found, left = Cleaning(), Event()

    def clean() -> None:
        left.wait(delay)
        found.begun = time.time()
        process = subprocess.Popen(netbox_command('chat_cleanup'), cwd=ROOT, env=instance.environment())
        while process.poll() is None:
            found.memory.append(resident(process.pid))
            time.sleep(EVERY)
        found.ended = time.time()

    thread = Thread(target=clean)
    thread.start()
    try:
        yield found
    finally:
        thread.join()


def resident(pid: int) -> float:
    """MB that a process holds (Linux); 0 when it is gone."""
    try:
        lines = Path(f'/proc/{pid}/status').read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith('VmRSS')), 0)
