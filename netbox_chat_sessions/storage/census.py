"""How many sessions are in use, in one statement whose cost does not grow with those that are not."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from ..conversation.session import SessionStatus
from ..models import ChatSession

__all__ = ('Census', 'count_sessions')


@dataclass(frozen=True)
class Census:
    """Sessions in use.

    Attributes:
        active: Those with activity since the time asked for.
        waiting: Those that wait for a person.
    """

    active: int
    waiting: int


def count_sessions(since: datetime) -> Census:
    """Count the sessions that were active since then, and those that wait for a person, however long.

    Both are ranges of the index over status and last interaction.
    """
    active = Q(status=SessionStatus.ACTIVE, last_interaction__gt=since)
    found = (
        ChatSession.objects.filter(active | Q(status=SessionStatus.HANDOFF), removed=None)
        .order_by()
        .values_list('status')
        .annotate(number=Count('pk'))
    )
    numbers = dict(found)
    return Census(numbers.get(SessionStatus.ACTIVE, 0), numbers.get(SessionStatus.HANDOFF, 0))
