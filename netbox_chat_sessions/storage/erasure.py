"""Nothing that was said outlives its session, whichever way it is deleted.

NetBox keeps what it knows of an object in places that do not go with it: notifications, the search, the change log of
journal entries, and what event rules and jobs are told.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from core.models import ObjectChange
from django.contrib.contenttypes.models import ContentType
from django.db.models.signals import post_delete, pre_delete, pre_save
from extras.models import JournalEntry, Notification

from ..models import ChatSession
from .compat import queued_event, unindex
from .events import nameless

__all__ = ('forgotten_together', 'register')

WORDS = ('title', 'handoff_reason')
_together: ContextVar[bool] = ContextVar('netbox_chat_sessions_forgotten_together', default=False)


def register() -> None:
    """Watch for deletions, whoever deletes: REST, a page, a job, the cleanup, or what deletes a user."""
    for signal, receiver, sender in (
        (pre_delete, _tell_without_words, ChatSession),
        (post_delete, _forget_session, ChatSession),
        (post_delete, _forget_journal_entry, JournalEntry),
        (pre_save, _log_without_words, ObjectChange),
    ):
        signal.connect(receiver, sender=sender, dispatch_uid=f'netbox_chat_sessions.erasure.{receiver.__name__}')


def _tell_without_words(sender: Any, instance: ChatSession, **kwargs: Any) -> None:
    """Let event rules know which session is deleted, and no more; NetBox's own receiver has just queued all of it."""
    if (event := queued_event(instance)) is not None:
        event['data'] = {**event['data'], **dict.fromkeys(WORDS, ''), 'display': nameless(instance)}


@contextmanager
def forgotten_together(ids: Sequence[int]) -> Iterator[None]:
    """Forget sessions that are deleted inside all at once afterwards, instead of one by one."""
    token = _together.set(True)
    try:
        yield
    finally:
        _together.reset(token)
    _forget(ids)


def _forget(ids: Sequence[int]) -> None:
    # Old ones, and those with which NetBox has just told subscribers of the deletion.
    found = Notification.objects.filter(object_type=_type_of(ChatSession), object_id__in=ids)
    found._raw_delete(found.db)
    unindex(ChatSession, ids)


def _forget_session(sender: Any, instance: ChatSession, **kwargs: Any) -> None:
    if not _together.get():
        _forget([instance.pk])
    # NetBox names what was deleted, in the log of a job and in the browser.
    instance.title = nameless(instance)


def _forget_journal_entry(sender: Any, instance: JournalEntry, **kwargs: Any) -> None:
    if instance.assigned_object_type_id == _type_of(ChatSession).pk:
        unindex(JournalEntry, [instance.pk])


def _log_without_words(sender: Any, instance: ObjectChange, **kwargs: Any) -> None:
    """Keep who has changed the journal of a session, and when; the words stand in the journal alone."""
    if instance.changed_object_type_id != _type_of(JournalEntry).pk:
        return
    for name in ('prechange_data', 'postchange_data'):
        data = getattr(instance, name)
        if data and data.get('assigned_object_type') == _type_of(ChatSession).pk:
            setattr(instance, name, {**data, 'comments': ''})


def _type_of(model: Any) -> ContentType:
    return ContentType.objects.get_for_model(model)
