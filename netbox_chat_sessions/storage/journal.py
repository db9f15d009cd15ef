"""What NetBox's journal of a session tells of a handoff: who asked for a person and why, and how it came to its end."""

from typing import Any

from django.utils.translation import gettext as _
from extras.choices import JournalEntryKindChoices
from extras.models import JournalEntry

from ..conversation.session import SessionStatus
from ..models import ChatSession

__all__ = ('note',)

KINDS = {
    SessionStatus.HANDOFF: JournalEntryKindChoices.KIND_WARNING,
    SessionStatus.ACTIVE: JournalEntryKindChoices.KIND_SUCCESS,
}


def note(row: ChatSession, user: Any, target: SessionStatus, reason: str) -> None:
    """Write a journal entry about a session that begins to wait for a person, or no longer does.

    Args:
        row: The session.
        user: Who brought it about; None: nobody, its time was over.
        target: Its new status.
        reason: Why, or what the one who released it wants to be known; may be empty.
    """
    JournalEntry.objects.create(
        assigned_object=row,
        created_by=user,
        kind=KINDS.get(target, JournalEntryKindChoices.KIND_INFO),
        comments='\n\n'.join(part for part in (_sentence(target), reason) if part),
    )


def _sentence(target: SessionStatus) -> str:
    if target is SessionStatus.HANDOFF:
        return _('A person was asked for.')
    if target is SessionStatus.ACTIVE:
        return _('Given back to the assistant.')
    return _('Ended while a person was awaited.')
