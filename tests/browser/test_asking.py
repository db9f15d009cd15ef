"""Asking about what NetBox's pages show, and following what answers lead to."""

import re

import pytest
from dcim.models import Device, Site
from playwright.sync_api import expect

from tests.netbox.views.records import allow

from .chat import answers, ask

pytestmark = pytest.mark.django_db(transaction=True)


def test_about_the_object_of_a_page(page):
    device = Device.objects.get(name='brindle-sw1')
    page.goto(device.get_absolute_url())
    page.get_by_role('button', name='Ask about this').click()
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()
    expect(page.locator('[data-chat-page]')).to_contain_text('brindle-sw1')
    expect(page.get_by_role('group', name='Suggestions')).to_have_count(1)
    ask(page, 'which rack is this device in?')
    expect(answers(page).last).to_contain_text('Comms closet')
    # Left out, and asked about again, with what fits under what was said.
    page.get_by_role('button', name='Leave this page out').click()
    page.get_by_role('button', name='Close', exact=True).last.click()
    page.get_by_role('button', name='Ask about this').click()
    expect(page.locator('[data-chat-page]')).to_contain_text('brindle-sw1')
    suggestions = page.get_by_role('group', name='Suggestions')
    expect(suggestions).to_have_count(1)
    page.get_by_role('button', name='Ask about this').click()
    expect(suggestions).to_have_count(1)
    suggestions.get_by_role('button').first.click()
    expect(answers(page)).to_have_count(2)
    expect(answers(page).last).to_contain_text('brindle-sw1')
    expect(suggestions).to_have_count(0)


def test_about_chosen_rows_of_a_list(page, user):
    allow(user, 'change', Device)
    page.goto('/dcim/devices/?sort=name')
    button = page.get_by_role('button', name='Ask about selected')
    expect(button).to_be_disabled()
    for name in ('ashford-sw1', 'cawood-sw2'):
        page.get_by_role('checkbox', name=f'Select {name}').check()
    expect(button).to_contain_text('2')
    button.click()
    expect(answers(page).last).to_contain_text('What would you like to know about them?')
    ask(page, 'which sites are they at?')
    expect(answers(page)).to_have_count(2)
    expect(answers(page).last).to_contain_text('Cawood')
    expect(answers(page).last).not_to_contain_text('Brindle')
    ask(page, 'where is the second one?')
    expect(answers(page).last).to_contain_text('cawood-sw2')
    # All that the page shows; and the list that is filtered without a reload.
    page.get_by_role('checkbox', name='Toggle all').check()
    expect(button).to_contain_text(str(Device.objects.count()))
    page.get_by_role('checkbox', name='Toggle all').uncheck()
    expect(button).to_be_disabled()


def test_who_has_nothing_to_choose_with_asks_about_all_that_is_shown(page):
    """NetBox shows no boxes to whoever may neither change nor delete anything."""
    page.goto('/dcim/devices/?site=brindle')
    page.get_by_role('button', name='Ask about these').click()
    expect(answers(page).last).to_contain_text('What would you like to know about them?')
    ask(page, 'where are they?')
    expect(answers(page)).to_have_count(2)
    for name in ('brindle-sw1', 'brindle-sw2'):
        expect(answers(page).last).to_contain_text(name)
    expect(answers(page).last).not_to_contain_text('ashford')


def test_links_in_answers_stay_in_netbox_with_the_chat_open(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'Which devices are at Ashford?')
    answers(page).last.get_by_role('link', name='ashford-sw1').click()
    expect(page).to_have_url(re.compile(Device.objects.get(name='ashford-sw1').get_absolute_url() + '$'))
    expect(answers(page)).to_have_count(1)
    answers(page).last.get_by_role('link', name='Open as list').click()
    expect(page).to_have_url(re.compile(r'/dcim/devices/\?'))
    expect(page.locator('#object_list tbody tr')).to_have_count(2)
    expect(page.locator('#object_list')).not_to_contain_text('brindle')
    expect(answers(page)).to_have_count(1)
    assert len(page.context.pages) == 1


def test_pages_of_chats_are_not_what_chats_are_about(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'how many sites are there?')
    expect(answers(page)).to_have_count(1)
    page.get_by_role('button', name='Session', exact=True).click()
    page.get_by_role('link', name='Session page').click()
    expect(answers(page)).to_have_count(1)
    expect(page.locator('[data-chat-page]')).to_be_hidden()
    page.goto(Site.objects.first().get_absolute_url())
    expect(page.locator('[data-chat-page]')).to_be_visible()
