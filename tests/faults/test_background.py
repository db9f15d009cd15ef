"""What becomes of the cleanup when worker, beat, PostgreSQL or Valkey dies in the middle of it."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from netbox_chat_sessions.models import ChatSession, Interaction

from .machines import DATABASE, until

SESSIONS, INTERACTIONS = 'netbox_chat_sessions_chatsession', 'netbox_chat_sessions_interaction'
LEFT = f'SELECT (SELECT count(*) FROM {SESSIONS}) * 1000 + (SELECT count(*) FROM {INTERACTIONS})'  # noqa: S608


def left(machines):
    """Sessions and interactions that are left, as one number: thousands and ones."""
    return machines.sql(LEFT)[0]


def make_old(user, number):
    """Sessions that are due to be deleted, each with an interaction."""
    fields = {'user': user, 'status': 'ended', 'last_interaction': timezone.now() - timedelta(days=40)}
    sessions = ChatSession.objects.using(DATABASE).bulk_create(ChatSession(**fields) for _ in range(number))
    Interaction.objects.using(DATABASE).bulk_create(
        Interaction(session=session, sequence=1, status='answered', query='q', response='a') for session in sessions
    )
    connections[DATABASE].close()


@pytest.fixture
def empty(machines, user):
    """The machines without a session."""
    ChatSession.objects.using(DATABASE).all().delete()
    connections[DATABASE].close()
    return machines


@contextmanager
def in_the_middle_of_a_purge(machines, user):
    """The worker has deleted the interactions of a batch of forty, and is held up before it deletes the sessions."""
    with machines.locked('extras_bookmark'):
        make_old(user, 40)
        assert machines.waits_for('extras_bookmark'), machines.log('worker')
        assert left(machines) == 40_040
        yield


@pytest.fixture(scope='module')
def worker(machines, user):
    """The machines with a worker and its beat."""
    start_worker(machines)
    yield machines
    machines.stop('worker')


def start_worker(machines):
    machines.start_worker('worker', '-B', '-s', str(machines.folder / 'worker.schedule'))


def done(machines):
    return until(lambda: left(machines) == 0, 180)


def test_two_beats_and_two_workers_do_no_harm_and_one_of_each_is_not_missed(worker, empty, user):
    worker.start_beat('beat')
    worker.start_worker('second')
    make_old(user, 40)
    assert worker.says('beat', 'Sending due task'), worker.log('beat')
    assert worker.says('second', 'purge_sessions'), worker.log('second')
    make_old(user, 40)
    assert done(worker), worker.log('worker')
    worker.kill('beat')
    worker.kill('second')
    make_old(user, 40)
    assert done(worker), worker.log('worker')
    for name in ('worker', 'second', 'beat'):
        assert 'Traceback' not in worker.log(name), worker.log(name)
        assert 'cannot be cleaned up' not in worker.log(name), worker.log(name)


def test_a_killed_worker_undoes_its_batch_and_the_next_one_does_it(worker, empty, user):
    with in_the_middle_of_a_purge(worker, user):
        worker.kill('worker')
    assert left(worker) == 40_040
    start_worker(worker)
    assert done(worker), worker.log('worker')


def test_a_restart_of_postgresql_fails_the_task_and_the_next_one_does_it(worker, empty, user):
    with in_the_middle_of_a_purge(worker, user):
        worker.stop_postgres()
    worker.start_postgres()
    assert left(worker) in (40_040, 0)
    assert done(worker), worker.log('worker')
    assert worker.running['worker'].poll() is None


def test_a_cleanup_waits_for_a_valkey_that_died_and_the_worker_finds_it_again(worker, empty, user):
    with in_the_middle_of_a_purge(worker, user):
        worker.kill('valkey')
    assert worker.says('worker', 'Trying again in')
    assert left(worker) == 40_040, 'NetBox knows no protection rules without it'
    worker.start_valkey()
    assert done(worker), worker.log('worker')
    assert worker.running['worker'].poll() is None


def test_the_worker_finishes_what_it_does_when_it_is_told_to_stop(worker, empty, user):
    with in_the_middle_of_a_purge(worker, user):
        worker.running['worker'].terminate()
        assert worker.says('worker', 'Warm shutdown', 30)
    assert worker.running['worker'].wait(60) == 0
    assert left(worker) == 0
