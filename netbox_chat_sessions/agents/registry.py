"""The agents that may answer: the inventory agent, and those that other packages register."""

from importlib.metadata import entry_points
from typing import Any

from ..conversation.ports import Agent
from .inventory import InventoryAgent

__all__ = ('ENTRY_POINTS', 'agents_for')

ENTRY_POINTS = 'netbox_chat_sessions.agents'


def agents_for(user: Any) -> tuple[Agent, ...]:
    """All agents, bound to `user`; an entry point names a callable that takes the user and returns an agent."""
    others = tuple(point.load()(user) for point in entry_points(group=ENTRY_POINTS))
    return (InventoryAgent(user), *others)
