"""Agents and agent types of others, loaded once; one that cannot be used is named, and never in the way."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from django.utils.module_loading import import_string

from ..conversation.agent_types import AGENT_TYPES, AgentType
from ..conversation.ports import Agent

__all__ = ('AGENTS', 'AGENT_TYPES_GROUP', 'Packages', 'imported', 'packages')

AGENTS = 'netbox_chat_sessions.agents'
AGENT_TYPES_GROUP = 'netbox_chat_sessions.agent_types'

logger = logging.getLogger(__name__)


@dataclass
class Packages:
    """What other packages register.

    Attributes:
        agents: Entry point → what makes the agent: called with a user, it returns one that is bound to them.
        types: Agent types by name; the plugin's own are not among them, and cannot be replaced.
        failed: Entry point → why it cannot be used.
    """

    agents: dict[str, Callable[[Any], Agent]] = field(default_factory=dict)
    types: dict[str, AgentType] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    def load(self, group: str, check: Callable[[Any], str]) -> Iterator[tuple[str, Any]]:
        """The entry points of a group with what they name, in the order of their names.

        Args:
            group: Name of the group.
            check: Why something cannot be used; empty where it can.
        """
        for point in sorted(entry_points(group=group), key=lambda point: point.name):
            try:
                found = point.load()
                refusal = check(found)
            # Whatever another package raises while it is imported, others can answer.
            except Exception as error:
                logger.exception('%s cannot be loaded.', _name(point))
                refusal = f'{type(error).__name__}: {error}'
            if refusal:
                self.failed[_name(point)] = refusal
            else:
                yield _name(point), found


@cache
def packages() -> Packages:
    """What is installed; packages are installed when NetBox starts, so they are looked for once."""
    found = Packages()
    found.agents = dict(found.load(AGENTS, _not_callable))
    for _point, kind in found.load(AGENT_TYPES_GROUP, _refused):
        found.types.setdefault(kind.name, kind)
    return found


@cache
def imported(path: str) -> Callable[[Any], Agent] | str:
    """What makes an agent, by its dotted path in the settings; a text says why it cannot be used."""
    try:
        found: Callable[[Any], Agent] = import_string(path)
    # Whatever another package raises while it is imported, others can answer.
    except Exception as error:
        logger.exception('%s cannot be loaded.', path)
        return f'{type(error).__name__}: {error}'
    return _not_callable(found) or found


def _not_callable(agent: Any) -> str:
    return '' if callable(agent) else 'It cannot be called with a user.'


def _refused(kind: Any) -> str:
    if not isinstance(kind, AgentType):
        return f'It is no AgentType but a {type(kind).__name__}.'
    return f'The agent type {kind.name} is the chat’s own.' if kind.name in AGENT_TYPES else ''


def _name(point: EntryPoint) -> str:
    return f'{point.dist.name if point.dist else ""} {point.group}: {point.name}'.strip()
