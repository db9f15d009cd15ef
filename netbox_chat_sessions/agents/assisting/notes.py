"""What is said beside an answer about the language model's part in it."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from ...conversation.reply import Reply, text_block
from ...llm.errors import Failure, LanguageModelError

__all__ = ('failed', 'noted')


def noted(reply: Reply, note: str, tokens: int = 0) -> Reply:
    """The reply with a note behind its blocks: what is said of an answer is no part of it."""
    return replace(reply, blocks=(*reply.blocks, text_block(note)), tokens=reply.tokens + tokens)


def failed(error: LanguageModelError) -> str:
    """That the model could not be asked, and why: without its address, for whoever reads it need not know that."""
    return _('The language model could not be asked: {reason}.').format(reason=_reasons()[error.failure])


def _reasons() -> Mapping[Failure, str]:
    broken = _('it does not work at the moment')
    setup = _('it is not set up correctly')
    return {
        Failure.NOT_INSTALLED: _('its library is not installed'),
        Failure.NO_KEY: _('its API key is missing'),
        Failure.LOADING: _('its library is still being loaded'),
        Failure.WAITING: _('its service is left alone for a while'),
        Failure.TIMEOUT: _('it took too long'),
        Failure.UNREACHABLE: _('its service cannot be reached'),
        Failure.RATE_LIMITED: _('its service has too much to do'),
        Failure.NO_QUOTA: _('its account has nothing left'),
        Failure.DENIED: setup,
        Failure.NOT_FOUND: setup,
        Failure.REJECTED: setup,
        Failure.BROKEN: broken,
        Failure.REDIRECTED: setup,
        Failure.TOO_LARGE: broken,
        Failure.UNREADABLE: broken,
    }
