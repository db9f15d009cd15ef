"""The curated, budgeted view of a session that an agent is given (ADR-0017 context injection)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .memory import Memory
from .naming import objects_named
from .objects import ObjectKey, ObjectRef
from .ports import ObjectFinder
from .session import EntityReference, Interaction, Session

__all__ = ('AGENT_TYPES', 'AgentType', 'ContextBuilder')

CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class AgentType:
    """Which sections a type of agent gets, and how large its context may be.

    Attributes:
        interactions: How many of the latest interactions go in whole; 0: no history section.
        recent_entities: Whether it gets entities grouped by type, the most recent first.
        entity_references: Whether it gets each entity with who mentioned it and where.
        budget: Characters of the context as JSON; only the newest interaction may exceed it.
    """

    name: str
    interactions: int = 0
    recent_entities: bool = False
    entity_references: bool = False
    budget: int = 4000


AGENT_TYPES = {
    kind.name: kind
    for kind in (
        AgentType('intent_recognition', recent_entities=True, budget=2000),
        AgentType('response_generation', interactions=2, entity_references=True, budget=6000),
    )
}


@dataclass(frozen=True)
class ContextBuilder:
    """Builds contexts for one user: objects that may not be seen now, and what was said about them, are left out."""

    finder: ObjectFinder
    types: Mapping[str, AgentType] = field(default_factory=lambda: AGENT_TYPES)

    def bind(self, name: str, session: Session, memory: Memory) -> Callable[[], Mapping[str, Any]]:
        """A call that builds the context when it is needed."""
        return lambda: self.build(name, session, memory)

    def build(self, name: str, session: Session, memory: Memory) -> dict[str, Any]:
        """The context of the agent type `name` (API.md, `GET sessions/{id}/context/`).

        Raises:
            KeyError: No such agent type is registered.
        """
        kind = self.types[name]
        window = memory.window[-kind.interactions :] if kind.interactions else ()
        keys = {reference.key for reference in memory.entities} | {key for turn in window for key in _keys(turn)}
        visible = self.finder.look(sorted(keys))
        entities = [reference for reference in memory.entities if reference.key in visible]
        turns = [turn for turn in window if all(key in visible for key in _keys(turn))]
        return self._fit(kind, session, entities, turns, visible)

    def _fit(
        self,
        kind: AgentType,
        session: Session,
        entities: Sequence[EntityReference],
        turns: Sequence[Interaction],
        visible: Mapping[ObjectKey, ObjectRef],
    ) -> dict[str, Any]:
        entities, turns, truncated = list(entities), list(turns), False
        while True:
            found = self._sections(kind, session, entities, turns, visible)
            size = len(json.dumps(found, ensure_ascii=False))
            if size <= kind.budget or not (len(turns) > 1 or entities):
                break
            truncated = True
            if len(turns) > 1:
                turns.pop(0)
            else:
                entities.pop()
        estimate = -(-size // CHARACTERS_PER_TOKEN)
        return {**found, 'characters': size, 'tokens_estimate': estimate, 'truncated': truncated}

    def _sections(
        self,
        kind: AgentType,
        session: Session,
        entities: Sequence[EntityReference],
        turns: Sequence[Interaction],
        visible: Mapping[ObjectKey, ObjectRef],
    ) -> dict[str, Any]:
        found: dict[str, Any] = {'agent_type': kind.name, 'topic_domain': session.topic_domain}
        if kind.recent_entities:
            found['recent_entities'] = _grouped(entities, visible)
        if kind.interactions:
            found['conversation_history'] = [_turn(turn) for turn in turns]
        if kind.entity_references:
            found['entity_references'] = {
                f'{reference.key.object_type}:{reference.key.object_id}': _entity(reference, visible)
                | {'said_by': reference.said_by.value, 'last_sequence': reference.last_sequence}
                for reference in entities
            }
        found['summary'] = ''
        return found


def _keys(turn: Interaction) -> set[ObjectKey]:
    return set(objects_named(turn.reading, turn.reply, turn.listed))


def _turn(turn: Interaction) -> dict[str, Any]:
    return {'sequence': turn.sequence, 'query': turn.query, 'response': turn.response}


def _entity(reference: EntityReference, visible: Mapping[ObjectKey, ObjectRef]) -> dict[str, Any]:
    return {
        'object_id': reference.key.object_id,
        'display': visible[reference.key].display,
        'mention_count': reference.mention_count,
        'last_mentioned': reference.last_mentioned.isoformat(),
    }


def _grouped(entities: Sequence[EntityReference], visible: Mapping[ObjectKey, ObjectRef]) -> dict[str, Any]:
    grouped: dict[str, list[dict[str, Any]]] = {}
    for reference in entities:
        grouped.setdefault(reference.key.object_type, []).append(_entity(reference, visible))
    return grouped
