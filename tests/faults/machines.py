"""A NetBox of the tests' own: PostgreSQL, Valkey, gunicorn and Celery, each of which can be killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import requests
from psycopg import sql

from devtools.account import find_account
from devtools.databases import Databases
from devtools.instance import Instance
from devtools.postgres import SUPERUSER, Cluster, find_cluster
from devtools.processes import start, stop
from devtools.services import Services
from devtools.valkey import free_port
from tests.worker.valkey import start_server

__all__ = ('DATABASE', 'Machines', 'Turn', 'own_cluster', 'until')

DATABASE = 'faults'
# As NetBox ships it (contrib/gunicorn.py), but for the number of workers.
GUNICORN = ['--workers', '2', '--threads', '3', '--timeout', '120', '--max-requests', '5000']
CELERY = [sys.executable, '-m', 'celery', '-A', 'netbox_chat_sessions.worker']


def until(condition: Callable[[], Any], seconds: float = 30, pause: float = 0.05) -> Any:
    """What the condition returns once it holds, or after that time."""
    deadline = time.monotonic() + seconds
    while not (held := condition()) and time.monotonic() < deadline:
        time.sleep(pause)
    return held


def own_cluster() -> Cluster:
    """The tests' own cluster, beside the clone's; it is kept, for making it takes time.

    Raises:
        RuntimeError: There is no PostgreSQL to make one with.
    """
    account = find_account()
    home = account.home / 'faults'
    home.mkdir(mode=0o755, exist_ok=True)
    made = Cluster(find_cluster().binaries, replace(account, home=home))
    made.create()
    return made


@dataclass
class Turn:
    """A turn over REST, in a thread of its own."""

    url: str
    headers: dict[str, str]
    body: dict[str, Any]
    answer: requests.Response | None = None
    error: Exception | None = None

    def send(self) -> 'Turn':
        """Take the turn."""
        try:
            self.answer = requests.post(self.url, json=self.body, headers=self.headers, timeout=180)
        except requests.RequestException as error:
            self.error = error
        return self

    @property
    def status(self) -> int | None:
        """None: nobody answered."""
        return self.answer.status_code if self.answer is not None else None


@dataclass
class Machines:
    """Everything that a NetBox needs, each part in a process of its own."""

    folder: Path
    cluster: Cluster
    valkey_port: int = field(default_factory=free_port)
    settings: str = '{}'
    web_port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen] = field(default_factory=dict)
    token: str = ''

    @property
    def services(self) -> Services:
        """How to reach PostgreSQL and Valkey."""
        return Services(
            host=str(self.cluster.sockets),
            port='5432',
            user=SUPERUSER,
            password='',
            valkey_port=self.valkey_port,
            keeper=0,
            choice='',
            programs=str(self.cluster.binaries.folder),
            major=self.cluster.binaries.major,
        )

    def log(self, name: str) -> str:
        """What a part has written."""
        return (self.folder / f'{name}.log').read_text(errors='replace')

    # PostgreSQL

    def start_postgres(self) -> None:
        with (self.folder / 'postgres.log').open('ab') as log:
            self.running['postgres'] = self.cluster.start(log)
        until(self.answers_sql)

    def answers_sql(self) -> bool:
        try:
            self.services.connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def stop_postgres(self) -> None:
        """Stop it as `systemctl restart` does: whoever is connected is thrown out."""
        self.cluster.stop(self.running.pop('postgres'))

    def make_database(self) -> None:
        databases = Databases(self.services)
        databases.drop(DATABASE)
        databases.create_with_schema(DATABASE)

    def sql(self, statement: str, *values: Any) -> list[Any]:
        """The first column of what a statement returns."""
        with self.services.connect(DATABASE) as connection:
            cursor = connection.execute(statement, values)
            return [row[0] for row in cursor.fetchall()] if cursor.description else []

    @contextmanager
    def locked(self, table: str) -> Iterator[None]:
        """Whoever wants something of the table waits while the block runs."""
        with self.services.connect(DATABASE) as connection:
            connection.execute('BEGIN')
            connection.execute(sql.SQL('LOCK TABLE {} IN ACCESS EXCLUSIVE MODE').format(sql.Identifier(table)))
            try:
                yield
            finally:
                with suppress(psycopg.OperationalError):
                    connection.execute('ROLLBACK')

    def waits_for(self, table: str) -> bool:
        """Whether somebody is held up by `locked`."""
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"
        return bool(until(lambda: self.sql(waiting, f'%{table}%'), 180))

    # Valkey

    def start_valkey(self) -> None:
        self.running['valkey'] = start_server(self.valkey_port, '--save', '')

    # NetBox

    def environment(self) -> dict[str, str]:
        """That of NetBox's programs, with nothing in it but NetBox's configuration."""
        made = Instance(self.services, DATABASE).environment()
        made |= {'NETBOX_CHAT_SETTINGS': self.settings, 'NETBOX_CONFIGURATION': 'devtools.netbox_configuration'}
        made.pop('DJANGO_SETTINGS_MODULE')
        return made

    def start_web(self) -> None:
        """Start the web server; `await_web` waits for it."""
        command = [sys.executable, '-m', 'gunicorn', '--bind', f'127.0.0.1:{self.web_port}', *GUNICORN]
        self.run('web', [*command, '--no-control-socket', 'netbox.wsgi'])

    def await_web(self) -> None:
        def answers() -> bool:
            with suppress(requests.RequestException):
                return requests.get(f'http://127.0.0.1:{self.web_port}/login/', timeout=60).status_code == 200
            return False

        assert until(answers, 300), self.log('web')

    def start_worker(self, name: str = 'worker', *options: str) -> None:
        command = [*CELERY, 'worker', '--concurrency', '1', '--loglevel', 'INFO', '--hostname', f'{name}@faults']
        self.run(name, [*command, *options])

    def start_beat(self, name: str = 'beat') -> None:
        command = [*CELERY, 'beat', '--pidfile=', '--loglevel', 'INFO', '--max-interval', '1']
        self.run(name, [*command, '-s', str(self.folder / f'{name}.schedule')])

    def run(self, name: str, command: list[str]) -> None:
        with (self.folder / f'{name}.log').open('ab') as log:
            self.running[name] = start(command, env=self.environment(), stdout=log, stderr=log)

    def says(self, name: str, words: str, seconds: float = 180) -> bool:
        """Whether a part writes that within the time."""
        return until(lambda: words in self.log(name), seconds)

    def kill(self, name: str) -> None:
        """`kill -9` of a part and all its processes."""
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def kill_web_workers(self) -> None:
        """`kill -9` of those who answer; gunicorn itself goes on."""
        master = self.running['web'].pid
        for worker in Path(f'/proc/{master}/task/{master}/children').read_text().split():
            os.kill(int(worker), signal.SIGKILL)

    def stop(self, *names: str) -> None:
        """Stop parts properly."""
        for name in names:
            if process := self.running.pop(name, None):
                stop(process)

    def close(self) -> None:
        """Stop everything, PostgreSQL last."""
        self.stop(*[name for name in self.running if name != 'postgres'])
        if 'postgres' in self.running:
            self.stop_postgres()

    # What people do

    def turn(self, message: str = 'how many sites are there?', session: int | None = None) -> Turn:
        """A turn that has not been sent yet."""
        body = {'message': message, 'turn_id': str(uuid4()), 'session': session}
        url = f'http://127.0.0.1:{self.web_port}/api/plugins/chat-sessions/chat/'
        return Turn(url, {'Authorization': self.token}, body)
