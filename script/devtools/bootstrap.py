"""Entry point of the scripts: make the virtual environment, then go on inside it. Standard library only."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from devtools.install import PYTHON, install  # noqa: E402


def main() -> None:
    """Replace this process by the command, run by the virtual environment's Python."""
    command, *arguments = sys.argv[1:]
    try:
        install()
    except subprocess.CalledProcessError as error:
        sys.exit(f'Installation failed: {" ".join(map(str, error.cmd))}')
    os.environ['PATH'] = f'{PYTHON.parent}{os.pathsep}{os.environ.get("PATH", "")}'
    os.environ['VIRTUAL_ENV'] = str(PYTHON.parents[1])
    os.environ.pop('PYENV_VERSION', None)
    os.execv(PYTHON, [str(PYTHON), '-m', f'devtools.{command}', *arguments])  # noqa: S606


if __name__ == '__main__':
    main()
