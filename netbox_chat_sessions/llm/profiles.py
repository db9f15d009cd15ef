"""Asking the language model of a profile."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..llm_settings import Profile
from .circuit import circuit_of
from .errors import Failure, LanguageModelError
from .keys import api_key
from .prompts import Completion, Prompt

__all__ = ('LanguageModel',)


@dataclass(frozen=True)
class LanguageModel:
    """The language model of one profile."""

    profile: Profile

    def ask(self, prompt: Prompt, *, max_tokens: int | None = None, at_once: bool = False) -> Completion:
        """The model's answer, within `timeout_seconds`.

        Args:
            prompt: What is asked.
            max_tokens: Most tokens of the answer; as the profile says unless given.
            at_once: Ask even where the provider is left alone for a while.

        Raises:
            LanguageModelError: There is no answer.
        """
        circuit = circuit_of(self.profile)
        if not at_once:
            circuit.require_closed()
        key = api_key(self.profile)
        try:
            from .calling import call
        except ImportError as error:
            # The optional extra; without a profile it is neither needed nor loaded.
            raise LanguageModelError(Failure.NOT_INSTALLED, _not_installed(error)) from error
        try:
            completion = call(self.profile, key, prompt, max_tokens or self.profile.max_tokens)
        except LanguageModelError as error:
            circuit.failed(error)
            raise
        circuit.succeeded()
        return completion


def _not_installed(error: ImportError) -> str:
    sentence = _('The language model library is not installed ({reason}): install netbox-chat-sessions[llm].')
    return sentence.format(reason=error)
