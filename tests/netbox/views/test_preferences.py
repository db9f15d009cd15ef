"""How users may have the chat, and the widget of the dashboard."""

from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from netbox.registry import registry
from users.models import User

from netbox_chat_sessions.dashboard import RecentChatsWidget
from netbox_chat_sessions.models import ChatSession

from .records import NOON, exchange, open_session
from .test_panel import HOSTILE

PLUGIN = 'plugins.netbox_chat_sessions'


class PreferencesTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user = User.objects.create_user(username='ann')

    def setUp(self):
        self.client.force_login(self.user)

    def home(self, **preferences):
        for name, value in preferences.items():
            self.user.config.set(f'{PLUGIN}.{name}', value)
        self.user.config.save()
        return self.client.get(reverse('home')).content.decode()

    def test_they_are_on_netboxs_page_and_are_kept(self):
        url = reverse('account:preferences')
        page = self.client.get(url).content.decode()
        for name in ('panel', 'side', 'width', 'enter'):
            assert f'name="{PLUGIN}.{name}"' in page, name
        answer = self.client.post(url, {f'{PLUGIN}.side': 'start', f'{PLUGIN}.width': 'wide'})
        assert answer.status_code == 302
        assert 'offcanvas-start chat-panel chat-panel-wide' in self.client.get(reverse('home')).content.decode()

    def test_the_panel_is_as_they_say(self):
        page = self.home()
        assert 'offcanvas-end chat-panel chat-panel-standard' in page
        assert 'data-enter="send"' in page
        page = self.home(enter='newline', width='narrow')
        assert 'chat-panel-narrow' in page
        assert 'data-enter="newline"' in page
        assert 'a new line; with Ctrl it sends' in page

    def test_a_value_that_there_is_not_counts_as_none(self):
        page = self.home(side='top" onload="x', width=7)
        assert 'offcanvas-end chat-panel chat-panel-standard' in page
        assert 'onload' not in page

    def test_who_hides_the_chat_has_none_of_it(self):
        page = self.home(panel='hidden')
        assert 'netbox-chat"' not in page
        assert 'data-chat-toggle' not in page
        session = open_session(self.user, 'Racks')
        page = self.client.get(session.get_absolute_url()).content.decode()
        assert 'chat.css' in page, 'the pages of sessions are as they are'
        assert 'data-chat-link' not in page


class WidgetTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user, cls.ben = (User.objects.create_user(username=name) for name in ('ann', 'ben'))

    def render(self, user=None, **config):
        request = type('Request', (), {'user': User.objects.get(pk=(user or self.user).pk)})()
        return RecentChatsWidget(config=config or None).render(request)

    def test_netbox_knows_it(self):
        assert registry['widgets']['netbox_chat_sessions.RecentChatsWidget'] is RecentChatsWidget
        self.client.force_login(self.user)
        self.client.get(reverse('home'))  # makes the dashboard
        url = reverse('extras:dashboardwidget_add')
        added = {
            'widget_class': 'netbox_chat_sessions.RecentChatsWidget',
            'title': 'Chats',
            'color': '',
            'config-max_items': 3,
        }
        assert self.client.post(url, added, headers={'HX-Request': 'true'}).status_code == 200
        open_session(self.user, 'Talk of Akron')
        assert 'Talk of Akron' in self.client.get(reverse('home')).content.decode()

    def test_own_and_shared_ones_the_latest_first(self):
        for number in range(7):
            exchange(open_session(self.user, f'Own {number}'), 'hello')
        ChatSession.objects.filter(title='Own 3').update(last_interaction=NOON.replace(year=2027))
        shared = open_session(self.ben, 'Shared one')
        open_session(self.ben, 'Hidden one')
        shared.participants.add(self.user)
        page = self.render(max_items=20)
        assert page.count('data-chat-link=') == 8
        assert page.index('Own 3') < page.index('Own 6') < page.index('Own 0')
        assert 'shared by ben' in page
        assert 'Hidden one' not in page
        assert self.render().count('data-chat-link=') == 5
        root = User.objects.create_superuser(username='root')
        assert 'data-chat-link' not in self.render(root, max_items=20), 'others may be seen, and are not theirs'

    def test_titles_are_escaped_and_nothing_is_said_to_be_there_where_nothing_is(self):
        assert 'You have no chats yet.' in self.render()
        open_session(self.user, HOSTILE)
        assert '<script>' not in self.render()

    def test_it_costs_one_statement_however_many_there_are(self):
        open_session(self.user, 'One')
        request = type('Request', (), {'user': User.objects.get(pk=self.user.pk)})()
        request.user.get_all_permissions()
        for _round in range(2):
            with CaptureQueriesContext(connection) as captured:
                RecentChatsWidget().render(request)
            assert len(captured) == 1
            for number in range(5):
                open_session(self.user, f'More {number}').participants.add(self.ben)
