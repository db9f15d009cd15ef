"""Types of agents, by what they are given of a session (ADR-0017 context injection)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .objects import ObjectKey, ObjectRef
from .session import EntityReference, Interaction

__all__ = ('AGENT_TYPES', 'AgentType', 'Material', 'Section', 'entity_references', 'recent_entities')


@dataclass(frozen=True)
class Material:
    """What a section may be made of: only what the reader may see now.

    Attributes:
        entities: Pinned ones first, then most recently mentioned first.
        interactions: The latest of the topic, in chronological order.
        visible: The objects as they are now; every entity's is among them.
    """

    entities: tuple[EntityReference, ...]
    interactions: tuple[Interaction, ...]
    visible: Mapping[ObjectKey, ObjectRef]


@dataclass(frozen=True)
class Section:
    """A part of a context.

    Attributes:
        name: Its key in the context.
        items: What it holds, as JSON, the most important first: what does not fit is dropped from the end.
        shown: The items that fit, as they stand in the context; a list unless said otherwise.
    """

    name: str
    items: Callable[[Material], Sequence[Any]]
    shown: Callable[[Sequence[Any]], Any] = list


@dataclass(frozen=True)
class AgentType:
    """What agents of a type are given.

    Attributes:
        name: As an agent's `context_type` names it.
        sections: Beside the conversation, the most important first.
        interactions: How many of the latest interactions go in whole; older ones of the topic as a line each. 0: none.
        budget: Characters of the context as JSON; only the newest interaction may exceed it.
    """

    name: str
    sections: tuple[Section, ...] = ()
    interactions: int = 0
    budget: int = 2000


def _time(moment: datetime) -> str:
    """To the second, in UTC: shorter, and as good for an agent."""
    return moment.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%SZ')


def recent_entities(most: int) -> Section:
    """So many entities, the most recent first, by type."""

    def items(material: Material) -> Sequence[Any]:
        return [
            (
                item.key.object_type,
                {
                    'object_id': item.key.object_id,
                    'display': material.visible[item.key].display,
                    'mention_count': item.mention_count,
                    'last_mentioned': _time(item.last_mentioned),
                },
            )
            for item in material.entities[:most]
        ]

    def shown(items: Sequence[Any]) -> dict[str, list[Any]]:
        grouped: dict[str, list[Any]] = {}
        for object_type, entity in items:
            grouped.setdefault(object_type, []).append(entity)
        return grouped

    return Section('recent_entities', items, shown)


def entity_references(most: int) -> Section:
    """So many entities, each with who mentioned it and where, by type and primary key."""

    def items(material: Material) -> Sequence[Any]:
        return [
            (
                f'{item.key.object_type}:{item.key.object_id}',
                {
                    'display': material.visible[item.key].display,
                    'said_by': item.said_by.value,
                    'last_sequence': item.last_sequence,
                },
            )
            for item in material.entities[:most]
        ]

    return Section('entity_references', items, dict)


AGENT_TYPES: Mapping[str, AgentType] = {
    kind.name: kind
    for kind in (
        AgentType('intent_recognition', (recent_entities(4),), budget=600),
        AgentType('response_generation', (entity_references(4),), interactions=2, budget=2000),
    )
}
