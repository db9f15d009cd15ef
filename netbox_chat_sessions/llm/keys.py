"""API keys: from the environment or a file, read when they are needed, and kept out of every text."""

import os
from collections.abc import Iterable
from pathlib import Path

from django.utils.translation import gettext as _

from ..llm_settings import Profile
from .errors import Failure, LanguageModelError

__all__ = ('api_key', 'redacted')

LONGEST_KEY = 8192


def api_key(profile: Profile) -> str:
    """The profile's key as it is now; empty where it has none.

    Raises:
        LanguageModelError: There is none where there should be one, or it is none.
    """
    if profile.api_key_env:
        key, place = os.environ.get(profile.api_key_env, ''), profile.api_key_env
    elif profile.api_key_file:
        key, place = _read(profile.api_key_file), profile.api_key_file
    else:
        return ''
    key = key.strip()
    if not key:
        raise LanguageModelError(Failure.NO_KEY, _('There is no API key in {place}.').format(place=place))
    if not (key.isascii() and key.isprintable()) or len(key) > LONGEST_KEY:
        raise LanguageModelError(
            Failure.NO_KEY, _('What is in {place} is no API key: a key is one line of ASCII.').format(place=place)
        )
    return key


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding='utf-8')
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else _('it is no text')
        raise LanguageModelError(
            Failure.NO_KEY, _('The API key cannot be read from {path}: {reason}.').format(path=path, reason=reason)
        ) from None


def redacted(text: str, secrets: Iterable[str]) -> str:
    """A text without secrets that it repeats."""
    for secret in sorted(secrets, key=len, reverse=True):
        if secret:
            text = text.replace(secret, '…')
    return text
