"""The database that script/demo starts on: the sample inventory, or a dump that the developer names."""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from .databases import Databases, migrations_fingerprint
from .install import PYTHON
from .instance import DEMO_USERS, Instance, load_secrets
from .locks import exclusive
from .paths import DEV, ROOT, say

SAMPLE_COMMAND = ROOT / 'netbox_chat_sessions' / 'management' / 'commands' / 'chat_sample_inventory.py'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a database."""
    parser.add_argument(
        '--data', type=Path, metavar='FILE.sql.gz', help='start on this dump, not on the sample inventory'
    )
    parser.add_argument('--name', type=word, help='use a database of this name: several demos, each with its own data')


def word(text: str) -> str:
    """Accept what can be part of a database's name."""
    if not re.fullmatch(r'[a-z0-9_]{1,20}', text):
        raise argparse.ArgumentTypeError('letters a-z, digits and _ only, at most 20')
    return text


def database_name(options: argparse.Namespace) -> str:
    """Return the name of the database that the arguments choose; each dump has one of its own."""
    name = 'netbox_demo'
    if options.data:
        digest = hashlib.sha256(options.data.read_bytes()).hexdigest()[:8]
        name += f'_{re.sub("[^a-z0-9]+", "_", options.data.name.split(".")[0].lower())[:20]}_{digest}'
    return f'{name}_{options.name}' if options.name else name


def prepare(databases: Databases, instance: Instance, data: Path | None) -> None:
    """Make the database unless it is there, and bring it up to date with the plugin and its users."""
    name = instance.database
    with exclusive(DEV / 'demo.lock', 'it prepares a demo database'):
        if not databases.exists(name):
            fill(databases, name, data)
        if databases.state(name) != migrations_fingerprint():
            say('Bringing the database up to date')
            databases.migrate(name)
        make_accounts(databases, instance)
        if data is None:
            load_sample(databases, instance)


def fill(databases: Databases, name: str, data: Path | None) -> None:
    """Make the database from the dump, or empty."""
    if data:
        databases.build(name, data)
    else:
        databases.create_with_schema(name)


def make_accounts(databases: Databases, instance: Instance) -> None:
    """Make the demo's users and their API tokens, unless all of them are there."""
    tokens = {user: load_secrets()[user] for user in DEMO_USERS}
    keys = [token.partition('.')[0] for token in tokens.values()]
    with databases.services.connect(instance.database) as connection:
        there = connection.execute('SELECT key FROM users_token WHERE key = ANY(%s)', [keys]).fetchall()
    if len(there) == len(keys):
        return
    command = [PYTHON, '-m', 'devtools.accounts']
    subprocess.run(command, check=True, cwd=ROOT, env=instance.environment(), input=json.dumps(tokens), text=True)


def load_sample(databases: Databases, instance: Instance) -> None:
    """Load the sample inventory into a database that has no sites yet."""
    with databases.services.connect(instance.database) as connection:
        if connection.execute('SELECT EXISTS (SELECT 1 FROM dcim_site)').fetchone() == (True,):
            return
    if not SAMPLE_COMMAND.exists():
        say('There is no command chat_sample_inventory: the inventory stays empty')
        return
    say('Loading the sample inventory')
    instance.netbox('chat_sample_inventory')


def check_data(path: Path | None) -> None:
    """Stop with a message when the dump is not there."""
    if path and not path.is_file():
        sys.exit(f'There is no file {path}.')
