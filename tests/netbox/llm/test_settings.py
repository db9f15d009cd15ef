"""Settings of language models: what is wrong is named at start, with what it should be, and without secrets."""

import ast
import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from netbox_chat_sessions.llm_settings import Profile, Provider, profile_of
from netbox_chat_sessions.settings import validate

OPENAI = {'provider': 'openai', 'model': 'gpt-4.1-mini', 'api_key_env': 'OPENAI_API_KEY'}
LOCAL = {'provider': 'openai_compatible', 'model': 'qwen3', 'base_url': 'http://localhost:8080/v1'}
AZURE = {'provider': 'azure', 'model': 'mini', 'api_key_env': 'K', 'base_url': 'https://x.openai.azure.com/openai/v1'}

RIGHT = [
    OPENAI,
    OPENAI
    | {'base_url': 'https://gateway.example.com/v1', 'temperature': None, 'max_tokens': 80, 'timeout_seconds': 3},
    {**{key: value for key, value in OPENAI.items() if key != 'api_key_env'}, 'api_key_file': '/run/secrets/openai'},
    LOCAL,
    LOCAL | {'base_url': 'http://127.8.8.8:8080/v1'},
    LOCAL | {'base_url': 'http://[::1]:8080/v1'},
    LOCAL | {'base_url': 'http://gpu.example.com:8000/v1', 'allow_http': True, 'headers': {'X-Team': 'network'}},
    AZURE,
    AZURE | {'base_url': 'https://x.openai.azure.com', 'api_version': '2024-10-21'},
    {'provider': 'ollama', 'model': 'qwen3:4b'},
    {'provider': 'vllm', 'model': 'Qwen/Qwen3-4B', 'base_url': 'https://gpu.example.com/v1', 'json_schema': False},
    {'provider': 'anthropic', 'model': 'claude-haiku-4-5', 'api_key_env': 'ANTHROPIC_API_KEY'},
    {'provider': 'google', 'model': 'gemini-2.5-flash-lite', 'api_key_env': 'GEMINI_API_KEY'},
]

WRONG = [
    ({}, "['provider'] is missing; it must be one of openai, openai_compatible,"),
    ({'provider': 'openai'}, "['model'] is missing"),
    (OPENAI | {'provider': 'opanai'}, "['provider'] must be one of openai, openai_compatible"),
    (OPENAI | {'provider': ['openai']}, "['provider'] must be one of"),
    (OPENAI | {'model': ''}, "['model'] must be a text that is not empty"),
    (OPENAI | {'modle': 'x'}, "['modle'] is not a setting. Did you mean 'model'?"),
    (OPENAI | {'api_key': 'hunter2'}, "['api_key'] is not a setting: keys do not belong"),
    ({'provider': 'openai', 'model': 'x'}, "['api_key_env'] is missing"),
    ({'provider': 'google', 'model': 'x'}, "['api_key_env'] is missing"),
    (OPENAI | {'api_key_file': '/run/secrets/openai'}, 'names an API key twice'),
    (LOCAL | {'api_key_file': 'secrets/openai'}, "['api_key_file'] must be the absolute path of a file"),
    (OPENAI | {'temperature': '0'}, "['temperature'] must be a number from 0 to 2, or None"),
    (OPENAI | {'temperature': float('nan')}, "['temperature'] must be a number from 0 to 2, or None"),
    (OPENAI | {'max_tokens': 0}, "['max_tokens'] must be a whole number from 1"),
    (OPENAI | {'max_tokens': 80.0}, "['max_tokens'] must be a whole number from 1"),
    (OPENAI | {'timeout_seconds': 0}, "['timeout_seconds'] must be a number from 0.1 to 60"),
    (OPENAI | {'timeout_seconds': True}, "['timeout_seconds'] must be a number from 0.1 to 60"),
    (OPENAI | {'headers': {'X-Key': 'hunter2\r\nHost: x'}}, "['headers'] must be a mapping of names to header values"),
    (OPENAI | {'headers': {'X Key': 'hunter2'}}, "['headers'] must be a mapping of header names; 'X Key' is none"),
    (OPENAI | {'headers': ['hunter2']}, "['headers'] must be a mapping"),
    (OPENAI | {'api_version': '2024-10-21'}, "['api_version'] is for the provider azure alone"),
    (OPENAI | {'allow_http': 1}, "['allow_http'] must be True or False"),
    ({'provider': 'vllm', 'model': 'x'}, "['base_url'] is missing"),
    (LOCAL | {'base_url': 'localhost:8080/v1'}, "['base_url'] must be an address such as"),
    (LOCAL | {'base_url': 'ftp://localhost/v1'}, "['base_url'] must be an address such as"),
    (LOCAL | {'base_url': 'https:///v1'}, "['base_url'] must be an address such as"),
    (LOCAL | {'base_url': 'https://localhost:port/v1'}, "['base_url'] must be an address such as"),
    (LOCAL | {'base_url': 'https://me:hunter2@localhost/v1'}, "['base_url'] must be an address without user name"),
    (LOCAL | {'base_url': 'https://localhost/v1?key=hunter2'}, "['base_url'] must be an address without user name"),
    (LOCAL | {'base_url': 'http://gpu.example.com/v1'}, "['base_url'] must be an https address, unless 'allow_http'"),
    (LOCAL | {'base_url': 'http://localhost.example.com/v1'}, "['base_url'] must be an https address"),
    (LOCAL | {'base_url': 'http://10.0.0.1/v1'}, "['base_url'] must be an https address"),
    (AZURE | {'api_version': '2024-10-21'}, "['api_version'] must be left out"),
    (AZURE | {'base_url': 'https://x.openai.azure.com'}, "['api_version'] is missing"),
]


