"""Agents of others, made for one user; one that cannot be made or used is named, and never in the way."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..conversation.ports import Agent

__all__ = ('Candidate', 'made')

TEXTS = ('name', 'description', 'context_type')
CALLED = ('can_handle', 'answer')

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Candidate:
    """An agent that is registered.

    Attributes:
        name: Its own name; where it is not known, that of what registers it.
        agent: The agent, bound to a user; None where it cannot be used.
        refusal: Why it cannot be used; empty where it can.
    """

    name: str
    agent: Agent | None = None
    refusal: str = ''


def made(name: str, make: Callable[[Any], Any] | str, user: Any, called: str = '') -> Candidate:
    """The agent that a callable makes for a user.

    Args:
        name: Of what registers it.
        make: Called with the user; a text says why there is none.
        user: Whom the agent is bound to.
        called: The name that it has to have; empty: any.
    """
    if isinstance(make, str):
        return Candidate(name, refusal=make)
    try:
        agent = make(user)
        refusal = _lacking(agent)
    # Whatever another package raises, others can answer.
    except Exception as error:
        logger.exception('The agent %s cannot be made.', name)
        return Candidate(name, refusal=f'{type(error).__name__}: {error}')
    if not refusal and called and agent.name != called:
        refusal = f'It calls itself {agent.name}: set it under that name.'
    return Candidate(name, refusal=refusal) if refusal else Candidate(agent.name, agent)


def _lacking(agent: Any) -> str:
    """What an agent lacks that every agent has; empty: nothing."""
    lacking = [name for name in TEXTS if not isinstance(getattr(agent, name, None), str)]
    lacking += [name for name in CALLED if not callable(getattr(agent, name, None))]
    if lacking:
        return f'{type(agent).__name__} is no agent: it lacks {", ".join(lacking)}.'
    return '' if agent.name else 'It has no name.'
