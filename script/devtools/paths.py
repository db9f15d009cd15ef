"""Where the development instance keeps its things."""

import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEV = ROOT / '.dev'
LOGS = DEV / 'logs'
VENV = ROOT / '.venv'
CACHE = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'netbox-chat-sessions'

# Distinguishes this clone where several share something: a folder under /var/tmp, a database server.
CLONE_ID = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]


def say(message: str) -> None:
    """Tell the developer what is going on, at once."""
    print(f'» {message}', flush=True)
