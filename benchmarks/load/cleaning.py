"""The cleanup beside those who chat, watched."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from devtools.install import PYTHON
from devtools.instance import Instance
from devtools.paths import ROOT

__all__ = ('Cleaning', 'Part', 'cleaning')

EVERY = 0.5


@dataclass(frozen=True)
class Part:
    """A part of a cleanup.

    Attributes:
        purged: Sessions that it deleted.
        seconds: How long it took.
    """

    purged: int
    seconds: float

    def __str__(self) -> str:
        return f'{self.purged} sessions in {self.seconds:.0f} s, {self.purged / self.seconds:.0f} a second'


@dataclass
class Cleaning:
    """A cleanup that is under way, or over.

    Attributes:
        paced: What was done at the pace of a worker.
        fast: What was done without rest.
        memory: MB that its process held, twice a second.
    """

    paced: Part = Part(0, 1)
    fast: Part = Part(0, 1)
    memory: list[float] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """MB by which it grew, from when a tenth of the time was over to the end."""
        settled = self.memory[len(self.memory) // 10 :]
        return max(settled) - settled[0]


@contextmanager
def cleaning(instance: Instance, seconds: float) -> Iterator[Cleaning]:
    """Clean up beside the block; at its end what is left is cleaned up, without rest.

    Args:
        instance: Where.
        seconds: How long it keeps the pace of a worker.
    """
    command = [str(PYTHON), '-m', 'benchmarks.load.cleaner', str(seconds)]
    pipes = {'stdin': subprocess.PIPE, 'stdout': subprocess.PIPE}
    found = Cleaning()
    with subprocess.Popen(command, cwd=ROOT, env=instance.environment(), text=True, **pipes) as process:
        # A worker is there already when a cleanup is due.
        process.stdout.readline()
        watch = Thread(target=_watch, args=(process, found.memory))
        watch.start()
        process.stdin.write('\n')
        process.stdin.flush()
        yield found
        found.paced, found.fast = (Part(**json.loads(process.stdout.readline())) for _ in range(2))
    watch.join()


def _watch(process: subprocess.Popen[str], memory: list[float]) -> None:
    while process.poll() is None:
        memory.append(resident(process.pid) or memory[-1])
        time.sleep(EVERY)


def resident(pid: int) -> float:
    """MB that a process holds (Linux); 0 when it is gone."""
    try:
        lines = Path(f'/proc/{pid}/status').read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith('VmRSS')), 0)
