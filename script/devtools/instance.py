"""One NetBox of the development instance: its database, its Valkey databases, its secrets, its environment."""

import json
import os
import secrets
import shutil
import string
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from .locks import exclusive
from .paths import DEV, ROOT
from .services import Services

VARIABLE = 'NETBOX_CHAT_INSTANCE'
DEMO_USERS = ('admin', 'reader')
CONFIGURATION = 'devtools.netbox_configuration'
# NetBox draws with these, and reads them from where static files are collected; the others are served as they stand.
STYLES = ('rack_elevation.css', 'cable_trace.css')


@dataclass(frozen=True)
class Instance:
    """A NetBox over one database."""

    services: Services
    database: str
    valkey_database: int = 0

    def environment(self) -> dict[str, str]:
        """Return the environment in which NetBox's programs find this instance."""
        server, made_up = self.services, load_secrets()
        settings = {
            'database': {
                'NAME': self.database,
                'USER': server.user,
                'PASSWORD': server.password,
                'HOST': server.host,
                'PORT': server.port,
            },
            'valkey_port': server.valkey_port,
            'valkey_database': self.valkey_database,
            'secret_key': made_up['secret_key'],
            'pepper': made_up['pepper'],
        }
        return os.environ | {
            'NETBOX_CONFIGURATION': CONFIGURATION,
            'NETBOX_ROOT': str(netbox_root()),
            'DJANGO_SETTINGS_MODULE': 'netbox.settings',
            VARIABLE: json.dumps(settings),
        }

    def netbox(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess:
        """Run NetBox's command line on this instance.

        Raises:
            subprocess.CalledProcessError: The command failed.
        """
        return subprocess.run(netbox_command(*arguments), check=True, cwd=ROOT, env=self.environment(), **options)


def netbox_command(*arguments: str) -> Sequence[str]:
    """Return the command that runs NetBox's command line."""
    from .install import PYTHON

    return [str(PYTHON), '-m', 'netbox', *arguments]


def netbox_root() -> Path:
    """Return the folder for what NetBox writes: media, scripts, reports."""
    root = DEV / 'netbox'
    for name in ('media', 'reports', 'scripts', 'static'):
        (root / name).mkdir(parents=True, exist_ok=True)
    for style in STYLES:
        shutil.copyfile(files('netbox') / '_data' / 'project-static' / 'dist' / style, root / 'static' / style)
    return root


def load_secrets() -> dict[str, str]:
    """Return this clone's secrets, made up once: secret key, token pepper, and the API tokens of the demo's users."""
    path = DEV / 'secrets.json'
    with exclusive(DEV / 'secrets.lock', 'it makes up the secrets'):
        if not path.exists():
            made_up = {name: secrets.token_urlsafe(48) for name in ('secret_key', 'pepper')}
            made_up |= {user: f'{random_word(12)}.{random_word(40)}' for user in DEMO_USERS}
            path.touch(mode=0o600)
            path.write_text(json.dumps(made_up))
    return json.loads(path.read_text())


def random_word(length: int) -> str:
    """Return random letters and digits, what API tokens consist of."""
    return ''.join(secrets.choice(string.ascii_letters + string.digits) for _ in range(length))
