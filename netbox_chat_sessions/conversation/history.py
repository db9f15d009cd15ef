"""Client-sent history: untrusted, trimmed, and used only to understand the current message (HDDS-15911)."""

from dataclasses import dataclass
from typing import Any

__all__ = ('Heard', 'HistoryLimits', 'Said', 'sanitise')

ROLES = ('user', 'assistant')
# Further back nothing is looked for.
MOST_ENTRIES = 1000


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


@dataclass(frozen=True)
class Heard:
    """What of a history is looked at.

    Attributes:
        said: In chronological order.
        unusable: How many entries were no text of a user or an assistant; 1 for a history that is no list.
        ignored: A history was sent where none is looked at.
    """

    said: tuple[Said, ...] = ()
    unusable: int = 0
    ignored: bool = False


def sanitise(history: Any, limits: HistoryLimits | None) -> Heard:
    """What may be looked at of `history`; never raises, whatever it holds.

    The newest entries count: walking back stops at the limits. Roles other than user and assistant are dropped.

    Args:
        history: Whatever was sent.
        limits: None: no history is looked at.
    """
    if not history:
        return Heard()
    if limits is None:
        return Heard(ignored=True)
    if not isinstance(history, list | tuple):
        return Heard(unusable=1)
    latest = history[-MOST_ENTRIES:]
    entries = [_entry(entry, limits) for entry in latest]
    kept: list[Said] = []
    questions = used = 0
    for said in reversed(entries):
        if said is None or not said.content:
            continue
        if questions == limits.pairs or used + len(said.content) > limits.total:
            break
        kept.append(said)
        used += len(said.content)
        questions += said.role == 'user'
    return Heard(tuple(reversed(kept)), entries.count(None))


def _entry(entry: Any, limits: HistoryLimits) -> Said | None:
    """A text of a user or an assistant, perhaps empty; None for anything else."""
    if not isinstance(entry, dict) or entry.get('role') not in ROLES or not isinstance(entry.get('content'), str):
        return None
    content = entry['content'].encode('utf-8', 'ignore').decode('utf-8').replace('\x00', '').strip()
    limit = limits.question if entry['role'] == 'user' else limits.answer
    return Said(entry['role'], content[:limit].strip())
