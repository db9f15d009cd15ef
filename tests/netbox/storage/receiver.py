"""A real HTTP server on loopback that keeps what webhooks send it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

__all__ = ('Receiver', 'receiving')


@dataclass
class Receiver:
    """What came in, in its order.

    Attributes:
        url: Where to send it.
        received: Headers and JSON body of each request.
    """

    url: str = ''
    received: list[tuple[dict[str, str], Any]] = field(default_factory=list)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that runs until the block is left."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):  # noqa: N802
            body = self.rfile.read(int(self.headers['Content-Length']))
            receiver.received.append((dict(self.headers), json.loads(body)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    receiver.url = f'http://127.0.0.1:{server.server_port}/handoffs'
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
