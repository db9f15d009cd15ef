"""All parts, each looked at for itself: one that is out of order hides no other."""

import logging
from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from .background import Workers, cleanup
from .database import cache, database, migrations, permissions
from .part import Part
from .setup import language_models, settings

__all__ = ('examine',)

logger = logging.getLogger(__name__)

Finding = Callable[[], tuple[bool, str]]


def examine() -> list[Part]:
    """Look at every part; takes some seconds where one of them does not answer, and asks no language model."""
    workers = Workers()
    parts: Mapping[str, Finding] = {
        'database': database,
        'migrations': migrations,
        'cache': cache,
        'broker': workers.broker,
        'worker': workers.worker,
        'cleanup': cleanup,
        'permissions': permissions,
        'settings': settings,
        'language_models': language_models,
    }
    return [_examined(name, finding) for name, finding in parts.items()]


def _examined(name: str, finding: Finding) -> Part:
    try:
        works, sentence = finding()
    except Exception as error:
        # Whatever is wrong with a part is what was asked for.
        logger.warning('The part %s could not be looked at: %s', name, type(error).__name__)
        return Part(name, False, _('It does not answer ({error}).').format(error=type(error).__name__))
    return Part(name, works, sentence)
