"""The list of sessions in the panel, links to sessions, and going on elsewhere."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from netbox_chat_sessions.conversation.lifecycle import UNDO_TIME
from netbox_chat_sessions.dashboard import RecentChatsWidget
from netbox_chat_sessions.models import ChatSession
from tests.netbox.views.records import exchange, listing, open_session

from .chat import answers, ask, home

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sessions(page, user):
    """Three sessions of the user, the latest first in the list: Racks, Power, Sites."""
    made = []
    for age, title in enumerate(('Racks', 'Power', 'Sites')):
        session = open_session(user, title, title_is_manual=True)
        exchange(session, f'About {title}', listing('Ashford', []))
        ChatSession.objects.filter(pk=session.pk).update(last_interaction=timezone.now() - timedelta(minutes=age))
        made.append(session)
    return made


def open_list(page):
    if not page.locator('#chat-panel').is_visible():
        page.get_by_role('button', name='Chat', exact=True).click()
    page.get_by_role('button', name='Sessions').click()
    expect(page.get_by_role('searchbox', name='Search sessions')).to_be_focused()


def titles(page):
    return page.locator('[data-chat-session-title]')


def test_a_session_is_found_by_its_title(page, sessions):
    open_list(page)
    expect(titles(page)).to_have_text(['Racks', 'Power', 'Sites'])
    page.keyboard.type('OWER')
    expect(titles(page)).to_have_text(['Power'])
    titles(page).click()
    expect(page.get_by_role('heading', name='Power')).to_be_visible()
    expect(answers(page)).to_have_count(1)
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()


def test_a_renamed_session_stays_where_it_was(page, sessions):
    page.goto(f'/?chat={sessions[1].pk}')
    expect(page.get_by_role('heading', name='Power')).to_be_visible()
    open_list(page)
    page.get_by_role('button', name='Rename Power').click()
    title = page.get_by_role('textbox', name='Title')
    title.fill('Never kept')
    title.press('Escape')
    expect(title).to_be_hidden()
    page.get_by_role('button', name='Rename Power').click()
    expect(title).to_have_value('Power')
    title.fill('<b>Feeds</b>')
    title.press('Enter')
    expect(titles(page)).to_have_text(['Racks', '<b>Feeds</b>', 'Sites'])
    expect(page.get_by_role('heading', name='<b>Feeds</b>')).to_be_visible()
    page.reload()
    open_list(page)
    expect(titles(page)).to_have_text(['Racks', '<b>Feeds</b>', 'Sites'])


def test_a_deleted_session_comes_back_and_another_is_gone(page, sessions):
    page.goto(f'/?chat={sessions[0].pk}')
    expect(answers(page)).to_have_count(1)
    open_list(page)
    page.get_by_role('button', name='Delete Racks').click()
    expect(page.get_by_text('Deleted: Racks')).to_be_visible()
    expect(page.get_by_role('heading', name='New session')).to_be_visible()
    page.get_by_role('button', name='Undo').click()
    expect(titles(page)).to_have_text(['Racks', 'Power', 'Sites'])
    expect(page.get_by_role('heading', name='Racks')).to_be_visible()
    assert not ChatSession.objects.exclude(removed=None).exists()

    page.get_by_role('button', name='Delete Power').click()
    expect(page.get_by_text('Deleted: Power')).to_be_visible()
    # On another page, and in another tab, it can still be undone; and closing both does not bring it back.
    page.clock.install()
    page.goto('/dcim/sites/')
    open_list(page)
    expect(page.get_by_text('Deleted: Power')).to_be_visible()
    expect(titles(page)).to_have_text(['Racks', 'Sites'])
    page.clock.fast_forward(UNDO_TIME.total_seconds() * 1000)
    expect(page.get_by_text('Deleted: Power')).to_be_hidden()
    assert ChatSession.objects.exclude(removed=None).get().title == 'Power'


def test_escape_closes_the_list_before_the_panel(page, sessions):
    open_list(page)
    page.get_by_role('searchbox', name='Search sessions').press('Escape')
    expect(titles(page).first).to_be_hidden()
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()
    page.keyboard.press('Escape')
    expect(page.get_by_role('button', name='Chat', exact=True)).to_be_focused()


def test_all_of_them_are_deleted_only_when_that_is_confirmed(page, sessions):
    open_list(page)
    page.get_by_text('Delete all…').click()
    confirm = page.get_by_role('button', name='Delete all my sessions')
    expect(confirm).to_be_visible()
    page.keyboard.press('Escape')
    expect(confirm).to_be_hidden()
    expect(titles(page)).to_have_count(3)
    page.keyboard.press('Enter')
    confirm.click()
    expect(page.get_by_text('3 sessions deleted')).to_be_visible()
    expect(titles(page)).to_have_count(0)
    page.get_by_role('button', name='Undo').click()
    expect(titles(page)).to_have_count(3)


@pytest.mark.parametrize(('kind', 'start'), [('Markdown', '# [Racks]'), ('JSON', '{"session": {')])
def test_a_session_is_saved_as_a_file(page, sessions, kind, start):
    page.goto(f'/?chat={sessions[0].pk}')
    expect(answers(page)).to_have_count(1)
    page.get_by_role('button', name='Session', exact=True).click()
    with page.expect_download() as download:
        page.get_by_role('link', name=f'Export as {kind}').click()
    assert re.fullmatch(rf'chat-session-{sessions[0].pk}-racks\.(md|json)', download.value.suggested_filename)
    with open(download.value.path(), encoding='utf-8') as file:
        assert file.read().startswith(start)


def test_a_link_opens_the_chat_and_leaves_the_address_alone(page, sessions):
    page.goto(f'/dcim/sites/?q=Ash&chat={sessions[2].pk}')
    expect(page.get_by_role('heading', name='Sites', exact=True).last).to_be_visible()
    expect(answers(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(r'/dcim/sites/\?q=Ash$'))
    # What is not there, or is nobody's business, is a new session.
    for wrong in ('987654', 'x', ''):
        page.goto(f'/dcim/sites/?chat={wrong}')
        expect(page.locator('#chat-panel [data-chat-head-slot]')).to_be_visible()
    page.goto(sessions[1].get_absolute_url())
    page.get_by_role('link', name='Continue in the chat').click()
    expect(page.locator('#chat-panel').get_by_role('heading', name='Power')).to_be_visible()


def test_another_device_goes_on_where_the_user_was(browser, page, sessions, live_server, user):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'How many sites are there?')
    expect(answers(page).last).to_contain_text('3')
    other = home(browser, live_server.url, user)
    other.get_by_role('button', name='Chat', exact=True).click()
    expect(answers(other).last).to_contain_text('3')
    # Once there is a session of its own, it stays with that one.
    other.get_by_role('button', name='New session').click()
    expect(other.locator('[data-chat-welcome]')).to_be_visible()
    other.reload()
    expect(other.locator('[data-chat-welcome]')).to_be_visible()
    other.close()


def test_the_dashboard_leads_to_recent_chats(page, sessions, user):
    dashboard = user.dashboard
    dashboard.add_widget(RecentChatsWidget(title='My recent chats'))
    dashboard.save()
    page.goto('/')
    page.get_by_role('link', name='Power').click()
    expect(page.locator('#chat-panel').get_by_role('heading', name='Power')).to_be_visible()
    expect(answers(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(r'/$'))


def test_the_panel_is_where_and_as_the_user_wants_it(page, user):
    for name, value in (('side', 'start'), ('width', 'narrow'), ('enter', 'newline')):
        user.config.set(f'plugins.netbox_chat_sessions.{name}', value)
    user.config.save()
    page.goto('/dcim/sites/')
    page.get_by_role('button', name='Chat', exact=True).click()
    panel, menu = page.locator('#chat-panel'), page.locator('aside.navbar-vertical')
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()
    page.wait_for_timeout(500)
    box, beside, content = (item.bounding_box() for item in (panel, menu, page.locator('#page-content')))
    assert box['x'] == beside['x'] + beside['width'], 'beside the menu'
    assert box['width'] == 336
    assert content['x'] >= box['x'] + box['width'], 'the page makes way'
    message = page.get_by_role('textbox', name='Message')
    message.fill('How many sites')
    message.press('End')
    message.press('Enter')
    message.press_sequentially('are there?')
    expect(message).to_have_value('How many sites\nare there?')
    message.press('Control+Enter')
    expect(answers(page)).to_have_count(1)
