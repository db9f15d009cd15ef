"""What an administrator has set up: settings, and language models."""

from django.utils.translation import gettext as _

from ..checks import warnings
from ..llm.circuit import circuit_of
from ..llm.errors import LanguageModelError
from ..settings import get

__all__ = ('language_models', 'settings')


def settings() -> tuple[bool, str]:
    """What the system checks say about the settings."""
    found = warnings()
    if found:
        return False, ' '.join(f'{warning.id}: {warning.msg}' for warning in found)
    return True, _('There is nothing to say about the settings.')


def language_models() -> tuple[bool, str]:
    """Whether one of those in use is left alone because it failed; "netbox chat_check" asks them."""
    profiles = get().profiles_in_use
    if not profiles:
        return True, _('No language model is used.')
    waiting = []
    for profile in profiles:
        try:
            circuit_of(profile).require_closed()
        except LanguageModelError as error:
            waiting.append(error.sentence)
    return not waiting, ' '.join(waiting) or _('No language model is left alone.')
