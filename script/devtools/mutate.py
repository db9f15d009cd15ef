"""script/mutate: changes the rules of a conversation, one place at a time, and shows which changes no test notices."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .install import PYTHON
from .interpreter import find_uv
from .paths import DEV, ROOT, say

RULES = 'netbox_chat_sessions.conversation'
# Apart from .venv: nothing else needs it.
MUTMUT = DEV / 'mutmut'
REQUIREMENT = 'mutmut==3.8.1'


def main(modules: Sequence[str]) -> int:
    """Mutate the named modules, all without names; returns the exit status, 1 where a mutant survives."""
    unknown = [each for each in modules if not source(each).exists()]
    if unknown:
        sys.exit(f'No such module of {RULES}: {", ".join(unknown)}')
    install()
    patterns = [f'{RULES}.{module}.*' for module in modules]
    if status := mutmut('run', '--max-children', '1', *patterns).returncode:
        return status
    survivors = surviving(modules)
    for name in survivors:
        say(name)
        sys.stdout.write(mutmut('show', name, stdout=subprocess.PIPE).stdout)
    return int(bool(survivors))


def source(module: str) -> Path:
    """Where a module of the rules is written."""
    return ROOT / Path(*RULES.split('.'), f'{module}.py')


def install() -> None:
    """Install mutmut into a folder of its own, once."""
    if (MUTMUT / 'mutmut').exists():
        return
    say(f'Installing {REQUIREMENT}')
    command = [*find_uv(), 'pip', 'install', '--quiet', '--python', PYTHON, '--constraint', 'constraints.txt']
    subprocess.run([*command, '--target', MUTMUT, REQUIREMENT], check=True, cwd=ROOT)


def mutmut(*arguments: str, stdout: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run mutmut, which is set up in pyproject.toml, with what is installed in .venv."""
    environment = os.environ | {'PYTHONPATH': str(MUTMUT)}
    return subprocess.run([PYTHON, '-m', 'mutmut', *arguments], cwd=ROOT, env=environment, stdout=stdout, text=True)


def surviving(modules: Sequence[str]) -> list[str]:
    """The mutants of some modules, of all without names, that no test notices."""
    results = mutmut('results', stdout=subprocess.PIPE).stdout
    found = [line.strip().partition(': ') for line in results.splitlines()]
    beginnings = tuple(f'{RULES}.{module}.' for module in modules) or RULES
    return [name for name, _, state in found if name.startswith(beginnings) and state in ('survived', 'no tests')]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
