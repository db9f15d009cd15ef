"""A widget for NetBox's dashboard: the user's latest chats."""

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from extras.dashboard.utils import register_widget
from extras.dashboard.widgets import DashboardWidget, WidgetConfigForm

from .ui.access import may_view
from .ui.session_list import own_sessions

__all__ = ('RecentChatsWidget',)

FEW, MOST = 5, 20


@register_widget
class RecentChatsWidget(DashboardWidget):
    """The latest sessions that are the user's own or shared with them, each a link that opens it in the chat."""

    # A text, not a promise of one: NetBox stores it.
    default_title = _('My recent chats')
    description = gettext_lazy('List your latest chat sessions, to go on with one.')
    default_config = {'max_items': FEW}
    template_name = 'netbox_chat_sessions/widgets/recent_chats.html'
    width = 4
    height = 3

    class ConfigForm(WidgetConfigForm):
        """How much it shows."""

        max_items = forms.IntegerField(label=gettext_lazy('Max items'), min_value=1, max_value=MOST, initial=FEW)

    def render(self, request: Any) -> str:
        """The sessions, as this user may see them; one statement."""
        sessions = own_sessions(request.user)[: self.config.get('max_items') or FEW] if may_view(request.user) else ()
        return render_to_string(self.template_name, {'sessions': sessions, 'user': request.user})
