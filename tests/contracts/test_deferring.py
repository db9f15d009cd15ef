"""Questions that a worker answers: claimed once, by who asked, with what they may do by then."""

from uuid import UUID

import pytest

from netbox_chat_sessions.conversation.deferring import TurnDeferrer
from netbox_chat_sessions.conversation.errors import Busy, SessionEnded, SessionNotFound, TurnInProgress
from netbox_chat_sessions.conversation.lifecycle import TURN_LIMIT
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.session import InteractionStatus, SessionStatus

from .turns import ask, outcome

ONE = UUID(int=1)
PENDING, ANSWERED, STOPPED, FAILED, INTERRUPTED = InteractionStatus


class Queue:
    """A `TurnQueue` that keeps what it is given, unless it is out of order."""

    def __init__(self, working=True):
        self.working, self.waiting = working, []

    def put(self, interaction_id, request):
        if not self.working:
            raise Busy('out of order')
        self.waiting.append((interaction_id, request))


@pytest.fixture
def queue():
    return Queue()


def defer(store, queue, message='how many?', **fields):
    return TurnDeferrer(store, queue)(TurnRequest(message, **fields))


def test_a_deferred_question_is_claimed_once_and_answered(store, queue):
    deferred = defer(store, queue)
    [(waiting, request)] = queue.waiting
    assert (waiting, request.message) == (deferred.interaction.id, 'how many?')
    claimed = store.claim(waiting)
    assert (claimed.interaction.status, claimed.interaction.query) == (PENDING, 'how many?')
    assert store.claim(waiting) is None
    store.remember(claimed, outcome(text='Three.'))
    assert store.claim(waiting) is None
    assert store.recall(claimed.session).window[0].response == 'Three.'


def test_it_takes_its_turn_in_the_session(store, queue):
    deferred = defer(store, queue)
    with pytest.raises(TurnInProgress):
        ask(store, 'and now?', deferred.session.id)


def test_only_what_was_deferred_can_be_claimed(world, store, queue):
    assert store.claim(ask(store, 'how many?').interaction.id) is None
    assert store.claim(10**9) is None
    deferred = defer(store, queue)
    assert world.store('operator').claim(deferred.interaction.id) is None
    assert store.claim(deferred.interaction.id) is not None


def test_a_stopped_question_is_left_alone(store, queue):
    deferred = defer(store, queue)
    store.stop(deferred.interaction.id)
    assert store.claim(deferred.interaction.id) is None


def test_a_question_that_was_asked_again_meanwhile_is_left_alone(world, store, queue):
    deferred = defer(store, queue, turn_id=ONE)
    world.age(deferred.session.id, 1, 2 * TURN_LIMIT)
    again = ask(store, 'how many?', turn_id=ONE)
    assert again.interaction.id == deferred.interaction.id
    assert store.claim(deferred.interaction.id) is None


def test_its_time_begins_when_it_is_claimed(world, store, queue):
    deferred = defer(store, queue)
    world.age(deferred.session.id, 1, 0.9 * TURN_LIMIT)
    store.claim(deferred.interaction.id)
    world.age(deferred.session.id, 1, 0.9 * TURN_LIMIT)
    with pytest.raises(TurnInProgress):
        ask(store, 'and now?', deferred.session.id)


@pytest.mark.parametrize(('happened', 'error'), [('ended', SessionEnded), ('unshared', SessionNotFound)])
def test_what_is_no_longer_allowed_fails(world, store, queue, happened, error):
    session = store.open()
    world.share(session.id, 'guest')
    guest = world.store('guest')
    deferred = defer(guest, queue, session_id=session.id)
    if happened == 'ended':
        world.put(session.id, SessionStatus.ENDED)
    else:
        world.unshare(session.id, 'guest')
    with pytest.raises(error):
        guest.claim(deferred.interaction.id)
    assert world.turns(session.id) == [(1, FAILED, 'how many?')]


def test_without_a_queue_the_question_is_kept_and_the_same_turn_id_tries_again(world, store, queue):
    with pytest.raises(Busy):
        defer(store, Queue(working=False), turn_id=ONE)
    again = defer(store, queue, turn_id=ONE)
    assert len(queue.waiting) == 1
    assert world.turns(again.session.id) == [(1, PENDING, 'how many?')]


def test_what_was_answered_is_not_queued_again(store, queue):
    deferred = defer(store, queue, turn_id=ONE)
    store.remember(store.claim(deferred.interaction.id), outcome(text='Three.'))
    again = defer(store, queue, turn_id=ONE)
    assert (again.replayed, again.interaction.response, len(queue.waiting)) == (True, 'Three.', 1)
