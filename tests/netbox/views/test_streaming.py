"""Turns that the panel hears of as they come about, whether it listens to the end or not."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from dcim.models import Site
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from users.models import User

from netbox_chat_sessions import wiring
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage import presence
from tests.turns import join_turns

from .records import allow, exchange, open_session

pytestmark = pytest.mark.django_db(transaction=True)

PREFIX = 'plugins:netbox_chat_sessions:'
QUESTION = 'How many sites are there?'
STREAM = {'accept': 'text/event-stream'}


@pytest.fixture
def ann():
    user = User.objects.create_user(username='ann')
    allow(user, 'view', Site)
    Site.objects.create(name='Akron', slug='akron')
    yield user
    join_turns()


@pytest.fixture
def client(ann):
    client = Client()
    client.force_login(ann)
    return client


def send(client, **fields):
    sent = {'message': QUESTION, 'turn_id': uuid4(), **fields}
    return client.post(reverse(f'{PREFIX}panel_send'), sent, headers=STREAM)


def look(client, turn, **query):
    return client.get(reverse(f'{PREFIX}panel_turn', args=[turn]), query)


def events(answer):
    found = re.findall(r'event: (.*)\ndata: (.*)\n\n', b''.join(answer.streaming_content).decode())
    return [(name, json.loads(data)) for name, data in found]


def test_a_turn_is_told_as_it_comes_about(client):
    turn = uuid4()
    answer = send(client, turn_id=turn)
    assert answer.headers['Content-Type'] == 'text/event-stream; charset=utf-8'
    assert answer.headers['X-Accel-Buffering'] == 'no'
    told = events(answer)
    assert [name for name, _data in told] == ['accepted', 'stage', 'stage', 'stage', 'final']
    session = ChatSession.objects.get()
    assert told[0][1] == {'session': session.pk, 'sequence': 1}
    assert told[3][1] == {'text': 'Looking it up…'}
    assert '1 site' in told[-1][1]['html']
    assert look(client, turn).content.decode() == told[-1][1]['html']


def test_a_turn_goes_on_when_nobody_listens_any_more(client):
    answer = send(client)
    next(iter(answer.streaming_content))
    answer.close()
    join_turns()
    assert [(row.query, row.status) for row in Interaction.objects.all()] == [(QUESTION, 'answered')]


def test_a_server_without_room_says_when_to_come_again(client, monkeypatch):
    monkeypatch.setattr(wiring.GATE, 'running', 99)
    answer = send(client)
    assert (answer.status_code, int(answer['Retry-After']) > 0) == (503, True)
    assert 'data-code="busy"' in answer.content.decode()
    assert not ChatSession.objects.exists()


def test_what_is_refused_is_no_stream(client, ann):
    ended = open_session(ann, status='ended')
    assert send(client, session=ended.pk).status_code == 409
    assert send(client, message=' ').status_code == 400
    assert send(client, session=ended.pk + 99).status_code == 404


def test_the_same_turn_is_told_again_and_runs_once(client):
    turn = uuid4()
    first = events(send(client, turn_id=turn))
    again = events(send(client, turn_id=turn))
    assert [name for name, _data in again] == ['accepted', 'final']
    assert again[-1] == first[-1]
    assert Interaction.objects.count() == 1


def test_what_fails_is_told_and_kept(client, monkeypatch):
    monkeypatch.setattr('netbox_chat_sessions.agents.inventory.InventoryAgent.answer', lambda *_: 1 / 0)
    told = events(send(client))
    assert told[-1] == ('error', {'code': 'error', 'text': 'The answer failed. The question is kept.'})
    assert Interaction.objects.get().status == 'failed'


def test_a_question_that_is_not_stored_is_no_error(client):
    for url in ('panel_turn', 'panel_stop'):
        method = client.get if url == 'panel_turn' else client.post
        assert method(reverse(PREFIX + url, args=[uuid4()])).status_code == 204


def test_a_turn_of_somebody_else_is_looked_for_in_vain(client):
    ben = User.objects.create_user(username='ben')
    session = open_session(ben)
    row = exchange(session, 'secret', status='pending')
    assert look(client, row.turn_id).status_code == 204
    assert look(client, row.turn_id, session=session.pk).status_code == 204


def test_a_participant_follows_a_question_and_cannot_stop_it(client, ann):
    ben = User.objects.create_user(username='ben')
    session = open_session(ben)
    session.participants.add(ann)
    row = exchange(session, 'which sites?', status='pending')
    assert 'data-chat-unanswered' in look(client, row.turn_id, session=session.pk).content.decode()
    stop = reverse(f'{PREFIX}panel_stop', args=[row.turn_id])
    assert client.post(f'{stop}?session={session.pk}').status_code == 403
    row.refresh_from_db()
    assert row.status == 'pending'


def test_stopping_shows_what_is_known(client, ann):
    row = exchange(open_session(ann), 'which sites?', status='pending', response='Akron.')
    page = client.post(reverse(f'{PREFIX}panel_stop', args=[row.turn_id])).content.decode()
    assert 'This answer was stopped.' in page
    assert 'Akron.' in page
    assert 'data-chat-retry-turn' in page


@pytest.mark.parametrize(
    ('begun', 'alive', 'age', 'status'),
    [
        (True, True, 20, 'pending'),
        (True, False, 20, 'interrupted'),
        (True, False, 5, 'pending'),
        (False, False, 20, 'pending'),
        (False, False, 500, 'interrupted'),
    ],
)
def test_a_turn_that_nobody_works_on_is_given_up(client, ann, begun, alive, age, status):
    row = exchange(open_session(ann), 'which sites?', status='pending')
    Interaction.objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(seconds=age))
    for told, key in ((begun, presence.begun(row.pk)), (alive, presence.alive(row.pk))):
        if told:
            cache.set(key, True)
        else:
            cache.delete(key)
    look(client, row.turn_id)
    row.refresh_from_db()
    assert row.status == status


def test_a_turn_without_signs_of_life_does_not_hold_its_session(client, ann):
    row = exchange(open_session(ann), 'which sites?', status='pending')
    Interaction.objects.filter(pk=row.pk).update(created=timezone.now() - presence.GONE)
    cache.set(presence.begun(row.pk), True)
    cache.delete(presence.alive(row.pk))
    assert events(send(client, session=row.session_id))[-1][0] == 'final'
    assert list(row.session.interactions.values_list('sequence', 'status')) == [(1, 'interrupted'), (2, 'answered')]


def test_a_turn_gives_signs_of_life_as_long_as_it_runs(monkeypatch):
    monkeypatch.setattr(presence, 'BEAT', 0.01)
    keys = [presence.begun(7), presence.alive(7)]
    with presence.answering(7):
        assert len(cache.get_many(keys)) == 2
        cache.delete(presence.alive(7))
        deadline = timezone.now() + timedelta(seconds=5)
        while not cache.get(presence.alive(7)):
            assert timezone.now() < deadline
    assert list(cache.get_many(keys)) == keys[:1]
