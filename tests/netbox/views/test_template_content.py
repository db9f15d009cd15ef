"""What the plugin adds to NetBox's own pages."""

import re
from pathlib import Path

from django.contrib.auth.models import AnonymousUser
from django.test import TestCase, override_settings
from django.urls import reverse
from users.models import User

import netbox_chat_sessions
from netbox_chat_sessions.template_content import ChatPanel

STATIC = Path(netbox_chat_sessions.__file__).parent / 'static' / 'netbox_chat_sessions'
TEMPLATES = Path(netbox_chat_sessions.__file__).parent.parent / 'templates' / 'netbox_chat_sessions'


class ChatPanelTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user = User.objects.create_user(username='ann')

    def page(self, user=None):
        if user:
            self.client.force_login(user)
        return self.client.get(reverse('home')).content.decode()

    def test_everybody_has_the_panel_by_default(self):
        page = self.page(self.user)
        assert page.count('id="netbox-chat"') == 1
        assert page.count('id="chat-panel"') == 1
        # For wide and for narrow windows.
        assert len(re.findall(r'<button[^>]*data-chat-toggle', page)) == 2

    @override_settings(DEFAULT_PERMISSIONS={})
    def test_nobody_has_it_without_the_permission(self):
        page = self.page(self.user)
        assert 'netbox-chat' not in page
        assert 'data-chat-toggle' not in page

    @override_settings(LOGIN_REQUIRED=False)
    def test_nobody_has_it_without_logging_in(self):
        assert 'data-chat-toggle' not in self.page()

    def test_no_id_is_there_twice(self):
        ids = re.findall(r'\sid="([^"]+)"', self.page(self.user))
        ours = [name for name in ids if 'chat' in name]
        assert len(ours) == len(set(ours))

    def test_the_head_asks_the_database_nothing(self):
        # NetBox has looked up the user's permissions before it renders a page.
        self.user.has_perm('netbox_chat_sessions.view_chatsession')
        request = type('Request', (), {'user': self.user, 'GET': {}, 'META': {}})()
        with self.assertNumQueries(0):
            assert 'netbox-chat' in ChatPanel({'request': request, 'csrf_token': 'x'}).head()
            assert 'data-chat-toggle' in ChatPanel({'request': request}).navbar()

    def test_anonymous_visitors_get_nothing(self):
        request = type('Request', (), {'user': AnonymousUser()})()
        assert ChatPanel({'request': request}).head() == ''
        assert ChatPanel({'request': request}).navbar() == ''


def test_the_assets_are_small():
    assert sum(file.stat().st_size for file in STATIC.rglob('*') if file.is_file()) <= 60 * 1024


def test_templates_hold_no_inline_script_or_style():
    for file in TEMPLATES.rglob('*.html'):
        text = file.read_text()
        assert not re.search(r'\sstyle=|\son[a-z]+=|<style|javascript:', text), file
        assert not re.search(r'<script(?![^>]*\ssrc=)', text), file


def test_scripts_ask_nobody_else():
    for file in STATIC.rglob('*'):
        if file.is_file():
            assert not re.search(r'https?://', file.read_text()), file
