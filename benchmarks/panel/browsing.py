"""The part that runs in a browser: what our script takes of the main thread, and how long the panel takes to open."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playwright.sync_api import Browser, Page

from .inside import PASSWORD, SHOWN, WITH, WITHOUT

__all__ = ('browse',)

OURS = '/netbox_chat_sessions/'
# Microseconds between two looks at what the main thread does.
INTERVAL = 100

# Opens the panel, and waits for the frame in which it is painted and for the session.
OPEN = """async (shown) => {
  const panel = document.getElementById('chat-panel');
  const log = panel.querySelector('[data-chat-log]');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const start = performance.now();
  document.querySelector('header [data-chat-toggle]').click();
  const handled = performance.now() - start;
  await frame();
  await frame();
  const painted = performance.now() - start;
  while (log.querySelectorAll('[data-sequence]').length < shown) {
    if (performance.now() - start > 10000) throw new Error('The session is not shown.');
    await frame();
  }
  await frame();
  return { handled, painted, session: performance.now() - start };
}"""


def browse(
    browser: Browser, url: str, pages: Mapping[str, str], sessions: Sequence[int], repeat: int
) -> dict[str, Any]:
    """Milliseconds of every time that something was done, by what was done."""
    users = {name: _logged_in(browser, url, name) for name in (WITH, WITHOUT)}
    found: dict[str, list[Any]] = {}
    for turn in range(-1, repeat):
        for name, path in pages.items():
            for who, page in users.items():
                script, ready = _visit(page, path)
                if turn >= 0:
                    found.setdefault(f'{name}|{who}', []).append({'script': script, 'ready': ready})
        for pk in sessions:
            opened = _open_panel(users[WITH], pages['home'], pk)
            if turn >= 0:
                found.setdefault(f'session {pk}', []).append(opened)
    return found


def _logged_in(browser: Browser, url: str, username: str) -> Page:
    page = browser.new_context(base_url=url, viewport={'width': 1280, 'height': 900}).new_page()
    page.goto('/login/')
    page.fill('[name=username]', username)
    page.fill('[name=password]', PASSWORD)
    page.get_by_role('button', name='Sign In').click()
    page.wait_for_url(re.compile(r'/$'))
    return page


def _visit(page: Page, path: str) -> tuple[float, float]:
    """What our script took of the main thread, and when the page was ready, in milliseconds."""
    profiler = page.context.new_cdp_session(page)
    profiler.send('Profiler.enable')
    profiler.send('Profiler.setSamplingInterval', {'interval': INTERVAL})
    profiler.send('Profiler.start')
    page.goto(path, wait_until='load')
    page.wait_for_timeout(300)
    profile = profiler.send('Profiler.stop')['profile']
    profiler.detach()
    timing = 'performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd'
    return sum(_ours(profile)), page.evaluate(timing)


def _ours(profile: Mapping[str, Any]) -> Iterator[float]:
    """How long each look found our script at work, or what it had called."""
    ours: set[int] = set()
    for node in profile['nodes']:
        if OURS in node['callFrame']['url'] or node['id'] in ours:
            ours |= {node['id'], *node.get('children', ())}
    for node, elapsed in zip(profile['samples'], profile['timeDeltas'], strict=True):
        if node in ours:
            yield elapsed / 1000


def _open_panel(page: Page, path: str, session: int) -> dict[str, float]:
    """How long the panel takes to be there, and to show a session."""
    page.goto(f'{path}?chat={session}', wait_until='load')
    page.locator('#chat-panel [data-sequence]').nth(SHOWN - 1).wait_for()
    page.keyboard.press('Escape')
    page.goto(path, wait_until='load')
    page.locator('#chat-panel').wait_for(state='attached')
    opened: dict[str, float] = page.evaluate(OPEN, SHOWN)
    page.keyboard.press('Escape')
    return opened
