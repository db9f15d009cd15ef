"""Which agents a user is offered, by the settings."""

from typing import Any

from ..agent_settings import AgentSettings
from ..settings import get

__all__ = ('is_offered',)


def is_offered(name: str, user: Any) -> bool:
    """Whether the settings offer the agent of that name to a user."""
    chosen = get().agents.get(name, AgentSettings())
    return chosen.enabled and (not chosen.permission or user.has_perm(chosen.permission))
