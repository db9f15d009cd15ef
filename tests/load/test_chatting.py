"""People chat while old sessions are deleted: nothing fails, and nothing is lost or stored twice.

The load itself, which takes minutes, is `python -m benchmarks.load`.
"""

from threading import Thread

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import override_settings

from benchmarks.load.load import chat
from benchmarks.load.people import make_people
from benchmarks.load.rows import deviations, left, make_sessions
from devtools.services import Services
from netbox_chat_sessions.wiring import cleanup_service
from tests.netbox.views.records import exchange, open_session

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE, SECONDS, EXPIRED = 4, 8, 300


@pytest.fixture
def plain():
    """A connection of its own, as the load has one."""
    found = connections['default'].settings_dict
    names = ('HOST', 'PORT', 'USER', 'PASSWORD')
    services = Services(*(str(found[name]) for name in names), valkey_port=0, keeper=0, choice='')
    with services.connect(found['NAME']) as connection:
        yield connection


def clean(reports):
    try:
        reports.append(cleanup_service().run())
    finally:
        connections.close_all()


def test_nothing_is_lost(live_server, plain):
    tokens, reports = make_people(PEOPLE), []
    make_sessions(plain, EXPIRED, 3, status='expired', age='200 days')
    with override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}):
        cleanup = Thread(target=clean, args=[reports])
        cleanup.start()
        load = chat(live_server.url, tokens, PEOPLE, (0.2, 0.6), SECONDS)
        cleanup.join()
    assert load.failed == []
    assert load.turns >= 2 * PEOPLE
    assert deviations(plain, load.answers) == []
    assert [report.purged for report in reports] == [EXPIRED]
    assert left(plain) == 0


def test_what_deviates_is_noticed(user_with_a_turn, plain):
    """Otherwise that nothing deviates proves nothing."""
    session, stored = user_with_a_turn
    told = {
        'turn': str(stored.turn_id),
        'session': session.pk,
        'interaction': stored.pk,
        'sequence': 1,
        'query': 'hello',
    }
    assert deviations(plain, [told]) == []
    lost = told | {'turn': '6f1c0000-0000-4000-8000-000000000009'}
    assert [words.split(' ', 1)[1] for words in deviations(plain, [told, lost])] == ['is stored 0 times']
    assert len(deviations(plain, [lost])) == 2
    assert len(deviations(plain, [told | {'query': 'bye'}])) == 1
    type(stored).objects.filter(pk=stored.pk).update(sequence=2)
    assert any('has the turns [2]' in words for words in deviations(plain, [told | {'sequence': 2}]))


@pytest.fixture
def user_with_a_turn(transactional_db):
    """A session with one interaction, committed."""
    session = open_session(get_user_model().objects.create_user('ann'))
    return session, exchange(session, 'hello')
