"""Interactions without a question: what a person writes into a waiting session, and what a button has brought about."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import models
from ..conversation.decisions import DecidedBy, DecisionKind
from ..conversation.errors import NotWaiting
from ..conversation.reading import Reading
from ..conversation.records import PERSON
from ..conversation.reply import Reply, ReplyKind
from ..conversation.session import Interaction, InteractionStatus, SessionStatus
from .access import ended, find_session, known_turn
from .mapping import interaction_value

__all__ = ('Writer', 'control_note')

DECISIONS = {
    SessionStatus.HANDOFF: DecisionKind.HUMAN_HANDOFF,
    SessionStatus.ENDED: DecisionKind.END_SESSION,
}


def _said_without_a_question(
    row: models.ChatSession, author: Any, reply: Reply, now: datetime, **fields: Any
) -> models.Interaction:
    """Add what was said to a session whose row is locked; `row` is brought up to date.

    Args:
        row: The session.
        author: Who wrote it, or pressed the button.
        reply: What is shown.
        now: The time.
        fields: Further columns of the interaction.
    """
    row.interaction_count += 1
    row.last_interaction = row.last_updated = now
    interaction = models.Interaction(
        session=row,
        sequence=row.interaction_count,
        status=InteractionStatus.ANSWERED.value,
        author=author,
        response=reply.text,
        reply=reply.as_json(),
        # It names nothing that it could be withheld for, and gives the session no title.
        reading=Reading('').as_json() | {'about': []},
        topic_start=row.topic_start,
        answered=now,
        **fields,
    )
    interaction.save(force_insert=True)
    models.ChatSession.objects.filter(pk=row.pk).update(
        interaction_count=row.interaction_count, last_interaction=now, last_updated=now
    )
    return interaction


def control_note(row: models.ChatSession, author: Any, target: SessionStatus, said: str, now: datetime) -> None:
    """Keep what the global node said when somebody pressed a button; `row` is locked."""
    _said_without_a_question(
        row,
        author,
        Reply(said, ReplyKind.CONTROL),
        now,
        decision=DECISIONS[target].value,
        decided_by=DecidedBy.USER.value,
    )


@dataclass(frozen=True)
class Writer:
    """Writes into waiting sessions as a person."""

    user: Any

    def __call__(self, session_id: int, message: str, turn_id: UUID | None = None) -> Interaction:
        """Store the message; see `SessionStore.write`."""
        with transaction.atomic():
            row = find_session(self.user, session_id, 'release', lock=True)
            if known := known_turn(row, self.user, turn_id):
                return interaction_value(known)
            _check_waiting(SessionStatus(row.status))
            written = _said_without_a_question(
                row, self.user, Reply(message), timezone.now(), agent=PERSON, turn_id=turn_id
            )
        return interaction_value(written)


def _check_waiting(status: SessionStatus) -> None:
    if status in (SessionStatus.ENDED, SessionStatus.EXPIRED):
        raise ended(status)
    if status is not SessionStatus.HANDOFF:
        raise NotWaiting(_('Nobody waits for a person in this session.'))
