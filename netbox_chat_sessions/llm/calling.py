"""One call of a language model; all that can go wrong becomes a `LanguageModelError`."""

from collections.abc import Iterator
from time import monotonic

import httpx2
from pydantic_ai import exceptions
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, ModelResponse, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from ..llm_settings import Profile
from .errors import LanguageModelError
from .failures import explain
from .keys import redacted
from .loop import run
from .prompts import Completion, Prompt
from .providers import provider_module
from .transport import guarded

__all__ = ('call', 'provider_module')

# The library keeps to the time itself; this is for when it does not.
GRACE = 1.0


def call(profile: Profile, key: str, prompt: Prompt, max_tokens: int) -> Completion:
    """The model's answer.

    Raises:
        LanguageModelError: There is none.
    """
    started = monotonic()
    try:
        response = run(_ask(profile, key, prompt, max_tokens), profile.timeout_seconds + GRACE)
    except LanguageModelError:
        raise
    except Exception as error:
        # Libraries of four providers meet here, with errors of their own. What they say may repeat what was sent.
        raise _failure(error, profile, key) from None
    tokens = response.usage.input_tokens + response.usage.output_tokens
    return Completion(response.text or '', tokens, round((monotonic() - started) * 1000))


async def _ask(profile: Profile, key: str, prompt: Prompt, max_tokens: int) -> ModelResponse:
    seconds = profile.timeout_seconds
    async with httpx2.AsyncClient(transport=guarded(profile, key), timeout=seconds) as client:
        model: Model = provider_module(profile.provider).model_of(profile, client)
        settings = ModelSettings(
            max_tokens=max_tokens, timeout=seconds, request_timeout=seconds, max_retries=0, thinking=False
        )
        if profile.temperature is not None:
            settings['temperature'] = profile.temperature
        messages = [ModelRequest([UserPromptPart(prompt.data)], instructions=prompt.instructions)]
        return await model_request(
            model, messages, model_settings=settings, model_request_parameters=_output(model, prompt), instrument=False
        )


def _output(model: Model, prompt: Prompt) -> ModelRequestParameters:
    """Hold the answer to the schema where the model can be held to one; the instructions describe it as well."""
    if prompt.schema is None or not model.profile.get('supports_json_schema_output'):
        return ModelRequestParameters()
    schema = OutputObjectDefinition(json_schema=dict(prompt.schema), name='decision', strict=True)
    return ModelRequestParameters(output_mode='native', output_object=schema)


def _failure(error: Exception, profile: Profile, key: str) -> LanguageModelError:
    for cause in _causes(error):
        if isinstance(cause, LanguageModelError):
            return cause
    failure, sentence = explain(error, profile)
    retry_after = error.retry_after if isinstance(error, exceptions.ModelAPIError) else None
    return LanguageModelError(failure, redacted(sentence, (key, *profile.headers.values())), retry_after)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
