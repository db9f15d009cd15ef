"""A real Celery worker and beat expire and purge sessions, beside NetBox's own queue, and survive outages.

The tests are one story over one worker, in the order in which they stand.
"""

import re
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
import redis
import rq
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone
from psycopg import sql

from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.worker.broker import KEY_PREFIX

from .conftest import until

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture(scope='module')
def user(django_db_setup, django_db_blocker):
    """A user whose sessions the worker sees; everything is deleted afterwards."""
    with django_db_blocker.unblock():
        made = get_user_model().objects.create_user('grace')
        yield made
        made.delete()


def make_session(user, idle, status='active'):
    return ChatSession.objects.create(user=user, status=status, last_interaction=timezone.now() - idle)


def status_of(session):
    """None: it is deleted."""
    return ChatSession.objects.filter(pk=session.pk).values_list('status', flat=True).first()


def foreign_keys(client):
    return {key: client.dump(key) for key in client.scan_iter() if not key.startswith(KEY_PREFIX.encode())}


def test_sessions_expire_and_are_purged_beside_the_queue_of_netbox(servers, user):
    client = redis.Redis(port=servers.port)
    queue = rq.Queue('default', connection=client)
    job = queue.enqueue('time.time')
    before = foreign_keys(client)
    assert job.key.encode() in before
    idle, old = make_session(user, 2 * MINUTE), make_session(user, 40 * DAY)
    old_and_ended = make_session(user, 40 * DAY, 'ended')
    busy, fresh = make_session(user, 2 * MINUTE), make_session(user, timedelta(0))
    handed_over = make_session(user, 40 * DAY, 'handoff')
    Interaction.objects.create(session=busy, sequence=1, query='and now?')
    ended = make_session(user, 20 * DAY, 'ended')

    servers.start_worker()

    gone = ChatSession.objects.filter(pk__in=(old.pk, old_and_ended.pk))
    # NetBox takes its time to start on a busy machine.
    assert until(lambda: status_of(idle) == 'expired' and not gone.exists(), seconds=120), servers.log
    runs = re.compile(r'purge_sessions\[.* succeeded')
    assert until(lambda: len(runs.findall(servers.log)) > 1), 'the cleanup does not come again'
    assert status_of(fresh) == status_of(busy) == 'active'
    assert (status_of(handed_over), status_of(ended)) == ('handoff', 'ended')
    assert foreign_keys(client) == before
    assert rq.SimpleWorker([queue], connection=client).work(burst=True)
    assert job.get_status(refresh=True) == rq.job.JobStatus.FINISHED


def test_a_broker_that_went_away_is_found_again(servers, user):
    servers.stop_valkey()
    session = make_session(user, 2 * MINUTE)
    assert until(lambda: 'onnection' in servers.log), servers.log
    assert status_of(session) == 'active'
    assert servers.worker.poll() is None
    servers.start_valkey()
    assert until(lambda: status_of(session) == 'expired'), servers.log


@contextmanager
def closed_database():
    """Nobody may connect to the database while the block runs; who is connected stays so."""
    ours = connection.get_connection_params()
    server = {name: ours[name] for name in ('host', 'port', 'user', 'password') if name in ours}
    with psycopg.connect(dbname='postgres', autocommit=True, **server) as outside:
        name = sql.Identifier(ours['dbname'])
        outside.execute(sql.SQL('ALTER DATABASE {} ALLOW_CONNECTIONS false').format(name))
        try:
            yield
        finally:
            outside.execute(sql.SQL('ALTER DATABASE {} ALLOW_CONNECTIONS true').format(name))


def test_a_database_that_went_away_fails_the_task_and_not_the_worker(servers, user):
    with closed_database():
        session = make_session(user, 2 * MINUTE)
        assert until(lambda: 'OperationalError' in servers.log), servers.log
        assert status_of(session) == 'active'
    assert until(lambda: status_of(session) == 'expired'), servers.log


def test_the_worker_stops_when_it_is_told_to(servers):
    servers.worker.terminate()
    assert servers.worker.wait(60) == 0, servers.log
