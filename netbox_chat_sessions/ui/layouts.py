"""Layouts of our object pages."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from extras.ui.panels import CustomFieldsPanel, TagsPanel
from netbox.ui.breadcrumbs import Breadcrumb
from netbox.ui.layout import Column, Layout, Row
from netbox.ui.panels import ContextTablePanel, PluginContentPanel, TemplatePanel

from .panels import HandoffPanel, InteractionPanel, SessionPanel

__all__ = ('INTERACTION_LAYOUT', 'SESSION_LAYOUT')

SESSION_LAYOUT = Layout(
    Row(
        Column(
            TemplatePanel('netbox_chat_sessions/panels/transcript.html', title=_('Transcript')),
            PluginContentPanel('left_page'),
            width=7,
        ),
        Column(
            HandoffPanel(),
            SessionPanel(),
            ContextTablePanel('entities', title=_('Remembered objects')),
            CustomFieldsPanel(),
            TagsPanel(),
            PluginContentPanel('right_page'),
            width=5,
        ),
    ),
    Row(Column(PluginContentPanel('full_width_page'))),
)

INTERACTION_LAYOUT = Layout(
    Row(
        Column(TemplatePanel('netbox_chat_sessions/panels/exchange.html', title=_('Exchange')), width=7),
        Column(InteractionPanel(), PluginContentPanel('right_page'), width=5),
    ),
    Row(Column(PluginContentPanel('full_width_page'))),
    breadcrumbs=[
        Breadcrumb(label=_('Chat Sessions'), url=lambda _: reverse('plugins:netbox_chat_sessions:chatsession_list')),
        Breadcrumb('session'),
    ],
    root_breadcrumb=False,
)
