"""Models that speak Anthropic's messages API."""

import httpx2
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from ...llm_settings import Profile
from ..transport import PLACEHOLDER
from .capabilities import stated

__all__ = ('model_of',)


def model_of(profile: Profile, client: httpx2.AsyncClient) -> AnthropicModel:
    """The model, which sends over `client` and knows no key."""
    provider = AnthropicProvider(api_key=PLACEHOLDER, base_url=profile.address, http_client=client)
    return AnthropicModel(profile.model, provider=provider, profile=stated(profile))
