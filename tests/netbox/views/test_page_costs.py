"""What the panel costs NetBox's pages: no statement, whatever the page; benchmarks/panel measures the rest."""

import pytest
from dcim.models import Rack, Site
from django.db import connection
from django.test.utils import CaptureQueriesContext
from users.models import User

from netbox_chat_sessions.conversation.reply import Reply
from netbox_chat_sessions.ui.transcripts import PAGE

from .records import allow, exchange, listing, mention, open_session

PATHS = ('/', '/dcim/racks/', '{rack}', '{rack}chats/', '/search/?q=R1', '/user/preferences/')


@pytest.fixture
def statements(client, db):
    """How many statements a path takes, for somebody who has the panel, or has hidden it."""
    site = Site.objects.create(name='Akron', slug='akron')
    rack = Rack.objects.create(name='R1', site=site)

    def counted(path, **preferences):
        user = User.objects.create_user(username=f'user{User.objects.count()}')
        for model in (Site, Rack):
            allow(user, 'view', model)
        mention(open_session(user, 'Racks'), rack)
        for name, value in preferences.items():
            user.config.set(f'plugins.netbox_chat_sessions.{name}', value)
        user.config.save()
        client.force_login(user)
        for _visit in range(2):
            with CaptureQueriesContext(connection) as captured:
                page = client.get(path.format(rack=rack.get_absolute_url()))
        assert page.status_code == 200
        assert ('id="netbox-chat"' in page.content.decode()) is (preferences.get('panel') != 'hidden')
        return len(captured)

    return counted


@pytest.mark.parametrize('path', PATHS)
def test_a_page_costs_no_statement_more(statements, path):
    hidden = statements(path, panel='hidden')
    assert statements(path, panel='') == hidden
    assert statements(path, panel='', side='start', width='wide', enter='newline') == hidden


@pytest.mark.django_db
def test_the_last_twenty_interactions_are_shown_at_the_same_cost_in_any_session(client):
    user = User.objects.create_user(username='ann')
    allow(user, 'view', Site)
    site = Site.objects.create(name='Akron', slug='akron')
    client.force_login(user)
    counts = []
    for length in (PAGE, 10 * PAGE):
        session = open_session(user, 'Sites')
        for number in range(length):
            exchange(session, f'Question {number}.', listing('Akron', [site]) if number % 2 else Reply('Yes.'))
        for _visit in range(2):
            with CaptureQueriesContext(connection) as captured:
                page = client.get('/plugins/chat-sessions/panel/', {'session': session.pk}).content.decode()
        counts.append(len(captured))
        assert page.count('data-chat-exchange') == PAGE == 20
        assert f'Question {length - 1}.' in page
        assert f'Question {length - PAGE}.' in page
    assert counts[0] == counts[1] < 15
