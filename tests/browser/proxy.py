"""A proxy between browser and NetBox: it may keep answers back until they are whole, and it may be cut."""

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from time import sleep

LONGEST_HEAD = 65_536


@dataclass
class Proxy:
    """Passes on one request per connection.

    Attributes:
        address: Host and port of the server.
        buffering: Nothing of an answer is passed on before all of it is there.
    """

    address: tuple[str, int]
    buffering: bool = False
    listener: socket.socket = field(default_factory=lambda: socket.create_server(('127.0.0.1', 0)))
    connected: bool = True
    pairs: set = field(default_factory=set)
    frozen: set = field(default_factory=set)

    def __post_init__(self):
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        return f'http://localhost:{self.listener.getsockname()[1]}'

    def cut(self):
        """Close every connection, and take no new ones."""
        self.connected = False
        for one in list(self.pairs):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def freeze(self):
        """Pass nothing on any more on the connections that there are, and tell nobody."""
        self.frozen |= self.pairs

    def close(self):
        self.cut()
        self.listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                if self.connected:
                    threading.Thread(target=self._pass, args=(client,), daemon=True).start()
                else:
                    client.close()

    def _pass(self, client):
        with client, suppress(OSError), socket.create_connection(self.address) as server:
            self.pairs |= {client, server}
            server.sendall(_request(client))
            answer = b''
            while part := server.recv(LONGEST_HEAD):
                if client in self.frozen:
                    continue
                if self.buffering:
                    answer += part
                else:
                    client.sendall(part)
            client.sendall(answer)
            while client in self.frozen and self.connected:
                sleep(0.05)
            self.pairs -= {client, server}


def _request(client):
    """A whole request, told to be the last on its connection."""
    data = b''
    while b'\r\n\r\n' not in data:
        data += client.recv(LONGEST_HEAD)
    head, _, body = data.partition(b'\r\n\r\n')
    lines = [line for line in head.split(b'\r\n') if not line.lower().startswith(b'connection:')]
    length = next((int(line[15:]) for line in lines if line.lower().startswith(b'content-length:')), 0)
    while len(body) < length:
        body += client.recv(LONGEST_HEAD)
    return b'\r\n'.join([*lines, b'Connection: close', b'', b'']) + body
