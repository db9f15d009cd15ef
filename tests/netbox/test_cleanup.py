"""The cleanup on NetBox's own database."""

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
import redis
from core.models import Job, ObjectType
from dcim.models import Site
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.models.signals import pre_delete
from django.utils import timezone
from django_redis.exceptions import ConnectionInterrupted
from extras.models import Bookmark, CachedValue, JournalEntry, Notification, Subscription, Tag, TaggedItem
from utilities.exceptions import AbortRequest

from netbox_chat_sessions.conversation.lifecycle import CleanupReport, Lifecycle
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.storage.cleanup import CleanupService
from netbox_chat_sessions.wiring import cleanup_service

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


@dataclass(frozen=True)
class FixedClock:
    time: datetime = NOW

    def now(self):
        return self.time


def service(timeout=HOUR, retention=90 * DAY, batch_size=200, handoff=None, rest=0):
    return CleanupService(Lifecycle(timeout, retention, handoff_timeout=handoff), FixedClock(), batch_size, rest)


def make_user(name='ada'):
    return get_user_model().objects.create_user(name)


def make_session(user, status='active', idle=None, age=timedelta(0), pending=None):
    """A session: `idle` since its last interaction (None: without any), `pending`: age of a turn without an answer."""
    session = ChatSession.objects.create(
        user=user, status=status, last_interaction=None if idle is None else NOW - idle
    )
    ChatSession.objects.filter(pk=session.pk).update(created=NOW - age, last_updated=NOW - age)
    if pending is not None:
        turn = Interaction.objects.create(session=session, sequence=1, query='where is it?')
        Interaction.objects.filter(pk=turn.pk).update(created=NOW - pending)
    return session


# status, idle, age, running turn → status afterwards, None: deleted; with a timeout of an hour and 90 days retention
CASES = {
    'fresh': ('active', HOUR - SECOND, DAY, None, 'active'),
    'idle': ('active', HOUR, DAY, None, 'expired'),
    'idle for a day and a minute': ('active', DAY + timedelta(minutes=1), 2 * DAY, None, 'expired'),
    'never used, new': ('active', None, HOUR - SECOND, None, 'active'),
    'never used, old': ('active', None, HOUR, None, 'expired'),
    'idle, a turn is running': ('active', 2 * HOUR, DAY, timedelta(seconds=119), 'active'),
    'idle, a turn was killed': ('active', 2 * HOUR, DAY, timedelta(seconds=120), 'expired'),
    'handed over': ('handoff', DAY, DAY, None, 'handoff'),
    'ended': ('ended', DAY, DAY, None, 'ended'),
    'ended long ago': ('ended', 90 * DAY, 100 * DAY, None, None),
    'expired long ago': ('expired', 90 * DAY, 100 * DAY, None, None),
    'expired, a second too young': ('expired', 90 * DAY - SECOND, 100 * DAY, None, 'expired'),
    'idle for ages': ('active', 100 * DAY, 100 * DAY, None, None),
    'handed over long ago': ('handoff', 100 * DAY, 100 * DAY, None, 'handoff'),
    'old, a turn is running': ('active', 100 * DAY, 100 * DAY, timedelta(seconds=1), 'active'),
    'never used, ages old': ('active', None, 100 * DAY, None, None),
}


@pytest.mark.django_db
def test_what_becomes_of_sessions():
    user = make_user()
    made = {name: make_session(user, *case[:-1]).pk for name, case in CASES.items()}
    counted = service().run(dry_run=True)
    assert dict(ChatSession.objects.values_list('pk', 'status')) == {
        made[name]: case[0] for name, case in CASES.items()
    }, 'a dry run changed something'
    assert Interaction.objects.filter(status='pending').count() == 3

    report = service().run()

    left = dict(ChatSession.objects.values_list('pk', 'status'))
    assert {name: left.get(pk) for name, pk in made.items()} == {name: case[-1] for name, case in CASES.items()}
    assert report == counted == CleanupReport(interrupted=1, expired=6, purged=4)
    assert dict(Interaction.objects.values_list('session', 'status')) == {
        made['idle, a turn is running']: 'pending',
        made['idle, a turn was killed']: 'interrupted',
        made['old, a turn is running']: 'pending',
    }
    assert service().run() == CleanupReport()


