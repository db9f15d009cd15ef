"""What people want to know of the chat itself, as the settings have it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...agent_settings import ASSISTANT
from ...llm_settings import Profile
from ...settings import Settings, get
from ..offering import is_offered
from .asked import Topic

__all__ = ('ABOUT_THE_CHAT',)

# The units in which a time is said, the largest first.
DAY, HOUR, MINUTE = 86_400, 3_600, 60


def _readers(user: Any) -> str:
    return ' '.join(
        (
            _('You can read it, and so can those you share the session with.'),
            _('So can the administrators of this NetBox, and whom they let read chats.'),
            _('An answer is withheld from whoever may not see an object that it names.'),
            *_models_told(user),
        )
    )


def _kept(user: Any) -> str:
    settings = get()
    idle = _('A session that nothing is said in for {time} expires; you can go on with it until it is deleted.')
    if settings.retention_days:
        days = ngettext('{count} day', '{count} days', settings.retention_days).format(count=settings.retention_days)
        deleted = _('It is deleted {time} after the last message.').format(time=days)
    else:
        idle = _('A session that nothing is said in for {time} is deleted.')
        deleted = ''
    return ' '.join(
        said
        for said in (
            _('What is asked and answered is kept in NetBox’s own database, with the objects that it was about.'),
            idle.format(time=_time(settings.session_timeout)),
            deleted,
            _('You can delete a session on its page at any time.'),
        )
        if said
    )


def _models(user: Any) -> str:
    told = _('This is a program that looks up in NetBox what you ask, with your own permissions.')
    return ' '.join((told, *_models_told(user)))


def _models_told(user: Any) -> Iterator[str]:
    """Whether anything of it goes to a language model, to which one, and what for."""
    settings = get()
    uses = dict(_uses(settings, user))
    if not uses:
        yield _('No language model is used.')
    for said, name in uses.items():
        yield said.format(model=_model(settings.profiles[name]))


def _uses(settings: Settings, user: Any) -> Iterator[tuple[str, str]]:
    if settings.enable_route_stickiness:
        said = _('{model} is sent each message, to tell whether you want a person, or to end the conversation.')
        yield said, settings.route_stickiness_llm_profile
    if settings.assistant_llm_profile and is_offered(ASSISTANT, user):
        yield _('{model} is sent what is not understood without it.'), settings.assistant_llm_profile
    if settings.context_summary_llm_profile:
        yield _('{model} is sent what was said earlier, to condense it.'), settings.context_summary_llm_profile


def _model(profile: Profile) -> str:
    host = urlsplit(profile.address).hostname
    return _('The language model {model} at {host}').format(model=profile.model, host=host)


def _person(user: Any) -> str:
    press = _('Choose “Ask for a person” in the menu beside the title of this conversation.')
    if not get().enable_route_stickiness:
        return press
    return f'{press} {_("Or just say that you want to talk to a person.")}'


def _ending(user: Any) -> str:
    return ' '.join(
        (
            _('The menu beside the title of this conversation ends the session.'),
            _('Its page, in the same menu, is where you rename it, share it, delete it, or have objects forgotten.'),
            _('The plus sign above starts a new one.'),
        )
    )


def _time(seconds: int) -> str:
    """Seconds in the largest unit that says them whole."""
    if seconds % DAY == 0:
        return ngettext('{count} day', '{count} days', seconds // DAY).format(count=seconds // DAY)
    if seconds % HOUR == 0:
        return ngettext('{count} hour', '{count} hours', seconds // HOUR).format(count=seconds // HOUR)
    count = round(seconds / MINUTE)
    return ngettext('{count} minute', '{count} minutes', count).format(count=count)


# Called with who asks.
ABOUT_THE_CHAT: Mapping[Topic, Callable[[Any], str]] = {
    Topic.READERS: _readers,
    Topic.KEPT: _kept,
    Topic.MODELS: _models,
    Topic.PERSON: _person,
    Topic.ENDING: _ending,
}
