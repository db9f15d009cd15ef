"""The event types that NetBox's event rules can listen to.

They are registered with the models, before any application is ready: `extras` imports its forms when it is
(extras/apps.py), and these list the event types once (extras/forms/model_forms.py, EventRuleForm).
"""

from django.utils.translation import gettext_lazy as _
from netbox.events import EVENT_TYPE_KIND_WARNING, EventType, get_event_type

from .conversation.session_events import SessionEventType

__all__ = ('register',)

EVENT_TYPES = (
    EventType(
        SessionEventType.HANDOFF_REQUESTED.value, _('Chat session: person requested'), kind=EVENT_TYPE_KIND_WARNING
    ),
    EventType(SessionEventType.END_REQUESTED.value, _('Chat session: end requested')),
)


def register() -> None:
    """Make the event types known to NetBox, once."""
    for event_type in EVENT_TYPES:
        if get_event_type(event_type.name) is None:
            event_type.register()
