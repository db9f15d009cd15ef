"""The agents that may answer: the inventory agent, and those that other packages register."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from ..conversation.ports import Agent
from .inventory import InventoryAgent

__all__ = ('ENTRY_POINTS', 'agents_for')

ENTRY_POINTS = 'netbox_chat_sessions.agents'


def agents_for(user: Any) -> tuple[Agent, ...]:
    """All agents, bound to `user`; an entry point names a callable that takes the user and returns an agent."""
    return (InventoryAgent(user), *(make(user) for make in _others()))


@cache
def _others() -> tuple[Callable[[Any], Agent], ...]:
    """What other packages register; they are installed when NetBox starts, so they are looked for once."""
    return tuple(point.load() for point in entry_points(group=ENTRY_POINTS))
