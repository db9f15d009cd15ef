"""Which agents there are, and why one cannot be asked: for those who look after a NetBox."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from ..agent_settings import ASSISTANT, AgentSettings
from ..conversation.ports import Agent
from ..settings import get
from .offering import is_offered
from .packages import AGENTS, packages
from .registry import candidates

__all__ = ('Listed', 'roster')


@dataclass(frozen=True)
class Listed:
    """An agent as it is registered or set.

    Attributes:
        name: Its own name; where it is not known, that of what registers it.
        description: What it answers, and for whom.
        refusal: Why it cannot be asked; empty where it can.
        broken: It cannot be used at all, though somebody wants it to.
    """

    name: str
    description: str = ''
    refusal: str = ''
    broken: bool = False


def roster(user: Any = None) -> tuple[Listed, ...]:
    """All agents, those that cannot be asked included.

    Args:
        user: As this user is offered them; None: whoever has the permissions that the settings ask for.
    """
    listed = tuple(_listed(user))
    return (*listed, *_unknown({one.name for one in listed}))


def _listed(user: Any) -> Iterator[Listed]:
    chosen = get().agents
    for known in candidates(user or AnonymousUser()):
        if known.agent is None:
            yield Listed(known.name, refusal=known.refusal, broken=True)
        else:
            own = chosen.get(known.name, AgentSettings())
            yield Listed(known.name, _described(known.agent, own), _refusal(known.name, own, user))
    for name, refusal in packages().failed.items():
        if f'{AGENTS}:' in name:
            yield Listed(name, refusal=refusal, broken=True)
    if get().assistant_llm_profile is None:
        yield Listed(ASSISTANT, refusal=_('There is none, as assistant_llm_profile names no language model.'))


def _described(agent: Agent, chosen: AgentSettings) -> str:
    if not chosen.permission:
        return agent.description
    asked = _('Only for those with the permission {permission}.').format(permission=chosen.permission)
    return f'{agent.description} {asked}'


def _refusal(name: str, chosen: AgentSettings, user: Any) -> str:
    if not chosen.enabled:
        return _('It is switched off in the settings.')
    if user is not None and not is_offered(name, user):
        return _('{user} lacks the permission {permission}.').format(user=user, permission=chosen.permission)
    return ''


def _unknown(names: set[str]) -> Iterator[Listed]:
    """What is set for agents that nothing registers, or that are not even loaded."""
    for name, chosen in get().agents.items():
        if name not in names and chosen.path and not chosen.enabled:
            yield Listed(name, refusal=_('It is switched off in the settings.'))
        elif name not in names:
            yield Listed(name, refusal=_('Something is set for it, and there is no agent of that name.'), broken=True)
