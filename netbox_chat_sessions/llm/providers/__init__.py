"""The library's models, each provider's own library loaded only for a profile that needs it."""

from importlib import import_module
from typing import Any

from ...llm_settings import Provider

__all__ = ('provider_module',)

# All others speak OpenAI's protocol.
OWN = {Provider.ANTHROPIC: '.anthropic', Provider.GOOGLE: '.google'}


def provider_module(provider: Provider) -> Any:
    """The module whose `model_of(profile, client)` makes a model of that provider.

    Raises:
        ImportError: The library is not installed.
    """
    return import_module(OWN.get(provider, '.openai'), __package__)
