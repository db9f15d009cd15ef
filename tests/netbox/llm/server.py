"""A server on loopback that speaks the protocols of OpenAI, Anthropic and Google, and breaks them as it is told to."""

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

TOKENS = (40, 7)


@dataclass(frozen=True)
class Received:
    """A request as it came in."""

    path: str
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def system(self) -> str:
        """What the model was told to do."""
        if 'generationConfig' in self.body or 'contents' in self.body:
            return ''.join(part['text'] for part in self.body['systemInstruction']['parts'])
        if self.path.endswith('/messages'):
            system = self.body['system']
            return system if isinstance(system, str) else ''.join(block['text'] for block in system)
        return ''.join(message['content'] for message in self.body['messages'] if message['role'] == 'system')

    @property
    def data(self) -> Any:
        """The one document that the model was given."""
        if 'contents' in self.body:
            [content] = self.body['contents']
            [part] = content['parts']
            return json.loads(part['text'])
        [message] = [message for message in self.body['messages'] if message['role'] != 'system']
        assert message['role'] == 'user'
        content = message['content']
        if not isinstance(content, str):
            [block] = content
            content = block['text']
        return json.loads(content)


Answer = Callable[['Handler', Received], None]


@dataclass
class Script:
    """What the server does, and what it was sent."""

    answer: Answer
    received: list[Received] = field(default_factory=list)
    stopping: Event = field(default_factory=Event)

    @property
    def last(self) -> Received:
        return self.received[-1]


class Handler(BaseHTTPRequestHandler):
    """Reads a request and lets the script answer it."""

    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    script: Script

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        received = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, raw)
        self.script.received.append(received)
        self.script.answer(self, received)

    def respond(self, body: bytes, status: int = 200, content_type: str = 'application/json', **headers: str) -> None:
        headers = {'Content-Type': content_type, 'Content-Length': str(len(body))} | {
            name.replace('_', '-'): value for name, value in headers.items()
        }
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


def completion(received: Received, text: str | None, finish: str = 'stop', calls: Any = None) -> bytes:
    """A whole answer in the protocol of the request."""
    asked, answered = TOKENS
    if received.path.endswith('/chat/completions') or '/chat/completions?' in received.path:
        message = {'role': 'assistant', 'content': text} | ({'tool_calls': calls} if calls else {})
        choice = {'index': 0, 'message': message, 'finish_reason': finish}
        usage = {'prompt_tokens': asked, 'completion_tokens': answered, 'total_tokens': asked + answered}
        found = {
            'id': 'c1',
            'object': 'chat.completion',
            'created': 1,
            'model': 'm',
            'choices': [choice],
            'usage': usage,
        }
    elif received.path.endswith('/messages'):
        blocks = [{'type': 'text', 'text': text}] if text is not None else []
        usage = {'input_tokens': asked, 'output_tokens': answered}
        found = {'id': 'm1', 'type': 'message', 'role': 'assistant', 'model': 'm', 'content': blocks, 'usage': usage}
        found |= {'stop_reason': 'end_turn' if finish == 'stop' else 'max_tokens', 'stop_sequence': None}
    else:
        content = {'role': 'model', 'parts': [{'text': text}]}
        usage = {'promptTokenCount': asked, 'candidatesTokenCount': answered, 'totalTokenCount': asked + answered}
        found = {'candidates': [{'content': content, 'finishReason': 'STOP'}], 'usageMetadata': usage}
    return json.dumps(found).encode()


def says(text: str | None, **how: Any) -> Answer:
    """The model says this."""
    return lambda handler, received: handler.respond(completion(received, text, **how))


def status(code: int, body: Any = None, **headers: str) -> Answer:
    """The server refuses, or fails."""
    raw = json.dumps(body if body is not None else {'error': {'message': 'No.', 'type': 'error'}}).encode()
    return lambda handler, received: handler.respond(raw, code, **headers)


def raw(body: bytes, content_type: str = 'application/json', **headers: str) -> Answer:
    """Something else comes instead."""
    return lambda handler, received: handler.respond(body, content_type=content_type, **headers)


def slow(handler: Handler, received: Received) -> None:
    """Nothing comes."""
    handler.script.stopping.wait(20)
    handler.close_connection = True


def dripping(handler: Handler, received: Received) -> None:
    """An answer begins, and a byte comes now and then."""
    handler.send_response(200)
    handler.send_header('Content-Type', 'application/json')
    handler.send_header('Content-Length', '100000')
    handler.end_headers()
    while not handler.script.stopping.wait(0.05):
        try:
            handler.wfile.write(b' ')
            handler.wfile.flush()
        except OSError:
            break
    handler.close_connection = True


def half_closed(handler: Handler, received: Received) -> None:
    """The connection ends in the middle of an answer."""
    whole = completion(received, '{}')
    handler.send_response(200)
    handler.send_header('Content-Type', 'application/json')
    handler.send_header('Content-Length', str(len(whole)))
    handler.end_headers()
    handler.wfile.write(whole[:40])
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_WR)
    handler.close_connection = True


def hung_up(handler: Handler, received: Received) -> None:
    """The connection ends without an answer."""
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def endless(handler: Handler, received: Received) -> None:
    """An answer without a length, and without an end."""
    handler.send_response(200)
    handler.send_header('Content-Type', 'application/json')
    handler.send_header('Connection', 'close')
    handler.end_headers()
    try:
        while not handler.script.stopping.is_set():
            handler.wfile.write(b' ' * 65536)
    except OSError:
        pass
    handler.close_connection = True


@contextmanager
def serving(answer: Answer) -> Iterator[tuple[str, Script]]:
    """A running server: its address, and its script, whose `answer` may be replaced."""
    script = Script(answer)
    server = ThreadingHTTPServer(('127.0.0.1', 0), type('Scripted', (Handler,), {'script': script}))
    server.daemon_threads = True
    server.handle_error = lambda request, address: None  # a client that hangs up is what some cases are about
    Thread(target=server.serve_forever, kwargs={'poll_interval': 0.05}, daemon=True).start()
    try:
        yield f'http://127.0.0.1:{server.server_port}', script
    finally:
        script.stopping.set()
        server.shutdown()
        server.server_close()
