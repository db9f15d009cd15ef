"""Answers on their way to the panel: streamed, stopped, left and come back to, and what the network does to them."""

import re
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect

from netbox_chat_sessions import wiring
from netbox_chat_sessions.agents.inventory import InventoryAgent
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage import presence
from tests.turns import join_turns

from .chat import answers, ask, home
from .proxy import Proxy
from .slow import SlowAgent

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 40_000


@pytest.fixture
def slow(monkeypatch):
    """Who counts sheep, beside the inventory agent."""
    agent = SlowAgent()
    monkeypatch.setattr(wiring, 'agents_for', lambda user: (InventoryAgent(user), agent))
    yield agent
    agent.go.set()
    join_turns()


@pytest.fixture
def chat(slow, page):
    """The panel of a new session."""
    return opened(page)


@pytest.fixture
def proxy(live_server):
    address = urlsplit(live_server.url)
    proxy = Proxy((address.hostname, address.port))
    yield proxy
    proxy.close()


def opened(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    return page


def behind(proxy, page, user):
    """A page of the user behind a proxy, with the panel open."""
    return opened(home(page.context.browser, proxy.url, user))


def pending(page):
    return page.locator('#chat-panel [data-chat-unanswered]')


def log(page):
    return page.locator('[data-chat-log]')


def statuses():
    return list(Interaction.objects.order_by('pk').values_list('query', 'status'))


def stop(page):
    """Stop the answer, and wait until the server has heard of it."""
    page.get_by_role('button', name='Stop').click()
    expect(log(page)).to_contain_text('This answer was stopped.')
    for _ in range(SOON // 100):
        if [status for _, status in statuses()][-1:] == ['stopped']:
            return
        page.wait_for_timeout(100)
    raise AssertionError(statuses())


def test_what_is_being_done_and_what_is_known_already_are_shown(chat, slow):
    ask(chat, 'count sheep')
    expect(pending(chat)).to_contain_text('Counting on…')
    expect(log(chat)).to_contain_text('One sheep.')
    slow.go.set()
    expect(answers(chat)).to_have_text(re.compile('Two sheep.'))
    expect(log(chat)).not_to_contain_text('One sheep.')
    expect(pending(chat)).to_have_count(0)


@pytest.mark.parametrize('by', ['click', 'key'])
def test_a_stopped_answer_keeps_what_is_known_and_can_be_asked_again(chat, slow, by):
    ask(chat, 'count sheep')
    expect(log(chat)).to_contain_text('One sheep.')
    if by == 'click':
        chat.get_by_role('button', name='Stop').click()
    else:
        chat.keyboard.press('Control+.')
    expect(log(chat)).to_contain_text('This answer was stopped.')
    expect(log(chat)).to_contain_text('One sheep.')
    expect(pending(chat)).to_have_count(0)
    # The next question does not have to wait for the one that was stopped.
    ask(chat, 'How many sites are there?')
    expect(answers(chat).last).to_contain_text('3 sites')
    slow.go.set()
    join_turns()
    assert statuses() == [('count sheep', 'stopped'), ('How many sites are there?', 'answered')]
    chat.reload()
    expect(answers(chat)).to_have_count(2)
    expect(answers(chat).first).to_contain_text('One sheep.')


def test_a_stopped_question_is_asked_anew(chat, slow):
    ask(chat, 'count sheep')
    stop(chat)
    retry = chat.get_by_role('button', name='Try again')
    expect(retry).to_be_visible()
    slow.go.set()
    retry.click()
    expect(answers(chat)).to_have_count(2)
    expect(answers(chat).last).to_contain_text('Two sheep.')
    assert statuses() == [('count sheep', 'stopped'), ('count sheep', 'answered')]


def test_an_answer_comes_though_the_page_was_left_in_the_middle(chat, slow):
    ask(chat, 'count sheep')
    assert slow.begun.wait(10)
    chat.goto('/dcim/racks/')
    expect(log(chat)).to_contain_text('One sheep.')
    expect(pending(chat)).to_be_visible()
    slow.go.set()
    expect(answers(chat).last).to_contain_text('Two sheep.', timeout=SOON)
    assert statuses() == [('count sheep', 'answered')]


@pytest.mark.parametrize('reached', [True, False], ids=['sent', 'on its way'])
def test_a_question_survives_a_reload_right_after_it(chat, reached):
    if not reached:
        chat.route('**/panel/send/', lambda route: route.abort(), times=1)
    ask(chat, 'How many sites are there?')
    if reached:
        chat.wait_for_timeout(200)
    chat.reload()
    expect(answers(chat)).to_have_count(1, timeout=SOON)
    expect(answers(chat).last).to_contain_text('3 sites')
    assert statuses() == [('How many sites are there?', 'answered')]


def test_an_answer_lands_in_its_own_session(chat, slow):
    ask(chat, 'count sheep')
    expect(pending(chat)).to_contain_text('Counting on…')
    chat.get_by_role('button', name='New session').click()
    expect(chat.locator('[data-chat-welcome]')).to_be_visible()
    ask(chat, 'How many sites are there?')
    expect(answers(chat).last).to_contain_text('3 sites')
    slow.go.set()
    expect(chat.locator('[data-chat-news]')).to_be_visible()
    expect(answers(chat)).to_have_count(1)
    chat.get_by_role('button', name='Sessions').click()
    expect(chat.locator('[data-chat-news]')).to_be_hidden()
    chat.locator('[data-chat-open-session]').filter(has_not_text='sites').click()
    expect(answers(chat).last).to_contain_text('Two sheep.')
    assert sorted(session.interactions.count() for session in ChatSession.objects.all()) == [1, 1]


def test_a_session_is_left_and_opened_again_while_it_answers(chat, slow):
    ask(chat, 'How many sites are there?')
    expect(answers(chat).last).to_contain_text('3 sites')
    ask(chat, 'count sheep')
    expect(pending(chat)).to_contain_text('Counting on…')
    chat.get_by_role('button', name='New session').click()
    chat.get_by_role('button', name='Sessions').click()
    chat.locator('[data-chat-open-session]').click()
    expect(pending(chat)).to_contain_text('Counting on…')
    expect(log(chat)).to_contain_text('One sheep.')
    slow.go.set()
    expect(answers(chat).last).to_contain_text('Two sheep.')


def test_two_tabs_ask_one_after_the_other_and_show_both(chat, slow):
    ask(chat, 'How many sites are there?')
    expect(answers(chat)).to_have_count(1)
    other = chat.context.new_page()
    other.goto('/dcim/sites/')
    opened(other)
    expect(answers(other)).to_have_count(1)
    ask(chat, 'count sheep')
    assert slow.begun.wait(10)
    ask(other, 'How many racks are there?')
    expect(pending(other)).to_contain_text('yours comes next')
    slow.go.set()
    for tab in (chat, other):
        tab.bring_to_front()
        expect(answers(tab)).to_have_count(3, timeout=SOON)
        expect(answers(tab).nth(1)).to_contain_text('Two sheep.')
        expect(answers(tab).nth(2)).to_contain_text('3 racks')


def test_a_question_waits_for_room(chat, slow, settings):
    settings.PLUGINS_CONFIG = settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'max_running_turns': 1}}
    ask(chat, 'count sheep')
    assert slow.begun.wait(10)
    chat.get_by_role('button', name='New session').click()
    expect(chat.locator('[data-chat-welcome]')).to_be_visible()
    ask(chat, 'How many sites are there?')
    expect(pending(chat)).to_contain_text('as soon as there is room')
    slow.go.set()
    expect(answers(chat).last).to_contain_text('3 sites', timeout=SOON)