# waiting since, person wrote, active last → status afterwards, None: deleted; with four hours to wait
WAITING = {
    'just asked': (HOUR, None, HOUR, 'handoff'),
    'a second too early': (4 * HOUR - SECOND, None, 4 * HOUR, 'handoff'),
    'nobody came, the user still writes': (4 * HOUR, None, HOUR - SECOND, 'active'),
    'nobody came, the user has left': (4 * HOUR, None, 4 * HOUR, 'expired'),
    'a person wrote': (6 * HOUR, 4 * HOUR - SECOND, 4 * HOUR - SECOND, 'handoff'),
    'a person wrote, and never again': (6 * HOUR, 4 * HOUR, 2 * HOUR, 'expired'),
    'nobody came for ages': (100 * DAY, None, 100 * DAY, None),
}


def make_waiting(user, since, person, active):
    session = make_session(user, 'handoff', idle=active, age=since)
    ChatSession.objects.filter(pk=session.pk).update(handoff_requested=NOW - since, handoff_reason='It is urgent')
    # What others say is no answer to whoever waits.
    for sequence, (agent, age) in enumerate([('person', person), ('inventory', active), ('person', since + HOUR)], 1):
        if age is not None:
            turn = Interaction.objects.create(session=session, sequence=sequence, agent=agent, status='answered')
            Interaction.objects.filter(pk=turn.pk).update(created=NOW - age)
    return session


@pytest.mark.django_db
def test_who_waits_in_vain_is_given_back_to_the_assistant():
    user = make_user()
    made = {name: make_waiting(user, *case[:-1]).pk for name, case in WAITING.items()}
    waiting = service(handoff=4 * HOUR)
    counted = waiting.run(dry_run=True)
    assert waiting.run() == counted == CleanupReport(released=4, expired=3, purged=1)
    left = dict(ChatSession.objects.values_list('pk', 'status'))
    assert {name: left.get(pk) for name, pk in made.items()} == {name: case[-1] for name, case in WAITING.items()}
    told = {entry.assigned_object_id: entry for entry in JournalEntry.objects.all()}
    given_back = {made[name] for name, case in WAITING.items() if case[-1] in ('active', 'expired')}
    assert told.keys() == given_back
    assert all('No person came in time.' in entry.comments and entry.created_by is None for entry in told.values())
    session = ChatSession.objects.get(pk=made['nobody came, the user still writes'])
    assert (session.handoff_requested, session.handoff_reason, session.last_updated) == (None, '', NOW)


@pytest.mark.django_db
def test_without_a_time_to_wait_nobody_is_given_back():
    made = make_waiting(make_user(), *WAITING['nobody came for ages'][:-1])
    assert service().run() == CleanupReport()
    made.refresh_from_db()
    assert made.status == 'handoff'


@pytest.mark.django_db
@pytest.mark.parametrize(('seconds', 'status'), [(None, 'handoff'), (0, 'handoff'), (3600, 'expired')])
def test_the_time_to_wait_is_a_setting(settings, seconds, status):
    settings.PLUGINS_CONFIG = {'netbox_chat_sessions': {'handoff_timeout': seconds}}
    session = make_waiting(make_user(), idle_now(DAY), None, idle_now(DAY))
    cleanup_service().run()
    session.refresh_from_db()
    assert session.status == status


@pytest.mark.django_db
def test_an_expired_session_says_when_it_changed():
    session = make_session(make_user(), idle=DAY, age=DAY)
    service().expire()
    session.refresh_from_db()
    assert (session.status, session.last_updated) == ('expired', NOW)


@pytest.mark.django_db
@pytest.mark.parametrize('status', ['active', 'expired', 'ended'])
def test_without_retention_sessions_are_deleted_when_they_expire(status):
    user = make_user()
    make_session(user, status, idle=HOUR)
    used = make_session(user, status, idle=HOUR - SECOND)
    assert service(retention=timedelta(0)).run().purged == 1
    assert list(ChatSession.objects.all()) == [used]


