"""One call of a language model; all that can go wrong becomes a `LanguageModelError`."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic

import httpx2
from django.utils.translation import gettext as _
from pydantic_ai import exceptions
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import ModelMessage, ModelResponse, PartDeltaEvent, PartStartEvent
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from ..llm_settings import Profile
from .errors import Failure, LanguageModelError
from .failures import explain
from .keys import redacted
from .loop import Running, running
from .messages import calls_of, messages_of, parameters_of
from .prompts import Completion, Prompt
from .providers import provider_module
from .transport import guarded

__all__ = ('call', 'provider_module')

# The library keeps to the time itself; this is for when it does not.
GRACE = 1.0


def call(
    profile: Profile, key: str, prompt: Prompt, max_tokens: int, hear: Callable[[str], None] | None = None
) -> Completion:
    """The model's answer.

    Args:
        profile: Which model, and how it is asked.
        key: The API key; empty without one.
        prompt: What is asked.
        max_tokens: Most tokens of the answer.
        hear: Called with the text so far while the answer is written, in this thread, where the profile streams. What
            it raises ends the call.

    Raises:
        LanguageModelError: There is none.
    """
    started = monotonic()
    ask = partial(_ask, profile, key, prompt, max_tokens)
    with running(ask, profile.timeout_seconds + GRACE) as asking:
        for text in asking.heard():
            if hear is not None:
                hear(text)
        response = _answered(asking, profile, key)
    tokens = response.usage.input_tokens + response.usage.output_tokens
    duration = round((monotonic() - started) * 1000)
    return Completion(response.text or '', tokens, duration, calls_of(response), response)


def _answered(asking: Running[ModelResponse], profile: Profile, key: str) -> ModelResponse:
    try:
        return asking.result()
    except LanguageModelError:
        raise
    except Exception as error:
        # Libraries of four providers meet here, with errors of their own. What they say may repeat what was sent.
        raise _failure(error, profile, key) from None


async def _ask(
    profile: Profile, key: str, prompt: Prompt, max_tokens: int, write: Callable[[str], None]
) -> ModelResponse:
    seconds = profile.timeout_seconds
    async with httpx2.AsyncClient(transport=guarded(profile, key), timeout=seconds) as client:
        model: Model = provider_module(profile.provider).model_of(profile, client)
        settings = ModelSettings(
            max_tokens=max_tokens, timeout=seconds, request_timeout=seconds, max_retries=0, thinking=False
        )
        if profile.temperature is not None:
            settings['temperature'] = profile.temperature
        parameters = parameters_of(model, prompt)
        if profile.stream:
            return await _streamed(model, messages_of(prompt), settings, parameters, write)
        return await model_request(
            model,
            messages_of(prompt),
            model_settings=settings,
            model_request_parameters=parameters,
            instrument=False,
        )


async def _streamed(
    model: Model,
    messages: Sequence[ModelMessage],
    settings: ModelSettings,
    parameters: ModelRequestParameters,
    write: Callable[[str], None],
) -> ModelResponse:
    """The whole answer, its text passed on as it is written; one that breaks off is none."""
    async with model_request_stream(
        model, messages, model_settings=settings, model_request_parameters=parameters, instrument=False
    ) as stream:
        written = ''
        async for event in stream:
            if isinstance(event, PartStartEvent | PartDeltaEvent) and (text := stream.get().text or '') != written:
                written = text
                write(written)
        response = stream.get()
    if response.finish_reason is None:
        raise LanguageModelError(Failure.UNREADABLE, _('The answer broke off in the middle.'))
    return response


def _failure(error: Exception, profile: Profile, key: str) -> LanguageModelError:
    for cause in _causes(error):
        if isinstance(cause, LanguageModelError):
            return cause
    failure, sentence, said = explain(error, profile)
    secrets = (key, *profile.headers.values())
    retry_after = error.retry_after if isinstance(error, exceptions.ModelAPIError) else None
    return LanguageModelError(failure, redacted(sentence, secrets), retry_after, redacted(said, secrets))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
