"""The library's model for a profile."""

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.azure import AzureProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.vllm import VLLMProvider

from ..llm_settings import Profile, Provider
from .transport import PLACEHOLDER

__all__ = ('model_of',)

# OpenAI has replaced the name `max_tokens`; it is the one that all others know.
OTHERS = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)


def model_of(profile: Profile, client: httpx2.AsyncClient) -> Model:
    """The model, which sends over `client` and knows no key."""
    name, address, key = profile.model, profile.address, PLACEHOLDER
    known = ModelProfile() if profile.json_schema is None else {'supports_json_schema_output': profile.json_schema}
    match profile.provider:
        case Provider.ANTHROPIC:
            anthropic = AnthropicProvider(api_key=key, base_url=address, http_client=client)
            return AnthropicModel(name, provider=anthropic, profile=known)
        case Provider.GOOGLE:
            google = GoogleProvider(api_key=key, base_url=address, http_client=client)
            return GoogleModel(name, provider=google, profile=known)
        case Provider.OPENAI:
            openai = OpenAIProvider(address, key, http_client=client)
            return OpenAIChatModel(name, provider=openai, profile=known)
        case Provider.AZURE:
            version = profile.api_version or None
            azure = AzureProvider(azure_endpoint=address, api_version=version, api_key=key, http_client=client)
            return OpenAIChatModel(name, provider=azure, profile=known)
        case Provider.OLLAMA:
            ollama = OllamaProvider(address, key, http_client=client)
            return OpenAIChatModel(name, provider=ollama, profile=OTHERS | known)
        case Provider.VLLM:
            vllm = VLLMProvider(base_url=address, api_key=key, http_client=client)
            return OpenAIChatModel(name, provider=vllm, profile=OTHERS | known)
        case Provider.OPENAI_COMPATIBLE:
            other = OpenAICompatibleProvider('openai-compatible', base_url=address, api_key=key, http_client=client)
            return OpenAIChatModel(name, provider=other, profile=OTHERS | known)
