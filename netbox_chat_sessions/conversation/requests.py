"""What is asked: a message, with what belongs to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from .objects import ObjectKey

__all__ = ('Correction', 'PageHint', 'TurnRequest')


@dataclass(frozen=True)
class PageHint:
    """What the user looks at: a path of NetBox's UI, or an object."""

    path: str = ''
    key: ObjectKey | None = None


@dataclass(frozen=True)
class Correction:
    """Which phrase of a message was misread; `TurnRequest.choice` is the object that it means.

    Attributes:
        sequence: Sequence number of the interaction that was misread: the message is read as it would have been then.
        start: Offset of the phrase's first character.
        end: Offset behind its last character; `start` where the phrase has no words of its own.
    """

    sequence: int
    start: int
    end: int


@dataclass(frozen=True)
class TurnRequest:
    """One message of a user (API.md, `POST chat/`).

    Attributes:
        message: Trimmed; empty only when `choice` is given.
        session_id: None: a new session.
        turn_id: The client's; the same one again returns the stored turn.
        history: Client-sent `{"role", "content"}` entries, untrusted.
        stateless: Nothing is stored.
        corrects: What was misread when the message was asked before.
    """

    message: str
    session_id: int | None = None
    turn_id: UUID | None = None
    page: PageHint | None = None
    choice: ObjectKey | None = None
    history: Sequence[Any] = ()
    stateless: bool = False
    corrects: Correction | None = None
