"""NetBox's own /metrics with what turns, sessions and the cleanup come to, in one process and in several."""

import os
import re
import subprocess
import sys
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from netbox_chat_sessions import wiring
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.results import TurnReport
from netbox_chat_sessions.models import ChatSession, CleanupRun, Interaction
from netbox_chat_sessions.observability.turn_metrics import TurnMetrics

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def metrics_enabled(settings):
    """NetBox's setting, and the path that it brings; urls.py was read before it was set."""
    settings.METRICS_ENABLED = True
    settings.ROOT_URLCONF = 'tests.netbox.observability.urls'
    from netbox_chat_sessions.observability.gauges import install

    install()


@pytest.fixture
def user():
    return get_user_model().objects.create_user('ada', is_superuser=True)


@pytest.fixture
def scrape(client):
    """The values that somebody who asks for /metrics is told, by name and labels."""

    def values():
        lines = client.get('/metrics').content.decode().splitlines()
        told = (line.rpartition(' ') for line in lines if line.startswith('netbox_chat_sessions'))
        return {name: float(value) for name, _, value in told if '_created' not in name}

    return values


def grown(before, after):
    return {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}


def test_turns_are_counted_where_netbox_counts(scrape, user):
    before = scrape()
    service = wiring.turn_service(user)
    for message in ('hello', 'which sites are there?'):
        service.handle(TurnRequest(message))
    more = grown(before, scrape())
    turns = {name: value for name, value in more.items() if name.startswith('netbox_chat_sessions_turns_total')}
    assert sum(turns.values()) == 2
    assert all(re.search(r'kind="\w+".*', name) and 'decision="route"' in name for name in turns)
    assert more['netbox_chat_sessions_turn_seconds_count{agent="inventory"}'] == 2
    assert more['netbox_chat_sessions_sessions{status="active"}'] == 2


# what became of a turn → what is counted beside the turn itself and its time
COUNTED = [
    (
        TurnReport(1, 2, 'answered', 'clarification', 'route', 'disabled', 'disabled', 'inventory'),
        {'turns_total{agent="inventory",decision="route",kind="clarification"}': 1, 'clarifications_total': 1},
    ),
    (
        TurnReport(1, 2, 'answered', 'answer', 'route', 'fallback', 'timeout', 'assistant', tokens=120),
        {
            'turns_total{agent="assistant",decision="route",kind="answer"}': 1,
            'fallbacks_total{reason="timeout"}': 1,
            'tokens_total{agent="assistant"}': 120,
        },
    ),
    (TurnReport(1, 2, 'failed', reason='KeyError'), {'turns_total{agent="",decision="",kind="failed"}': 1}),
    (TurnReport(1, 2, 'stopped'), {'turns_total{agent="",decision="",kind="stopped"}': 1}),
    ('busy', {'turns_refused_total{code="busy"}': 1}),
]


@pytest.mark.parametrize(('told', 'expected'), COUNTED)
def test_what_is_counted(scrape, told, expected):
    before = scrape()
    TurnMetrics().refused(told) if isinstance(told, str) else TurnMetrics().finished(told)
    more = {name.removeprefix('netbox_chat_sessions_'): value for name, value in grown(before, scrape()).items()}
    assert {name: value for name, value in more.items() if not name.startswith('turn_seconds')} == expected


def test_sessions_in_use_and_what_the_cleanup_did(scrape, user):
    now = timezone.now()
    for status, idle in (('active', 1), ('active', 7200), ('handoff', 7200), ('ended', 1), ('active', 1)):
        last = now - timedelta(seconds=idle)
        session = ChatSession.objects.create(user=user, status=status, last_interaction=last)
    Interaction.objects.create(session=session, sequence=1, query='lost')
    Interaction.objects.update(created=now - timedelta(hours=1))
    CleanupRun.objects.all().delete()
    never = scrape()
    assert never['netbox_chat_sessions_cleanup_last_run_timestamp_seconds{part="purge"}'] == 0
    # The second one is idle, and expired in all but name.
    assert never['netbox_chat_sessions_sessions{status="active"}'] == 2
    assert never['netbox_chat_sessions_sessions{status="handoff"}'] == 1
    service = wiring.cleanup_service()
    for _ in range(2):
        service.run()
    service.run(dry_run=True)
    told = scrape()
    rows = {name: told[f'netbox_chat_sessions_cleanup_rows{{what="{name}"}}'] for name in ('expired', 'interrupted')}
    assert rows == {'expired': 1, 'interrupted': 1}
    for part in ('expire', 'purge'):
        last = told[f'netbox_chat_sessions_cleanup_last_run_timestamp_seconds{{part="{part}"}}']
        assert last == pytest.approx(timezone.now().timestamp(), abs=60)


def test_the_gauges_cost_two_statements_and_only_where_they_are_asked_for(client):
    with CaptureQueriesContext(connection) as captured:
        client.get('/metrics')
    assert len(captured) == 2
    with patch('netbox_chat_sessions.observability.gauges.refresh', side_effect=AssertionError('not asked for')):
        client.get('/login/')


def test_without_a_database_the_rest_is_told(client):
    with patch('netbox_chat_sessions.observability.gauges.count_sessions', side_effect=OperationalError):
        answer = client.get('/metrics')
    assert answer.status_code == 200
    assert b'netbox_chat_sessions_clarifications_total' in answer.content


SEVERAL = """
import os, sys
from netbox_chat_sessions.worker.environment import prepare
prepare()
from netbox_chat_sessions.conversation.results import TurnReport
from netbox_chat_sessions.observability import gauges
from netbox_chat_sessions.observability.turn_metrics import TurnMetrics
TurnMetrics().finished(TurnReport(1, 2, 'answered', 'answer', 'route', agent='inventory'))
gauges.SESSIONS.labels('active').set(int(sys.argv[1]))
if sys.argv[2]:
    from django_prometheus.exports import ExportToDjangoView
    print(ExportToDjangoView(None).content.decode())
"""


def test_several_processes_are_counted_together(tmp_path):
    """As NetBox's documentation has it: PROMETHEUS_MULTIPROC_DIR names a folder that all of them share."""
    environment = os.environ | {'PROMETHEUS_MULTIPROC_DIR': str(tmp_path)}
    for number, last in (('5', ''), ('7', 'last')):
        done = subprocess.run(
            [sys.executable, '-c', SEVERAL, number, last], env=environment, check=True, capture_output=True, text=True
        )
    assert 'netbox_chat_sessions_turns_total{agent="inventory",decision="route",kind="answer"} 2.0' in done.stdout
    assert 'netbox_chat_sessions_sessions{status="active"} 7.0' in done.stdout
