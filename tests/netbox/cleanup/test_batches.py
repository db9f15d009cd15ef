"""One bad row, a lost cache, a time limit: what was done stays done, and the rest is left for the next run."""

import pytest
import redis
from django.db import DatabaseError
from django.db.models.signals import pre_delete
from django_redis.exceptions import ConnectionInterrupted
from utilities.exceptions import AbortRequest

from netbox_chat_sessions.conversation.lifecycle import CleanupReport
from netbox_chat_sessions.models import ChatSession, Interaction

from .case import DAY, make_session, make_user, service


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
def test_it_rests_no_longer_than_it_may_work(monkeypatch):
    user, rests = make_user(), []
    for _ in range(2):
        make_session(user, 'ended', idle=100 * DAY)
    monkeypatch.setattr('netbox_chat_sessions.storage.batches.time.sleep', rests.append)
    assert service(batch_size=1, rest=10**6).purge(seconds=60) == CleanupReport(purged=2)
    assert len(rests) == 2
    assert all(0 <= rest <= 60 for rest in rests)


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
