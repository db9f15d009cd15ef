"""Loading the language model library: only when a model is asked, and holding up no turn for longer than an answer."""

from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from types import ModuleType

from django.utils.translation import gettext as _

from ..llm_settings import Provider
from .errors import Failure, LanguageModelError

__all__ = ('calling', 'load_soon', 'missing')

# What each provider's module imports beside the library itself.
NEEDED = {Provider.ANTHROPIC: 'anthropic', Provider.GOOGLE: 'google.genai'}

_loaded: dict[Provider, ModuleType] = {}


def calling(provider: Provider, seconds: float) -> ModuleType:
    """The module `calling`, with the library for a provider; loading it takes seconds, once in each process.

    Raises:
        LanguageModelError: The library is not installed, does not work, or is still being loaded after `seconds`.
    """
    if provider in _loaded:
        return _loaded[provider]
    failed: list[Exception] = []
    # Loading goes on when nobody waits for it any more; whoever comes meanwhile waits for the same import.
    load_soon(provider, failed).join(seconds)
    if failed:
        sentence = _('The language model library cannot be loaded ({reason}): install netbox-chat-sessions[llm].')
        raise LanguageModelError(Failure.NOT_INSTALLED, sentence.format(reason=failed[0]))
    if provider not in _loaded:
        raise LanguageModelError(Failure.LOADING, _('The language model library is still being loaded.'))
    return _loaded[provider]


def load_soon(provider: Provider, failed: list[Exception] | None = None) -> Thread:
    """Begin to load the library in a thread of its own, which is returned; `failed` takes the error, if any."""
    arguments = (provider, [] if failed is None else failed)
    thread = Thread(target=_load, args=arguments, name='netbox_chat_sessions library', daemon=True)
    thread.start()
    return thread


def _load(provider: Provider, failed: list[Exception]) -> None:
    try:
        module = import_module('.calling', __package__)
        module.provider_module(provider)
    # Packages that do not fit together raise all kinds of errors while they are imported.
    except Exception as error:
        failed.append(error)
    else:
        _loaded[provider] = module


def missing(provider: Provider) -> tuple[str, ...]:
    """The packages that a provider needs and that are not installed; nothing is imported to find out."""
    return tuple(name for name in ('pydantic_ai', NEEDED.get(provider, 'openai')) if not _is_installed(name))


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        # A package that should hold it is not there.
        return False
