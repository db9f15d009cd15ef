"""People whose sessions are committed, so that several connections see them."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connections

from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from tests.conversation.topics import TOPICS


@pytest.fixture
def user(db):
    """Somebody with nothing but the default permissions."""
    return get_user_model().objects.create_user('alice')


@pytest.fixture
def store(user):
    """The session store of `user`."""
    return OrmSessionStore(user, TOPICS)


@pytest.fixture
def committed_user(django_db_setup, django_db_blocker):
    """Somebody whom other connections see; everything of theirs is deleted afterwards."""
    with django_db_blocker.unblock():
        found = get_user_model().objects.create_user('carol')
        try:
            yield found
        finally:
            found.delete()
            connections.close_all()
