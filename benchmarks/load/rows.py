"""Sessions by the thousand, written by PostgreSQL itself, and what of a load is stored."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import psycopg

__all__ = ('answers_in', 'deviations', 'left', 'make_sessions')

OWNERS = 1_000
SESSIONS = """
INSERT INTO netbox_chat_sessions_chatsession (
    user_id, title, title_is_manual, status, topic_domain, topic_start, active_agent, focus, suspended,
    interaction_count, forgotten_until, last_interaction, handoff_reason, created, last_updated, custom_field_data
)
SELECT owners.ids[1 + n %% array_length(owners.ids, 1)], 'Bulk ' || n, false, %(status)s, 'infrastructure', 1,
    'inventory', '[]', '{}', %(interactions)s, 0, moment.at, '', moment.at, moment.at, '{}'
FROM generate_series(1, %(sessions)s) AS n,
    (SELECT array_agg(id) AS ids FROM users_user WHERE username LIKE 'owner%%') AS owners,
    LATERAL (SELECT now() - %(age)s::interval - n * interval '1 second' AS at) AS moment
RETURNING id
"""
INTERACTIONS = """
INSERT INTO netbox_chat_sessions_interaction (
    session_id, sequence, turn_id, status, author_id, query, response, reply, reading, decision, decided_by, reason,
    agent, listed, topic_start, tokens, duration_ms, rating, rating_comment, created, answered
)
SELECT session.id, number, gen_random_uuid(), 'answered', session.user_id,
    'how many devices are in rack ' || session.id || '-' || number || '?', '12 devices.',
    '{"kind": "answer", "text": "12 devices.", "total": 12, "blocks": [{"kind": "text", "text": "12 devices."}]}',
    '{"query_type": "standalone", "references": []}', 'route', 'disabled', 'disabled', 'inventory', '[]', 1, 0, 42,
    '', '', session.last_interaction, session.last_interaction
FROM netbox_chat_sessions_chatsession AS session, generate_series(1, %(interactions)s) AS number
WHERE session.title LIKE 'Bulk %%' AND session.id BETWEEN %(first)s AND %(last)s
"""
USERS = """
INSERT INTO users_user (username, password, is_superuser, is_active, first_name, last_name, email, date_joined)
SELECT 'owner' || n, '!', false, true, '', '', '', now() FROM generate_series(1, %s) AS n ON CONFLICT DO NOTHING
"""
AT_ONCE = 50_000


def make_sessions(
    connection: psycopg.Connection[Any], sessions: int, interactions: int, *, status: str, age: str
) -> None:
    """Write sessions of a thousand other users.

    Args:
        connection: In autocommit mode.
        sessions: How many.
        interactions: How many each.
        status: What the sessions are: `active`, `expired` and so on.
        age: How long ago the last interaction was, such as `200 days`.
    """
    connection.execute(USERS, [OWNERS])
    for begun in range(0, sessions, AT_ONCE):
        values = {'sessions': min(AT_ONCE, sessions - begun), 'interactions': interactions, 'status': status}
        made = [row[0] for row in connection.execute(SESSIONS, values | {'age': age})]
        span = {'first': min(made), 'last': max(made), 'interactions': interactions}
        connection.execute(INTERACTIONS, span)
    for table in ('chatsession', 'interaction'):
        connection.execute(f'VACUUM ANALYZE netbox_chat_sessions_{table}')  # noqa: S608


def left(connection: psycopg.Connection[Any]) -> int:
    """How many expired sessions are there."""
    query = "SELECT count(*) FROM netbox_chat_sessions_chatsession WHERE status = 'expired'"
    return connection.execute(query).fetchone()[0]


def answers_in(path: Path) -> list[dict[str, Any]]:
    """What the people wrote down."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def deviations(connection: psycopg.Connection[Any], answers: Iterable[Mapping[str, Any]]) -> list[str]:
    """Turns that were answered and are not stored once, as they were; sessions with other turns, or with gaps."""
    told = {answer['turn']: answer for answer in answers if 'turn' in answer}
    sessions = sorted({answer['session'] for answer in told.values()})
    query = """
        SELECT turn_id::text, session_id, id, sequence, query, status FROM netbox_chat_sessions_interaction
        WHERE session_id = ANY(%s) ORDER BY session_id, sequence
    """
    rows = connection.execute(query, [sessions]).fetchall()
    stored = Counter(row[0] for row in rows)
    found = [f'{turn} is stored {stored[turn]} times' for turn in told if stored[turn] != 1]
    found += [f'{turn} is stored, and nobody was told' for turn in stored if turn not in told]
    for turn, session, pk, sequence, said, status in rows:
        answer = told.get(turn)
        expected = (session, pk, sequence, said, 'answered')
        if answer and expected != (
            answer['session'], answer['interaction'], answer['sequence'], answer['query'], status,
        ):  # fmt: skip
            found.append(f'{turn} is stored as {(session, pk, sequence, said, status)}, told was {answer}')
    for session in sessions:
        numbers = [row[3] for row in rows if row[1] == session]
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(f'session {session} has the turns {numbers}')
    return found
