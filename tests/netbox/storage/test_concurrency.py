"""Many connections on one session: no number twice, no gap, nothing lost, nothing answered twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.db import connections

from netbox_chat_sessions.conversation.errors import TurnInProgress
from netbox_chat_sessions.conversation.records import Recorded, RecordedEntity
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from tests.contracts.turns import ask, outcome, rack, said
from tests.conversation.topics import TOPICS

PARALLEL = 20


def in_parallel(user, work, number=PARALLEL):
    """What `work(store, place)` returned in each of `number` threads that start together, in order of place."""
    start = Barrier(number)

    def run(place):
        try:
            store = OrmSessionStore(get_user_model().objects.get(pk=user.pk), TOPICS, busy_wait=60)
            start.wait(60)
            return work(store, place)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(run, range(number)))


def answer(admission, store, place=0):
    return store.remember(admission, outcome(f'answer {place}', mentions=said(rack(1), rack(100 + place))))


def sequences(session_id):
    return list(Interaction.objects.filter(session=session_id).order_by('sequence').values_list('sequence', flat=True))


def test_parallel_turns_get_all_numbers(committed_user):
    store = OrmSessionStore(committed_user, TOPICS)
    session = store.open()
    done = in_parallel(
        committed_user, lambda theirs, place: answer(ask(theirs, f'turn {place}', session.id), theirs, place)
    )
    assert sorted(turn.interaction.sequence for turn in done) == sequences(session.id) == list(range(1, PARALLEL + 1))
    turns = Interaction.objects.filter(session=session.id)
    assert {turn.query for turn in turns} == {f'turn {place}' for place in range(PARALLEL)}
    assert {turn.status for turn in turns} == {'answered'}
    assert ChatSession.objects.get(pk=session.id).interaction_count == PARALLEL
    known = {entity.key: entity.mention_count for entity in store.entities(session)}
    assert known == {rack(1).key: PARALLEL} | {rack(100 + place).key: 1 for place in range(PARALLEL)}


def test_parallel_recordings_lose_nothing(committed_user):
    store = OrmSessionStore(committed_user, TOPICS)
    session = store.open()
    refs = {rack(1).key: rack(1)}
    entities = (RecordedEntity(rack(1).key),)
    in_parallel(
        committed_user,
        lambda theirs, place: theirs.record(session.id, Recorded(f'turn {place}', entities=entities), refs),
    )
    assert sequences(session.id) == list(range(1, PARALLEL + 1))
    assert [entity.mention_count for entity in store.entities(session)] == [PARALLEL]


@pytest.mark.parametrize('known', [True, False], ids=['in a session', 'opening a session'])
def test_the_same_turn_in_parallel_is_answered_once(committed_user, known):
    session_id = OrmSessionStore(committed_user, TOPICS).open().id if known else None

    def turn(store, place):
        admission = ask(store, 'how many?', session_id, turn_id=UUID(int=7))
        return admission if admission.replayed else answer(admission, store, place)

    done = in_parallel(committed_user, turn, 5)
    assert len({turn.interaction.id for turn in done}) == 1
    assert len({turn.interaction.response for turn in done}) == 1
    assert [turn.replayed for turn in done].count(False) == 1
    assert Interaction.objects.filter(session__user=committed_user).count() == 1
    assert ChatSession.objects.filter(user=committed_user).count() == 1


def test_a_busy_session_holds_no_lock(committed_user):
    """While one turn is being answered others read, pin and record; a second turn is refused in time."""
    store = OrmSessionStore(committed_user, TOPICS, busy_wait=0.2)
    slow = ask(store, 'slow')

    def meanwhile(theirs, place):
        recorded = theirs.record(slow.session.id, Recorded('elsewhere'), {})
        with pytest.raises(TurnInProgress):
            ask(OrmSessionStore(theirs.user, TOPICS, busy_wait=0.2), 'impatient', slow.session.id)
        return recorded.sequence

    assert in_parallel(committed_user, meanwhile, 1) == [2]
    assert answer(slow, store).session.interaction_count == 2
