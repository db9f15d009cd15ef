"""A real worker with its beat, over the test database and a Valkey that the test may stop."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from devtools.processes import start, stop
from devtools.valkey import free_port

from .valkey import start_server

SETTINGS = {'session_timeout': 60, 'retention_days': 30, 'celery': {'cleanup_interval': 1}}


def until(condition: Callable[[], object], seconds: float = 30) -> bool:
    """Whether the condition holds within that time."""
    deadline = time.monotonic() + seconds
    while not (held := condition()) and time.monotonic() < deadline:
        time.sleep(0.2)
    return bool(held)


@dataclass
class Servers:
    """The worker, and the Valkey that is its broker."""

    environment: dict[str, str]
    folder: Path
    port: int
    valkey: subprocess.Popen
    worker: subprocess.Popen | None = None

    @property
    def log(self) -> str:
        """What the worker has written so far."""
        return (self.folder / 'worker.log').read_text()

    def start_worker(self) -> None:
        """Start it the way the documentation says, with nothing but NetBox's configuration in the environment."""
        with (self.folder / 'worker.log').open('wb') as log:
            command = [sys.executable, '-m', 'celery', '-A', 'netbox_chat_sessions.worker', 'worker', '-B']
            options = ['-s', str(self.folder / 'beat'), '--concurrency', '1', '--loglevel', 'INFO']
            self.worker = start([*command, *options], env=self.environment, stdout=log, stderr=log)

    def stop_valkey(self) -> None:
        """Let the broker die."""
        stop(self.valkey)

    def start_valkey(self) -> None:
        """Let it come back where it was, empty."""
        self.valkey = start_server(self.port, '--save', '')


@pytest.fixture(scope='package')
def servers(instance, tmp_path_factory):
    """A Celery worker with its beat and a broker of their own, for all tests of this folder."""
    port = free_port()
    environment = os.environ | {
        'NETBOX_CONFIGURATION': 'devtools.netbox_configuration',
        'NETBOX_CHAT_INSTANCE': json.dumps(instance | {'valkey_port': port, 'valkey_database': 0}),
        'NETBOX_CHAT_SETTINGS': json.dumps(SETTINGS),
    }
    environment.pop('DJANGO_SETTINGS_MODULE', None)
    made = Servers(environment, tmp_path_factory.mktemp('celery'), port, start_server(port, '--save', ''))
    try:
        yield made
    finally:
        if made.worker:
            stop(made.worker)
        made.stop_valkey()
