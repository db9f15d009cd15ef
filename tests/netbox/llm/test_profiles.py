"""Asking a model: what is sent, what comes back, and every way in which it goes wrong."""

import json
import logging
import os
import subprocess
import sys
import traceback
from contextlib import suppress
from threading import Event

import pytest
from django.core.cache import cache

from netbox_chat_sessions.llm import circuit, library
from netbox_chat_sessions.llm.errors import Failure, LanguageModelError
from netbox_chat_sessions.llm.prompts import Prompt, fenced

from . import server

SCHEMA = {
    'type': 'object',
    'properties': {'decision': {'type': 'string'}},
    'required': ['decision'],
    'additionalProperties': False,
}
PROMPT = Prompt('Sort it.', fenced({'message': 'hello'}), SCHEMA)

PROTOCOLS = [
    ('openai', {}, '/v1/chat/completions', 'authorization', 'max_completion_tokens'),
    ('openai_compatible', {}, '/v1/chat/completions', 'authorization', 'max_tokens'),
    ('ollama', {}, '/v1/chat/completions', 'authorization', 'max_tokens'),
    ('vllm', {}, '/v1/chat/completions', 'authorization', 'max_tokens'),
    ('azure', {}, '/v1/chat/completions', 'authorization', 'max_completion_tokens'),
    ('anthropic', {}, '/v1/messages', 'authorization', 'max_tokens'),
    ('google', {}, '/v1beta/models/small:generateContent', 'x-goog-api-key', 'generationConfig.maxOutputTokens'),
]


def failure_of(model, **how):
    with pytest.raises(LanguageModelError) as caught:
        model.ask(PROMPT, **how)
    return caught.value


@pytest.mark.parametrize(('provider', 'values', 'path', 'key_header', 'limit'), PROTOCOLS)
def test_each_provider_is_spoken_to_in_its_own_protocol(service, key, provider, values, path, key_header, limit):
    completion = service.model(provider, headers={'X-Team': 'network'}, **values).ask(PROMPT, max_tokens=80)
    sent = service.script.last
    assert (completion.text, completion.tokens) == ('fine', sum(server.TOKENS))
    assert sent.path == path
    assert sent.headers[key_header].removeprefix('Bearer ') == key
    assert sent.headers['x-team'] == 'network'
    assert 'Sort it.' in sent.system
    assert sent.data == {'message': 'hello'}
    found = sent.body
    for part in limit.split('.'):
        found = found[part]
    assert found == 80


def test_azure_of_old_names_the_deployment_and_the_version(service, key):
    service.model('azure', base_url=service.url, api_version='2024-10-21').ask(PROMPT)
    assert service.script.last.path == '/openai/deployments/small/chat/completions?api-version=2024-10-21'
    assert service.script.last.headers['api-key'] == key


@pytest.mark.parametrize(
    ('values', 'sent'),
    [({}, 0.0), ({'temperature': 0.7}, 0.7), ({'temperature': None}, None)],
)
def test_the_temperature(service, values, sent):
    service.model(**values).ask(PROMPT)
    assert service.script.last.body.get('temperature') == sent


@pytest.mark.parametrize(
    ('provider', 'values', 'held'),
    [('openai', {}, True), ('openai_compatible', {'json_schema': False}, False), ('anthropic', {}, False)],
)
def test_an_answer_is_held_to_its_schema_where_the_model_can_be(service, provider, values, held):
    service.model(provider, **values).ask(PROMPT)
    assert ('response_format' in service.script.last.body) is held


def test_without_a_key_none_is_sent(service):
    service.model(api_key_env='').ask(PROMPT)
    assert 'authorization' not in service.script.last.headers


def test_what_the_environment_holds_for_others_is_not_sent(service, monkeypatch):
    monkeypatch.setenv('OPENAI_API_KEY', 'sk-somebody-elses')
    monkeypatch.setenv('OPENAI_ORG_ID', 'org-somebody-elses')
    monkeypatch.setenv('ANTHROPIC_AUTH_TOKEN', 'somebody-elses')
    for maker in ('OPENAI', 'ANTHROPIC'):
        monkeypatch.setenv(f'{maker}_CUSTOM_HEADERS', 'X-Gateway: somebody-elses')
    for provider in ('openai', 'openai_compatible', 'anthropic', 'google'):
        service.model(provider).ask(PROMPT)
        assert 'somebody-elses' not in json.dumps(dict(service.script.last.headers))


def test_a_key_in_a_file_is_read_at_every_call(service, tmp_path):
    path = tmp_path / 'key'
    model = service.model(api_key_env='', api_key_file=str(path))
    for key in ('first-key', 'second-key'):
        path.write_text(f'{key}\n')
        model.ask(PROMPT)
        assert service.script.last.headers['authorization'] == f'Bearer {key}'


