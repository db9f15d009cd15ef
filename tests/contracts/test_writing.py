"""People write into sessions that wait for one."""

from uuid import UUID

import pytest

from netbox_chat_sessions.conversation.errors import (
    InvalidTurn,
    NotWaiting,
    PermissionMissing,
    SessionEnded,
    SessionNotFound,
)
from netbox_chat_sessions.conversation.session import InteractionStatus, SessionStatus

from .turns import ask, rack, said, talk

ACTIVE, WAITING, ENDED, EXPIRED = SessionStatus
TURN = UUID(int=7)


@pytest.fixture
def session(world, store):
    """A session that waits; its owner has talked about a rack."""
    session = talk(store, 'the rack', mentions=said(rack(1)), focus=(rack(1).key,)).session
    with world.committing():
        return store.change_status(session.id, 'handoff', WAITING)


def test_a_message_of_a_person_is_an_answer_without_a_question(world, store, session):
    written = world.store('operator').write(session.id, 'I am looking into it.')
    assert (written.sequence, written.query, written.response) == (2, '', 'I am looking into it.')
    assert (written.agent, written.status) == ('person', InteractionStatus.ANSWERED)
    assert written.author_id == world.ids['operator']
    assert written.decision == ''
    after = store.find(session.id)
    assert (after.status, after.interaction_count, after.active_agent) == (WAITING, 2, 'inventory')
    memory = store.recall(after)
    assert [turn.response for turn in memory.window] == ['Yes.', 'I am looking into it.']
    assert (memory.focus, after.title) == ((rack(1).key,), session.title)


def test_questions_and_messages_are_counted_together(world, store, session):
    operator = world.store('operator')
    operator.write(session.id, 'Hello.')
    asked = ask(store, 'are you there?', session.id)
    operator.write(session.id, 'Yes.')
    assert asked.interaction.sequence == 3
    assert [query for _, _, query in world.turns(session.id)] == ['the rack', '', 'are you there?', '']


def test_sent_twice_it_is_stored_once(world, session):
    operator = world.store('operator')
    first = operator.write(session.id, 'Hello.', TURN)
    operator.change_status(session.id, 'release', ACTIVE)
    assert operator.write(session.id, 'Hello.', TURN) == first
    assert len(world.turns(session.id)) == 2


def test_the_turn_id_of_somebody_else_is_refused(world, store, session):
    ask(store, 'hello?', session.id, turn_id=TURN)
    with pytest.raises(InvalidTurn):
        world.store('operator').write(session.id, 'Hello.', TURN)


@pytest.mark.parametrize(
    ('who', 'error'), [('owner', PermissionMissing), ('guest', PermissionMissing), ('stranger', SessionNotFound)]
)
def test_only_who_may_release_it_writes_as_a_person(world, session, who, error):
    world.share(session.id, 'guest')
    with pytest.raises(error):
        world.store(who).write(session.id, 'Hello.')
    assert len(world.turns(session.id)) == 1


@pytest.mark.parametrize(('status', 'error'), [(ACTIVE, NotWaiting), (ENDED, SessionEnded), (EXPIRED, SessionEnded)])
def test_nobody_writes_where_nobody_waits(world, session, status, error):
    world.put(session.id, status)
    with pytest.raises(error):
        world.store('operator').write(session.id, 'Hello.')
    assert len(world.turns(session.id)) == 1
