"""What every test shares: the database that script/test made, and NetBox's recorded query counts."""

import json
import os
import shutil
from pathlib import Path

import pytest

from .scheduling import Scheduling, longest_first

QUERY_COUNTS = Path(__file__).parent / 'netbox' / 'query_counts.json'
NEEDS_INSTANCE = 'needs a database; run it with script/test'


def pytest_terminal_summary(terminalreporter):
    """Name the static checks that failed before the tests began: green tests alone are not a green run."""
    if failed := os.environ.get('NETBOX_CHAT_FAILED_CHECKS'):
        terminalreporter.section('static checks', red=True)
        terminalreporter.line(f'FAILED: {failed} (see above the tests)', red=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Spread the suite over workers, each with a database of its own."""
    return Scheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Let workers begin with what takes longest."""
    if hasattr(config, 'workerinput'):
        longest_first(items)


@pytest.fixture(scope='session')
def django_db_setup(django_db_blocker):
    """Use the database as it is: script/test has made it, empty and up to date, for this run alone."""
    if 'NETBOX_CHAT_INSTANCE' not in os.environ:
        pytest.fail(NEEDS_INSTANCE)
    from .flushing import delete_rows_only

    with django_db_blocker.unblock():
        delete_rows_only()


@pytest.fixture(scope='session')
def instance():
    """How to reach this run's servers: `database`, `valkey_port`, `valkey_database`."""
    if 'NETBOX_CHAT_INSTANCE' not in os.environ:
        pytest.fail(NEEDS_INSTANCE)
    return json.loads(os.environ['NETBOX_CHAT_INSTANCE'])


@pytest.fixture(scope='session', autouse=True)
def query_counts():
    """Keep the query counts of NetBox's generic test cases beside our tests; UPDATE_QUERY_COUNTS=1 records them."""
    from utilities.testing import query_counts as module

    module._baseline_path = lambda app_label: QUERY_COUNTS


@pytest.fixture(scope='session')
def chromium():
    """Path of a Chromium for browser tests (Playwright's `executable_path`); the tests are skipped without one."""
    for name in ('chromium', 'chromium-browser', 'google-chrome'):
        if path := shutil.which(name):
            return path
    reason = 'no Chromium on this machine (looked for chromium, chromium-browser, google-chrome)'
    if os.environ.get('NETBOX_CHAT_BROWSER_REQUIRED'):
        pytest.fail(reason)
    return pytest.skip(reason)