@pytest.mark.parametrize('values', RIGHT)
def test_right(values):
    validate({'profiles': {'small': values}})
    profile = profile_of('small', values)
    assert profile.provider is Provider(values['provider'])
    assert profile.address.startswith(values.get('base_url', 'http'))


@pytest.mark.parametrize(('values', 'said'), WRONG)
def test_wrong(values, said):
    with pytest.raises(ImproperlyConfigured) as caught:
        validate({'profiles': {'small': values}})
    message = str(caught.value)
    assert message.startswith("PLUGINS_CONFIG['netbox_chat_sessions']['profiles']['small']")
    assert said in message
    assert 'hunter2' not in message


@pytest.mark.parametrize(
    ('settings', 'said'),
    [
        ({'profiles': {'small': 'hunter2'}}, "['profiles'] must be a mapping of names to profiles."),
        (
            {'enable_route_stickiness': True},
            "['route_stickiness_llm_profile'] is 'route_continuity', which must be one of",
        ),
        (
            {'enable_route_stickiness': True, 'route_stickiness_llm_profile': 'smal', 'profiles': {'small': OPENAI}},
            "['route_stickiness_llm_profile'] is 'smal', which must be one of",
        ),
        ({'assistant_llm_profile': 'large', 'profiles': {'small': OPENAI}}, "['assistant_llm_profile'] is 'large'"),
    ],
)
def test_profiles_that_are_named_and_are_none(settings, said):
    with pytest.raises(ImproperlyConfigured) as caught:
        validate(settings)
    assert said in str(caught.value)
    assert 'hunter2' not in str(caught.value)


def test_the_examples_of_the_documentation_are_right():
    page = (Path(__file__).parents[3] / 'docs' / 'language-models.md').read_text()
    [block] = re.findall(r'```python\n(.*?)```', page, re.DOTALL)
    examples = [ast.literal_eval(ast.unparse(line)) for line in ast.parse(block).body]
    assert {example['provider'] for example in examples} == set(Provider)
    for example in examples:
        validate({'profiles': {'small': example}})


def test_a_profile_shows_no_header():
    profile = Profile('small', Provider.OLLAMA, 'qwen3', headers={'X-Key': 'hunter2'})
    assert 'hunter2' not in f'{profile} {profile!r}'
