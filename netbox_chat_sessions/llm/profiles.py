"""Asking the language model of a profile."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from ..llm_settings import Profile
from .circuit import circuit_of
from .errors import Failure, LanguageModelError
from .keys import api_key
from .library import calling
from .prompts import Completion, Prompt

__all__ = ('SHORTEST', 'LanguageModel')

# Seconds; in less, no model is asked.
SHORTEST = 0.1


@dataclass(frozen=True)
class LanguageModel:
    """The language model of one profile."""

    profile: Profile

    def ask(
        self,
        prompt: Prompt,
        *,
        max_tokens: int | None = None,
        seconds: float | None = None,
        at_once: bool = False,
        hear: Callable[[str], None] | None = None,
    ) -> Completion:
        """The model's answer, within `timeout_seconds`.

        Args:
            prompt: What is asked.
            max_tokens: Most tokens of the answer; as the profile says unless given.
            seconds: Within so many seconds, where the profile allows more.
            at_once: Ask even where the provider is left alone for a while.
            hear: Called with the text so far while the answer is written, where the profile streams. What it raises
                ends the call.

        Raises:
            LanguageModelError: There is no answer.
        """
        circuit = circuit_of(self.profile)
        if not at_once:
            circuit.require_closed()
        key = api_key(self.profile)
        started = monotonic()
        limit = min(self.profile.timeout_seconds, seconds or self.profile.timeout_seconds)
        library = calling(self.profile.provider, limit / 2)
        profile = self._within(limit - (monotonic() - started))
        try:
            completion: Completion = library.call(profile, key, prompt, max_tokens or profile.max_tokens, hear)
        except LanguageModelError as error:
            # Who was given less time than the profile allows has not failed by taking it.
            if error.failure is not Failure.TIMEOUT or limit == self.profile.timeout_seconds:
                circuit.failed(error)
            raise
        circuit.succeeded()
        return completion

    def _within(self, seconds: float) -> Profile:
        if self.profile.timeout_seconds - seconds < SHORTEST:
            return self.profile
        return replace(self.profile, timeout_seconds=max(round(seconds, 1), SHORTEST))
