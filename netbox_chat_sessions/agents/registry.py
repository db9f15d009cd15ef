"""The agents that may answer, and the types of agents: the plugin's own, and those that other packages register."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..conversation.agent_types import AGENT_TYPES, AgentType
from ..conversation.ports import Agent
from ..settings import get
from .inventory import InventoryAgent
from .packages import packages

__all__ = ('agent_types', 'agents_for')


def agents_for(user: Any) -> tuple[Agent, ...]:
    """All agents, bound to `user`."""
    inventory = InventoryAgent(user)
    return (inventory, *_assistant(user, inventory), *(make(user) for make in packages().agents))


def _assistant(user: Any, inventory: InventoryAgent) -> Iterator[Agent]:
    """The assistant; without a language model for it nothing of it is imported."""
    if get().assistant_llm_profile is not None:
        from .assistant import assistant_for

        yield assistant_for(user, inventory)


def agent_types() -> Mapping[str, AgentType]:
    """All agent types by name."""
    return {**packages().types, **AGENT_TYPES}
