"""The chat panel in a real browser, against a real NetBox."""

import pytest
from dcim.models import Device, DeviceRole, DeviceType, Manufacturer, Rack, Site
from playwright.sync_api import expect
from users.models import User

from netbox_chat_sessions.models import ChatSession, Interaction
from tests.netbox.views.records import allow

from .chat import answers, ask, home

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_conversation_goes_on_across_pages(page):
    page.goto('/dcim/sites/')
    panel = page.get_by_role('complementary', name='Chat')
    expect(panel).to_be_hidden()
    page.get_by_role('button', name='Chat', exact=True).click()
    expect(panel).to_be_visible()
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()

    ask(page, 'Which devices are at Ashford?')
    for name in ('ashford-sw1', 'ashford-sw2'):
        expect(answers(page).last.get_by_role('link', name=name)).to_have_attribute(
            'href', Device.objects.get(name=name).get_absolute_url()
        )
    expect(answers(page).last).not_to_contain_text('brindle')

    ask(page, 'What is in the Comms closet?')
    choices = page.locator('[data-chat-choice]')
    expect(choices).to_have_count(2)
    choices.filter(has_text='Brindle').click()
    expect(answers(page)).to_have_count(3)
    expect(answers(page).last).to_contain_text('brindle-sw1')
    expect(answers(page).last).not_to_contain_text('cawood-sw1')
    expect(choices.first).to_be_disabled()

    site = Site.objects.get(name='Brindle')
    page.get_by_role('textbox', name='Message').fill('not yet sent')
    page.goto(site.get_absolute_url())
    expect(panel).to_be_visible()
    expect(answers(page)).to_have_count(3)
    expect(page.get_by_role('textbox', name='Message')).to_have_value('not yet sent')
    expect(page.locator('[data-chat-page]')).to_contain_text('Brindle')

    page.get_by_role('textbox', name='Message').press('Escape')
    expect(panel).to_be_hidden()
    page.reload()
    expect(page.locator('#chat-panel')).to_be_attached()
    expect(panel).to_be_hidden()

    session = ChatSession.objects.get()
    assert [row.status for row in session.interactions.order_by('sequence')] == ['answered'] * 3
    page.goto(session.get_absolute_url())
    expect(page.locator('#page-content')).to_contain_text('Which devices are at Ashford?')
    page.goto(f'{Rack.objects.get(site=site).get_absolute_url()}chats/')
    expect(page.locator('#object_list')).to_contain_text(str(session))


