"""A server on loopback that speaks the protocols of OpenAI, Anthropic and Google, and breaks them as it is told to."""

import json
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

TOKENS = (40, 7)
# Characters of a text that one event of a stream brings.
PIECE = 7


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
    def tools(self) -> list[str]:
        """Names of the tools that the model was offered."""
        return [tool.get('function', tool)['name'] for tool in self.body.get('tools', ())]

    @property
    def results(self) -> list[Any]:
        """What the tools returned so far, in order."""
        found = []
        for message in self.body['messages']:
            if message['role'] == 'tool':
                found.append(message['content'])
            elif message['role'] == 'user' and isinstance(message['content'], list):
                blocks = [block for block in message['content'] if block['type'] == 'tool_result']
                found += [block['content'] for block in blocks]
        texts = [text if isinstance(text, str) else ''.join(part['text'] for part in text) for text in found]
        return [json.loads(text) for text in texts]

    @property
    def data(self) -> Any:
        """The one document that the model was given."""
        if 'contents' in self.body:
            [content] = self.body['contents']
            [part] = content['parts']
            return json.loads(part['text'])
        message = [message for message in self.body['messages'] if message['role'] != 'system'][0]
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


Calls = Sequence[tuple[str, str]]


def completion(received: Received, text: str | None, finish: str = 'stop', calls: Calls = ()) -> bytes:
    """A whole answer in the protocol of the request.

    Args:
        received: The request.
        text: What the model says.
        finish: Why it ended, in OpenAI's words.
        calls: Tools that it calls, each with its arguments as they are written.
    """
    asked, answered = TOKENS
    if '/chat/completions' in received.path:
        message = {'role': 'assistant', 'content': text} | ({'tool_calls': _called(calls)} if calls else {})
        choice = {'index': 0, 'message': message, 'finish_reason': 'tool_calls' if calls else finish}
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
        blocks += [
            {'type': 'tool_use', 'id': f'call{place}', 'name': name, 'input': _read(arguments)}
            for place, (name, arguments) in enumerate(calls)
        ]
        usage = {'input_tokens': asked, 'output_tokens': answered}
        found = {'id': 'm1', 'type': 'message', 'role': 'assistant', 'model': 'm', 'content': blocks, 'usage': usage}
        found |= {'stop_reason': _reason(finish, calls), 'stop_sequence': None}
    else:
        content = {'role': 'model', 'parts': [{'text': text}]}
        usage = {'promptTokenCount': asked, 'candidatesTokenCount': answered, 'totalTokenCount': asked + answered}
        found = {'candidates': [{'content': content, 'finishReason': 'STOP'}], 'usageMetadata': usage}
    return json.dumps(found).encode()


def _called(calls: Calls) -> list[dict[str, Any]]:
    return [
        {'id': f'call{place}', 'type': 'function', 'function': {'name': name, 'arguments': arguments}}
        for place, (name, arguments) in enumerate(calls)
    ]


