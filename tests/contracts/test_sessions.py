"""Who finds which session, and how it moves from status to status."""

import pytest

from netbox_chat_sessions.conversation.errors import PermissionMissing, SessionEnded, SessionNotFound
from netbox_chat_sessions.conversation.session import InteractionStatus, SessionStatus
from netbox_chat_sessions.conversation.session_events import SessionEventType

from .turns import END, HANDOFF, ask, device, outcome, rack, said, talk

ACTIVE, WAITING, ENDED, EXPIRED = SessionStatus


def test_a_new_session_is_empty(world, store):
    session = store.open('Racks in Akron')
    assert (session.title, session.status, session.interaction_count) == ('Racks in Akron', ACTIVE, 0)
    assert session.user_id == world.ids['owner']
    assert store.find(session.id) == session
    assert store.recall(session).empty


@pytest.mark.parametrize('action', ['view', 'end', 'handoff', 'release', 'change'])
def test_hidden_sessions_look_missing(world, store, action):
    session = store.open()
    with pytest.raises(SessionNotFound) as hidden:
        world.store('stranger').find(session.id, action)
    with pytest.raises(SessionNotFound) as missing:
        world.store('stranger').find(session.id + 1000, action)
    assert hidden.value.detail == missing.value.detail


@pytest.mark.parametrize(
    ('who', 'action', 'permitted'),
    [
        ('owner', 'view', True),
        ('owner', 'handoff', True),
        ('owner', 'end', True),
        ('owner', 'release', False),
        ('guest', 'view', True),
        ('guest', 'handoff', True),
        ('guest', 'end', False),
        ('operator', 'release', True),
    ],
)
def test_permissions_for_what_is_visible(world, store, who, action, permitted):
    session = store.open()
    world.share(session.id, 'guest')
    if permitted:
        assert world.store(who).find(session.id, action) == session
    else:
        with pytest.raises(PermissionMissing, match=f'netbox_chat_sessions.{action}_chatsession'):
            world.store(who).find(session.id, action)


@pytest.mark.parametrize(
    ('before', 'action', 'target', 'event'),
    [
        (ACTIVE, 'handoff', WAITING, SessionEventType.HANDOFF_REQUESTED),
        (ACTIVE, 'end', ENDED, SessionEventType.END_REQUESTED),
        (WAITING, 'end', ENDED, SessionEventType.END_REQUESTED),
        (WAITING, 'release', ACTIVE, None),
        # Twice is no change, and tells nobody again.
        (WAITING, 'handoff', WAITING, None),
        (ENDED, 'end', ENDED, None),
        (ACTIVE, 'release', ACTIVE, None),
    ],
)
def test_status_changes(world, store, before, action, target, event):
    session = talk(store, 'the rack', mentions=said(rack(1), device(2))).session
    world.put(session.id, before)
    operator = world.store('operator')
    with world.committing():
        changed = operator.change_status(session.id, action, target, 'wants a person')
    assert changed.status is target is operator.find(session.id).status
    assert [published.type for published in world.events.published] == ([event] if event else [])
    for published in world.events.published:
        assert published.session.id == session.id
        assert published.actor_id == world.ids['operator']
        assert published.reason == 'wants a person'
        assert [entity.display for entity in published.entities] == ['sw2', 'R1']


@pytest.mark.parametrize(
    ('before', 'action', 'target'),
    [
        (ENDED, 'handoff', WAITING),
        (ENDED, 'release', ACTIVE),
        (EXPIRED, 'end', ENDED),
        (EXPIRED, 'handoff', WAITING),
        (EXPIRED, 'release', ACTIVE),
        (EXPIRED, 'handoff', ACTIVE),
    ],
)
def test_status_changes_that_are_not_allowed(world, store, before, action, target):
    session = store.open()
    world.put(session.id, before)
    operator = world.store('operator')
    with world.committing(), pytest.raises(SessionEnded):
        operator.change_status(session.id, action, target)
    assert operator.find(session.id).status is before
    assert not world.events.published


@pytest.mark.parametrize(
    ('decision', 'status', 'event'),
    [
        (HANDOFF, WAITING, SessionEventType.HANDOFF_REQUESTED),
        (END, ENDED, SessionEventType.END_REQUESTED),
    ],
)
def test_words_that_hand_over_or_end(world, store, decision, status, event):
    first = talk(store, 'the rack', mentions=said(rack(1)))
    with world.committing():
        done = talk(store, 'get me a person', first.session.id, decision=decision, agent='')
    assert done.session.status is status is store.find(first.session.id).status
    assert done.session.active_agent == 'inventory'
    (published,) = world.events.published
    assert (published.type, published.entities[0].key) == (event, rack(1).key)
    # Why, but not in which words.
    assert published.reason.endswith('in the conversation')


def test_a_handoff_that_waits_is_told_once(world, store):
    with world.committing():
        session = talk(store, 'get me a person', decision=HANDOFF, agent='').session
        talk(store, 'hello?', session.id, decision=HANDOFF, agent='')
    assert len(world.events.published) == 1


def test_a_session_that_ended_meanwhile_stays_ended(world, store):
    admission = talk(store, 'first')
    pending = ask(store, 'get me a person', admission.session.id)
    with world.committing():
        store.change_status(admission.session.id, 'end', ENDED)
        done = store.remember(pending, outcome('get me a person', decision=HANDOFF, agent=''))
    assert done.session.status is ENDED
    assert done.interaction.response == 'Yes.'
    assert [published.type for published in world.events.published] == [SessionEventType.END_REQUESTED]


@pytest.mark.parametrize(
    ('action', 'target', 'decision'), [('handoff', WAITING, 'human_handoff'), ('end', ENDED, 'end_session')]
)
def test_what_a_button_brings_about_is_kept_without_a_question(world, store, action, target, decision):
    first = talk(store, 'the rack', mentions=said(rack(1)))
    with world.committing():
        for _ in range(2):
            changed = store.change_status(first.session.id, action, target, 'lost', 'So be it.')
    assert changed.interaction_count == 2
    assert world.turns(changed.id) == [
        (1, InteractionStatus.ANSWERED, 'the rack'),
        (2, InteractionStatus.ANSWERED, ''),
    ]
    kept = store.recall(changed).window[-1]
    assert (kept.decision, kept.decided_by, kept.response, kept.reply['kind'], kept.author_id) == (
        decision,
        'user',
        'So be it.',
        'control',
        world.ids['owner'],
    )


@pytest.mark.parametrize(('who', 'permitted'), [('owner', True), ('guest', False), ('operator', True)])
def test_whoever_waits_may_take_it_back(world, store, who, permitted):
    session = store.open()
    world.share(session.id, 'guest')
    store.change_status(session.id, 'handoff', WAITING)
    if permitted:
        action = 'release' if who == 'operator' else 'handoff'
        assert world.store(who).change_status(session.id, action, ACTIVE).status is ACTIVE
    else:
        with pytest.raises(PermissionMissing, match='release_chatsession'):
            world.store(who).change_status(session.id, 'handoff', ACTIVE)
        assert store.find(session.id).status is WAITING
