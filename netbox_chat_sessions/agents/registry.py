"""The agents that may answer, and the types of agents: the plugin's own, and those that other packages register."""

from collections.abc import Mapping
from typing import Any

from ..conversation.agent_types import AGENT_TYPES, AgentType
from ..conversation.ports import Agent
from .inventory import InventoryAgent
from .packages import packages

__all__ = ('agent_types', 'agents_for')


def agents_for(user: Any) -> tuple[Agent, ...]:
    """All agents, bound to `user`."""
    return (InventoryAgent(user), *(make(user) for make in packages().agents))


def agent_types() -> Mapping[str, AgentType]:
    """All agent types by name."""
    return {**packages().types, **AGENT_TYPES}
