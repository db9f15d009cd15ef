"""The places for turns: taken with the first step, given back whatever becomes of the turn."""

import pytest

from netbox_chat_sessions.conversation.errors import Busy
from netbox_chat_sessions.conversation.gate import Gate
from netbox_chat_sessions.conversation.results import Stage


def steps(error=None):
    yield Stage('understanding')
    if error:
        raise error
    yield Stage('answering')


def finish(turn):
    assert len(list(turn)) == 2


def fail(turn):
    next(turn)
    with pytest.raises(ValueError, match='broken'):
        next(turn)


def close(turn):
    next(turn)
    turn.close()


def forget(turn):
    next(turn)
    del turn


def never_begin(turn):
    turn.close()


@pytest.mark.parametrize(
    ('ending', 'error'),
    [(finish, None), (fail, ValueError('broken')), (close, None), (forget, None), (never_begin, None)],
)
def test_every_place_is_given_back(ending, error):
    gate = Gate()
    for _ in range(3):
        ending(gate.within(1)(steps(error)))
        assert gate.running == 0


def test_nobody_waits_where_all_places_are_taken():
    gate = Gate()
    first, second, third = (gate.within(2, 'Full.')(steps()) for _ in range(3))
    next(first), next(second)
    with pytest.raises(Busy, match='Full.'):
        next(third)
    assert gate.running == 2
    first.close()
    finish(gate.within(2)(steps()))


def test_without_a_limit_everybody_is_let_in():
    gate = Gate()
    turns = [gate.within(None)(steps()) for _ in range(50)]
    assert all(next(turn) for turn in turns)
    assert gate.running == 50
