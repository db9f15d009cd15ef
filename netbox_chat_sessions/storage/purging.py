"""Deletes many sessions at once, with everything in NetBox that hangs on them."""

from collections.abc import Sequence

from ..models import ChatSession, EntityReference, Interaction, Proposal
from .compat import types_remembered, unindex
from .erasure import forgotten_together

__all__ = ('delete_sessions',)


def delete_sessions(ids: Sequence[int]) -> None:
    """Delete sessions, their interactions, proposals, references, journal entries, tags, bookmarks and search entries.

    Call it in a transaction.

    Raises:
        AbortRequest: A protection rule of NetBox forbids it.
        ProtectedError: A record of another plugin needs one of them.
    """
    for model in (Proposal, Interaction, EntityReference):
        rows = model.objects.filter(session__in=ids)
        unindex(rows.model, rows.values('pk'))
        # Loading every text only to delete it could take more memory than there is.
        rows._raw_delete(rows.db)
    # Journal entries, tags, bookmarks, subscriptions and participants go with them; erasure.py sees to the rest.
    with types_remembered(), forgotten_together(ids):
        ChatSession.objects.filter(pk__in=ids).delete()
