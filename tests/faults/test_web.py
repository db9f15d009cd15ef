"""What becomes of turns when the web server, PostgreSQL or Valkey dies in the middle of them."""

from contextlib import ExitStack
from uuid import UUID

import psycopg
import pytest

from .machines import DATABASE, until

INTERACTIONS = 'netbox_chat_sessions_interaction'
# Seconds that a web server may take to begin anew, on a machine with much else to do.
PATIENCE = 180


def begin(web, pool, turn):
    """Send a turn that is held up while it is answered; what it will have come to."""
    sent = pool.submit(turn.send)
    assert web.waits_for('dcim_site'), web.log('web')
    assert until(lambda: stored(web, turn) == ['pending'])
    return sent


def stored(web, turn):
    """The statuses of what is kept of a turn: one, unless something was done twice."""
    return web.sql(f'SELECT status FROM {INTERACTIONS} WHERE turn_id = %s', UUID(turn.body['turn_id']))  # noqa: S608


def again(web, turn):
    """The same turn sent again, once the server is there to take it."""
    return until(lambda: turn.send().status in (200, 409) and turn.status, PATIENCE)


def test_a_killed_web_server_loses_no_question_and_does_nothing_twice(web, pool):
    session = web.turn().send().answer.json()['session']['id']
    opening, lost, following = web.turn(), web.turn(session=session), web.turn(session=session)
    with web.locked('dcim_site'):
        sent = [begin(web, pool, turn) for turn in (opening, lost)]
        web.kill_web_workers()
        assert all(turn.result(60).error for turn in sent), 'nobody can have answered'
    assert stored(web, opening) == ['pending']
    # Sent again, it is answered, once: at the latest when its process has given no sign of life for some seconds.
    assert until(lambda: opening.send().status == 200, PATIENCE), opening.answer.text
    assert again(web, opening) == 200, opening.answer.text
    assert stored(web, opening) == ['answered']
    assert opening.answer.json()['interaction']['sequence'] == 1
    # Where it is not, the session goes on without it.
    assert again(web, following) == 200, following.answer.text
    assert (stored(web, lost), stored(web, following)) == (['interrupted'], ['answered'])
    assert following.answer.json()['interaction']['sequence'] == 3


def test_turns_of_one_session_at_the_same_time_are_numbered_without_gaps(web, pool):
    session = web.turn().send().answer.json()['session']['id']
    turns = [web.turn(session=session) for _ in range(6)]
    with web.locked('dcim_site'):
        first = begin(web, pool, web.turn(session=session))
        refused = web.turn(session=session).send()
        assert (refused.status, refused.answer.json()['code']) == (409, 'turn_in_progress')
    assert first.result(60).status == 200
    list(pool.map(lambda turn: until(lambda: turn.send().status == 200, PATIENCE), turns))
    assert {turn.status for turn in turns} == {200}
    sequences = web.sql(f'SELECT sequence FROM {INTERACTIONS} WHERE session_id = %s ORDER BY 1', session)  # noqa: S608
    assert sequences == list(range(1, 9))


def test_a_restart_of_postgresql_is_a_busy_answer_and_keeps_the_question(web, pool):
    turn = web.turn()
    with web.locked('dcim_site'):
        sent = begin(web, pool, turn)
        web.stop_postgres()
    answer = sent.result(60).answer
    assert (answer.status_code, answer.json()['code']) == (503, 'busy')
    assert int(answer.headers['Retry-After']) > 0
    without = web.turn().send()
    assert without.status in (500, 503), 'NetBox itself cannot answer without its database'
    web.start_postgres()
    assert stored(web, turn) == ['pending']
    until(lambda: turn.send().status == 200, PATIENCE)
    assert stored(web, turn) == ['answered']


def take_all(web, stack):
    """Take every connection that PostgreSQL has left."""
    with pytest.raises(psycopg.OperationalError, match='too many clients'):
        while True:
            stack.enter_context(web.services.connect())


def test_without_a_free_connection_the_answer_is_busy_and_works_again_later(web):
    assert until(lambda: web.turn().send().status == 200, PATIENCE)
    with ExitStack() as stack:
        first = stack.enter_context(web.services.connect())
        take_all(web, stack)
        # Whoever was connected has to connect again.
        first.execute('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s', [DATABASE])
        take_all(web, stack)
        for _ in range(3):
            refused = web.turn().send()
            assert (refused.status, refused.answer.json()['code']) == (503, 'busy'), refused.answer.text
    assert until(lambda: web.turn().send().status == 200, PATIENCE)


def test_a_valkey_that_dies_in_the_middle_costs_no_answer(web, pool):
    assert until(lambda: web.turn().send().status == 200, PATIENCE)
    turn = web.turn()
    with web.locked('dcim_site'):
        sent = begin(web, pool, turn)
        web.kill('valkey')
    sent.result(60)
    assert stored(web, turn) == ['answered']
    web.start_valkey()
    assert again(web, turn) == 200, turn.answer.text
    assert len(stored(web, turn)) == 1
    assert web.turn().send().status == 200
