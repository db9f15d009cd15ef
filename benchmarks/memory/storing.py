"""What storing an interaction and loading the next context costs beside plain psycopg. Runs inside NetBox."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from dcim.models import Device
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from psycopg import sql
from psycopg.types.json import Jsonb

from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.records import Recorded, RecordedEntity
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.wiring import object_finder, session_store

__all__ = ('Stored', 'measure_storing')

ENTITIES = 5
BATCH = 1000
VACUUM = """
VACUUM ANALYZE netbox_chat_sessions_interaction, netbox_chat_sessions_entityreference, netbox_chat_sessions_chatsession
"""
COUNT = 'SELECT interaction_count FROM netbox_chat_sessions_chatsession WHERE id = %s FOR UPDATE'
UPDATE = """
UPDATE netbox_chat_sessions_chatsession SET interaction_count = %s, last_interaction = %s, focus = %s WHERE id = %s
"""
MENTION = """
INSERT INTO netbox_chat_sessions_entityreference AS known (
    session_id, object_type_id, object_id, object_repr, first_mentioned, last_mentioned, last_sequence, mention_count,
    said_by, pinned
)
VALUES (%s, %s, %s, %s, %s, %s, %s, 1, 'user', false)
ON CONFLICT (session_id, object_type_id, object_id) DO UPDATE SET
    object_repr = EXCLUDED.object_repr, last_mentioned = EXCLUDED.last_mentioned,
    last_sequence = EXCLUDED.last_sequence, mention_count = known.mention_count + 1