@pytest.mark.parametrize(
    ('content', 'said'),
    [
        (None, 'cannot be read'),
        ('', 'no API key'),
        ('two\nlines', 'one line'),
        ('ключ', 'one line'),
        (b'\xff', 'no text'),
    ],
)
def test_a_key_that_is_none(service, tmp_path, content, said):
    path = tmp_path / 'key'
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    error = failure_of(service.model(api_key_env='', api_key_file=str(path)))
    assert error.failure is Failure.NO_KEY
    assert said in error.sentence
    assert str(path) in error.sentence
    assert not service.script.received


FAULTS = [
    ('slow', server.slow, Failure.TIMEOUT),
    ('dripping', server.dripping, Failure.TIMEOUT),
    ('half closed', server.half_closed, Failure.UNREACHABLE),
    ('hung up', server.hung_up, Failure.UNREACHABLE),
    ('429', server.status(429), Failure.RATE_LIMITED),
    ('402', server.status(402), Failure.NO_QUOTA),
    ('401', server.status(401), Failure.DENIED),
    ('403', server.status(403), Failure.DENIED),
    ('404', server.status(404), Failure.NOT_FOUND),
    ('400', server.status(400), Failure.REJECTED),
    ('500', server.status(500), Failure.BROKEN),
    ('502 in HTML', server.status(502, '<html>'), Failure.BROKEN),
    ('503', server.status(503), Failure.BROKEN),
    ('redirect', server.status(302, Location='http://127.0.0.1:9/v1/chat/completions'), Failure.REDIRECTED),
    ('307', server.status(307, Location='/elsewhere'), Failure.REDIRECTED),
    ('truncated JSON', server.raw(b'{"id": "c1", "object": "chat.comp'), Failure.UNREADABLE),
    ('a page', server.raw(b'<html>Please log in</html>', 'text/html'), Failure.UNREADABLE),
    ('nothing', server.raw(b''), Failure.UNREADABLE),
    ('another object', server.raw(b'{"status": "ok"}'), Failure.UNREADABLE),
    ('no choices', server.raw(b'{"id": "1", "object": "chat.completion", "choices": []}'), Failure.UNREADABLE),
    ('a list', server.raw(b'[]'), Failure.UNREADABLE),
    ('packed', server.raw(b'\x1f\x8b\x08', Content_Encoding='gzip'), Failure.UNREADABLE),
    ('oversized', server.raw(b' ' * 1_100_000), Failure.TOO_LARGE),
    ('endless', server.endless, Failure.TOO_LARGE),
]


