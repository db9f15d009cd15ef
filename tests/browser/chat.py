"""How people use the chat panel in a browser."""

import re
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page


def logged_in(browser: Browser, url: str, user: Any) -> Page:
    """An empty window of its own in which the user is logged in."""
    context = browser.new_context(base_url=url, viewport={'width': 1280, 'height': 900})
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{'name': cookie.key, 'value': cookie.value, 'url': url}])
    return context.new_page()


def home(browser: Browser, url: str, user: Any) -> Page:
    """NetBox's home page in such a window."""
    page = logged_in(browser, url, user)
    page.goto('/')
    return page


def ask(page: Page, text: str) -> None:
    page.get_by_role('textbox', name='Message').fill(text)
    page.get_by_role('textbox', name='Message').press('Enter')


def answers(page: Page) -> Locator:
    return page.locator('#chat-panel [data-sequence] [data-chat-answer]')


def unexpected(message: ConsoleMessage) -> bool:
    """Whether it is an error that no test made on purpose; that a session is gone is an answer."""
    gone = 'status of 404' in message.text and '/panel/?session=' in message.location['url']
    return message.type == 'error' and not gone and not re.search('status of (409|503)|net::ERR_FAILED', message.text)