def test_a_proxy_that_keeps_the_stream_back(page, user, slow, proxy):
    proxy.buffering = True
    chat = behind(proxy, page, user)
    ask(chat, 'count sheep')
    expect(log(chat)).to_contain_text('One sheep.', timeout=SOON)
    stop(chat)
    slow.go.set()
    ask(chat, 'count sheep')
    expect(answers(chat)).to_have_count(2)
    expect(answers(chat).last).to_contain_text('Two sheep.')
    ask(chat, 'How many sites are there?')
    expect(answers(chat).last).to_contain_text('3 sites')


def test_a_connection_that_breaks_is_come_back_to(page, user, slow, proxy):
    chat = behind(proxy, page, user)
    ask(chat, 'count sheep')
    expect(log(chat)).to_contain_text('One sheep.')
    proxy.cut()
    expect(pending(chat)).to_contain_text('The connection is gone.', timeout=SOON)
    slow.go.set()
    join_turns()
    proxy.connected = True
    expect(answers(chat).last).to_contain_text('Two sheep.', timeout=SOON)
    assert statuses() == [('count sheep', 'answered')]


def test_a_server_that_dies_in_the_middle_is_noticed(page, user, slow, proxy, monkeypatch):
    monkeypatch.setattr(presence.heart, 'add', lambda turn: None)
    chat = behind(proxy, page, user)
    ask(chat, 'count sheep')
    expect(log(chat)).to_contain_text('One sheep.')
    proxy.cut()
    # The process is gone, and gives no more signs of life.
    cache.delete(presence.alive(Interaction.objects.get().pk))
    Interaction.objects.update(created=timezone.now() - presence.GONE)
    proxy.connected = True
    expect(log(chat)).to_contain_text('This answer was interrupted.', timeout=SOON)
    expect(log(chat)).to_contain_text('One sheep.')
    slow.go.set()
    chat.get_by_role('button', name='Try again').click()
    expect(answers(chat).last).to_contain_text('Two sheep.')
    assert statuses() == [('count sheep', 'answered')]


def test_an_answer_that_takes_long_says_so(page, slow):
    page.clock.install()
    page.goto('/dcim/sites/')
    chat = opened(page)
    ask(chat, 'count sheep')
    expect(pending(chat)).to_contain_text('Counting on…')
    expect(pending(chat).get_by_text('Still at it')).to_be_hidden()
    chat.clock.fast_forward(90_000)
    expect(pending(chat)).to_contain_text(re.compile(r'Still at it after 9\d s'))
    slow.go.set()
    expect(answers(chat).last).to_contain_text('Two sheep.', timeout=SOON)


def test_after_a_long_sleep_the_answer_is_looked_for(page, user, slow, proxy):
    chat = behind(proxy, page, user)
    chat.clock.install()
    chat.reload()
    ask(chat, 'count sheep')
    expect(log(chat)).to_contain_text('One sheep.')
    proxy.freeze()
    slow.go.set()
    join_turns()
    expect(pending(chat)).to_be_visible()
    chat.clock.fast_forward(3_600_000)
    expect(answers(chat).last).to_contain_text('Two sheep.', timeout=SOON)
