"""What browser tests share."""

import pytest


@pytest.fixture(autouse=True)
def orm_beside_the_browser(monkeypatch):
    """Let tests use the ORM: Playwright runs an event loop in this thread, which Django takes for ours."""
    monkeypatch.setenv('DJANGO_ALLOW_ASYNC_UNSAFE', '1')
