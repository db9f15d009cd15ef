"""Whether a profile works, found out by one real call."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..llm_settings import Profile
from ..settings import Settings
from .classifier import CHECK, is_decision
from .errors import LanguageModelError
from .library import calling
from .profiles import LanguageModel
from .prompts import Completion, Prompt, fenced

__all__ = ('CheckResult', 'check')

GREETING = Prompt('Greet the user in one short sentence.', fenced({'user': 'hello'}))
PATIENCE = 120.0


@dataclass(frozen=True)
class CheckResult:
    """What a call has shown.

    Attributes:
        works: Whether the profile can be used.
        sentence: How it went, or what is wrong.
    """

    works: bool
    sentence: str


def check(profile: Profile, settings: Settings) -> CheckResult:
    """Ask the model as it will be asked: the classifier's for a decision, any other for a sentence.

    It is asked even where its provider is left alone for a while, and an answer ends that.
    """
    classifies = settings.enable_route_stickiness and profile.name == settings.route_stickiness_llm_profile
    tokens = settings.route_stickiness_max_tokens if classifies else profile.max_tokens
    try:
        calling(profile.provider, PATIENCE)
        completion = LanguageModel(profile).ask(CHECK if classifies else GREETING, max_tokens=tokens, at_once=True)
    except LanguageModelError as error:
        told = _('{sentence} It says: {said}') if error.said else '{sentence}'
        return CheckResult(False, told.format(sentence=error.sentence, said=error.said))
    return _judged(completion, profile, classifies, tokens)


def _judged(completion: Completion, profile: Profile, classifies: bool, tokens: int) -> CheckResult:
    if not completion.text.strip():
        sentence = _('{model} answers, but says nothing within {tokens} tokens: a model that thinks first needs more.')
        return CheckResult(False, sentence.format(model=profile.model, tokens=tokens))
    if classifies and not is_decision(completion):
        sentence = _('{model} answers, but with no decision that can be read: take another model for the classifier.')
        return CheckResult(False, sentence.format(model=profile.model))
    sentence = _('{model} at {address} answers in {milliseconds} ms ({tokens} tokens).')
    return CheckResult(
        True,
        sentence.format(
            model=profile.model,
            address=profile.address,
            milliseconds=completion.duration_ms,
            tokens=completion.tokens,
        ),
    )
