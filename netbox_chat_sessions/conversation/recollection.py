"""The memory that a client-sent history amounts to (HDDS-15911): names in it, looked up as the caller."""

from collections.abc import Sequence
from datetime import UTC, datetime

from .history import Said
from .memory import Memory, ShownList
from .objects import ObjectKey
from .ports import ObjectFinder
from .session import EntityReference, Interaction, InteractionStatus, SaidBy

__all__ = ('recollect',)


def recollect(history: Sequence[Said], finder: ObjectFinder) -> Memory:
    """What a session would remember had it heard `history`; live and permission-checked like everything else.

    Several objects in one answer are a list; a single one is what the conversation is about.
    """
    now = datetime.now(UTC)
    entities: dict[ObjectKey, EntityReference] = {}
    lists, window, focus = list[ShownList](), list[Interaction](), tuple[ObjectKey, ...]()
    sequence = 0
    for said in history:
        if said.role == 'user' or not sequence:
            sequence += 1
        names = finder.annotate(said.content).names
        refs = [span.matches[0] for span in names if len(span.matches) == 1]
        by = SaidBy.USER if said.role == 'user' else SaidBy.ANSWER
        if by is SaidBy.ANSWER and len(refs) > 1:
            lists.insert(0, ShownList(sequence, tuple(dict.fromkeys(ref.key for ref in refs))))
        else:
            for ref in refs:
                entities.pop(ref.key, None)
                entities[ref.key] = EntityReference(ref.key, ref.display, now, now, sequence, said_by=by)
                focus = (ref.key,)
        window = _said(window, said, sequence, now)
    recent = tuple(reversed(entities.values()))
    return Memory(recent, focus, tuple(lists), tuple(window))


def _said(window: list[Interaction], said: Said, sequence: int, now: datetime) -> list[Interaction]:
    if said.role == 'user':
        turn = Interaction(None, sequence, None, InteractionStatus.ANSWERED, said.content, now)
        return [*window, turn]
    return window
