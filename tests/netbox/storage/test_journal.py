"""NetBox's journal of a session tells of its handoff, and goes with the session."""

import pytest
from django.contrib.auth import get_user_model
from extras.models import JournalEntry

from netbox_chat_sessions.conversation.session import SessionStatus
from netbox_chat_sessions.models import ChatSession
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from netbox_chat_sessions.storage.purging import delete_sessions
from tests.conversation.topics import TOPICS

ACTIVE, WAITING, ENDED, _ = SessionStatus


@pytest.fixture
def operator(db):
    return OrmSessionStore(get_user_model().objects.create_user('root', is_superuser=True), TOPICS)


def entries():
    found = JournalEntry.objects.order_by('pk').values_list('created_by__username', 'kind', 'comments')
    return [(who, kind, comments.split('\n\n')) for who, kind, comments in found]


def test_a_handoff_from_its_beginning_to_its_end(store, operator):
    session = store.open()
    store.change_status(session.id, 'handoff', WAITING, 'The answer is wrong')
    store.change_status(session.id, 'handoff', WAITING, 'again')
    operator.write(session.id, 'Which one?')
    operator.change_status(session.id, 'release', ACTIVE, 'It was the filter')
    operator.change_status(session.id, 'release', ACTIVE, 'again')
    assert entries() == [
        ('alice', 'warning', ['A person was asked for.', 'The answer is wrong']),
        ('root', 'success', ['Given back to the assistant.', 'It was the filter']),
    ]
    delete_sessions([session.id])
    assert not JournalEntry.objects.exists()


def test_an_end_is_told_only_where_somebody_waited(store):
    waited, other = store.open(), store.open()
    store.change_status(waited.id, 'handoff', WAITING)
    for session in (waited, other):
        store.change_status(session.id, 'end', ENDED)
    assert entries()[1:] == [('alice', 'info', ['Ended while a person was awaited.'])]
    assert ChatSession.objects.filter(status='ended').count() == 2
