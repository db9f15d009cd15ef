"""A private PostgreSQL cluster under .dev, reached through a Unix socket only."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from .account import Account, find_account
from .paths import CLONE_ID, say
from .postgres_binaries import PostgresBinaries, find_binaries
from .processes import start, stop

SUPERUSER = 'netbox'
# A development database is quick rather than safe against a power cut. Dynamic shared memory in files: containers
# often give /dev/shm 64 MB only.
OPTIONS = {
    'listen_addresses': '',
    'max_connections': '200',
    'fsync': 'off',
    'synchronous_commit': 'off',
    'full_page_writes': 'off',
    'autovacuum_naptime': '5min',
    'dynamic_shared_memory_type': 'mmap',
    'log_destination': 'stderr',
    'logging_collector': 'off',
}
# A socket's path is limited to 107 bytes, the socket's own name included.
SOCKET_PATH_LIMIT = 80


@dataclass(frozen=True)
class Cluster:
    """A cluster's installation, account and folders."""

    binaries: PostgresBinaries
    account: Account

    @property
    def data(self) -> Path:
        """Folder of the cluster; another major version or build gets another cluster."""
        return self.account.home / f'postgres-data-{self.binaries.way}-{self.binaries.major}'

    @property
    def sockets(self) -> Path:
        """Folder of the socket, private to the account."""
        near = self.account.home / 'sockets'
        if len(os.fsencode(near)) <= SOCKET_PATH_LIMIT:
            return near
        # The tests have a cluster of their own beside the clone's.
        name = f'netbox-chat-{os.geteuid()}-{CLONE_ID}-{near.parent.name}'
        return Path(tempfile.gettempdir()) / name

    def create(self) -> None:
        """Make the cluster unless it exists; half a cluster of an interrupted run is made anew.

        Raises:
            subprocess.CalledProcessError: This build of PostgreSQL cannot; without ICU, for example.
        """
        if (self.data / 'PG_VERSION').exists():
            return
        say(f'Making a PostgreSQL {self.binaries.major} cluster in {self.data}')
        scratch = self.data.with_name(f'{self.data.name}.new')
        shutil.rmtree(scratch, ignore_errors=True)
        self.account.own(scratch)
        command = [self.binaries.folder / 'initdb', '--pgdata', scratch, '--username', SUPERUSER, '--auth', 'trust']
        # ICU's root locale sorts and folds case the same way on every machine, whatever locales it has.
        command += [
            '--encoding',
            'UTF8',
            '--locale',
            'C',
            '--locale-provider',
            'icu',
            '--icu-locale',
            'und',
            '--no-sync',
        ]
        subprocess.run(command, check=True, capture_output=True, text=True, cwd='/', **self.account.popen_options())
        scratch.rename(self.data)

    def start(self, log: IO[bytes]) -> subprocess.Popen:
        """Start the server; the caller waits for it with `ready`."""
        self.end_former_server()
        self.account.own(self.sockets)
        if self.sockets.stat().st_uid != (os.geteuid() if self.account.uid is None else self.account.uid):
            raise RuntimeError(f'{self.sockets} belongs to somebody else.')
        options = OPTIONS | {'unix_socket_directories': str(self.sockets)}
        command = [self.binaries.folder / 'postgres', '-D', self.data]
        command += [argument for name, value in options.items() for argument in ('-c', f'{name}={value}')]
        return start(command, signal.SIGINT, stdout=log, stderr=log, cwd='/', **self.account.popen_options())

    def stop(self, server: subprocess.Popen) -> None:
        """Stop the server at once but cleanly ("fast shutdown")."""
        stop(server, signal.SIGINT, seconds=20)

    def end_former_server(self) -> None:
        """Clear up after a run that was killed: its server may still run, or its number may be another process now."""
        pid_file = self.data / 'postmaster.pid'
        with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
            pid = int(pid_file.read_text().splitlines()[0])
            for _ in range(100):
                if not self.is_server(pid):
                    break
                os.kill(pid, signal.SIGINT)
                time.sleep(0.2)
            pid_file.unlink()
        for file in self.sockets.glob('.s.PGSQL.*'):
            file.unlink()

    def is_server(self, pid: int) -> bool:
        """Whether a process is the server of this cluster; a server works inside its data folder."""
        try:
            return os.path.samefile(f'/proc/{pid}/cwd', self.data)
        except OSError:
            return False


def find_cluster() -> Cluster:
    """Return this clone's cluster, made with the first installation that can.

    Raises:
        RuntimeError: No usable PostgreSQL.
    """
    account = find_account()
    reasons = []
    for binaries in find_binaries(account):
        cluster = Cluster(binaries, account)
        try:
            cluster.create()
        except subprocess.CalledProcessError as error:
            reasons.append(f'{binaries.folder}: {error.stderr.strip()}')
        else:
            return cluster
    raise RuntimeError(
        '\n'.join(['No PostgreSQL 15 or later with ICU and the contributed extensions found.', *reasons])
    )
