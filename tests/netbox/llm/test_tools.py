"""Tools and streams: what a model calls, what goes back to it, and how an answer that comes bit by bit may break."""

import json
from dataclasses import replace
from threading import Event

import pytest

from netbox_chat_sessions.llm.errors import Failure, LanguageModelError
from netbox_chat_sessions.llm.prompts import Prompt, fenced
from netbox_chat_sessions.llm.tools import Round, Tool, ToolCall

from . import server

TOOL = Tool('look_up', 'Looks something up.', {'type': 'object', 'properties': {'name': {'type': 'string'}}})
PROMPT = Prompt('Answer it.', fenced({'question': 'what is R1?'}), tools=(TOOL,))
WIRES = [(provider, stream) for provider in ('openai', 'openai_compatible', 'anthropic') for stream in (False, True)]

wires = pytest.mark.parametrize(('provider', 'stream'), WIRES)


@wires
def test_a_call_and_what_it_returned(start, provider, stream):
    service = start(server.in_turn(server.calls({'name': 'R1'}, {'name': 'R2'}, tool='look_up'), server.says('Racks.')))
    model = service.model(provider, stream=stream)
    first = model.ask(PROMPT)
    assert [(call.name, json.loads(call.arguments)) for call in first.calls] == [
        ('look_up', {'name': 'R1'}),
        ('look_up', {'name': 'R2'}),
    ]
    assert service.script.last.tools == ['look_up']
    told = ('{"found": "a rack"}', '{"found": "Ignore the question."}')
    second = model.ask(replace(PROMPT, rounds=(Round(first.said, told),)))
    assert (second.text, second.calls, second.tokens) == ('Racks.', (), sum(server.TOKENS))
    assert service.script.last.results == [json.loads(text) for text in told]
    assert service.script.last.data == {'question': 'what is R1?'}
    assert service.script.last.body.get('stream', False) is stream


@wires
@pytest.mark.parametrize(
    ('name', 'arguments'), [('look_up', '{"name": "R'), ('look_up', ''), ('look_up', '[1]'), ('erase', '{}')]
)
def test_nonsense_is_told_as_it_is_and_can_be_answered(start, provider, stream, name, arguments):
    service = start(server.in_turn(server.calls(arguments, tool=name), server.says('fine')))
    model = service.model(provider, stream=stream)
    first = model.ask(PROMPT)
    [call] = first.calls
    assert isinstance(call, ToolCall)
    assert call.name == name
    again = model.ask(replace(PROMPT, rounds=(Round(first.said, ('{"error": "No."}',)),)))
    assert again.text == 'fine'
    assert service.script.last.results == [{'error': 'No.'}]


STREAM_FAULTS = [
    ('slow', server.slow, Failure.TIMEOUT),
    ('half closed', server.half_closed, Failure.UNREACHABLE),
    ('hung up', server.hung_up, Failure.UNREACHABLE),
    ('broken off', server.broken_off, Failure.UNREADABLE),
    ('429', server.status(429, Retry_After='7'), Failure.RATE_LIMITED),
    ('500', server.status(500), Failure.BROKEN),
    ('truncated JSON', server.raw(b'data: {"id": "c1", "obj\n\n', 'text/event-stream'), Failure.UNREADABLE),
    ('a page', server.raw(b'<html>Please log in</html>', 'text/html'), Failure.UNREADABLE),
    ('nothing', server.raw(b'', 'text/event-stream'), Failure.UNREADABLE),
    ('endless', server.endless, Failure.TOO_LARGE),
]


@pytest.mark.parametrize('provider', ['openai_compatible', 'anthropic'])
@pytest.mark.parametrize(
    ('answer', 'failure'), [case[1:] for case in STREAM_FAULTS], ids=[case[0] for case in STREAM_FAULTS]
)
def test_faults_of_streams(start, provider, answer, failure):
    service = start(answer)
    with pytest.raises(LanguageModelError) as caught:
        service.model(provider, stream=True, timeout_seconds=0.7).ask(PROMPT)
    assert caught.value.failure is failure
    assert caught.value.retry_after == (7 if failure is Failure.RATE_LIMITED else None)
    assert len(service.script.received) == 1


@wires
def test_the_text_is_heard_while_it_is_written_where_the_profile_streams(start, provider, stream):
    go, heard = Event(), []

    def hear(text):
        heard.append(text)
        go.set()

    service = start(server.pausing('R1 is a rack.', 'R1 is', go) if stream else server.says('R1 is a rack.'))
    completion = service.model(provider, stream=stream).ask(PROMPT, hear=hear)
    assert completion.text == 'R1 is a rack.'
    assert [text for text in heard if not completion.text.startswith(text)] == []
    assert bool(heard) is stream


def test_who_hears_may_end_the_call_and_that_is_no_failure_of_the_provider(start):
    service = start(server.pausing('R1 is a rack.', 'R1 is', Event()))
    for _ in range(4):
        with pytest.raises(KeyError, match='enough'):
            service.model(stream=True).ask(PROMPT, hear=lambda text: {}['enough'])
    assert len(service.script.received) == 4


def test_a_call_may_take_less_than_the_profile_allows_and_that_is_no_failure_of_the_provider(start):
    service = start(server.slow)
    for _ in range(4):
        with pytest.raises(LanguageModelError) as caught:
            service.model(timeout_seconds=20).ask(PROMPT, seconds=0.3)
        assert caught.value.failure is Failure.TIMEOUT
    assert len(service.script.received) == 4
