"""Client-sent history: untrusted, trimmed, and used only to understand the current message (HDDS-15911)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ('HistoryLimits', 'Said', 'sanitise')

ROLES = ('user', 'assistant')


@dataclass(frozen=True)
class HistoryLimits:
    """How much of a history is looked at; characters, and pairs of question and answer."""

    pairs: int = 4
    question: int = 1000
    answer: int = 500
    total: int = 8000


@dataclass(frozen=True)
class Said:
    """One entry that survived."""

    role: str
    content: str


def sanitise(history: Sequence[Any], limits: HistoryLimits) -> tuple[Said, ...]:
    """The entries that may be looked at, in chronological order; never raises, whatever `history` holds.

    The newest entries count: walking back stops at the limits. Roles other than user and assistant are dropped.
    """
    if not isinstance(history, list | tuple):
        return ()
    kept: list[Said] = []
    questions = used = 0
    for entry in reversed(history[-1000:]):
        said = _entry(entry, limits)
        if said is None:
            continue
        if questions == limits.pairs or used + len(said.content) > limits.total:
            break
        kept.append(said)
        used += len(said.content)
        questions += said.role == 'user'
    return tuple(reversed(kept))


def _entry(entry: Any, limits: HistoryLimits) -> Said | None:
    if not isinstance(entry, dict) or entry.get('role') not in ROLES or not isinstance(entry.get('content'), str):
        return None
    content = entry['content'].encode('utf-8', 'ignore').decode('utf-8').replace('\x00', '').strip()
    limit = limits.question if entry['role'] == 'user' else limits.answer
    return Said(entry['role'], content[:limit]) if content else None
