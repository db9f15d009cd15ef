"""What the plugin adds to NetBox's own pages: the chat panel and its toggle."""

from netbox.plugins import PluginTemplateExtension

from . import __version__
from .settings import get
from .ui.access import may_chat, may_view

__all__ = ('template_extensions',)


class ChatPanel(PluginTemplateExtension):
    """The chat panel on every page, for users who may have chat sessions.

    `navbar()` is rendered twice, for wide and for narrow windows, so nothing in it has an ID.
    """

    def head(self) -> str:
        """Assets, and the panel in a template element that the script puts on the page."""
        user = self.context['request'].user
        if not may_view(user):
            return ''
        return self.render(
            'netbox_chat_sessions/panel/head.html',
            {'version': __version__, 'panel': may_chat(user), 'max_message_chars': get().max_message_chars},
        )

    def navbar(self) -> str:
        """The toggle."""
        if not may_chat(self.context['request'].user):
            return ''
        return self.render('netbox_chat_sessions/panel/toggle.html')


template_extensions = (ChatPanel,)
