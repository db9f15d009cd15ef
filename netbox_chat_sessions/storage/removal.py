"""Deletes sessions with everything in NetBox that hangs on them."""

from collections.abc import Sequence

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from extras.models import CachedValue, Notification

from ..models import ChatSession, EntityReference, Interaction

__all__ = ('delete_sessions',)


def delete_sessions(ids: Sequence[int]) -> None:
    """Delete sessions, their interactions, entity references, journal entries, tags, bookmarks and search entries.

    Call it in a transaction.

    Raises:
        AbortRequest: A protection rule of NetBox forbids it.
        ProtectedError: A record of another plugin needs one of them.
    """
    for rows in (Interaction.objects.filter(session__in=ids), EntityReference.objects.filter(session__in=ids)):
        _forget(rows.model, rows.values('pk'))
        # Loading every text only to delete it could take more memory than there is.
        rows._raw_delete(rows.db)
    # Journal entries, tags, bookmarks, subscriptions and participants go with the sessions.
    ChatSession.objects.filter(pk__in=ids).delete()
    _forget(ChatSession, ids)
    # Old ones, and those with which NetBox has just told subscribers of the deletion, title included.
    Notification.objects.filter(object_type=ContentType.objects.get_for_model(ChatSession), object_id__in=ids).delete()


def _forget(model: type[Model], ids: 'Sequence[int] | QuerySet[Model]') -> None:
    """Take rows out of NetBox's search now; its own receivers leave that to a background job."""
    found = CachedValue.objects.filter(object_type=ContentType.objects.get_for_model(model), object_id__in=ids)
    found._raw_delete(found.db)
