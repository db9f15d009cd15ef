"""What an operator needs to know of a session that waits for a person, as far as they may see it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from extras.models import JournalEntry
from users.models import User

from ..conversation.decisions import WAITING, DecisionKind
from ..conversation.objects import ObjectRef
from ..conversation.session import SessionStatus
from ..models import ChatSession, EntityReference, Interaction
from .entities import entities_of
from .exchanges import Exchange
from .transcripts import exchanges_of

__all__ = ('Handoff', 'handoff_of', 'journal_of')

MOST_ENTITIES = 10
LAST_QUESTIONS = 3
LATEST_ENTRIES = 5


@dataclass(frozen=True)
class Handoff:
    """Who asked for a person, why, and what it is about.

    Attributes:
        waiting: The session still waits.
        requested: Since when; None where nobody ever asked.
        requested_by: Who asked; None where that is not known.
        reason: In a few words.
        entities: What was talked about and is still there, pinned ones first, then the latest.
        exchanges: The last questions before that with their answers, in chronological order.
    """

    waiting: bool
    requested: datetime | None
    requested_by: User | None
    reason: str
    entities: tuple[ObjectRef, ...]
    exchanges: tuple[Exchange, ...]


def handoff_of(session: ChatSession, reader: User, *, entities: Iterable[EntityReference] | None = None) -> Handoff:
    """The handoff of a session.

    Args:
        session: A session that the reader may see.
        reader: Whose permissions count.
        entities: `entities_of`, where that has been found already.
    """
    found = entities_of(session, reader) if entities is None else entities
    before = Interaction.objects.among(session=session.pk).restrict(reader, 'view').select_related('author')
    handed = DecisionKind.HUMAN_HANDOFF.value
    asked = before.filter(decision=handed).exclude(reason=WAITING).order_by('-sequence').first()
    return Handoff(
        waiting=session.status == SessionStatus.HANDOFF,
        requested=session.handoff_requested,
        requested_by=asked.author if asked and session.handoff_requested else None,
        reason=session.handoff_reason,
        entities=tuple(row.shown for row in found if row.shown)[:MOST_ENTITIES],
        exchanges=_last_questions(before.exclude(decision=handed), session, reader),
    )


def _last_questions(rows: QuerySet[Interaction], session: ChatSession, reader: User) -> tuple[Exchange, ...]:
    asked = rows.exclude(query='').order_by('-sequence')
    if session.handoff_requested is not None:
        asked = asked.filter(created__lte=session.handoff_requested)
    return exchanges_of(list(asked[:LAST_QUESTIONS])[::-1], reader)


def journal_of(session: ChatSession, reader: User) -> Sequence[JournalEntry]:
    """The latest journal entries of a session that the reader may see."""
    return session.journal_entries.restrict(reader, 'view').select_related('created_by')[:LATEST_ENTRIES]
