"""The places where the contract is held: each has people, stores for them, and a way to let time pass."""

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model

from netbox_chat_sessions.conversation.session import SessionStatus
from netbox_chat_sessions.conversation.session_events import SessionEvent
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from tests.conversation.topics import TOPICS

from .memory_store import MemorySessionStore, Shelf

PEOPLE = ('owner', 'guest', 'stranger', 'operator')


@dataclass
class Events:
    """An `EventSink` that keeps what it is told."""

    published: list[SessionEvent] = field(default_factory=list)

    def publish(self, event: SessionEvent) -> None:
        self.published.append(event)


class MemoryWorld:
    def __init__(self):
        self.events = Events()
        self.ids = {name: number for number, name in enumerate(PEOPLE, 1)}
        self.shelf = Shelf(operators={self.ids['operator']})

    def store(self, who, busy_wait=0.0):
        return MemorySessionStore(self.shelf, self.ids[who], self.events, busy_wait)

    def share(self, session_id, who):
        self.shelf.records[session_id].participants.add(self.ids[who])

    def unshare(self, session_id, who):
        self.shelf.records[session_id].participants.remove(self.ids[who])

    def age(self, session_id, sequence, by):
        turns = self.shelf.records[session_id].interactions
        turns[sequence - 1] = replace(turns[sequence - 1], created=turns[sequence - 1].created - by)

    def put(self, session_id, status):
        record = self.shelf.records[session_id]
        record.session = replace(record.session, status=status)

    def delete(self, session_id):
        del self.shelf.records[session_id]

    def turns(self, session_id):
        return [(turn.sequence, turn.status, turn.query) for turn in self.shelf.records[session_id].interactions]

    def committing(self) -> Any:
        return nullcontext()


class OrmWorld:
    def __init__(self, committing):
        self.events = Events()
        users = get_user_model().objects
        self.users = {name: users.create_user(name, is_superuser=name == 'operator') for name in PEOPLE}
        self.ids = {name: user.pk for name, user in self.users.items()}
        self.committing = committing

    def store(self, who, busy_wait=0.0):
        return OrmSessionStore(self.users[who], TOPICS, self.events, busy_wait)

    def share(self, session_id, who):
        ChatSession.objects.get(pk=session_id).participants.add(self.users[who])

    def unshare(self, session_id, who):
        ChatSession.objects.get(pk=session_id).participants.remove(self.users[who])

    def age(self, session_id, sequence, by: timedelta):
        turn = Interaction.objects.get(session=session_id, sequence=sequence)
        Interaction.objects.filter(pk=turn.pk).update(created=turn.created - by)

    def put(self, session_id, status: SessionStatus):
        ChatSession.objects.filter(pk=session_id).update(status=status.value)

    def delete(self, session_id):
        ChatSession.objects.filter(pk=session_id).delete()

    def turns(self, session_id):
        return list(
            Interaction.objects.filter(session=session_id)
            .order_by('sequence')
            .values_list('sequence', 'status', 'query')
        )
