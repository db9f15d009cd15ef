"""The panel and the pages for everybody: by axe-core, small, from right to left, without motion, in few colours."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from netbox_chat_sessions.models import ChatSession

from .chat import answers, ask

pytestmark = pytest.mark.django_db(transaction=True)

PANEL = '#chat-panel'
GRAVE = ('serious', 'critical')
RIGHT_TO_LEFT = 'document.documentElement.dir = "rtl"'
HOSTILE = f'{"Llanfairpwllgwyngyll" * 4} مرحبا 👩‍💻 how many devices are at Ashford?'


def check(page, context=PANEL):
    """Fail with what axe-core finds grave, a line for each element."""
    found = Axe().run(page, context=context).response['violations']
    grave = [violation for violation in found if violation['impact'] in GRAVE]
    told = [f'{node["html"]}: {node["failureSummary"]}' for violation in grave for node in violation['nodes']]
    assert not told, '\n'.join(told)


def opened(page):
    page.get_by_role('button', name='Chat', exact=True).click()
    expect(page.get_by_role('textbox', name='Message')).to_be_focused()


def conversation(page):
    """An answer with a table, and a question back."""
    ask(page, 'Which devices are at Ashford?')
    expect(answers(page)).to_have_count(1)
    ask(page, 'What is in the Comms closet?')
    expect(page.locator('[data-chat-choice]')).to_have_count(2)


@pytest.mark.parametrize('theme', ['light', 'dark'])
def test_nothing_grave_is_found(page, theme):
    page.evaluate('theme => document.documentElement.setAttribute("data-bs-theme", theme)', theme)
    opened(page)
    check(page)
    conversation(page)
    check(page)
    page.locator('summary', has_text='I remember:').click()
    page.get_by_role('button', name='Sessions', exact=True).click()
    expect(page.get_by_placeholder('Search titles…')).to_be_visible()
    check(page)
    page.locator(PANEL).get_by_role('button', name='Close').click()
    page.goto(ChatSession.objects.get().get_absolute_url())
    page.evaluate('theme => document.documentElement.setAttribute("data-bs-theme", theme)', theme)
    expect(page.locator('#chat-transcript')).to_be_visible()
    check(page, '#chat-transcript')


@pytest.mark.parametrize(
    ('width', 'prepare'),
    [(360, ''), (640, 'document.body.style.zoom = "2"'), (360, RIGHT_TO_LEFT)],
    ids=['narrow', 'zoomed', 'from right to left'],
)
def test_nothing_is_cut_off(page, width, prepare):
    page.set_viewport_size({'width': width, 'height': 740})
    page.evaluate(prepare)
    opened(page)
    ask(page, HOSTILE)
    expect(answers(page)).to_have_count(1)
    ask(page, 'Which devices are there?')
    expect(answers(page)).to_have_count(2)
    log = page.locator('[data-chat-log]')
    # A wide table scrolls within itself, and nothing else does.
    assert log.evaluate('log => log.scrollWidth - log.clientWidth') <= 1
    assert page.locator(PANEL).evaluate('panel => panel.getBoundingClientRect().width - innerWidth') <= 1
    for name in ('Send', 'Close', 'Sessions'):
        expect(page.locator(PANEL).get_by_role('button', name=name, exact=True)).to_be_in_viewport(ratio=1)


def test_motion_is_reduced_and_colours_are_forced(page):
    page.emulate_media(reduced_motion='reduce', forced_colors='active')
    opened(page)
    running = f'document.querySelector("{PANEL}").getAnimations({{subtree: true}}).length'
    assert page.evaluate(running) == 0
    conversation(page)
    assert page.evaluate(running) == 0
    # What lies beneath a message is told by a border where colours are not.
    bubble = page.locator(f'{PANEL} .chat-bubble').first
    assert bubble.evaluate('item => getComputedStyle(item).borderTopWidth') != '0px'
    page.keyboard.press('Tab')
    focused = page.evaluate('() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle; }')
    assert focused != 'none'


def test_a_screen_reader_is_told_what_comes(page):
    opened(page)
    assert page.locator('[data-chat-log]').get_attribute('role') == 'log'
    ask(page, 'How many devices are at Ashford?')
    expect(answers(page)).to_have_count(1)
    expect(page.locator('[data-chat-announce][aria-live=polite]')).to_contain_text('2 devices')


def test_by_keyboard_alone(page):
    page.keyboard.press('Tab')
    toggle = page.get_by_role('button', name='Chat', exact=True)
    toggle.focus()
    page.keyboard.press('Enter')
    message = page.get_by_role('textbox', name='Message')
    expect(message).to_be_focused()
    page.keyboard.type('What is in the Comms closet?')
    page.keyboard.press('Enter')
    expect(page.locator('[data-chat-choice]')).to_have_count(2)
    page.keyboard.press('Shift+Tab')
    for _ in range(30):
        if page.evaluate('() => "chatChoice" in document.activeElement.dataset'):
            break
        page.keyboard.press('Shift+Tab')
    page.keyboard.press('Enter')
    expect(answers(page)).to_have_count(2)
    page.keyboard.press('Escape')
    expect(page.get_by_role('complementary', name='Chat')).to_be_hidden()
    expect(toggle).to_be_focused()
