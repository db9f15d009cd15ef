"""The sessions that a user chooses from, with what they may do with each."""

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from ..models import ChatSession

__all__ = ('LISTED', 'listed_sessions', 'matching_sessions', 'own_sessions')

LISTED = 20


def matching_sessions(user: Any, words: str = '') -> QuerySet[ChatSession]:
    """The sessions that the user may see and whose title has these words, the latest first."""
    # One in which nothing has been said yet is as old as it is.
    latest = Coalesce('last_interaction', 'created').desc()
    visible = ChatSession.objects.restrict(user, 'view').select_related('user').order_by(latest, '-pk')
    return visible.filter(title__icontains=words) if words else visible


def own_sessions(user: Any) -> QuerySet[ChatSession]:
    """The sessions that are the user's own or shared with them, the latest first; others may be seen as well."""
    visible = matching_sessions(user)
    shared = ChatSession.participants.through.objects.filter(chatsession=OuterRef('pk'), user=user.pk)
    return visible.filter(Q(user=user) | Q(Exists(shared)))


def listed_sessions(sessions: QuerySet[ChatSession], user: Any) -> Collection[ChatSession]:
    """Up to twenty-one of `sessions`, so that it shows whether there are more than are listed; one statement.

    Each tells whether the user may rename (`renamable`) and delete (`deletable`) it, and whether it is `shared` with
    others.
    """

    def permitted(action: str) -> Exists:
        return Exists(ChatSession.objects.restrict(user, action).filter(pk=OuterRef('pk')))

    participants = ChatSession.participants.through.objects.filter(chatsession=OuterRef('pk'))
    return sessions.annotate(renamable=permitted('change'), deletable=permitted('delete'), shared=Exists(participants))[
        : LISTED + 1
    ]
