"""Where beat keeps when it ran last."""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ('schedule_file',)

FOLDER = 'netbox-chat-sessions'


def schedule_file(database: str) -> Path:
    """Beat's schedule file, unless it is told another one by `-s`.

    It stands in a folder of the worker's user alone. All that is lost with it is that the next cleanup may come early.

    Args:
        database: Name of NetBox's database, which tells several NetBoxes on one machine apart.
    """
    name = 'beat-' + re.sub(r'[^A-Za-z0-9_-]', '_', database)
    return next(filter(_is_private, _folders()), Path()) / name


def _folders() -> Iterator[Path]:
    """Systemd's state directory, else the user's, else a temporary one."""
    if state := os.environ.get('STATE_DIRECTORY'):
        yield Path(state.split(':')[0]) / FOLDER
    if state := os.environ.get('XDG_STATE_HOME'):
        yield Path(state) / FOLDER
    yield Path(os.path.expanduser('~/.local/state')) / FOLDER
    yield Path(tempfile.gettempdir()) / f'{FOLDER}-{os.getuid()}'


def _is_private(folder: Path) -> bool:
    """Whether the folder is there, or could be made, and is ours."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder.lstat().st_uid == os.getuid() and os.access(folder, os.W_OK)
    except OSError:
        return False
