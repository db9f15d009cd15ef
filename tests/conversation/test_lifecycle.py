"""The time limits of sessions."""

from datetime import UTC, datetime, timedelta

import pytest

from netbox_chat_sessions.conversation.lifecycle import PURGED_STATUSES, CleanupReport, Lifecycle
from netbox_chat_sessions.conversation.session import SessionStatus

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ('timeout', 'idle_for', 'idle'),
    [
        (HOUR, timedelta(minutes=59, seconds=59), False),
        (HOUR, HOUR, True),
        # Its seconds alone would make it look fresh.
        (HOUR, DAY + timedelta(minutes=1), True),
        (2 * DAY, DAY + timedelta(hours=23), False),
        (2 * DAY, 2 * DAY, True),
    ],
)
def test_idle_is_elapsed_time(timeout, idle_for, idle):
    lifecycle = Lifecycle(session_timeout=timeout, retention=90 * DAY)
    assert (NOW - idle_for <= lifecycle.idle_before(NOW)) is idle


@pytest.mark.parametrize(
    ('timeout', 'retention', 'kept_for'),
    [
        (HOUR, 90 * DAY, 90 * DAY),
        (HOUR, timedelta(0), HOUR),
        # A session that may still be used is not deleted, however short the retention.
        (7 * DAY, DAY, 7 * DAY),
    ],
)
def test_sessions_are_kept_until_retention_ends_but_never_before_they_could_expire(timeout, retention, kept_for):
    assert Lifecycle(timeout, retention).purged_before(NOW) == NOW - kept_for


def test_a_turn_has_two_minutes():
    assert Lifecycle(HOUR, DAY).interrupted_before(NOW) == NOW - timedelta(seconds=120)


def test_a_session_that_waits_for_a_person_is_the_only_one_kept():
    assert set(SessionStatus) - PURGED_STATUSES == {SessionStatus.HANDOFF}


def test_reports_add_up():
    total = CleanupReport(interrupted=1, expired=2, failed=1, busy=True) + CleanupReport(purged=3, failed=4)
    assert total == CleanupReport(interrupted=1, expired=2, purged=3, failed=5, busy=True, unfinished=False)
    assert (total + CleanupReport(unfinished=True)).unfinished
