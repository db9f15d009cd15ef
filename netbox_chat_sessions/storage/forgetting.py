"""What people do with a session's memory: drop a reference, drop them all, pin one."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from ..conversation.errors import ReferenceNotFound
from ..conversation.objects import ObjectKey
from ..conversation.session import EntityReference as Remembered
from ..conversation.session import SuspendedTopic
from ..models import ChatSession, EntityReference
from .access import find_session, missing
from .mapping import packed, reference_value, session_value, suspended_json
from .recall import references

__all__ = ('MemoryKeeper',)


@dataclass(frozen=True)
class MemoryKeeper:
    """Keeps memories in order for one user."""

    user: Any

    def forget(self, session_id: int, reference_id: int) -> None:
        """Drop one entity reference; see `SessionStore.forget`."""
        with transaction.atomic():
            row = find_session(self.user, session_id, lock=True)
            reference = self._reference(row, reference_id, 'delete')
            gone, session = reference_value(reference).key, session_value(row)
            left = {domain: _without(topic, gone) for domain, topic in session.suspended.items()}
            ChatSession.objects.filter(pk=row.pk).update(
                focus=packed(key for key in session.focus if key != gone), suspended=suspended_json(left)
            )
            EntityReference.objects.filter(pk=reference.pk).delete()

    def forget_all(self, session_id: int) -> None:
        """Empty the memory; see `SessionStore.forget_all`."""
        with transaction.atomic():
            row = find_session(self.user, session_id, lock=True)
            known = EntityReference.objects.among(session=row.pk)
            if known.exclude(pk__in=known.restrict(self.user, 'delete')).exists():
                raise missing(EntityReference, 'delete')
            known.delete()
            ChatSession.objects.filter(pk=row.pk).update(
                focus=[],
                suspended={},
                topic_domain='',
                topic_start=F('interaction_count') + 1,
                forgotten_until=F('interaction_count'),
            )

    def pin(self, session_id: int, reference_id: int, pinned: bool) -> Remembered:
        """Pin a reference, or no longer; see `SessionStore.pin`."""
        with transaction.atomic():
            row = find_session(self.user, session_id, lock=True)
            reference = self._reference(row, reference_id, 'change')
            reference.pinned = pinned
            EntityReference.objects.filter(pk=reference.pk).update(pinned=pinned)
        return reference_value(reference)

    def _reference(self, row: ChatSession, reference_id: int, action: str) -> EntityReference:
        permitted = EntityReference.objects.restrict(self.user, action).filter(pk=OuterRef('pk'))
        found = references(self.user, row.pk).annotate(permitted=Exists(permitted)).filter(pk=reference_id).first()
        if found is None:
            raise ReferenceNotFound(_('The session remembers no such object.'))
        if not found.permitted:
            raise missing(EntityReference, action)
        return found


def _without(topic: SuspendedTopic, gone: ObjectKey) -> SuspendedTopic:
    """The topic without an object, and without its query, which may ask about it."""
    if gone not in topic.focus:
        return topic
    return replace(topic, focus=tuple(key for key in topic.focus if key != gone), query=None)
