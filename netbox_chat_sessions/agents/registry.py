"""The agents that may answer, and the types of agents: the plugin's own, and those that other packages register."""

from collections.abc import Mapping
from typing import Any

from ..conversation.agent_types import AGENT_TYPES, AgentType
from ..conversation.ports import Agent
from ..settings import get
from .help import HelpAgent
from .inventory import InventoryAgent
from .packages import packages

__all__ = ('agent_types', 'agents_for')


def agents_for(user: Any) -> tuple[Agent, ...]:
    """All agents, bound to `user`."""
    return (*_own(user), *(make(user) for make in packages().agents))


def _own(user: Any) -> tuple[Agent, ...]:
    """Inventory and help, and the assistant; without a language model nothing of that is imported."""
    helper = HelpAgent(user)
    inventory = InventoryAgent(user, helper=helper)
    if get().assistant_llm_profile is None:
        return (inventory, helper)
    from .assistant import assistant_for
    from .assisting.continuing import AssistedInventoryAgent

    assistant = assistant_for(user, inventory)
    return (AssistedInventoryAgent(inventory, assistant), helper, assistant)


def agent_types() -> Mapping[str, AgentType]:
    """All agent types by name."""
    return {**packages().types, **AGENT_TYPES}
