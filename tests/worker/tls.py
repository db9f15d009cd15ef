"""TLS in front of a server that has none: what arrives encrypted is passed on as it is meant."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

__all__ = ('certificate', 'tls')


def certificate(folder: Path) -> Path:
    """A certificate of 127.0.0.1, signed by itself, with its key in the same file."""
    if not shutil.which('openssl'):
        pytest.skip('no openssl on this machine to make a certificate with')
    made = folder / 'server.pem'
    command = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
    command += ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', made, '-out', folder / 'only.pem']
    subprocess.run(command, check=True, capture_output=True)
    made.write_text(made.read_text() + (folder / 'only.pem').read_text())
    return made


@contextmanager
def tls(port: int, pem: Path) -> Iterator[int]:
    """A port at which the server of another port is reached by TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    with socket.create_server(('127.0.0.1', 0)) as listener:

        def accept() -> None:
            with suppress(OSError):
                while True:
                    client, _ = listener.accept()
                    Thread(target=serve, args=(client,), daemon=True).start()

        def serve(client: socket.socket) -> None:
            with (
                suppress(OSError),
                context.wrap_socket(client, server_side=True) as inner,
                socket.create_connection(('127.0.0.1', port)) as outer,
            ):
                Thread(target=pass_on, args=(outer, inner), daemon=True).start()
                pass_on(inner, outer)

        Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def pass_on(source: socket.socket, target: socket.socket) -> None:
    """Copy what comes until nothing comes."""
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_RDWR)
