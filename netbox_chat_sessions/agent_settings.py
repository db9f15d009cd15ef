"""Agents as they are set: which class, whether at all, and for whom; each wrong key is named at start."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from .setting_rules import Rule, check, flag

__all__ = ('ASSISTANT', 'HELP', 'INVENTORY', 'OWN_AGENTS', 'AgentSettings', 'agent_settings_of', 'validate_agents')

# The agents of this package, which another class cannot replace.
INVENTORY, HELP, ASSISTANT = OWN_AGENTS = ('inventory', 'help', 'assistant')
LONGEST_NAME = 100

_PATH = re.compile(r'[A-Za-z_]\w*(\.[A-Za-z_]\w*)+')
# As NetBox names permissions: app, action, model.
_PERMISSION = re.compile(r'[a-z_]\w*\.[a-z]\w*_[a-z]\w*')


@dataclass(frozen=True)
class AgentSettings:
    """What is set for one agent.

    Attributes:
        path: Dotted path of what makes it; empty: it is this package's own, or registered by an entry point.
        enabled: Whether anybody is offered it.
        permission: Name of the permission that it takes to be offered it, such as `dcim.view_device`; empty: none.
    """

    path: str = ''
    enabled: bool = True
    permission: str = ''


RULES: dict[str, Rule] = {
    'class': (
        lambda value: isinstance(value, str) and bool(_PATH.fullmatch(value)),
        'the dotted path of a class, such as netbox_oncall.OnCallAgent',
    ),
    'enabled': flag(),
    'permission': (
        lambda value: value is None or (isinstance(value, str) and bool(_PERMISSION.fullmatch(value))),
        'the name of a permission, such as dcim.view_device, or None',
    ),
}


def validate_agents(values: Mapping[str, Any], where: str) -> None:
    """Check what is set for agents.

    Raises:
        ImproperlyConfigured: Names the first wrong key, and what it should be.
    """
    for name, agent in values.items():
        if not name.strip() or len(name) > LONGEST_NAME:
            raise ImproperlyConfigured(f'{where} must name agents in 1 to {LONGEST_NAME} characters, not {name!r}.')
        check(agent, RULES, f'{where}[{name!r}]')
        if 'class' in agent and name in OWN_AGENTS:
            raise ImproperlyConfigured(
                f"{where}[{name!r}]['class'] cannot be set: this agent is the chat's own. Set 'enabled' to False to do "
                'without it, and give yours another name.'
            )


def agent_settings_of(values: Mapping[str, Any]) -> AgentSettings:
    """What is set for one agent, which has been found valid."""
    return AgentSettings(values.get('class', ''), values.get('enabled', True), values.get('permission') or '')
