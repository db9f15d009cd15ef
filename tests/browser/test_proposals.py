"""A proposed change in a real browser: its card, its buttons, and that they survive a reload."""

import pytest
from core.models import ObjectChange
from dcim.models import Rack
from playwright.sync_api import expect

from netbox_chat_sessions.models import ChatSession
from tests.netbox.views.records import allow

from .chat import answers, ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def switched_on(settings):
    settings.PLUGINS_CONFIG = {'netbox_chat_sessions': {'enable_proposals': True}}


def test_a_change_is_confirmed_by_a_click(page, user):
    allow(user, 'change', Rack)
    rack = Rack.objects.get(name='Main')
    page.goto('/dcim/sites/')
    page.get_by_role('button', name='Chat', exact=True).click()
    ask(page, 'rename the rack Main to <b>North</b>')
    card = page.locator('#chat-panel [data-chat-proposal]')
    expect(card.get_by_role('row', name='Name Main <b>North</b>')).to_be_visible()

    page.reload()
    expect(card).to_have_count(1)
    ask(page, 'yes')
    expect(answers(page).last).to_contain_text('not confirmed by a message')
    rack.refresh_from_db()
    assert rack.name == 'Main'

    card.get_by_role('button', name='Confirm').click()
    expect(card.get_by_role('status')).to_have_text('Confirmed')
    expect(card.get_by_role('button')).to_have_count(0)
    expect(card.get_by_role('link', name='<b>North</b>')).to_have_attribute('href', rack.get_absolute_url())
    rack.refresh_from_db()
    assert (rack.name, ObjectChange.objects.get().user) == ('<b>North</b>', user)

    ask(page, 'set the status of it to planned')
    expect(card).to_have_count(2)
    ask(page, 'never mind')
    expect(card.last.get_by_role('status')).to_have_text('Cancelled')

    page.reload()
    expect(card.first.get_by_role('status')).to_have_text('Confirmed')
    expect(card.last.get_by_role('status')).to_have_text('Cancelled')

    ask(page, 'set the description of it to by the door')
    expect(card).to_have_count(3)
    page.goto(ChatSession.objects.get().get_absolute_url())
    shown = page.locator('#chat-transcript [data-chat-proposal]').last
    Rack.objects.get(pk=rack.pk).save()
    shown.get_by_role('button', name='Confirm').click()
    expect(shown.get_by_role('status')).to_have_text('Failed')
    expect(shown.get_by_role('alert')).to_contain_text('changed meanwhile')
