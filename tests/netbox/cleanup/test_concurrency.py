"""Cleanups at once, and turns that begin meanwhile, each on a connection of its own."""

import threading

import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.db.models.signals import pre_delete

from netbox_chat_sessions.conversation.lifecycle import CleanupReport
from netbox_chat_sessions.models import ChatSession, Interaction

from .case import DAY, NOW, make_session, make_user, service


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
