"""The curated view of a session that an agent is given: bounded sections, never the whole of it (ADR-0017).

What does not fit a type's budget is left out in this order: all but the newest of the whole interactions become a line
each, the oldest lines go, then the last items of the other sections, the last section first. What stays is whole.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .agent_types import AGENT_TYPES, AgentType, Material
from .digests import digest
from .memory import Memory
from .naming import objects_named
from .objects import ObjectKey
from .ports import ObjectFinder, Summariser
from .session import Interaction

__all__ = ('ContextBuilder',)

CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class ContextBuilder:
    """Builds contexts for one user: objects that may not be seen now, and what was said about them, are left out.

    Attributes:
        finder: Live objects as the user may see them.
        types: Agent types by name.
        summariser: Condenses older interactions; without one, or where it fails, each becomes a line.
    """

    finder: ObjectFinder
    types: Mapping[str, AgentType] = field(default_factory=lambda: AGENT_TYPES)
    summariser: Summariser | None = None

    def build(self, name: str, memory: Memory) -> dict[str, Any]:
        """The context of the agent type `name` (API.md, `GET sessions/{id}/context/`).

        Returns:
            The type's sections, and `characters` (of the sections as JSON), `tokens_estimate` and `truncated`.

        Raises:
            KeyError: No such agent type is registered.
        """
        kind = self.types[name]
        draft = self._draft(kind, memory)
        truncated = False
        while (size := _size(found := draft.sections(memory))) > kind.budget and (smaller := draft.smaller()):
            draft, truncated = smaller, True
        if draft.digests and (summary := self._summary(kind, draft, kind.budget - size + len(found['summary']))):
            found['summary'] = summary
            size = _size(found)
        estimate = -(-size // CHARACTERS_PER_TOKEN)
        return {**found, 'characters': size, 'tokens_estimate': estimate, 'truncated': truncated}

    def _draft(self, kind: AgentType, memory: Memory) -> '_Draft':
        window = memory.window if kind.interactions else ()
        keys = {reference.key for reference in memory.entities} | {key for turn in window for key in _keys(turn)}
        visible = self.finder.look(sorted(keys))
        entities = sorted((item for item in memory.entities if item.key in visible), key=lambda item: not item.pinned)
        turns = tuple(turn for turn in window if all(key in visible for key in _keys(turn)))
        material = Material(tuple(entities), turns, visible)
        items = {section.name: tuple(section.items(material)) for section in kind.sections}
        whole = turns[len(turns) - min(kind.interactions, len(turns)) :]
        return _Draft(kind, items, turns[: len(turns) - len(whole)], whole)

    def _summary(self, kind: AgentType, draft: '_Draft', room: int) -> str | None:
        """What a language model makes of the older interactions, where it keeps to the room that there is."""
        if self.summariser is None or not kind.interactions:
            return None
        summary = self.summariser.summarise(draft.digests, room)
        return summary if summary and len(json.dumps(summary, ensure_ascii=False)) - 2 <= room else None


@dataclass(frozen=True)
class _Draft:
    """What a context would hold.

    Attributes:
        items: Of each section, the most important first.
        digests: Interactions that are told in a line each, in chronological order.
        whole: Interactions that are told whole, likewise, behind them.
    """

    kind: AgentType
    items: Mapping[str, tuple[Any, ...]]
    digests: tuple[Interaction, ...]
    whole: tuple[Interaction, ...]

    def sections(self, memory: Memory) -> dict[str, Any]:
        """The sections as JSON."""
        found: dict[str, Any] = {'agent_type': self.kind.name, 'topic_domain': memory.topic_domain}
        for section in self.kind.sections:
            found[section.name] = section.shown(self.items[section.name])
        if self.kind.interactions:
            found['conversation_history'] = [_turn(turn) for turn in self.whole]
        found['summary'] = '\n'.join(map(digest, self.digests))
        return found

    def smaller(self) -> '_Draft | None':
        """The draft without what matters least; None when all that is left has to stay."""
        if len(self.whole) > 1:
            return replace(self, digests=(*self.digests, self.whole[0]), whole=self.whole[1:])
        if self.digests:
            return replace(self, digests=self.digests[1:])
        full = next((section.name for section in reversed(self.kind.sections) if self.items[section.name]), None)
        if full is None:
            return None
        return replace(self, items={**self.items, full: self.items[full][:-1]})


def _size(sections: Mapping[str, Any]) -> int:
    return len(json.dumps(sections, ensure_ascii=False))


def _keys(turn: Interaction) -> Sequence[ObjectKey]:
    return tuple(objects_named(turn.reading, turn.reply, turn.listed))


def _turn(turn: Interaction) -> dict[str, Any]:
    return {'sequence': turn.sequence, 'query': turn.query, 'response': turn.response}
