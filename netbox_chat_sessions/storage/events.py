"""Telling NetBox's event rules about a session: webhooks, scripts and notifications are the customer's."""

import logging
from typing import Any

from core.models import ObjectType
from django.contrib.auth import get_user_model

from ..conversation.session_events import SessionEvent
from ..models import ChatSession
from .compat import emit

__all__ = ('NetBoxEvents', 'event_data', 'nameless')

logger = logging.getLogger('netbox.plugins.netbox_chat_sessions')


def event_data(event: SessionEvent, row: ChatSession, user: Any) -> dict[str, Any]:
    """What an event rule gets: who, which session, why and about what; never the transcript.

    `id` and `display` at the top are what NetBox's notifications read (extras/event_rules.py, NotificationAction).
    """
    return {
        'id': row.pk,
        'display': _display(row),
        'session': {'id': row.pk, 'display': _display(row), 'url': row.get_absolute_url(), 'status': row.status},
        'user': {'id': row.user_id, 'username': row.user.get_username()},
        'requested_by': {'id': user.pk, 'username': user.get_username()},
        'reason': event.reason,
        'entities': [
            {
                'object_type': reference.key.object_type,
                'object_id': reference.key.object_id,
                'display': reference.display,
            }
            for reference in event.entities
        ],
    }


def _display(row: ChatSession) -> str:
    """The title that a person gave it; one that it got by itself is what somebody said."""
    return str(row) if row.title_is_manual else nameless(row)


def nameless(row: ChatSession) -> str:
    """What a session is called that has no title."""
    return str(ChatSession(pk=row.pk))


class NetBoxEvents:
    """The `EventSink` that NetBox's event rules listen to."""

    def publish(self, event: SessionEvent) -> None:
        """Hand the event to NetBox's event pipeline."""
        row = ChatSession.objects.select_related('user').filter(pk=event.session.id).first()
        user = get_user_model().objects.filter(pk=event.actor_id).first()
        if row is None or user is None:
            return
        try:
            emit(
                instance=row,
                object_type=ObjectType.objects.get_for_model(ChatSession),
                event_type=event.type.value,
                user=user,
                data=event_data(event, row, user),
            )
        except Exception:
            # The rule's queue or script may be out of order; the session's status is stored and shown all the same.
            logger.exception('Event %s of chat session %s could not be passed on.', event.type.value, row.pk)
