"""What becomes of sessions, by status, age and activity."""

from datetime import timedelta

import pytest

from netbox_chat_sessions.conversation.lifecycle import CleanupReport, Lifecycle
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage.cleanup import CleanupService

from .case import DAY, HOUR, NOW, SECOND, FixedClock, make_session, make_user, service

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
    assert set(Interaction.objects.values_list('session', 'status', 'reason')) == {
        (made['idle, a turn is running'], 'pending', ''),
        (made['idle, a turn was killed'], 'interrupted', 'interrupted'),
        (made['old, a turn is running'], 'pending', ''),
    }
    assert service().run() == CleanupReport()


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
