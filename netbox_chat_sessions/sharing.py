"""What changes when a session is shared with participants."""

from collections.abc import Collection
from typing import Any

from django.db.models.signals import m2m_changed

from .models import ChatSession

__all__ = ('register',)


def register() -> None:
    """Watch for participants, whoever adds them: REST, the form, or a script."""
    m2m_changed.connect(
        _drop_automatic_titles, sender=ChatSession.participants.through, dispatch_uid='netbox_chat_sessions.sharing'
    )


def _drop_automatic_titles(
    sender: Any, instance: Any, action: str, reverse: bool, pk_set: Collection[int] | None, **kwargs: Any
) -> None:
    """Take away a title made from the owner's words: it may name what a participant may not see.

    The owner can give the session a title of their own, before or after.
    """
    if action != 'post_add' or not pk_set:
        return
    sessions = pk_set if reverse else (instance.pk,)
    named = ChatSession.objects.filter(pk__in=sessions, title_is_manual=False).exclude(title='')
    for session in named.select_for_update(no_key=True):
        session.title = ''
        # Saved one by one, so that NetBox's global search drops them too.
        session.save(update_fields=['title'])
    if not reverse and not instance.title_is_manual:
        instance.title = ''