@pytest.mark.django_db
def test_everything_that_hangs_on_a_session_goes_with_it():
    user, reader = make_user(), make_user('reader')
    old, kept = (make_session(user, 'ended', idle=age) for age in (100 * DAY, DAY))
    site = Site.objects.create(name='Akron', slug='akron')
    attached = {}
    for session in (old, kept):
        ChatSession.objects.filter(pk=session.pk).update(title='Where is the secret router?')
        session.participants.add(reader)
        session.tags.add(Tag.objects.get_or_create(name='odd', slug='odd')[0])
        turn = Interaction.objects.create(session=session, sequence=1, query='q', response='a', status='answered')
        mention = EntityReference.objects.create(
            session=session,
            object_type=ObjectType.objects.get_for_model(Site),
            object_id=site.pk,
            object_repr='Akron',
            first_mentioned=NOW,
            last_mentioned=NOW,
            last_sequence=1,
        )
        link = {'object_type': ObjectType.objects.get_for_model(session), 'object_id': session.pk}
        cached = [
            CachedValue.objects.create(
                object_type=ObjectType.objects.get_for_model(row),
                object_id=row.pk,
                field='x',
                type='str',
                value='secret',
            )
            for row in (session, turn, mention)
        ]
        attached[session.pk] = [
            turn,
            mention,
            *cached,
            JournalEntry.objects.create(assigned_object=session, created_by=user, comments='taken over'),
            Bookmark.objects.create(user=user, **link),
            Subscription.objects.create(user=reader, **link),
            Notification.objects.create(user=reader, event_type='object_updated', object_repr='secret', **link),
        ]

    assert service().purge() == CleanupReport(purged=1)

    assert list(ChatSession.objects.all()) == [kept]
    for row in attached[old.pk]:
        assert not type(row)._default_manager.filter(pk=row.pk).exists(), row
    for row in attached[kept.pk]:
        assert type(row)._default_manager.filter(pk=row.pk).exists(), row
    assert not Notification.objects.exclude(pk=attached[kept.pk][-1].pk).exists(), 'the deletion was announced'
    assert list(TaggedItem.objects.values_list('object_id', flat=True)) == [kept.pk]
    assert Site.objects.filter(pk=site.pk).exists()


@pytest.fixture
def protected():
    """IDs of sessions whose deletion a receiver forbids, each with the error that it raises."""
    errors = {}

    def forbid(sender, instance, **kwargs):
        if error := errors.get(instance.pk):
            raise error

    pre_delete.connect(forbid, sender=ChatSession)
    yield errors
    pre_delete.disconnect(forbid, sender=ChatSession)


@pytest.mark.django_db
@pytest.mark.parametrize('error', [AbortRequest('protected'), DatabaseError('odd'), AttributeError('a bug elsewhere')])
@pytest.mark.parametrize('batch_size', [1, 2, 200])
def test_one_bad_row_never_stops_the_rest(protected, error, batch_size, caplog):
    user = make_user()
    sessions = [make_session(user, 'ended', idle=100 * DAY) for _ in range(5)]
    turns = [
        Interaction.objects.create(session=session, sequence=1, query='q', status='answered') for session in sessions
    ]
    protected[sessions[2].pk] = error
    assert service(batch_size=batch_size).purge() == CleanupReport(purged=4, failed=1)
    assert list(ChatSession.objects.all()) == [sessions[2]]
    # What was done for the bad row before it failed is undone.
    assert list(Interaction.objects.all()) == [turns[2]]
    assert str(error) in caplog.text
    assert str(sessions[2].pk) in caplog.text


@pytest.mark.django_db
def test_it_rests_after_each_full_batch(monkeypatch):
    user, rests = make_user(), []
    for _ in range(5):
        make_session(user, 'ended', idle=100 * DAY)
    monkeypatch.setattr('netbox_chat_sessions.storage.batches.time.sleep', rests.append)
    assert service(batch_size=2, rest=3).purge() == CleanupReport(purged=5)
    assert [rest > 0 for rest in rests] == [True, True]


