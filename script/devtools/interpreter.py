"""Find uv, and a Python that NetBox runs on. Standard library only; runs before the virtual environment exists."""

import glob
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .paths import DEV, say

MINIMUM = (3, 12)


def runs(*command: str) -> bool:
    """Whether a program is there and works: a shim on PATH may lead nowhere."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def pyenv_programs(name: str) -> list[str]:
    """Programs in the versions that pyenv has installed, newest Python first."""
    root = os.environ.get('PYENV_ROOT') or str(Path.home() / '.pyenv')
    found = [Path(path) for path in glob.glob(f'{root}/versions/*/bin/{name}')]
    return [str(path) for path in sorted(found, key=lambda path: version_key(path.parts[-3]), reverse=True)]


def version_key(text: str) -> list[int]:
    """Sort key of a version such as 3.12.1; anything else sorts first."""
    return [int(part) if part.isdigit() else -1 for part in text.split('.')]


def find_uv() -> list[str]:
    """Return the command that runs uv, installed into a private folder when the machine has none."""
    private = DEV / 'uv'
    for candidate in ['uv', *pyenv_programs('uv'), str(private / 'bin' / 'uv')]:
        if runs(candidate, '--version'):
            return [candidate]
    say('Installing uv into .dev/uv')
    pip = [sys.executable, '-m', 'pip']
    if not runs(*pip, '--version'):
        shutil.rmtree(private, ignore_errors=True)
        subprocess.run([sys.executable, '-m', 'venv', private], check=True)
        subprocess.run([private / 'bin' / 'python', '-m', 'pip', 'install', '--quiet', 'uv'], check=True)
    else:
        subprocess.run([*pip, 'install', '--quiet', '--upgrade', '--target', private, 'uv'], check=True)
    return [str(private / 'bin' / 'uv')]


def find_python(uv: list[str]) -> str:
    """Return the path of a Python that NetBox runs on; uv fetches one when the machine has none."""
    names = [f'python3.{minor}' for minor in (12, 13, 14)]
    found = [path for name in names for path in (shutil.which(name), *pyenv_programs(name)) if path]
    check = f'import sys; sys.exit(sys.version_info < {MINIMUM})'
    for candidate in [sys.executable, *found]:
        if runs(candidate, '-c', check):
            return candidate
    say('No Python 3.12 or later on this machine: uv fetches one')
    subprocess.run([*uv, 'python', 'install', '3.12'], check=True)
    command = [*uv, 'python', 'find', '--no-project', '3.12']
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
