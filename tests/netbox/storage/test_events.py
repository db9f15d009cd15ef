"""NetBox's own event rules act on a handoff and an end: here a notification to a group, without a request."""

import logging
from uuid import uuid4

import pytest
from core.models import ObjectType
from django.contrib.auth import get_user_model
from extras.models import EventRule, Notification, NotificationGroup
from netbox.context import current_request
from netbox.events import get_event_type

from netbox_chat_sessions.conversation.session import SessionStatus
from netbox_chat_sessions.conversation.session_events import SessionEventType
from netbox_chat_sessions.models import ChatSession
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from tests.contracts.turns import END, HANDOFF, rack, said, talk
from tests.conversation.topics import TOPICS


@pytest.fixture
def operator(db):
    return get_user_model().objects.create_user('operator')


@pytest.fixture
def rule(operator):
    group = NotificationGroup.objects.create(name='Operators')
    group.users.add(operator)
    found = EventRule.objects.create(
        name='Chats',
        event_types=[event.value for event in SessionEventType],
        action_type='notification',
        action_object=group,
    )
    found.object_types.add(ObjectType.objects.get_for_model(ChatSession))
    return found


@pytest.fixture
def seen(monkeypatch):
    """What NetBox's event pipeline was handed."""
    from netbox_chat_sessions.storage import compat

    events = []
    original = compat.flush_events
    monkeypatch.setattr(compat, 'flush_events', lambda queue: (events.extend(queue), original(queue)))
    return events


def test_event_types_can_be_chosen_in_event_rules():
    for event in SessionEventType:
        assert get_event_type(event.value) is not None


@pytest.mark.parametrize(
    ('decision', 'event', 'reason'),
    [
        (HANDOFF, 'session.human_handoff.requested', 'Asked for a person in the conversation'),
        (END, 'session.end.requested', 'Ended it in the conversation'),
    ],
)
def test_words_notify_the_people_of_an_event_rule(
    store, user, operator, rule, seen, decision, event, reason, django_capture_on_commit_callbacks
):
    session = talk(store, 'the secret rack', text='A transcript.', mentions=said(rack(1))).session
    with django_capture_on_commit_callbacks(execute=True):
        talk(store, 'get me a person', session.id, decision=decision, agent='')
    notification = Notification.objects.get(user=operator)
    assert (notification.event_type, notification.object_id) == (event, session.id)
    # NetBox's own inbox shows the title; what an event carries does not, because it was said in the session.
    assert notification.object_repr == 'the secret rack'
    display = f'Chat session {session.id}'
    (told,) = seen
    assert 'request' not in told
    assert told['user'] == user
    assert told['data'] == {
        'id': session.id,
        'display': display,
        'session': {
            'id': session.id,
            'display': display,
            'url': f'/plugins/chat-sessions/sessions/{session.id}/',
            'status': ChatSession.objects.get(pk=session.id).status,
        },
        'user': {'id': user.pk, 'username': 'alice'},
        'requested_by': {'id': user.pk, 'username': 'alice'},
        'reason': reason,
        'entities': [{'object_type': 'dcim.rack', 'object_id': 1, 'display': 'R1'}],
    }


def test_within_a_request_the_event_carries_it_but_nothing_that_was_sent(
    store, user, rule, seen, rf, django_capture_on_commit_callbacks
):
    session = store.open()
    request = rf.post('/', {'message': 'the transcript'})
    request.user, request.id = user, uuid4()
    token = current_request.set(request)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            store.change_status(session.id, 'handoff', SessionStatus.HANDOFF, 'no idea')
    finally:
        current_request.reset(token)
    (told,) = seen
    assert (told['request'].path, told['request'].POST) == ('/', {})
    assert request.POST['message'] == 'the transcript'
    assert told['data']['reason'] == 'no idea'
    row = ChatSession.objects.get(pk=session.id)
    assert (row.handoff_reason, row.handoff_requested is None) == ('no idea', False)


def test_nobody_is_told_of_what_was_rolled_back(store, rule, operator, django_capture_on_commit_callbacks):
    from django.db import transaction

    session = store.open()
    with django_capture_on_commit_callbacks(execute=True):
        try:
            with transaction.atomic():
                store.change_status(session.id, 'end', SessionStatus.ENDED)
                raise ValueError
        except ValueError:
            pass
    assert not Notification.objects.exists()


def test_an_event_that_cannot_be_passed_on_fails_nothing(store, monkeypatch, django_capture_on_commit_callbacks):
    from netbox_chat_sessions.storage import events

    logged = []
    monkeypatch.setattr(
        logging.getLogger('netbox.plugins.netbox_chat_sessions'), 'exception', lambda *a: logged.append(a)
    )

    def broken(**fields):
        raise ConnectionError

    monkeypatch.setattr(events, 'emit', broken)
    session = store.open()
    with django_capture_on_commit_callbacks(execute=True):
        store.change_status(session.id, 'end', SessionStatus.ENDED)
    assert ChatSession.objects.get(pk=session.id).status == 'ended'
    assert logged


def test_release_forgets_that_a_person_was_wanted(db):
    store = OrmSessionStore(get_user_model().objects.create_user('root', is_superuser=True), TOPICS)
    session = store.open()
    store.change_status(session.id, 'handoff', SessionStatus.HANDOFF, 'x' * 300)
    assert len(ChatSession.objects.get(pk=session.id).handoff_reason) == 200
    store.change_status(session.id, 'release', SessionStatus.ACTIVE)
    row = ChatSession.objects.get(pk=session.id)
    assert (row.status, row.handoff_requested, row.handoff_reason, row.ended) == ('active', None, '', None)
