"""What a running demo tells: to the developer, and to other programs in .dev/demo."""

import json
import os
from pathlib import Path
from typing import Any

from .instance import DEMO_USERS, Instance, load_secrets
from .paths import DEV, LOGS, ROOT

FOLDER = DEV / 'demo'
MESSAGE = """
  NetBox        {url}
  login         admin / admin, or reader / reader (may view the inventory)
  API token     {admin}  (admin)
                {reader}  (reader)
  logs          {logs}
  ask           curl -s {url}/api/plugins/chat-sessions/chat/ \\
                  -H 'Authorization: Bearer {admin}' -H 'Content-Type: application/json' \\
                  -d '{{"message": "how many devices are there?"}}'

  Ctrl-C stops everything.
"""


def token(user: str) -> str:
    """Return a user's API token as it is sent."""
    return f'nbt_{load_secrets()[user]}'


def announce(instance: Instance, url: str) -> None:
    """Say where the demo is and how to use it."""
    tokens = {user: token(user) for user in DEMO_USERS}
    print(MESSAGE.format(url=url, logs=LOGS.relative_to(ROOT), **tokens), flush=True)


def state_file(instance: Instance) -> Path:
    """Return the file that describes the running demo of a database."""
    return FOLDER / f'{instance.database}.json'


def remember(instance: Instance, url: str) -> None:
    """Write the file that describes this demo, for scripts."""
    FOLDER.mkdir(exist_ok=True)
    path = state_file(instance)
    path.touch(mode=0o600)
    state = {'url': url, 'token': token('admin'), 'reader_token': token('reader'), 'pid': os.getpid()}
    path.write_text(json.dumps(state | {'valkey_database': instance.valkey_database}))


def forget(instance: Instance, url: str) -> None:
    """Remove the file, unless another demo on the same database has written it since."""
    if recall(instance).get('url') == url:
        state_file(instance).unlink(missing_ok=True)


def recall(instance: Instance) -> dict[str, Any]:
    """Return what the running demo of a database has written; empty when there is none."""
    try:
        return json.loads(state_file(instance).read_text())
    except (OSError, ValueError):
        return {}
