"""Databases of the development instance, most of them copies of a template database."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from psycopg import sql

from .instance import Instance, netbox_command
from .locks import exclusive
from .paths import CLONE_ID, DEV, ROOT, say
from .schema_dump import NETBOX_VERSION, find_schema_dump, save_schema
from .services import Services
from .sql_dump import load_dump

MIGRATIONS = ROOT / 'netbox_chat_sessions' / 'migrations'


@dataclass(frozen=True)
class Databases:
    """The databases of this clone on a server."""

    services: Services

    def name(self, name: str) -> str:
        """Return the full name of a database; a server of the developer's own may serve several clones."""
        return name if self.services.programs else f'{name}_{CLONE_ID}'

    def exists(self, name: str) -> bool:
        """Whether a database is there and complete."""
        with self.services.connect() as connection:
            found = connection.execute('SELECT 1 FROM pg_database WHERE datname = %s', [name]).fetchone()
        return found is not None

    def create(self, name: str, template: str = 'template0') -> None:
        """Create a database as a copy of another one."""
        statement = sql.SQL('CREATE DATABASE {} TEMPLATE {}').format(sql.Identifier(name), sql.Identifier(template))
        with self.services.connect() as connection:
            connection.execute(statement)

    def drop(self, name: str) -> None:
        """Drop a database, whoever is connected to it."""
        with self.services.connect() as connection:
            connection.execute(sql.SQL('DROP DATABASE IF EXISTS {} WITH (FORCE)').format(sql.Identifier(name)))

    def rename(self, name: str, new_name: str) -> None:
        """Rename a database: what was prepared under another name is complete now."""
        statement = sql.SQL('ALTER DATABASE {} RENAME TO {}').format(sql.Identifier(name), sql.Identifier(new_name))
        with self.services.connect() as connection:
            connection.execute(statement)

    def state(self, name: str) -> str:
        """Return the fingerprint of the migrations that a database has."""
        query = "SELECT coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database WHERE datname = %s"
        with self.services.connect() as connection:
            row = connection.execute(query, [name]).fetchone()
        return row[0] if row else ''

    def set_state(self, name: str, state: str) -> None:
        """Record the fingerprint of the migrations that a database has."""
        with self.services.connect() as connection:
            connection.execute(sql.SQL('COMMENT ON DATABASE {} IS {}').format(sql.Identifier(name), state))

    def migrate(self, name: str) -> None:
        """Bring a database up to date with NetBox and the plugin."""
        state = migrations_fingerprint()
        run_migrations(Instance(self.services, name))
        self.set_state(name, state)

    def create_with_schema(self, name: str) -> None:
        """Create an empty database whose schema is NetBox's and the plugin's, as its migrations stand now."""
        with exclusive(DEV / 'schema.lock', 'it makes the schema'):
            template = self.plugin_template()
            self.create(name, template)
            self.set_state(name, self.state(template))

    def plugin_template(self) -> str:
        """Return the template database with the plugin's schema; made anew when the plugin's migrations change."""
        name = self.name('netbox_chat_schema')
        if self.state(name) != migrations_fingerprint():
            base = self.netbox_template()
            self.drop(name)
            self.create(name, base)
            self.migrate(name)
        return name

    def netbox_template(self) -> str:
        """Return the template database with NetBox's empty schema; made once, from a dump when there is one."""
        name = self.name(f'netbox_schema_{NETBOX_VERSION.replace(".", "_")}')
        if not self.exists(name):
            dump = find_schema_dump()
            self.build(name, dump)
            if dump is None:
                save_schema(self.services, name)
        return name

    def build(self, name: str, dump: Path | None) -> None:
        """Make a database from a dump, or from nothing by migrations."""
        scratch = f'{name}_new'
        self.drop(scratch)
        self.create(scratch)
        if dump:
            say(f'Loading {dump}')
            with self.services.connect(scratch) as connection:
                load_dump(connection, dump)
        else:
            say(f'Migrating an empty database to NetBox {NETBOX_VERSION}: this takes minutes, once on this machine')
            run_migrations(Instance(self.services, scratch), without_plugin=True)
        self.rename(scratch, name)


def migrations_fingerprint() -> str:
    """Identify the schema: NetBox's version and the plugin's migrations."""
    digest = hashlib.sha256(NETBOX_VERSION.encode())
    for path in sorted(MIGRATIONS.glob('*.py')):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def run_migrations(instance: Instance, without_plugin: bool = False) -> None:
    """Run pending migrations, with each shown as it is applied."""
    environment = instance.environment()
    if without_plugin:
        environment['NETBOX_CHAT_WITHOUT_PLUGIN'] = '1'
    command = netbox_command('migrate', '--no-input')
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    count = 0
    rest = []
    for line in process.stdout or ():
        if line.strip().startswith('Applying'):
            count += 1
            show_progress(count, line.split()[1].rstrip('.'))
        else:
            rest.append(line)
    if process.wait():
        sys.stdout.writelines(rest)
        raise subprocess.CalledProcessError(process.returncode, command)


def show_progress(count: int, name: str) -> None:
    """Show one applied migration: all of them on a terminal, every twentieth in a log."""
    if sys.stdout.isatty():
        print(f'\r\033[K  {count} {name}', end='' if count % 20 else '\n', flush=True)
    elif count % 20 == 1:
        print(f'  {count} {name}', flush=True)
