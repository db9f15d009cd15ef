"""The agents that may answer, and the types of agents: the plugin's own, and those that others register."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..agent_settings import INVENTORY
from ..conversation.agent_types import AGENT_TYPES, AgentType
from ..conversation.ports import Agent
from ..settings import get
from .help import HelpAgent
from .inventory import InventoryAgent
from .made import Candidate, made
from .nobody import NobodyAgent
from .offering import is_offered
from .packages import imported, packages
from .proposing import Proposer

__all__ = ('agent_types', 'agents_for', 'candidates')


def agents_for(user: Any) -> tuple[Agent, ...]:
    """The agents that `user` is offered, bound to them.

    Without the inventory agent, which takes whatever no other claims, the first one says that nobody does.
    """
    found = tuple(known.agent for known in candidates(user) if known.agent and is_offered(known.name, user))
    return found if is_offered(INVENTORY, user) else (NobodyAgent(others=bool(found)), *found)


def candidates(user: Any) -> Iterator[Candidate]:
    """All agents bound to `user`, whether they are offered or not, and those that cannot be used with the reason why.

    The plugin's own come first, then those of the settings, then those of packages. A name is given once.
    """
    taken: set[str] = set()
    for known in (*(Candidate(agent.name, agent) for agent in _own(user)), *_others(user)):
        if known.agent and known.name in taken:
            yield Candidate(known.name, refusal='Another agent has this name already.')
            continue
        if known.agent:
            taken.add(known.name)
        yield known


def _own(user: Any) -> Iterator[Agent]:
    """Inventory and help, and the assistant; without a language model nothing of that is imported.

    What one passes on to another it passes on only where the other is offered as well.
    """
    helper = HelpAgent(user)
    inventory = InventoryAgent(
        user,
        helper=helper if is_offered(helper.name, user) else None,
        proposer=Proposer(user) if get().enable_proposals else None,
    )
    if get().assistant_llm_profile is None:
        yield from (inventory, helper)
        return
    from .assistant import assistant_for
    from .assisting.continuing import AssistedInventoryAgent

    assistant = assistant_for(user, inventory)
    yield AssistedInventoryAgent(inventory, assistant) if is_offered(assistant.name, user) else inventory
    yield from (helper, assistant)


def _others(user: Any) -> Iterator[Candidate]:
    """Those of the settings and of packages; what is registered in both ways is one agent."""
    chosen = {name: imported(agent.path) for name, agent in get().agents.items() if agent.path and agent.enabled}
    for name, make in chosen.items():
        yield made(name, make, user, called=name)
    for name, make in packages().agents.items():
        if not any(make is other for other in chosen.values()):
            yield made(name, make, user)


def agent_types() -> Mapping[str, AgentType]:
    """All agent types by name."""
    return {**packages().types, **AGENT_TYPES}
