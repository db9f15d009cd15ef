"""What a session remembers, as one reader may see it."""

from collections.abc import Sequence

from users.models import User

from ..conversation.objects import ObjectKey
from ..models import ChatSession, EntityReference
from ..querysets import visible_references
from ..wiring import object_finder

__all__ = ('entities_of',)


def entities_of(session: ChatSession, reader: User) -> Sequence[EntityReference]:
    """The session's entity references, each with the live object as `shown`; None where it is gone."""
    rows = EntityReference.objects.restrict(reader, 'view').filter(session=session).select_related('object_type')
    found = list(visible_references(rows, reader).order_by('-pinned', '-last_mentioned', '-pk'))
    visible = object_finder(reader).look([_key(row) for row in found])
    for row in found:
        row.shown = visible.get(_key(row))
    return found


def _key(row: EntityReference) -> ObjectKey:
    return ObjectKey(f'{row.object_type.app_label}.{row.object_type.model}', row.object_id)
