"""What a session remembers, as one reader may see it."""

from collections.abc import Sequence

from users.models import User

from ..conversation.objects import ObjectKey
from ..models import ChatSession, EntityReference
from ..querysets import visible_references
from ..wiring import object_finder

__all__ = ('entities_of', 'key_of')


def entities_of(session: ChatSession, reader: User, limit: int | None = None) -> Sequence[EntityReference]:
    """The session's entity references, each with the live object as `shown`; None where it is gone.

    Args:
        session: A session that the reader may see.
        reader: Whose permissions count.
        limit: How many at most, pinned ones first, then those mentioned last.
    """
    rows = EntityReference.objects.among(session=session.pk).restrict(reader, 'view').select_related('object_type')
    found = list(visible_references(rows, reader).order_by('-pinned', '-last_mentioned', '-pk')[:limit])
    visible = object_finder(reader).look([key_of(row) for row in found])
    for row in found:
        row.shown = visible.get(key_of(row))
    return found


def key_of(row: EntityReference) -> ObjectKey:
    """Identity of the object that a reference is about."""
    return ObjectKey(f'{row.object_type.app_label}.{row.object_type.model}', row.object_id)
