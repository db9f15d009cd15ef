"""A person is asked for, answers in another browser, and gives the session back: nobody has to reload anything."""

import pytest
from extras.models import JournalEntry
from playwright.sync_api import expect
from users.models import User

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from tests.netbox.views.records import allow

from .chat import answers, ask, home

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 15_000


@pytest.fixture
def operator(browser, page, live_server):
    """A page of somebody who sees the sessions that wait, in a browser of their own."""
    person = User.objects.create_user(username='olga')
    for action in ('view', 'release'):
        allow(person, action, ChatSession, status='handoff')
    for model in (Interaction, EntityReference):
        allow(person, 'view', model, session__status='handoff')
    allow(person, 'view', JournalEntry)
    return home(browser, live_server.url, person)


def ask_for_a_person(page, reason=''):
    page.get_by_role('button', name='Session', exact=True).click()
    page.get_by_role('button', name='Ask for a person').click()
    page.get_by_role('textbox', name='What should a person look at?').fill(reason)
    page.get_by_role('button', name='Ask for a person').click()
    expect(page.get_by_role('note')).to_contain_text('Waiting for a person')


def test_a_person_answers_in_another_browser(page, operator):
    panel = page.get_by_role('complementary', name='Chat')
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'how full is rack Main?')
    expect(answers(page)).to_have_count(1)
    ask_for_a_person(page, 'It cannot be empty')
    expect(answers(page).last).to_contain_text('A person has been asked to join this conversation.')
    ask(page, 'is anybody there?')
    expect(answers(page)).to_have_count(3)
    expect(answers(page).last).to_contain_text('A person has been asked and will read this.')

    operator.clock.install()
    operator.goto('/plugins/chat-sessions/sessions/waiting/')
    expect(operator.locator('#object_list')).to_contain_text('It cannot be empty')
    operator.locator('#object_list a', has_text='Main').click()
    expect(operator.locator('.HandoffPanel, .card', has_text='Waiting since').first).to_contain_text('ann')
    # Who may see no racks reads nothing about one.
    expect(operator.locator('#chat-transcript')).to_contain_text('This answer is about something that you may not see.')
    operator.get_by_role('textbox', name='Write to ann').fill('Which rack?\nThere are three.')
    operator.get_by_role('button', name='Send').first.click()
    expect(operator.locator('#chat-transcript')).to_contain_text('There are three.')

    expect(answers(page)).to_have_count(4, timeout=SOON)
    expect(answers(page).last).to_contain_text('Which rack?')
    expect(answers(page).last.locator('.chat-bubble-author')).to_contain_text('olga')
    ask(page, 'the one at Ashford')
    expect(answers(page)).to_have_count(5)
    # The operator's page follows as well, and what they have begun to write stays.
    operator.get_by_role('textbox', name='Write to ann').fill('half a sent')
    operator.clock.fast_forward(10_000)
    expect(operator.locator('#chat-transcript')).to_contain_text('the one at Ashford')
    expect(operator.get_by_role('textbox', name='Write to ann')).to_have_value('half a sent')

    operator.get_by_role('textbox', name='Note for the journal').fill('Shown how to count')
    operator.get_by_role('button', name='Release to the assistant').click()
    expect(operator.get_by_text('The assistant answers in this session again.')).to_be_visible()
    expect(panel.locator('[data-chat-event]')).to_be_visible(timeout=SOON)
    expect(page.get_by_role('note')).to_have_count(0)
    ask(page, 'which devices are in it?')
    expect(answers(page).last).to_contain_text('ashford-sw1')
    assert [entry.created_by.username for entry in JournalEntry.objects.order_by('pk')] == ['ann', 'olga']


def test_an_operator_answers_in_the_chat(page, operator):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'how full is rack Main?')
    expect(answers(page)).to_have_count(1)
    ask_for_a_person(page)
    operator.get_by_role('button', name='Chat', exact=True).click()
    operator.get_by_role('button', name='Sessions').click()
    operator.locator('[data-chat-open-session]').click()
    expect(operator.get_by_role('note')).to_contain_text('ann has been waiting for a person')
    # Both write before either has looked: each sees both, in their order.
    ask(operator, 'I am here.')
    expect(answers(operator)).to_have_count(3)
    ask(page, 'hello?')
    # A server that is away for a moment ends nothing.
    operator.route('**/panel/?*after=*', lambda route: route.fulfill(status=503, body='no'), times=1)
    for one in (page, operator):
        expect(answers(one)).to_have_count(4, timeout=SOON)
        sequences = one.locator('#chat-panel [data-sequence]').evaluate_all('all => all.map(e => e.dataset.sequence)')
        assert sequences == ['1', '2', '3', '4']
    operator.get_by_role('button', name='Give back to the assistant').click()
    expect(operator.locator('[data-chat-welcome]')).to_be_visible()
    expect(page.locator('[data-chat-event]')).to_have_text('The assistant answers again.', timeout=SOON)


def test_the_user_goes_on_without_a_person(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'how full is rack Main?')
    expect(answers(page)).to_have_count(1)
    page.get_by_role('button', name='Session', exact=True).click()
    page.get_by_role('button', name='Ask for a person').click()
    page.get_by_role('button', name='Cancel').click()
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()
    assert ChatSession.objects.get().status == 'active'
    ask_for_a_person(page)
    page.get_by_role('button', name='Go on without a person').click()
    expect(page.get_by_role('note')).to_have_count(0)
    ask(page, 'which devices are in it?')
    expect(answers(page).last).to_contain_text('ashford-sw1')


def test_what_was_written_into_an_ended_session_goes_into_a_new_one(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'how full is rack Main?')
    expect(answers(page)).to_have_count(1)
    ChatSession.objects.update(status='ended')
    ask(page, 'which sites are there?')
    page.get_by_role('button', name='Start a new session').click()
    expect(page.locator('[data-chat-welcome]')).to_be_visible()
    message = page.get_by_role('textbox', name='Message')
    expect(message).to_have_value('which sites are there?')
    message.press('Enter')
    expect(answers(page).last).to_contain_text('3 sites')
    assert ChatSession.objects.count() == 2
