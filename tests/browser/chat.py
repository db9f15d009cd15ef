"""How people use the chat panel in a browser."""

import re

from playwright.sync_api import ConsoleMessage, Locator, Page

PASSWORD = 'a long enough password'


def log_in(page: Page, username: str) -> None:
    page.goto('/login/')
    page.fill('[name=username]', username)
    page.fill('[name=password]', PASSWORD)
    page.get_by_role('button', name='Sign In').click()
    page.wait_for_url(re.compile(r'/$'))


def ask(page: Page, text: str) -> None:
    page.get_by_role('textbox', name='Message').fill(text)
    page.get_by_role('textbox', name='Message').press('Enter')


def answers(page: Page) -> Locator:
    return page.locator('#chat-panel [data-sequence] [data-chat-answer]')


def unexpected(message: ConsoleMessage) -> bool:
    """Whether it is an error that no test made on purpose; that a session is gone is an answer."""
    gone = 'status of 404' in message.text and '/panel/?session=' in message.location['url']
    return message.type == 'error' and not gone and not re.search('status of (409|503)|net::ERR_FAILED', message.text)
