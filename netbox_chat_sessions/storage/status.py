"""A session's way from one status to the next, with what is kept about it and who is told."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from ..conversation.errors import SessionEnded
from ..conversation.ports import EventSink, SessionEvent, SessionEventType
from ..conversation.session import SessionStatus
from ..models import ChatSession
from .access import ended
from .mapping import reference_value, session_value
from .recall import references

__all__ = ('StatusChanger', 'next_status')

MOST_ENTITIES = 10
LONGEST_REASON = ChatSession._meta.get_field('handoff_reason').max_length

EVENTS = {
    SessionStatus.HANDOFF: SessionEventType.HANDOFF_REQUESTED,
    SessionStatus.ENDED: SessionEventType.END_REQUESTED,
}


def next_status(row: ChatSession, target: SessionStatus) -> SessionStatus:
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
        before = row.status
        row.status = next_status(row, target).value
        if row.status == before:
            return {}
        fields: dict[str, Any] = {'status': row.status}
        if target is SessionStatus.HANDOFF:
            fields |= {'handoff_requested': now, 'handoff_reason': reason[:LONGEST_REASON]}
        elif target is SessionStatus.ACTIVE:
            # Idle time starts anew, or the next cleanup would expire what was just released.
            fields |= {'handoff_requested': None, 'handoff_reason': '', 'last_interaction': now}
        elif target is SessionStatus.ENDED:
            fields |= {'ended': now}
        for name, value in fields.items():
            setattr(row, name, value)
        if event := EVENTS.get(target):
            self._tell(event, row, reason)
        return fields

    def _tell(self, event: SessionEventType, row: ChatSession, reason: str) -> None:
        def publish() -> None:
            entities = references(self.user, row.pk).order_by('-last_mentioned', '-pk')[:MOST_ENTITIES]
            known = tuple(reference_value(reference) for reference in entities)
            self.events.publish(SessionEvent(event, session_value(row), self.user.pk, reason, known))

        # What is stored stays stored, even if nobody can be told.
        transaction.on_commit(publish, robust=True)
