"""Permissions that an administrator constrains decide about the row that would be made."""

import pytest
from core.models import ObjectType
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import override_settings
from users.models import ObjectPermission

from netbox_chat_sessions.conversation.errors import PermissionMissing, SessionNotFound
from netbox_chat_sessions.conversation.records import Recorded
from netbox_chat_sessions.conversation.session import SessionStatus
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from tests.contracts.turns import ask, rack, said, talk
from tests.conversation.topics import TOPICS

without_defaults = override_settings(DEFAULT_PERMISSIONS={})


def permit(user, model, *actions, **constraints):
    permission = ObjectPermission.objects.create(
        name=f'{model.__name__} {actions}', actions=list(actions), constraints=constraints or None
    )
    permission.object_types.add(ObjectType.objects.get_for_model(model))
    permission.users.add(user)


def store_of(user):
    return OrmSessionStore(get_user_model().objects.get(pk=user.pk), TOPICS)


@without_defaults
def test_without_permissions_there_is_nothing(store, user):
    session = ChatSession.objects.create(user=user)
    for attempt, permission in ((store.open, 'add_chatsession'), (lambda: ask(store, 'hello'), 'add_chatsession')):
        with pytest.raises(PermissionMissing, match=f'netbox_chat_sessions.{permission}'):
            attempt()
    for attempt in (
        lambda: store.find(session.pk),
        lambda: ask(store, 'hello', session.pk),
        lambda: store.record(session.pk, Recorded('hello'), {}),
        lambda: store.change_status(session.pk, 'end', SessionStatus.ENDED),
        lambda: store.forget_all(session.pk),
    ):
        with pytest.raises(SessionNotFound):
            attempt()
    assert ChatSession.objects.count() == 1


def test_nobody_talks_anonymously(db):
    store = OrmSessionStore(AnonymousUser(), TOPICS)
    with pytest.raises(PermissionMissing):
        ask(store, 'hello')
    with pytest.raises(SessionNotFound):
        store.find(1)


@without_defaults
def test_seeing_a_session_is_not_writing_into_it(user):
    session = ChatSession.objects.create(user=user)
    permit(user, ChatSession, 'view')
    store = store_of(user)
    for attempt in (lambda: ask(store, 'hello', session.pk), lambda: store.record(session.pk, Recorded('hi'), {})):
        with pytest.raises(PermissionMissing, match='netbox_chat_sessions.add_interaction'):
            attempt()
    assert not Interaction.objects.exists()


@without_defaults
def test_constraints_decide_about_the_new_row(user):
    permit(user, ChatSession, 'view', 'add', interactions__query__startswith='rack')
    permit(user, Interaction, 'view', 'add', query='rack one')
    store = store_of(user)
    session = talk(store, 'rack one').session
    for message, permission in (('site one', 'add_chatsession'), ('rack two', 'add_interaction')):
        with pytest.raises(PermissionMissing, match=f'netbox_chat_sessions.{permission}'):
            ask(store, message)
    with pytest.raises(PermissionMissing, match=r'netbox_chat_sessions\.add_chatsession'):
        store.open('rack one')
    for attempt in (lambda: ask(store, 'hello', session.id), lambda: store.record(session.id, Recorded('hello'), {})):
        with pytest.raises(PermissionMissing, match=r'netbox_chat_sessions\.add_interaction'):
            attempt()
    assert list(ChatSession.objects.values_list('pk', 'interaction_count')) == [(session.id, 1)]
    assert list(Interaction.objects.values_list('session', 'query')) == [(session.id, 'rack one')]


@without_defaults
def test_memory_is_recalled_as_far_as_it_may_be_seen(store, user):
    permit(user, ChatSession, 'view', 'add')
    permit(user, Interaction, 'add', 'view', query__startswith='open')
    permit(user, EntityReference, 'view', object_repr='R1')
    store = store_of(user)
    session = talk(store, 'open', mentions=said(rack(1), rack(2)), listed=(rack(1).key,)).session
    Interaction.objects.create(
        session_id=session.id, sequence=2, query='secret', status='answered', listed=[['dcim.rack', 2]]
    )
    memory = store.recall(session)
    assert [turn.query for turn in memory.window] == ['open']
    assert [shown.sequence for shown in memory.lists] == [1]
    assert (
        [entity.display for entity in memory.entities] == ['R1'] == [found.display for found in store.entities(session)]
    )


def test_a_session_of_many_participants_is_found_once(store, user):
    session = ChatSession.objects.create(user=user)
    users = get_user_model().objects
    session.participants.set([users.create_user(f'user{number}') for number in range(3)] + [user])
    assert store.find(session.pk).id == session.pk
    assert ask(store, 'hello', session.pk).interaction.sequence == 1