@pytest.mark.django_db
@pytest.mark.parametrize('error', [redis.ConnectionError('refused'), ConnectionInterrupted(None)])
def test_without_the_cache_of_netbox_the_cleanup_waits(protected, error):
    user = make_user()
    sessions = [make_session(user, 'ended', idle=100 * DAY) for _ in range(3)]
    protected[sessions[1].pk] = error
    with pytest.raises(type(error)):
        service().purge()
    assert ChatSession.objects.count() == 3, 'half a batch is deleted'
    protected.clear()
    assert service().purge() == CleanupReport(purged=3)


@pytest.mark.django_db
def test_a_clock_that_jumps_back_and_forth_costs_nothing_but_time():
    user = make_user()
    idle, running = make_session(user, idle=HOUR), make_session(user, idle=2 * HOUR, pending=timedelta(seconds=30))
    lifecycle = Lifecycle(HOUR, 90 * DAY, handoff_timeout=HOUR)
    for jump in (-365 * DAY, -HOUR, -SECOND):
        assert CleanupService(lifecycle, FixedClock(NOW + jump)).run() == CleanupReport(), jump
    assert service().run() == CleanupReport(expired=1)
    idle.refresh_from_db()
    running.refresh_from_db()
    assert (idle.status, running.status) == ('expired', 'active')
    # What was done by a clock that ran ahead is not done again by one that is right.
    assert CleanupService(lifecycle, FixedClock(NOW + HOUR)).run() == CleanupReport(interrupted=1, expired=1)
    assert service().run() == CleanupReport()


@pytest.mark.django_db
def test_time_limit_leaves_the_rest_to_the_next_run():
    make_session(make_user(), idle=DAY)
    assert service().expire(seconds=-1) == CleanupReport(unfinished=True)
    assert service().expire() == CleanupReport(expired=1)


@pytest.mark.django_db
def test_statements_do_not_grow_with_the_rows_of_a_batch(django_assert_max_num_queries):
    user = make_user()
    for _ in range(40):
        make_session(user, 'ended', idle=100 * DAY)
    ChatSession.objects.update(status='active')
    with django_assert_max_num_queries(18):
        assert service().expire().expired == 40


def idle_now(idle):
    """For `make_session`: idle for that long by the machine's own clock."""
    return NOW - timezone.now() + idle


@pytest.mark.django_db
def test_command_counts_first_and_cleans_up_then(capsys):
    user = make_user()
    idle = make_session(user, idle=idle_now(HOUR))
    make_session(user, idle=idle_now(2 * HOUR))
    make_session(user, 'ended', idle=idle_now(91 * DAY))
    call_command('chat_cleanup', dry_run=True)
    counted = capsys.readouterr().out
    assert 'Expired sessions: 2. Deleted sessions: 1.' in counted
    assert 'Nothing was changed' in counted
    assert ChatSession.objects.filter(status='active').count() == 2
    call_command('chat_cleanup')
    done = capsys.readouterr().out
    assert 'Expired sessions: 2. Deleted sessions: 1.' in done
    assert 'Nothing was changed' not in done
    idle.refresh_from_db()
    assert idle.status == 'expired'


def run_job(settings, runner):
    from netbox_chat_sessions.jobs import ChatCleanupJob

    settings.PLUGINS_CONFIG = {'netbox_chat_sessions': {'cleanup_runner': runner}}
    job = Job.objects.create(name=ChatCleanupJob.name, job_id=uuid4(), status='pending', interval=60)
    with patch.object(ChatCleanupJob, 'enqueue') as enqueue:
        ChatCleanupJob.handle(job)
    job.refresh_from_db()
    return job, enqueue.called


@pytest.mark.django_db
def test_system_job_cleans_up_and_comes_again(settings):
    session = make_session(make_user(), idle=idle_now(DAY))
    job, again = run_job(settings, 'netbox')
    session.refresh_from_db()
    assert (job.status, session.status, again) == ('completed', 'expired', True)
    assert 'Expired sessions: 1.' in job.log_entries[0]['message']


@pytest.mark.django_db
def test_system_job_ends_when_celery_has_taken_over(settings):
    session = make_session(make_user(), idle=idle_now(DAY))
    job, again = run_job(settings, 'celery')
    session.refresh_from_db()
    assert (job.status, session.status, again, job.interval) == ('completed', 'active', False, None)


