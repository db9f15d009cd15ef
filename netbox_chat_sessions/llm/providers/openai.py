"""Models that speak OpenAI's chat completions: OpenAI itself, and all others."""

import httpx2
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider as LibraryProvider
from pydantic_ai.providers.azure import AzureProvider
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.vllm import VLLMProvider

from ...llm_settings import Profile, Provider
from ..transport import PLACEHOLDER
from .capabilities import stated

__all__ = ('model_of',)

# OpenAI has replaced the name `max_tokens`; it is the one that all others know.
OTHERS = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
# A stream that ends before its answer does is no answer.
WHOLE = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)


def model_of(profile: Profile, client: httpx2.AsyncClient) -> OpenAIChatModel:
    """The model, which sends over `client` and knows no key."""
    itself = profile.provider in (Provider.OPENAI, Provider.AZURE)
    known: ModelProfile = WHOLE | stated(profile) if itself else WHOLE | OTHERS | stated(profile)
    return OpenAIChatModel(profile.model, provider=_provider(profile, client), profile=known)


def _provider(profile: Profile, client: httpx2.AsyncClient) -> LibraryProvider:
    address, key = profile.address, PLACEHOLDER
    match profile.provider:
        case Provider.AZURE:
            version = profile.api_version or None
            return AzureProvider(azure_endpoint=address, api_version=version, api_key=key, http_client=client)
        case Provider.OLLAMA:
            return OllamaProvider(address, key, http_client=client)
        case Provider.VLLM:
            return VLLMProvider(base_url=address, api_key=key, http_client=client)
        case Provider.OPENAI_COMPATIBLE:
            return OpenAICompatibleProvider('openai-compatible', base_url=address, api_key=key, http_client=client)
        case _:
            return OpenAIProvider(address, key, http_client=client)
