"""The end of a wait for a person who does not come."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ..conversation.session import SessionStatus
from ..models import ChatSession
from .journal import note

__all__ = ('give_back',)


def give_back(rows: QuerySet[ChatSession], now: datetime) -> None:
    """Give sessions back to the assistant, and say so in their journals; call it in a transaction.

    When they were active last stays as it is: whoever still writes is answered again, and a session that was left
    expires like any other.
    """
    for row in rows:
        note(row, None, SessionStatus.ACTIVE, _('No person came in time.'))
    rows.update(status=SessionStatus.ACTIVE, handoff_requested=None, handoff_reason='', last_updated=now)
