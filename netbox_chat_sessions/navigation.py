"""Entries of NetBox's navigation menu."""

from django.utils.translation import gettext_lazy as _
from netbox.plugins import PluginMenuItem

__all__ = ('menu_items',)

menu_items = (
    PluginMenuItem(
        link='plugins:netbox_chat_sessions:chatsession_list',
        link_text=_('Chat sessions'),
        permissions=['netbox_chat_sessions.view_chatsession'],
    ),
    # Without a count: it would be counted on every page, and tell of sessions that the user may not see.
    PluginMenuItem(
        link='plugins:netbox_chat_sessions:chatsession_waiting',
        link_text=_('Waiting for a person'),
        permissions=['netbox_chat_sessions.release_chatsession'],
    ),
)
