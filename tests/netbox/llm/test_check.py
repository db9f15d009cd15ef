"""netbox chat_check: each profile is asked once, and what is wrong is said in a sentence."""

from io import StringIO

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.test import override_settings

from . import server

DECISION = '{"decision": "route", "confidence": 0.9}'


def chat_check(*names, **values):
    """What the command says of the profiles, and whether it is content."""
    names = names or tuple(values.get('profiles', ()))
    said = StringIO()
    with override_settings(PLUGINS_CONFIG=django_settings.PLUGINS_CONFIG | {'netbox_chat_sessions': values}):
        try:
            call_command('chat_check', *names, stdout=said, no_color=True)
        except CommandError as error:
            return f'{said.getvalue()}{error}', False
    return said.getvalue(), True


def profile(service, **values):
    known = {'provider': 'openai_compatible', 'model': 'small', 'base_url': f'{service.url}/v1', 'timeout_seconds': 0.5}
    return known | values


@pytest.mark.parametrize(
    ('answer', 'values', 'sentence'),
    [
        (server.status(401), {'api_key_env': 'MODEL_KEY'}, 'refuses the API key (MODEL_KEY), or does not allow'),
        (server.says('Hello.'), {'api_key_env': 'NO_SUCH_KEY'}, 'There is no API key in NO_SUCH_KEY.'),
        (server.status(404), {}, 'knows no model small, or the address is wrong (HTTP 404)'),
        (server.status(429, Retry_After='60'), {}, 'has had too many requests (HTTP 429)'),
        (server.status(400, {'error': {'message': 'No such parameter.'}}), {}, 'It says: No such parameter.'),
        (server.slow, {}, 'did not answer within 0.5 seconds'),
        (server.raw(b'<html>', 'text/html'), {}, 'does not answer as a language model does'),
        (server.status(302, Location='/'), {}, 'set base_url to where the service is'),
        (server.says(''), {}, 'says nothing within 800 tokens'),
        (
            server.says('Hello.'),
            {'base_url': 'http://127.0.0.1:9/v1'},
            'There is no connection to http://127.0.0.1:9/v1',
        ),
    ],
)
def test_what_is_wrong_is_said(start, answer, values, sentence):
    said, content = chat_check(profiles={'mine': profile(start(answer), **values)})
    assert sentence in said
    assert said.startswith('mine: ')
    assert 'Profiles that do not work: mine.' in said
    assert not content


def test_all_is_well(service):
    said, content = chat_check(profiles={'mine': profile(service)})
    assert content
    assert f'mine: small at {service.url}/v1 answers in ' in said
    assert len(service.script.received) == 1


@pytest.mark.parametrize(
    ('text', 'right'), [(DECISION, True), ('{"decision": "route", "confidence": 0.2}', True), ('Hello there!', False)]
)
def test_the_classifiers_model_has_to_decide(start, text, right):
    service = start(server.says(text))
    profiles = {'route_continuity': profile(service)}
    said, content = chat_check(profiles=profiles, enable_route_stickiness=True, route_stickiness_max_tokens=70)
    assert content is right
    assert ('with no decision that can be read' in said) is not right
    assert service.script.last.body['max_tokens'] == 70


def test_one_of_several_and_one_that_is_none(start):
    first, second = start(), start()
    profiles = {'first': profile(first), 'second': profile(second)}
    assert chat_check('second', profiles=profiles)[1]
    assert (len(first.script.received), len(second.script.received)) == (0, 1)
    assert chat_check('third', profiles=profiles) == ('There is no profile third.', False)


def test_a_provider_that_is_left_alone_is_asked_all_the_same(start):
    service = start(server.status(429, Retry_After='60'))
    profiles = {'mine': profile(service)}
    assert not chat_check(profiles=profiles)[1]
    service.script.answer = server.says('Hello.')
    assert chat_check(profiles=profiles)[1]
