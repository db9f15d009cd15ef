"""Loading the language model library: only when a model is asked, and holding up no turn for longer than an answer."""

from importlib import import_module
from threading import Thread
from types import ModuleType

from django.utils.translation import gettext as _

from .errors import Failure, LanguageModelError

__all__ = ('calling', 'load_soon')

_loaded: dict[str, ModuleType] = {}


def calling(seconds: float) -> ModuleType:
    """The module `calling`, with the library; loading it takes some seconds, once in each process.

    Raises:
        LanguageModelError: The library is not installed, or is still being loaded after `seconds`.
    """
    if _loaded:
        return _loaded['calling']
    failed: list[ImportError] = []
    # Loading goes on when nobody waits for it any more; whoever comes meanwhile waits for the same import.
    load_soon(failed).join(seconds)
    if failed:
        sentence = _('The language model library is not installed ({reason}): install netbox-chat-sessions[llm].')
        raise LanguageModelError(Failure.NOT_INSTALLED, sentence.format(reason=failed[0]))
    if not _loaded:
        raise LanguageModelError(Failure.LOADING, _('The language model library is still being loaded.'))
    return _loaded['calling']


def load_soon(failed: list[ImportError] | None = None) -> Thread:
    """Begin to load the library in a thread of its own, which is returned."""
    arguments = ([] if failed is None else failed,)
    thread = Thread(target=_load, args=arguments, name='netbox_chat_sessions library', daemon=True)
    thread.start()
    return thread


def _load(failed: list[ImportError]) -> None:
    try:
        _loaded['calling'] = import_module('.calling', __package__)
    except ImportError as error:
        failed.append(error)