@pytest.mark.parametrize(('runner', 'registered'), [('netbox', True), ('celery', False)])
def test_system_job_is_registered_only_for_netbox(runner, registered):
    code = (
        'import django; django.setup(); from netbox.registry import registry;'
        "print([job.name for job in registry['system_jobs']])"
    )
    environment = os.environ | {'NETBOX_CHAT_SETTINGS': json.dumps({'cleanup_runner': runner})}
    environment['DJANGO_SETTINGS_MODULE'] = 'netbox.settings'
    found = subprocess.run(
        [sys.executable, '-c', code], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert ('Chat cleanup' in found.stdout) is registered, found.stdout


@pytest.fixture
def committed(django_db_setup, django_db_blocker):
    """A user whose sessions other connections see; everything is deleted afterwards."""
    with django_db_blocker.unblock():
        user = make_user('committed')
        yield user
        user.delete()


class Elsewhere(threading.Thread):
    """Runs a function in a thread, and so on a connection, of its own."""

    def __init__(self, function):
        super().__init__()
        self.function, self.result = function, None
        self.start()

    def run(self):
        try:
            self.result = self.function()
        finally:
            connections.close_all()

    def wait(self):
        self.join(30)
        assert not self.is_alive()
        return self.result


def test_a_locked_session_is_left_for_the_next_run(committed):
    free, locked = (make_session(committed, idle=DAY) for _ in range(2))
    with transaction.atomic():
        ChatSession.objects.select_for_update().get(pk=locked.pk)
        assert Elsewhere(service().expire).wait() == CleanupReport(expired=1)
    assert dict(ChatSession.objects.values_list('pk', 'status')) == {free.pk: 'expired', locked.pk: 'active'}
    assert service().expire() == CleanupReport(expired=1)


def test_a_turn_that_begins_meanwhile_keeps_its_session(committed):
    session = make_session(committed, 'ended', idle=100 * DAY)
    found, begun = threading.Event(), threading.Event()

    def slow_select(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if 'FOR UPDATE' not in sql and 'chatsession' in sql and not found.is_set():
            found.set()
            begun.wait(10)
        return result

    def purge():
        with connection.execute_wrapper(slow_select):
            return service().purge()

    cleanup = Elsewhere(purge)
    assert found.wait(10)
    # The cleanup has read that the session is due, and has not locked it yet.
    turn = Interaction.objects.create(session=session, sequence=1, query='and now?')
    Interaction.objects.filter(pk=turn.pk).update(created=NOW)
    begun.set()
    assert cleanup.wait() == CleanupReport()
    assert ChatSession.objects.filter(pk=session.pk).exists()


def test_of_two_cleanups_at_once_the_second_says_so_and_does_nothing(committed, monkeypatch):
    for _ in range(6):
        make_session(committed, 'ended', idle=100 * DAY)
    working, seen = threading.Event(), threading.Event()

    def hold(sender, instance, **kwargs):
        working.set()
        seen.wait(10)

    pre_delete.connect(hold, sender=ChatSession)
    try:
        first = Elsewhere(service(batch_size=2).run)
        assert working.wait(10)
        assert service().purge() == CleanupReport(busy=True)
        assert ChatSession.objects.filter(user=committed).count() == 6
        seen.set()
        assert first.wait() == CleanupReport(purged=6)
    finally:
        pre_delete.disconnect(hold, sender=ChatSession)
    assert service().purge() == CleanupReport(), 'the lock was not given back'


def test_a_lost_database_ends_the_run_and_the_next_one_works(committed):
    for _ in range(3):
        make_session(committed, 'ended', idle=100 * DAY)
    backend = []

    def cut(sender, instance, **kwargs):
        if not backend:
            with connection.cursor() as cursor:
                backend.append(cursor.execute('SELECT pg_backend_pid()').fetchone()[0])
                cursor.execute('SELECT pg_terminate_backend(%s)', backend)

    def purge():
        with pytest.raises(DatabaseError):
            service().purge()
        connections.close_all()
        return service().purge()

    pre_delete.connect(cut, sender=ChatSession)
    try:
        assert Elsewhere(purge).wait() == CleanupReport(purged=3)
    finally:
        pre_delete.disconnect(cut, sender=ChatSession)
    assert backend
