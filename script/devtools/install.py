"""Make .venv and install into it. Standard library only; runs before the virtual environment exists."""

import hashlib
import json
import subprocess
import tomllib
from pathlib import Path

from .interpreter import find_python, find_uv, runs
from .locks import exclusive
from .paths import DEV, ROOT, VENV, say

PYTHON = VENV / 'bin' / 'python'
STAMP = VENV / '.installed'
INPUTS = ['setup.py', 'constraints.txt', 'script/devtools/install.py']


def fingerprint() -> str:
    """Identify what has to be installed, and where: a moved clone needs its environment made again."""
    project = tomllib.loads((ROOT / 'pyproject.toml').read_text(encoding='utf-8'))
    tools = project.pop('tool')
    project |= {'uv': tools['uv'], 'setuptools': tools['setuptools']}
    digest = hashlib.sha256(json.dumps([str(ROOT), project]).encode())
    for name in INPUTS:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def installed() -> bool:
    """Whether the virtual environment is complete and up to date."""
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text() == fingerprint()


def install() -> None:
    """Bring the virtual environment up to date; a no-op when nothing changed."""
    if installed():
        return
    with exclusive(DEV / 'install.lock', 'it installs the virtual environment'):
        if installed():
            return
        uv = find_uv()
        if not runs(str(PYTHON), '-c', ''):
            python = find_python(uv)
            say(f'Making .venv with {python}')
            subprocess.run([*uv, 'venv', '--quiet', '--clear', '--python', python, VENV], check=True, cwd=ROOT)
        say('Installing the pinned packages into .venv')
        command = [*uv, 'pip', 'install', '--quiet', '--python', PYTHON, '--constraint', 'constraints.txt']
        subprocess.run([*command, '--group', 'dev', '--editable', '.'], check=True, cwd=ROOT)
        add_checkout_to_path()
        STAMP.write_text(fingerprint())


def add_checkout_to_path() -> None:
    """Make the tests and the development tools importable in the virtual environment, for an IDE as well."""
    for site_packages in Path(VENV / 'lib').glob('python3.*/site-packages'):
        (site_packages / 'netbox_chat_sessions_checkout.pth').write_text(f'{ROOT}\n{ROOT / "script"}\n')
