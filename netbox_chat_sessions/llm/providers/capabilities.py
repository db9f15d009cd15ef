"""What a profile says that a model can do, over what the library knows of it."""

from pydantic_ai.profiles import ModelProfile

from ...llm_settings import Profile

__all__ = ('stated',)


def stated(profile: Profile) -> ModelProfile:
    """What the profile says; empty where it says nothing."""
    return ModelProfile() if profile.json_schema is None else {'supports_json_schema_output': profile.json_schema}
