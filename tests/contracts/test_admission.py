"""Which turns are let in, under which number, and what happens to one that is sent again."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from netbox_chat_sessions.conversation.errors import (
    InteractionNotFound,
    InvalidTurn,
    PermissionMissing,
    SessionEnded,
    SessionNotFound,
    TurnInProgress,
)
from netbox_chat_sessions.conversation.lifecycle import TURN_LIMIT
from netbox_chat_sessions.conversation.records import Recorded
from netbox_chat_sessions.conversation.reply import Reply, ReplyKind
from netbox_chat_sessions.conversation.session import InteractionStatus, SessionStatus

from .turns import ROUTE, ask, outcome, rack, said, talk

ONE, TWO = UUID(int=1), UUID(int=2)
PENDING, ANSWERED, STOPPED, FAILED, INTERRUPTED = InteractionStatus


def test_the_question_is_stored_before_it_is_answered(world, store):
    admission = ask(store, 'how full is the rack?')
    assert world.turns(admission.session.id) == [(1, PENDING, 'how full is the rack?')]
    assert admission.session.interaction_count == 1
    assert not admission.replayed


def test_turns_are_numbered_without_gaps(world, store):
    session = talk(store, 'one').session
    talk(store, 'two', session.id)
    store.record(session.id, Recorded('three'), {})
    store.fail(ask(store, 'four', session.id), FAILED, 'KeyError')
    last = talk(store, 'five', session.id)
    assert [sequence for sequence, _status, _query in world.turns(session.id)] == [1, 2, 3, 4, 5]
    assert last.session.interaction_count == last.interaction.sequence == 5


def test_what_is_remembered_is_what_comes_back(store):
    decision = replace(ROUTE, tokens=5, latency_ms=80)
    done = talk(store, 'how many?', decision=decision, reply=Reply('Three.', tokens=7), listed=())
    turn = done.interaction
    assert (turn.status, turn.response, turn.reply['text'], turn.tokens) == (ANSWERED, 'Three.', 'Three.', 12)
    assert (turn.decision, turn.decided_by, turn.reason, turn.agent) == ('route', 'disabled', 'disabled', 'inventory')
    assert turn.duration_ms == 12
    assert store.recall(done.session).window == (turn,)


def test_a_busy_session_refuses_a_second_turn(world, store):
    session = ask(store, 'slow one').session
    with pytest.raises(TurnInProgress):
        ask(world.store('owner', busy_wait=0.05), 'impatient', session.id)
    assert world.turns(session.id) == [(1, PENDING, 'slow one')]


@pytest.mark.parametrize(
    ('age', 'refused'), [(TURN_LIMIT - timedelta(seconds=5), True), (TURN_LIMIT + timedelta(seconds=1), False)]
)
def test_a_turn_that_lost_its_process_holds_up_nobody(world, store, age, refused):
    lost = ask(store, 'lost')
    world.age(lost.session.id, 1, age)
    if refused:
        with pytest.raises(TurnInProgress):
            ask(store, 'next', lost.session.id)
        return
    talk(store, 'next', lost.session.id)
    assert [status for _sequence, status, _query in world.turns(lost.session.id)] == [INTERRUPTED, ANSWERED]
    late = store.remember(lost, outcome('lost', text='Late.'))
    assert (late.interaction.status, late.interaction.response) == (ANSWERED, 'Late.')


def test_the_same_turn_again_is_a_replay(world, store):
    first = ask(store, 'how many?', turn_id=ONE)
    with pytest.raises(TurnInProgress):
        ask(store, 'how many?', first.session.id, turn_id=ONE)
    done = store.remember(first, outcome(text='Three.'))
    again = ask(store, 'how many?', first.session.id, turn_id=ONE)
    assert again.replayed
    assert again.interaction == done.interaction
    assert len(world.turns(first.session.id)) == 1
    assert ask(store, 'and now?', first.session.id, turn_id=TWO).interaction.sequence == 2


def test_a_first_turn_that_is_sent_again_opens_no_second_session(store):
    first = talk_with(store, ONE)
    again = ask(store, 'how many?', turn_id=ONE)
    assert again.replayed
    assert again.session.id == first.session.id
    assert ask(store, 'how many?', turn_id=TWO).session.id != first.session.id


def test_turn_ids_belong_to_their_session(store):
    first, second = talk(store, 'one').session, talk(store, 'two').session
    for session in (first, second):
        assert not ask(store, 'again', session.id, turn_id=ONE).replayed


def test_a_turn_id_of_another_person_is_refused(world, store):
    session = talk_with(store, ONE).session
    world.share(session.id, 'guest')
    guest = world.store('guest')
    with pytest.raises(InvalidTurn) as refused:
        ask(guest, 'what did they get?', session.id, turn_id=ONE)
    assert refused.value.field == 'turn_id'
    with pytest.raises(InvalidTurn):
        guest.record(session.id, Recorded('what did they get?', turn_id=ONE), {})
    assert ask(guest, 'what did they get?', turn_id=ONE).session.id != session.id


@pytest.mark.parametrize(('status', 'replayed'), [(FAILED, False), (INTERRUPTED, False), (STOPPED, True)])
def test_a_turn_without_an_answer_can_be_tried_again(world, store, status, replayed):
    first = ask(store, 'how many?', turn_id=ONE)
    store.fail(first, status, 'KeyError')
    again = ask(store, 'how many?', first.session.id, turn_id=ONE)
    assert again.replayed is replayed
    assert again.interaction.id == first.interaction.id
    if not replayed:
        with pytest.raises(TurnInProgress):
            ask(store, 'how many?', first.session.id, turn_id=ONE)
        assert store.remember(again, outcome(text='Three.')).interaction.response == 'Three.'
    assert len(world.turns(first.session.id)) == 1


def test_a_turn_that_lost_its_process_can_be_tried_again(world, store):
    lost = ask(store, 'how many?', turn_id=ONE)
    world.age(lost.session.id, 1, 2 * TURN_LIMIT)
    again = ask(store, 'how many?', turn_id=ONE)
    assert (again.interaction.id, again.interaction.status, again.replayed) == (lost.interaction.id, PENDING, False)
    with pytest.raises(TurnInProgress):
        ask(store, 'how many?', turn_id=ONE)


def test_what_a_stopped_turn_still_comes_to_is_not_kept(world, store):
    asked = ask(store, 'how many?')
    stopped = store.stop(asked.interaction.id)
    assert (stopped.status, stopped.reason) == (STOPPED, 'stopped')
    # Nobody waits for it any longer.
    assert ask(store, 'and now?', asked.session.id).interaction.sequence == 2
    late = store.remember(asked, outcome(text='Three.', mentions=said(rack(1))))
    assert (late.replayed, late.interaction) == (True, stopped)
    assert store.entities(asked.session) == ()


def test_what_was_answered_so_far_is_kept_when_the_turn_stops(world, store):
    asked = ask(store, 'how many?', turn_id=ONE)
    assert store.tell(asked, None) is None
    assert store.tell(asked, outcome(text='Three racks.', mentions=said(rack(1)), listed=(rack(1).key,))) is None
    assert world.turns(asked.session.id) == [(1, PENDING, 'how many?')]
    stopped = store.stop(asked.interaction.id)
    assert (stopped.status, stopped.response, stopped.listed) == (STOPPED, 'Three racks.', (rack(1).key,))
    assert store.tell(asked, outcome(text='Three racks, two devices.')) == stopped
    # It was said, so it can be gone on from.
    recalled = store.recall(ask(store, 'and now?', asked.session.id).session, before=2)
    assert [turn.response for turn in recalled.window] == ['Three racks.']


def test_a_turn_that_came_to_half_an_answer_can_be_tried_again(world, store):
    asked = ask(store, 'how many?', turn_id=ONE)
    store.tell(asked, outcome(text='Three racks.'))
    store.fail(asked, FAILED, 'OSError')
    again = ask(store, 'how many?', asked.session.id, turn_id=ONE)
    assert (again.replayed, again.interaction.sequence) == (False, 1)
    assert store.remember(again, outcome(text='Three racks, two devices.')).interaction.status is ANSWERED


def test_an_answer_is_not_stopped_any_more(store):
    done = talk(store, 'how many?')
    assert store.stop(done.interaction.id) == done.interaction


def test_only_who_has_asked_stops_the_answer(world, store):
    asked = ask(store, 'how many?')
    world.share(asked.session.id, 'guest')
    with pytest.raises(PermissionMissing):
        world.store('guest').stop(asked.interaction.id)
    with pytest.raises(InteractionNotFound):
        world.store('stranger').stop(asked.interaction.id)
    with pytest.raises(InteractionNotFound):
        store.stop(10**9)
    assert world.turns(asked.session.id) == [(1, PENDING, 'how many?')]


def test_an_answer_that_says_it_failed_is_an_answer(store):
    first = ask(store, 'how many?', turn_id=ONE)
    store.remember(first, outcome(reply=Reply('Out of order.', ReplyKind.ERROR), status=FAILED))
    assert ask(store, 'how many?', first.session.id, turn_id=ONE).replayed


def test_nothing_is_answered_twice(store):
    admission = ask(store, 'how many?')
    store.remember(admission, outcome(text='Three.'))
    second = store.remember(admission, outcome(text='Four.'))
    assert second.replayed
    assert second.interaction.response == 'Three.'
    store.fail(admission, FAILED, 'too late')
    assert store.recall(second.session).window[0].status is ANSWERED


def test_what_was_stopped_stays_stopped(store):
    admission = ask(store, 'how many?')
    store.fail(admission, STOPPED, 'stopped')
    late = store.remember(admission, outcome(text='Three.'))
    assert late.interaction.status is STOPPED
    assert store.recall(late.session).empty


@pytest.mark.parametrize(
    ('status', 'who', 'after'),
    [
        (SessionStatus.ACTIVE, 'guest', SessionStatus.ACTIVE),
        (SessionStatus.HANDOFF, 'guest', SessionStatus.HANDOFF),
        (SessionStatus.HANDOFF, 'owner', SessionStatus.HANDOFF),
        (SessionStatus.EXPIRED, 'owner', SessionStatus.ACTIVE),
        (SessionStatus.EXPIRED, 'guest', None),
        (SessionStatus.EXPIRED, 'operator', None),
        (SessionStatus.ENDED, 'owner', None),
        (SessionStatus.ENDED, 'operator', None),
    ],
)
@pytest.mark.parametrize('way', ['asked', 'recorded'])
def test_which_sessions_take_turns(world, store, status, who, after, way):
    session = talk(store, 'first').session
    world.share(session.id, 'guest')
    world.put(session.id, status)
    person = world.store(who)

    def add():
        if way == 'asked':
            return ask(person, 'second', session.id).interaction
        return person.record(session.id, Recorded('second'), {})

    if after is None:
        with pytest.raises(SessionEnded):
            add()
        assert len(world.turns(session.id)) == 1
    else:
        assert add().sequence == 2
        assert store.find(session.id).status is after


def test_a_session_that_ended_still_replays(world, store):
    session = talk_with(store, ONE).session
    world.put(session.id, SessionStatus.ENDED)
    assert ask(store, 'how many?', session.id, turn_id=ONE).replayed


def test_strangers_find_nothing_to_talk_to(world, store):
    session = talk(store, 'first').session
    with pytest.raises(SessionNotFound):
        ask(world.store('stranger'), 'second', session.id)
    with pytest.raises(SessionNotFound):
        world.store('stranger').record(session.id, Recorded('second'), {})
    assert len(world.turns(session.id)) == 1


def test_a_session_deleted_meanwhile_is_not_found(world, store):
    admission = ask(store, 'first')
    world.delete(admission.session.id)
    with pytest.raises(SessionNotFound):
        store.remember(admission, outcome())


def talk_with(store, turn_id):
    return store.remember(ask(store, 'how many?', turn_id=turn_id), outcome(text='Three.'))
