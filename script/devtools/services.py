"""PostgreSQL and Valkey of this clone, shared by every demo and test run that is under way.

Each user of the services holds a shared lock. The keeper, a process of its own, starts the servers and then waits for
the exclusive lock: it gets it when the last user has ended, killed ones included, and stops the servers.
"""

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from typing import Any

import psycopg

from .locks import exclusive, open_lock, try_lock
from .paths import DEV, LOGS, ROOT
from .postgres import SUPERUSER, find_cluster
from .processes import LINUX, alive
from .processes import stop as stop_process
from .valkey import start_valkey

USERS = DEV / 'services.users'
START = DEV / 'services.start'
STATE = DEV / 'services.json'
LOG = LOGS / 'services.log'
START_SECONDS = 90


@dataclass(frozen=True)
class Services:
    """How to reach the two servers."""

    host: str
    port: str
    user: str
    password: str
    valkey_port: int
    keeper: int
    # What the environment asked for when they were started.
    choice: str
    # Folder of PostgreSQL's programs, and its major version; empty for a server of the developer's own.
    programs: str = ''
    major: int = 0

    def connect(self, database: str = 'postgres') -> psycopg.Connection[Any]:
        """Open a connection in autocommit mode."""
        names = {'host': self.host, 'port': self.port, 'user': self.user, 'password': self.password}
        return psycopg.connect(
            dbname=database, autocommit=True, **{key: value for key, value in names.items() if value}
        )


@contextmanager
def services() -> Iterator[Services]:
    """Use the services: started when nobody else does, stopped when the last user has gone."""
    with open_lock(USERS) as users:
        with exclusive(START, 'it starts the services'):
            # Waits while a keeper stops its servers.
            fcntl.flock(users, fcntl.LOCK_SH)
            found = running() or launch()
        try:
            yield found
        finally:
            users.close()
            wait_for(found.keeper)


def running() -> Services | None:
    """Return the services when they run and answer.

    Raises:
        RuntimeError: They run on another PostgreSQL than the environment asks for.
    """
    try:
        state = json.loads(STATE.read_text())
        if not is_keeper(state['keeper']):
            return None
    except (OSError, ValueError, KeyError):
        return None
    if state.keys() != {field.name for field in fields(Services)} or state['choice'] != choice():
        raise RuntimeError(
            'This clone is in use with another PostgreSQL, or by another version of these scripts: '
            'stop its other demos and test runs first.'
        )
    found = Services(**state)
    try:
        found.connect().close()
    except psycopg.OperationalError:
        return None
    return found


def choice() -> str:
    """Return which PostgreSQL the environment asks for."""
    return ' '.join(os.environ.get(name, '') for name in ('NETBOX_CHAT_DATABASE_URL', 'NETBOX_CHAT_POSTGRES'))


def is_keeper(pid: int) -> bool:
    """Whether a process is this clone's keeper and not another one that got its number."""
    if not LINUX:
        return alive(pid)
    try:
        return os.path.samefile(f'/proc/{pid}/cwd', DEV)
    except OSError:
        return False


def launch() -> Services:
    """Start the keeper and wait until the servers answer."""
    STATE.unlink(missing_ok=True)
    LOGS.mkdir(parents=True, exist_ok=True)
    find_cluster_if_private()
    with LOG.open('ab') as log:
        command = [sys.executable, '-m', 'devtools.services']
        keeper = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=DEV, start_new_session=True
        )
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and keeper.poll() is None:
        if STATE.exists() and (found := running()):
            return found
        time.sleep(0.1)
    raise RuntimeError(f'PostgreSQL or Valkey did not start; see {LOG.relative_to(ROOT)}:\n{log_end()}')


def find_cluster_if_private() -> None:
    """Make the cluster here rather than in the keeper, so that its progress is seen."""
    if not os.environ.get('NETBOX_CHAT_DATABASE_URL'):
        find_cluster()


def log_end(lines: int = 15) -> str:
    """Return the last lines of the services' log."""
    return '\n'.join(LOG.read_text(errors='replace').splitlines()[-lines:])


def wait_for(keeper: int) -> None:
    """When nobody else uses the services, wait until they are stopped: a script leaves no process behind."""
    for _ in range(300):
        if not is_keeper(keeper) or used_by_others():
            return
        time.sleep(0.1)


def used_by_others() -> bool:
    """Whether somebody holds the shared lock; the keeper's own lock is exclusive."""
    with open_lock(USERS) as users:
        return not try_lock(users, fcntl.LOCK_EX) and try_lock(users, fcntl.LOCK_SH)


def keep() -> None:
    """Run the servers until their last user has gone. The main function of the keeper."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with LOG.open('ab') as log, contextlib.ExitStack() as stack:
        valkey, valkey_port = start_valkey(log)
        stack.callback(stop_process, valkey)
        if url := os.environ.get('NETBOX_CHAT_DATABASE_URL'):
            reach = reach_external(url)
        else:
            cluster = find_cluster()
            server = cluster.start(log)
            stack.callback(cluster.stop, server)
            reach = {'host': str(cluster.sockets), 'port': '5432', 'user': SUPERUSER, 'password': ''}
            reach |= {'programs': str(cluster.binaries.folder), 'major': cluster.binaries.major}
        found = Services(valkey_port=valkey_port, keeper=os.getpid(), choice=choice(), **reach)
        await_postgres(found)
        write_state(found)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        with open_lock(USERS) as users:
            fcntl.flock(users, fcntl.LOCK_EX)
            STATE.unlink(missing_ok=True)
            stack.close()


def reach_external(url: str) -> dict[str, Any]:
    """Return how to reach the server that `NETBOX_CHAT_DATABASE_URL` names."""
    parts = psycopg.conninfo.conninfo_to_dict(url)
    return {name: str(parts.get(name) or '') for name in ('host', 'port', 'user', 'password')}


def await_postgres(found: Services, seconds: float = 60) -> None:
    """Wait until the server accepts connections.

    Raises:
        psycopg.OperationalError: It does not in time.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            found.connect().close()
            break
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def write_state(found: Services) -> None:
    """Tell everybody how to reach the servers, in one step."""
    scratch = STATE.with_suffix('.new')
    scratch.touch(mode=0o600)
    scratch.write_text(json.dumps(asdict(found)))
    scratch.replace(STATE)


if __name__ == '__main__':
    keep()
