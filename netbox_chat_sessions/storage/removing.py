"""Deleting sessions so that it can be undone: they are out of everybody's sight at once, and a cleanup deletes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.db import transaction
from django.utils import timezone

from ..conversation.lifecycle import UNDO_TIME
from ..models import ChatSession
from .access import find_session

__all__ = ('Removal', 'Remover')


@dataclass(frozen=True)
class Removal:
    """Sessions that were deleted at one time.

    Attributes:
        at: When; it stands for all of them.
        sessions: The first of them.
        count: How many there are.
    """

    at: datetime
    sessions: Sequence[ChatSession]
    count: int

    @property
    def seconds(self) -> int:
        """How long it can still be undone."""
        left: timedelta = self.at + UNDO_TIME - timezone.now()
        return max(0, round(left.total_seconds()))


@dataclass(frozen=True)
class Remover:
    """Deletes sessions for one user, and takes that back."""

    user: Any

    def remove(self, session_id: int) -> Removal:
        """Delete a session.

        Raises:
            SessionNotFound: There is none that the user may see.
            PermissionMissing: The user may see it, but not delete it.
        """
        with transaction.atomic():
            row = find_session(self.user, session_id, 'delete', lock=True)
            now = timezone.now()
            ChatSession.objects.filter(pk=row.pk).update(removed=now)
        return Removal(now, (row,), 1)

    def remove_all(self) -> Removal:
        """Delete all sessions that are the user's own, as far as they may."""
        now = timezone.now()
        own = ChatSession.objects.restrict(self.user, 'delete').filter(user=self.user)
        return Removal(now, (), own.update(removed=now))

    def restore(self, at: datetime) -> Sequence[ChatSession]:
        """Take back what was deleted at that time, if it has not been cleaned up; the sessions that are there again."""
        gone = ChatSession.objects.permitted(self.user, 'delete').filter(removed=at)
        found = list(gone.values_list('pk', flat=True))
        ChatSession.objects.filter(pk__in=found, removed=at).update(removed=None)
        return ChatSession.objects.restrict(self.user, 'view').filter(pk__in=found)

    def latest(self) -> list[Removal]:
        """What the user's own sessions can still be brought back from, the latest first; one statement."""
        own = ChatSession.objects.permitted(self.user, 'delete').filter(
            user=self.user, removed__gt=timezone.now() - UNDO_TIME
        )
        named = own.only('title', 'removed').order_by('-removed', '-pk')
        batches = ((at, tuple(rows)) for at, rows in groupby(named, key=lambda row: row.removed))
        return [Removal(at, rows, len(rows)) for at, rows in batches]
