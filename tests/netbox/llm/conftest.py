"""A model on loopback, and nothing known of providers from the test before."""

from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from django.core.cache import cache

from netbox_chat_sessions.llm import circuit, library
from netbox_chat_sessions.llm.profiles import LanguageModel
from netbox_chat_sessions.llm_settings import Profile, Provider, profile_of

from .server import Script, says, serving

KEY = 'sk-test-5f2c9a7e41'
PATHS = {'anthropic': '', 'google': ''}


@pytest.fixture
def forgotten_failures():
    cache.clear()
    circuit._local.until.clear()
    circuit._local.failures.clear()


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv('MODEL_KEY', KEY)
    return KEY


@dataclass(frozen=True)
class Service:
    """A scripted service, and a profile for it."""

    url: str
    script: Script

    def profile(self, provider: str = 'openai_compatible', **values: object) -> Profile:
        base_url = self.url + PATHS.get(provider, '/v1')
        known = {'provider': provider, 'model': 'small', 'base_url': base_url, 'api_key_env': 'MODEL_KEY'}
        return profile_of('test', known | {'timeout_seconds': 20.0} | values)

    def model(self, provider: str = 'openai_compatible', **values: object) -> LanguageModel:
        return LanguageModel(self.profile(provider, **values))


@pytest.fixture(scope='session')
def loaded():
    """The library, which takes seconds to load that no test is about."""
    for provider in Provider:
        library.calling(provider, 120)


@pytest.fixture
def start(forgotten_failures, loaded):
    """Starts a service that answers as told."""
    with ExitStack() as stack:
        yield lambda answer=None: Service(*stack.enter_context(serving(answer or says('fine'))))


@pytest.fixture
def service(start):
    return start()
