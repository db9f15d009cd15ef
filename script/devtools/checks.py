"""The static checks of script/test."""

import subprocess
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from .paths import ROOT, VENV, say

CHECKS = {
    'ruff check': ['ruff', 'check'],
    'ruff format': ['ruff', 'format', '--check'],
    'mypy': ['mypy'],
    'lint-imports': ['lint-imports'],
    'djlint': ['djlint', 'templates', '--lint', '--quiet'],
}


@dataclass(frozen=True)
class Outcome:
    """What one check found."""

    name: str
    passed: bool
    output: str


def run_check(name: str, command: Sequence[str]) -> Outcome:
    """Run one check to its end."""
    program, *arguments = command
    done = subprocess.run(
        [VENV / 'bin' / program, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return Outcome(name, done.returncode == 0, done.stdout)


def start_checks(pool: ThreadPoolExecutor) -> list[Future[Outcome]]:
    """Run every check beside what the caller does meanwhile."""
    return [pool.submit(run_check, name, command) for name, command in CHECKS.items()]


def report(outcomes: Sequence[Outcome]) -> list[str]:
    """Show what the checks found; returns the names of those that failed."""
    for outcome in outcomes:
        say(f'{outcome.name}: {"passed" if outcome.passed else "FAILED"}')
        if not outcome.passed:
            print(outcome.output, flush=True)
    return [outcome.name for outcome in outcomes if not outcome.passed]