def test_keys(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    message = page.get_by_role('textbox', name='Message')
    message.press_sequentially('How many devices')
    message.press('Shift+Enter')
    message.press_sequentially('are at Ashford?')
    expect(message).to_have_value('How many devices\nare at Ashford?')
    message.press('Enter')
    expect(answers(page)).to_have_count(1)
    expect(answers(page).last).to_contain_text('2')
    message.press('ArrowUp')
    expect(message).to_have_value('How many devices\nare at Ashford?')
    message.press('ArrowDown')
    expect(message).to_have_value('')
    page.get_by_role('button', name='Session', exact=True).click()
    expect(page.get_by_role('link', name='Session page')).to_be_visible()
    page.keyboard.press('Escape')
    expect(page.get_by_role('link', name='Session page')).to_be_hidden()
    expect(message).to_be_visible()
    page.keyboard.press('Escape')
    expect(message).to_be_hidden()
    expect(page.get_by_role('button', name='Chat', exact=True)).to_be_focused()


def test_a_question_that_got_lost_is_asked_again_once(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    page.route('**/panel/send/', lambda route: route.fulfill(status=503, body='no'), times=1)
    ask(page, 'How many sites are there?')
    page.get_by_role('button', name='Try again').click()
    expect(answers(page)).to_have_count(1)
    expect(answers(page).last).to_contain_text('3')
    assert Interaction.objects.count() == 1


def test_an_answer_is_shown_though_its_session_was_left_and_opened_again(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'How many sites are there?')
    expect(answers(page)).to_have_count(1)
    held = []
    page.route('**/panel/send/', lambda route: held.append(route), times=1)
    ask(page, 'How many racks are there?')
    page.get_by_role('button', name='Sessions').click()
    page.locator('[data-chat-open-session]').click()
    expect(answers(page)).to_have_count(1)
    held.pop().continue_()
    expect(answers(page)).to_have_count(2)
    expect(answers(page).last).to_contain_text('3')


def test_other_sessions_and_a_new_one(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'How many sites are there?')
    expect(answers(page)).to_have_count(1)
    page.get_by_role('button', name='New session').click()
    expect(page.locator('[data-chat-welcome]')).to_be_visible()
    ask(page, 'How many racks are there?')
    expect(answers(page)).to_have_count(1)
    page.get_by_role('button', name='Sessions').click()
    sessions = page.locator('[data-chat-open-session]')
    expect(sessions).to_have_count(2)
    sessions.filter(has_text='sites').click()
    expect(answers(page).last).to_be_visible()
    expect(page.locator('[data-chat-log]')).to_contain_text('How many sites are there?')
    page.get_by_role('button', name='Session', exact=True).click()
    page.get_by_role('button', name='End session').click()
    expect(page.get_by_text('This session takes no more messages.')).to_be_visible()


def test_suggestions_are_sent_by_keyboard_and_by_click(page):
    site = Site.objects.get(name='Brindle')
    page.goto(site.get_absolute_url())
    page.get_by_role('button', name='Chat', exact=True).click()
    suggestions = page.get_by_role('group', name='Suggestions').get_by_role('button')
    expect(suggestions.first).to_have_text('Which devices are at this site?')
    expect(suggestions).to_have_count(4)
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()
    # Past the keys and the page that is left out.
    for _ in range(3):
        page.keyboard.press('Shift+Tab')
    expect(suggestions.last).to_be_focused()
    page.keyboard.press('Enter')
    expect(answers(page)).to_have_count(1)
    expect(answers(page).last).to_contain_text('3 sites')
    expect(suggestions).to_have_count(0)
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()

    # About the page that it was made for, though the user has left that out since.
    page.get_by_role('button', name='New session').click()
    first = suggestions.first
    expect(first).to_have_text('Which devices are at this site?')
    page.get_by_role('button', name='Leave this page out').click()
    first.click()
    expect(answers(page).last).to_contain_text('brindle-sw1')
    expect(page.get_by_role('heading', name='Which devices are at site Brindle?')).to_be_visible()

    page.get_by_role('button', name='New session').click()
    expect(suggestions.filter(has_text='this site')).to_have_count(0)
    expect(suggestions.first).to_be_visible()
    page.set_viewport_size({'width': 360, 'height': 740})
    box = suggestions.first.bounding_box()
    assert box['x'] >= 0
    assert box['x'] + box['width'] <= 360


def test_two_people_in_one_session_see_each_what_they_may(browser, page, live_server):
    ben = User.objects.create_user(username='ben')
    for model in (Site, DeviceRole, DeviceType, Manufacturer):
        allow(ben, 'view', model)
    allow(ben, 'view', Rack, name='Main')
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'how full is rack Main?')
    expect(answers(page)).to_have_count(1)
    ChatSession.objects.get().participants.add(ben)
    ask(page, 'which devices are in rack Main?')
    expect(answers(page)).to_have_count(2)
    expect(page.get_by_role('img', name='Shared with ben')).to_be_visible()

    other = home(browser, live_server.url, ben)
    other.get_by_role('button', name='Chat', exact=True).click()
    other.get_by_role('button', name='Sessions').click()
    other.locator('[data-chat-open-session]').click()
    panel = other.get_by_role('complementary', name='Chat')
    expect(panel.get_by_role('img', name='Shared by ann')).to_be_visible()
    expect(panel.get_by_role('heading', name='Chat session')).to_be_visible()
    expect(panel.locator('.chat-bubble-author').first).to_have_text('ann')
    expect(answers(other).first).to_contain_text('Main')
    expect(answers(other).last).to_contain_text('This answer is about something that you may not see.')
    expect(panel).not_to_contain_text('ashford-sw')
    # What others asked is not what ArrowUp brings back.
    other.get_by_role('textbox', name='Message').press('ArrowUp')
    expect(other.get_by_role('textbox', name='Message')).to_have_value('')
    ask(other, 'how full is it?')
    expect(answers(other)).to_have_count(3)
    expect(panel).not_to_contain_text('ashford-sw')

    page.reload()
    expect(answers(page)).to_have_count(3)
    expect(page.locator('#chat-panel .chat-bubble-author')).to_have_text(['ben'])


def test_a_click_before_the_panel_is_there_opens_it_then(page):
    held = []
    page.route('**/composer.js*', lambda route: held.append(route))
    page.goto('/dcim/sites/')
    page.get_by_role('button', name='Chat', exact=True).click()
    expect(page.locator('#chat-panel')).to_have_count(0)
    held[0].continue_()
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()
