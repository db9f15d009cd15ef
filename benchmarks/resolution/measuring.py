"""Takes every turn in every inventory and every session, alternately."""

import json
import random
import subprocess
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from devtools.install import PYTHON
from devtools.instance import Instance
from devtools.paths import ROOT

from .figures import Figures, Sample
from .turns import TURNS

__all__ = ('CALLS', 'Cell', 'Measurements', 'measure', 'worker_command')

# Understanding alone, as `resolve/` shows it, and the whole turn with its answer, stored.
CALLS = ('resolve', 'turn')


class Cell(NamedTuple):
    """What was measured: a call, a kind of turn, and the sizes."""

    call: str
    turn: str
    devices: int
    interactions: int


@dataclass
class Measurements:
    """What was measured, by cell.

    Attributes:
        faults: Turns that came out otherwise than they must.
    """

    samples: dict[Cell, list[Sample]] = field(default_factory=lambda: defaultdict(list))
    statements: dict[Cell, int] = field(default_factory=dict)
    faults: dict[Cell, str] = field(default_factory=dict)

    def figures(self, call: str, turns: Collection[str], devices: int, interactions: int) -> Figures:
        """The figures of some kinds of turns together."""
        cells = [Cell(call, turn, devices, interactions) for turn in turns]
        return Figures.of(
            [sample for cell in cells for sample in self.samples[cell]], [self.statements[cell] for cell in cells]
        )


def worker_command(*arguments: object) -> list[str]:
    """The command of a process inside NetBox."""
    return [str(PYTHON), '-m', 'benchmarks.resolution.worker', *map(str, arguments)]


def measure(instances: Mapping[int, Instance], lengths: Sequence[int], repeat: int) -> Measurements:
    """Take each turn `repeat` times, after two times to warm up, in which statements are counted.

    Args:
        instances: By the number of devices.
        lengths: Of the sessions.
        repeat: How often.
    """
    found = Measurements()
    order = random.Random(repeat)  # noqa: S311
    with ExitStack() as stack:
        workers = {size: stack.enter_context(_worker(instance, lengths)) for size, instance in instances.items()}
        for ask in workers.values():
            ask.started()
        for time in range(-2, repeat):
            for call, turn, interactions in _shuffled(lengths, order):
                for devices in order.sample(list(workers), len(workers)):
                    answer = workers[devices].ask(call=call, turn=turn, interactions=interactions, count=time < 0)
                    cell = Cell(call, turn, devices, interactions)
                    if fault := answer.pop('fault'):
                        found.faults[cell] = fault
                    if time < 0:
                        found.statements[cell] = answer['statements']
                    else:
                        found.samples[cell].append(Sample(**answer))
            for ask in workers.values():
                ask.ask()
    return found


def _shuffled(lengths: Sequence[int], order: random.Random) -> list[tuple[str, str, int]]:
    cells = [(call, turn.name, length) for call in CALLS for turn in TURNS for length in lengths]
    order.shuffle(cells)
    return cells


@dataclass
class _Worker:
    process: subprocess.Popen[str]

    def started(self) -> None:
        """Wait until its sessions are open."""
        self._answer()

    def ask(self, **asked: Any) -> Any:
        """Let it take a turn, or, asked for nothing, tidy up."""
        assert self.process.stdin
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError('A turn failed; see above.')
        return json.loads(line)


@contextmanager
def _worker(instance: Instance, lengths: Sequence[int]) -> Iterator[_Worker]:
    process = subprocess.Popen(
        worker_command('serve', *lengths),
        cwd=ROOT,
        env=instance.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield _Worker(process)
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait()
