"""Locust in a process of its own, and what came of it."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from .rows import answers_in

__all__ = ('Load', 'chat')

PERSONS = Path(__file__).with_name('chatting.py')


@dataclass(frozen=True)
class Load:
    """What people were answered, in the order in which they asked."""

    answers: Sequence[dict[str, Any]]
    seconds: float

    @property
    def failed(self) -> list[str]:
        """Errors in the place of answers."""
        return [answer['failed'] for answer in self.answers if 'failed' in answer]

    @property
    def turns(self) -> int:
        """How many turns were answered, those that were sent again included."""
        return sum('seconds' in answer for answer in self.answers)

    @property
    def broken(self) -> int:
        """How many messages were sent again because their connection had been closed."""
        return sum('broken' in answer for answer in self.answers)

    def percentile(self, percent: int) -> float:
        """So many of a hundred turns took no more than these seconds."""
        times = sorted(answer['seconds'] for answer in self.answers if 'seconds' in answer)
        return times[min(len(times) - 1, len(times) * percent // 100)]

    @property
    def median(self) -> float:
        """Seconds that half of the turns took at most."""
        return median(answer['seconds'] for answer in self.answers if 'seconds' in answer)


def chat(url: str, tokens: Sequence[str], people: int, think: tuple[float, float], seconds: float) -> Load:
    """Let so many people chat for a while.

    Args:
        url: Address of NetBox.
        tokens: API tokens to choose from.
        people: How many chat at once.
        think: Seconds between an answer and the next message, at least and at most.
        seconds: How long it goes on; what has been asked by then is still answered.
    """
    with tempfile.TemporaryDirectory() as folder:
        answers = Path(folder) / 'answers.jsonl'
        answers.touch()
        environment = os.environ | {
            'NETBOX_CHAT_TOKENS': json.dumps(tokens),
            'NETBOX_CHAT_THINK': ' '.join(map(str, think)),
            'NETBOX_CHAT_ANSWERS': str(answers),
        }
        command = [sys.executable, '-m', 'locust', '--locustfile', PERSONS, '--headless', '--only-summary']
        command += ['--host', url, '--users', str(people), '--spawn-rate', str(people), '--loglevel', 'WARNING']
        command += ['--run-time', f'{seconds:.0f}s', '--stop-timeout', '60']
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        found = answers_in(answers)
        if not found or (done.returncode and not any('failed' in answer for answer in found)):
            raise RuntimeError(f'Locust failed:\n{done.stdout}\n{done.stderr}')
        return Load(found, seconds)
