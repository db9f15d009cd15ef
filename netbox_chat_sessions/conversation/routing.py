"""The router: which registered agent answers a turn."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from .decisions import Decision, DecisionKind
from .ports import Agent
from .reading import Reading

__all__ = ('Router',)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Router:
    """Picks the agent that says it can handle a reading best; the earliest registered one among equals."""

    agents: Sequence[Agent]

    def pick(self, decision: Decision, active_agent: str, reading: Reading) -> Agent:
        """The agent for a turn: CONTINUE keeps the active one, everything else is scored.

        Raises:
            LookupError: No agent is registered.
        """
        if decision.kind is DecisionKind.CONTINUE:
            for agent in self.agents:
                if agent.name == active_agent:
                    return agent
        if not self.agents:
            raise LookupError('No agent is registered.')
        return max(self.agents, key=lambda agent: _score(agent, reading))


def _score(agent: Agent, reading: Reading) -> float:
    """How well an agent could answer; one that cannot even say so, least of all."""
    try:
        return agent.can_handle(reading)
    except Exception:
        logger.exception('The agent %s fails at telling what it can handle.', agent.name)
        return -1.0
