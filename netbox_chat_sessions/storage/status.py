"""A session's way from one status to the next, with what is kept about it and who is told."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ..conversation.errors import SessionEnded
from ..conversation.ports import EventSink
from ..conversation.session import SessionStatus
from ..conversation.session_events import SessionEvent, SessionEventType
from ..models import ChatSession
from ..querysets import visible_references
from .access import ended
from .journal import note
from .mapping import reference_value, session_value
from .recall import references

__all__ = ('StatusChanger', 'reason_in_words')

MOST_ENTITIES = 10
LONGEST_REASON = ChatSession._meta.get_field('handoff_reason').max_length

EVENTS = {
    SessionStatus.HANDOFF: SessionEventType.HANDOFF_REQUESTED,
    SessionStatus.ENDED: SessionEventType.END_REQUESTED,
}


def reason_in_words(target: SessionStatus) -> str:
    """The reason for a change that somebody asked for in the conversation; it never quotes them."""
    if target is SessionStatus.HANDOFF:
        return _('Asked for a person in the conversation')
    return _('Ended it in the conversation')


def _next_status(row: ChatSession, target: SessionStatus) -> SessionStatus:
    """The status after a change to `target`.

    Raises:
        SessionEnded: The present one does not allow it; the detail says so to people.
    """
    status = SessionStatus(row.status)
    try:
        return status.to(target)
    except SessionEnded as error:
        raise ended(status) from error


@dataclass(frozen=True)
class StatusChanger:
    """Changes statuses on behalf of one user, and tells once the change is committed."""

    user: Any
    events: EventSink

    def __call__(self, row: ChatSession, target: SessionStatus, now: datetime, reason: str = '') -> dict[str, Any]:
        """Bring `row`, which is locked, to `target`; the fields to be stored, none where nothing changes.

        Raises:
            SessionEnded: Its status does not allow it.
        """
        before, reason = row.status, reason[:LONGEST_REASON]
        row.status = _next_status(row, target).value
        if row.status == before:
            return {}
        fields: dict[str, Any] = {'status': row.status}
        if target is SessionStatus.HANDOFF:
            fields |= {'handoff_requested': now, 'handoff_reason': reason}
        elif target is SessionStatus.ACTIVE:
            # Idle time starts anew, or the next cleanup would expire what was just released.
            fields |= {'handoff_requested': None, 'handoff_reason': '', 'last_interaction': now}
        elif target is SessionStatus.ENDED:
            fields |= {'ended': now}
        for name, value in fields.items():
            setattr(row, name, value)
        if SessionStatus.HANDOFF in (before, target):
            note(row, self.user, target, reason)
        if event := EVENTS.get(target):
            self._tell(event, row, reason)
        return fields

    def _tell(self, event: SessionEventType, row: ChatSession, reason: str) -> None:
        def publish() -> None:
            latest = references(self.user, row.pk).order_by('-last_mentioned', '-pk')
            entities = visible_references(latest, self.user)[:MOST_ENTITIES]
            known = tuple(reference_value(reference) for reference in entities)
            self.events.publish(SessionEvent(event, session_value(row), self.user.pk, reason, known))

        # What is stored stays stored, even if nobody can be told.
        transaction.on_commit(publish, robust=True)
