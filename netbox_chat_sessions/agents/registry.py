"""The agents that may answer, and the types of agents: the plugin's own, and those that other packages register."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from ..conversation.agent_types import AGENT_TYPES, AgentType
from ..conversation.ports import Agent
from .inventory import InventoryAgent

__all__ = ('ENTRY_POINTS', 'TYPE_ENTRY_POINTS', 'agent_types', 'agents_for')

ENTRY_POINTS = 'netbox_chat_sessions.agents'
TYPE_ENTRY_POINTS = 'netbox_chat_sessions.agent_types'


def agents_for(user: Any) -> tuple[Agent, ...]:
    """All agents, bound to `user`; an entry point names a callable that takes the user and returns an agent."""
    return (InventoryAgent(user), *(make(user) for make in _others()))


@cache
def _others() -> tuple[Callable[[Any], Agent], ...]:
    """What other packages register; they are installed when NetBox starts, so they are looked for once."""
    return tuple(point.load() for point in entry_points(group=ENTRY_POINTS))


@cache
def agent_types() -> Mapping[str, AgentType]:
    """All agent types by name; an entry point names an `AgentType`. The plugin's own cannot be replaced."""
    added = (point.load() for point in entry_points(group=TYPE_ENTRY_POINTS))
    return {kind.name: kind for kind in (*added, *AGENT_TYPES.values())}
