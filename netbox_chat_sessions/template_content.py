"""What the plugin adds to NetBox's own pages: the chat panel, its toggle, and buttons that ask about what is shown."""

from netbox.plugins import PluginTemplateExtension

from . import __version__
from .inventory.catalogue import Kind, kinds
from .settings import get
from .ui.access import has_panel, may_view
from .ui.appearance import appearance_of

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
        context = {'version': __version__, 'panel': has_panel(user)}
        if context['panel']:
            context |= {'max_message_chars': get().max_message_chars, 'appearance': appearance_of(user)}
        return self.render('netbox_chat_sessions/panel/head.html', context)

    def navbar(self) -> str:
        """The toggle."""
        if not has_panel(self.context['request'].user):
            return ''
        return self.render('netbox_chat_sessions/panel/toggle.html')


class AskButtons(PluginTemplateExtension):
    """Buttons on the pages and lists of objects that can be asked about; they cost no statement."""

    def buttons(self) -> str:
        """Ask about the object of the page."""
        if self._kind is None:
            return ''
        return self.render('netbox_chat_sessions/buttons/ask.html')

    def list_buttons(self) -> str:
        """Ask about the chosen rows."""
        if (kind := self._kind) is None:
            return ''
        context = {'object_type': kind.object_type, 'kinds': kind.nouns}
        return self.render('netbox_chat_sessions/buttons/ask_selected.html', context)

    @property
    def _kind(self) -> Kind | None:
        """What is shown, if the user can ask about it."""
        if not has_panel(self.context['request'].user):
            return None
        return kinds().get(self.context['object']._meta.label_lower)


template_extensions = (ChatPanel, AskButtons)
