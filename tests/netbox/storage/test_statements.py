"""How many SQL statements a turn costs, transaction control included, whatever the length of its session."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from netbox_chat_sessions.models import ChatSession, Interaction
from tests.contracts.turns import ask, device, outcome, rack, said


@pytest.fixture(params=[5, 2000], ids=lambda length: f'{length} interactions')
def session(request, store, user):
    """A session of that length, with a list and mentions in its first interactions and a question behind."""
    session_id = store.open().id
    for number in range(3):
        admission = ask(store, f'racks {number}', session_id)
        listed = tuple(device(place).key for place in range(25))
        store.remember(admission, outcome(mentions=said(*map(rack, range(40))), listed=listed))
    length = request.param
    Interaction.objects.bulk_create(
        Interaction(
            session_id=session_id, sequence=sequence, author=user, query='q', status='answered', answered=timezone.now()
        )
        for sequence in range(4, length + 1)
    )
    ChatSession.objects.filter(pk=session_id).update(interaction_count=length)
    # NetBox loads a user's permissions once per request, whatever the request does.
    user.get_all_permissions()
    return store.find(session_id)


def counted(work):
    with CaptureQueriesContext(connection) as captured:
        result = work()
    return result, len(captured)


def test_statements_of_a_turn(session, store):
    admission, admitting = counted(lambda: ask(store, 'how full is the rack?', session.id))
    memory, recalling = counted(lambda: store.recall(admission.session, admission.interaction.sequence))
    _done, remembering = counted(
        lambda: store.remember(admission, outcome(mentions=said(rack(1), device(2)), focus=(rack(1).key,)))
    )
    assert (admitting, recalling, remembering) == (6, 3, 6)
    assert len(memory.entities) == 40
    assert len(memory.lists) == 3