def _read(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return {'written': arguments}


def _reason(finish: str, calls: Calls) -> str:
    return 'tool_use' if calls else 'end_turn' if finish == 'stop' else 'max_tokens'


def stream(received: Received, text: str | None, finish: str = 'stop', calls: Calls = ()) -> bytes:
    """The same as server-sent events, a few characters each."""
    events = _anthropic_events if received.path.endswith('/messages') else _openai_events
    return b''.join(events(text, finish, calls))


def _parts(text: str | None) -> Iterator[str]:
    yield from (text[at : at + PIECE] for at in range(0, len(text), PIECE)) if text else ()


def _openai_events(text: str | None, finish: str, calls: Calls) -> Iterator[bytes]:
    asked, answered = TOKENS
    deltas: list[tuple[Any, str | None]] = [({'role': 'assistant', 'content': ''}, None)]
    deltas += [({'content': part}, None) for part in _parts(text)]
    for place, call in enumerate(_called(calls)):
        begun = {**call, 'index': place, 'function': {**call['function'], 'arguments': ''}}
        deltas.append(({'tool_calls': [begun]}, None))
        for part in _parts(call['function']['arguments']):
            deltas.append(({'tool_calls': [{'index': place, 'function': {'arguments': part}}]}, None))
    deltas.append(({}, 'tool_calls' if calls else finish))
    common = {'id': 'c1', 'object': 'chat.completion.chunk', 'created': 1, 'model': 'm'}
    for delta, reason in deltas:
        yield _event({**common, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': reason}]})
    usage = {'prompt_tokens': asked, 'completion_tokens': answered, 'total_tokens': asked + answered}
    yield _event({**common, 'choices': [], 'usage': usage})
    yield b'data: [DONE]\n\n'


def _anthropic_events(text: str | None, finish: str, calls: Calls) -> Iterator[bytes]:
    asked, answered = TOKENS
    message = {'id': 'm1', 'type': 'message', 'role': 'assistant', 'model': 'm', 'content': [], 'stop_reason': None}
    usage = {'input_tokens': asked, 'output_tokens': 1}
    yield _event({'type': 'message_start', 'message': {**message, 'stop_sequence': None, 'usage': usage}})
    blocks = [({'type': 'text', 'text': ''}, [{'type': 'text_delta', 'text': part} for part in _parts(text)])]
    blocks = blocks if text else []
    for place, (name, arguments) in enumerate(calls):
        deltas = [{'type': 'input_json_delta', 'partial_json': part} for part in _parts(arguments)]
        blocks.append(({'type': 'tool_use', 'id': f'call{place}', 'name': name, 'input': {}}, deltas))
    for index, (block, deltas) in enumerate(blocks):
        yield _event({'type': 'content_block_start', 'index': index, 'content_block': block})
        for delta in deltas:
            yield _event({'type': 'content_block_delta', 'index': index, 'delta': delta})
        yield _event({'type': 'content_block_stop', 'index': index})
    delta = {'stop_reason': _reason(finish, calls), 'stop_sequence': None}
    yield _event({'type': 'message_delta', 'delta': delta, 'usage': {'output_tokens': answered}})
    yield _event({'type': 'message_stop'})


def _event(data: Mapping[str, Any]) -> bytes:
    name = f'event: {data["type"]}\n' if 'type' in data else ''
    return f'{name}data: {json.dumps(data)}\n\n'.encode()


def says(text: str | None, **how: Any) -> Answer:
    """The model says this, as a whole or as a stream, whatever it was asked for."""

    def answer(handler: Handler, received: Received) -> None:
        if b'"stream":true' in received.raw.replace(b' ', b''):
            handler.respond(stream(received, text, **how), content_type='text/event-stream')
        else:
            handler.respond(completion(received, text, **how))

    return answer


def pausing(text: str, after: str, go: Event) -> Answer:
    """The model writes this as a stream, and once it has written `after`, it waits half a second for `go`."""

    def answer(handler: Handler, received: Received) -> None:
        whole = stream(received, text)
        piece = list(_parts(text))[(len(after) - 1) // PIECE]
        cut = whole.index(b'\n\n', whole.index(json.dumps(piece).encode())) + 2
        handler.send_response(200)
        handler.send_header('Content-Type', 'text/event-stream')
        handler.send_header('Content-Length', str(len(whole)))
        handler.end_headers()
        handler.wfile.write(whole[:cut])
        go.wait(0.5)
        handler.wfile.write(whole[cut:])

    return answer


def calls(*queries: Any, tool: str = 'query_inventory', text: str | None = None) -> Answer:
    """The model calls a tool, once for each of these arguments; those that are no text are written as JSON."""
    written = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    return says(text, calls=[(tool, arguments) for arguments in written])


def in_turn(*answers: Answer) -> Answer:
    """One answer after the other; the last one again and again."""
    left = list(answers)
    return lambda handler, received: (left.pop(0) if len(left) > 1 else left[0])(handler, received)


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


def broken_off(handler: Handler, received: Received) -> None:
    """A stream ends, with a proper end of its connection, before the answer does."""
    whole = stream(received, 'There are 4 devices at DM-Akron, and more of them elsewhere.')
    handler.respond(whole[: whole.index(b'\n\n', len(whole) // 2) + 2], content_type='text/event-stream')


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