@pytest.mark.parametrize('provider', ['openai_compatible', 'anthropic'])
@pytest.mark.parametrize(('answer', 'failure'), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_faults(start, provider, answer, failure):
    service = start(answer)
    error = failure_of(service.model(provider, timeout_seconds=0.5))
    assert error.failure is failure
    assert len(service.script.received) == 1, 'what was sent is not sent again'


def test_an_answer_that_is_in_time_though_slow(start):
    def late(handler, received):
        handler.script.stopping.wait(0.4)
        server.says('late')(handler, received)

    assert start(late).model(timeout_seconds=2).ask(PROMPT).text == 'late'


@pytest.mark.parametrize(
    'answer',
    [
        server.says(None),
        server.calls('{"sure": tr', tool='delete_everything'),
    ],
    ids=['nothing', 'tools that there are not'],
)
def test_an_answer_without_text(start, answer):
    assert start(answer).model().ask(PROMPT).text == ''


def test_nobody_there(service):
    error = failure_of(service.model(base_url='http://127.0.0.1:9/v1'))
    assert error.failure is Failure.UNREACHABLE
    assert 'refused' in error.sentence or 'failed' in error.sentence


class TestSecrets:
    """A key, or the value of a header, is in no error, log or traceback, even where the provider repeats it."""

    @pytest.mark.parametrize('provider', ['openai', 'anthropic', 'google'])
    @pytest.mark.parametrize('code', [400, 401, 404, 429, 500])
    def test_repeated_by_the_provider(self, start, caplog, key, provider, code):
        told = {'error': {'message': f'Wrong key {key} or header hunter2-header', 'code': code, 'status': 'X'}}
        service = start(server.status(code, told))
        model = service.model(provider, headers={'X-Gateway': 'hunter2-header'})
        with caplog.at_level(logging.DEBUG):
            error = failure_of(model)
        trace = ''.join(traceback.format_exception(error))
        for secret in (key, 'hunter2-header'):
            assert secret in json.dumps(dict(service.script.last.headers))
            assert secret not in error.sentence + error.said
            assert secret not in trace
            assert secret not in caplog.text
            assert secret not in repr(model)


class TestCircuit:
    def test_retry_after_is_kept(self, start):
        service = start(server.status(429, Retry_After='60'))
        assert failure_of(service.model()).retry_after == 60
        again = failure_of(service.model())
        assert again.failure is Failure.WAITING
        assert 55 < again.retry_after <= 60
        assert len(service.script.received) == 1

    def test_only_that_provider_waits(self, start):
        waiting, other = start(server.status(429, Retry_After='60')), start()
        failure_of(waiting.model())
        assert failure_of(waiting.model(model='another')).failure is Failure.WAITING
        assert other.model().ask(PROMPT).text == 'fine'
        assert failure_of(waiting.model(api_key_env='')).failure is Failure.RATE_LIMITED, 'the limit is of one key'

    def test_it_opens_after_three_failures_in_a_row(self, start):
        service = start(server.status(500))
        kinds = [failure_of(service.model()).failure for _ in range(4)]
        assert kinds == [Failure.BROKEN] * 3 + [Failure.WAITING]

    def test_an_answer_between_failures(self, start):
        service = start()
        for answer in (server.status(500), server.status(500), server.says('fine'), server.status(500)):
            service.script.answer = answer
            with suppress(LanguageModelError):
                service.model().ask(PROMPT)
        assert failure_of(service.model()).failure is Failure.BROKEN

    def test_what_was_asked_may_be_to_blame(self, start):
        service = start(server.status(400))
        assert {failure_of(service.model()).failure for _ in range(5)} == {Failure.REJECTED}

    def test_asking_at_once(self, start):
        service = start(server.status(429, Retry_After='60'))
        failure_of(service.model())
        service.script.answer = server.says('fine')
        assert service.model().ask(PROMPT, at_once=True).text == 'fine'
        assert service.model().ask(PROMPT).text == 'fine', 'it is known to work again'

    @pytest.mark.parametrize('header', ['-5', 'soon', '', '1e9', 'Wed, 21 Oct 2015 07:28:00 GMT'])
    def test_a_retry_after_that_is_none(self, start, header):
        service = start(server.status(429, Retry_After=header))
        failure_of(service.model())
        assert failure_of(service.model()).retry_after <= 3600

    def test_without_a_cache_each_process_counts_by_itself(self, start, settings):
        settings.CACHES = {'default': settings.CACHES['default'] | {'LOCATION': 'redis://127.0.0.1:9/0'}}
        with pytest.raises(circuit.CacheGone):
            cache.get('anything')
        service = start(server.status(429, Retry_After='60'))
        assert failure_of(service.model()).failure is Failure.RATE_LIMITED
        assert failure_of(service.model()).failure is Failure.WAITING


LIBRARIES = ('pydantic_ai', 'openai', 'anthropic', 'google.genai', 'httpx2')
ONE_PROVIDER = f"""
import sys
import django
django.setup()
from netbox_chat_sessions.llm.library import calling
from netbox_chat_sessions.llm_settings import Provider
calling(Provider.OLLAMA, 120)
print(sorted(set(sys.modules) & {set(LIBRARIES)!r}))
"""
WITHOUT_A_PROFILE = f"""
import sys
import django
django.setup()
from django.apps import apps
from netbox_chat_sessions import wiring
from netbox_chat_sessions.api import urls
from netbox_chat_sessions.llm import classifier, profiles, summaries
from netbox_chat_sessions.management.commands import chat_check
from users.models import User
assert wiring.turn_service(User(pk=1)).classifier is None
print(sorted(set(sys.modules) & {set(LIBRARIES)!r}))
"""


@pytest.mark.parametrize(
    ('code', 'loaded'), [(WITHOUT_A_PROFILE, []), (ONE_PROVIDER, ['httpx2', 'openai', 'pydantic_ai'])]
)
def test_no_library_is_loaded_that_no_profile_needs(code, loaded):
    command = [sys.executable, '-c', code]
    environment = os.environ | {'DJANGO_SETTINGS_MODULE': 'netbox.settings'}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(loaded)


@pytest.fixture
def not_loaded(monkeypatch):
    monkeypatch.setattr(library, '_loaded', {})
    return monkeypatch


def test_without_the_library_the_extra_is_named(service, not_loaded):
    not_loaded.setitem(sys.modules, 'netbox_chat_sessions.llm.calling', None)
    error = failure_of(service.model())
    assert error.failure is Failure.NOT_INSTALLED
    assert 'netbox-chat-sessions[llm]' in error.sentence


def test_a_library_that_fails_while_it_is_imported_is_not_waited_for(service, not_loaded):
    def fails(*names):
        raise TypeError('metaclass conflict')

    not_loaded.setattr(library, 'import_module', fails)
    error = failure_of(service.model())
    assert error.failure is Failure.NOT_INSTALLED
    assert 'metaclass conflict' in error.sentence


def test_nobody_waits_for_the_library_for_longer_than_for_an_answer(service, not_loaded):
    loading, done = Event(), library.import_module('netbox_chat_sessions.llm.calling')
    not_loaded.setattr(library, 'import_module', lambda *names: loading.wait(10) and done)
    assert failure_of(service.model(timeout_seconds=0.2)).failure is Failure.LOADING
    loading.set()
    assert service.model().ask(PROMPT).text == 'fine'