"""
LOAD = (
    'SELECT * FROM netbox_chat_sessions_chatsession WHERE id = %s',
    'SELECT * FROM netbox_chat_sessions_interaction WHERE session_id = %s ORDER BY sequence DESC LIMIT 5',
    """
    SELECT sequence, listed FROM netbox_chat_sessions_interaction WHERE session_id = %s AND NOT listed = '[]'
    ORDER BY sequence DESC LIMIT 8
    """,
    """
    SELECT * FROM netbox_chat_sessions_entityreference WHERE session_id = %s
    ORDER BY pinned DESC, last_mentioned DESC LIMIT 50
    """,
)


@dataclass(frozen=True)
class Stored:
    """What one session costs.

    Attributes:
        interactions: Its length.
        others: How many other sessions there are.
        store: Milliseconds by the session store, the median.
        plain: Milliseconds by plain SQL, the median.
        statements: SQL statements of the store, beginnings and ends of transactions included.
        loading: How many of them load what is remembered.
    """

    interactions: int
    others: int
    store: float
    plain: float
    statements: int
    loading: int


def measure_storing(user: Any, lengths: Sequence[int], others: int, repeat: int) -> list[Stored]:
    """Sessions of each length alone, then the same beside `others` more sessions."""
    sessions = {length: _session(user, length) for length in lengths}
    found = _measured(user, sessions, 0, repeat)
    _add_sessions(user, others)
    return [*found, *_measured(user, sessions, others, repeat)]


def _measured(user: Any, sessions: dict[int, ChatSession], others: int, repeat: int) -> list[Stored]:
    keys = [
        ObjectKey('dcim.device', pk) for pk in Device.objects.order_by('pk').values_list('pk', flat=True)[:ENTITIES]
    ]
    refs = object_finder(user).look(keys)
    entities = tuple(RecordedEntity(key) for key in keys)
    said = Recorded('which of these are active?', 'All of them are active.', 'benchmark', None, entities)
    with connection.cursor() as cursor:
        cursor.execute(VACUUM)
    rows = {length: _Both(user, session, said, refs) for length, session in sessions.items()}
    times: dict[tuple[int, str], list[float]] = {(length, way): [] for length in rows for way in ('store', 'plain')}
    # Alternately, so that whatever else the machine does is spread over all of them.
    for turn in range(-5, repeat):
        for length, both in rows.items():
            for way, call in (('store', both.store), ('plain', both.plain)):
                spent = _milliseconds(call)
                if turn >= 0:
                    times[length, way].append(spent)
    return [
        Stored(
            length,
            others,
            statistics.median(times[length, 'store']),
            statistics.median(times[length, 'plain']),
            *both.statements(),
        )
        for length, both in rows.items()
    ]


def _milliseconds(call: Callable[[], Any]) -> float:
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


class _Both:
    """Stores an interaction with its entities and loads what is remembered next, in both ways."""

    def __init__(self, user: Any, session: ChatSession, said: Recorded, refs: Any) -> None:
        self.user, self.session, self.said, self.refs = user, session, said, refs
        settings = connection.settings_dict
        self.plain_connection = psycopg.connect(connection.connection.info.dsn, password=settings['PASSWORD'])
        self.types = {
            key.object_type: ContentType.objects.get_by_natural_key(*key.object_type.split('.')).pk for key in refs
        }
        fields = [field for field in Interaction._meta.concrete_fields if not field.primary_key]
        self.columns = [field.column for field in fields]
        self.insert = sql.SQL('INSERT INTO netbox_chat_sessions_interaction ({}) VALUES ({})').format(
            sql.SQL(', ').join(map(sql.Identifier, self.columns)),
            sql.SQL(', ').join([sql.Placeholder()] * len(self.columns)),
        )
        self.store()
        latest = Interaction.objects.filter(session=session).latest('sequence')
        self.values = {field.column: getattr(latest, field.attname) for field in fields}

    def store(self) -> Any:
        """By the session store."""
        store = session_store(self.user)
        store.record(self.session.pk, self.said, self.refs)
        return store.recall(store.find(self.session.pk))

    def plain(self) -> Any:
        """By the statements that a programmer would write for the same."""
        now, session = datetime.now(UTC), self.session.pk
        with self.plain_connection.transaction(), self.plain_connection.cursor() as cursor:
            cursor.execute(COUNT, [session])
            sequence = cursor.fetchone()[0] + 1
            row = self.values | {'sequence': sequence, 'created': now, 'answered': now}
            values = [Jsonb(row[name]) if isinstance(row[name], dict | list) else row[name] for name in self.columns]
            cursor.execute(self.insert, values)
            cursor.execute(UPDATE, [sequence, now, Jsonb([]), session])
            for key, ref in self.refs.items():
                object_type = self.types[key.object_type]
                cursor.execute(MENTION, [session, object_type, key.object_id, ref.display, now, now, sequence])
        with self.plain_connection.transaction(), self.plain_connection.cursor() as cursor:
            return [cursor.execute(statement, [session]).fetchall() for statement in LOAD]

    def statements(self) -> tuple[int, int]:
        """How many statements the store takes for both, and for loading alone."""
        with CaptureQueriesContext(connection) as both:
            self.store()
        store = session_store(self.user)
        with CaptureQueriesContext(connection) as loading:
            store.recall(store.find(self.session.pk))
        return len(both), len(loading)


def _session(user: Any, interactions: int) -> ChatSession:
    session = ChatSession.objects.create(user=user, title='benchmark', interaction_count=interactions)
    rows = (
        Interaction(session=session, sequence=number, author=user, query='how many?', response='12.', status='answered')
        for number in range(1, interactions + 1)
    )
    Interaction.objects.bulk_create(rows, batch_size=BATCH)
    return session


def _add_sessions(user: Any, number: int) -> None:
    """Sessions of two interactions about one device each."""
    device_type = ContentType.objects.get_by_natural_key('dcim', 'device')
    devices, now = list(Device.objects.values_list('pk', 'name')), datetime.now(UTC)
    for start in range(0, number, BATCH):
        size = min(BATCH, number - start)
        sessions = ChatSession.objects.bulk_create(
            ChatSession(user=user, title=f'other {start + place}', interaction_count=2, last_interaction=now)
            for place in range(size)
        )
        Interaction.objects.bulk_create(
            Interaction(session=session, sequence=sequence, author=user, query='how many?', status='answered')
            for session in sessions
            for sequence in (1, 2)
        )
        EntityReference.objects.bulk_create(
            EntityReference(
                session=session,
                object_type=device_type,
                object_id=devices[place % len(devices)][0],
                object_repr=devices[place % len(devices)][1] or '',
                first_mentioned=now - timedelta(minutes=1),
                last_mentioned=now,
                last_sequence=2,
            )
            for place, session in enumerate(sessions)
        )
