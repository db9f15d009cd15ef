"""Models that speak the Gemini API."""

import httpx2
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from ...llm_settings import Profile
from ..transport import PLACEHOLDER
from .capabilities import stated

__all__ = ('model_of',)


def model_of(profile: Profile, client: httpx2.AsyncClient) -> GoogleModel:
    """The model, which sends over `client` and knows no key."""
    provider = GoogleProvider(api_key=PLACEHOLDER, base_url=profile.address, http_client=client)
    return GoogleModel(profile.model, provider=provider, profile=stated(profile))
