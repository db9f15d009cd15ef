"""Buttons on the page of a session, beside NetBox's own."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from netbox.object_actions import ObjectAction

from .access import has_panel

__all__ = ('ContinueInChat', 'ExportSession')


class ContinueInChat(ObjectAction):
    """Open the session in the chat panel; without the script the page is loaded, and the panel opens with it."""

    label = _('Continue in the chat')
    template_name = 'netbox_chat_sessions/buttons/continue.html'

    @classmethod
    def get_url(cls, obj: Any) -> str:
        """The page with the panel open."""
        return f'{obj.get_absolute_url()}?chat={obj.pk}'

    @classmethod
    def get_context(cls, context: dict[str, Any], obj: Any) -> dict[str, Any]:
        """Which session it is, and whether the user has the panel."""
        return {'session': obj, 'offered': has_panel(context['request'].user)}


class ExportSession(ObjectAction):
    """Save the session as a file."""

    name = 'export'
    label = _('Export')
    url_kwargs = ['pk']
    template_name = 'netbox_chat_sessions/buttons/export.html'
