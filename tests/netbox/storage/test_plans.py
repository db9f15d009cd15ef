"""The hot statements use indexes however many sessions there are: EXPLAIN says so over ten thousand of them."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from dcim.models import Site
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.storage.census import count_sessions
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from netbox_chat_sessions.storage.suggestions import Habits
from netbox_chat_sessions.ui.transcripts import news_of, transcript_of
from netbox_chat_sessions.wiring import cleanup_service
from tests.contracts.turns import outcome, rack, said
from tests.conversation.topics import TOPICS
from tests.netbox.api.conversation_case import grant
from tests.netbox.undone import undone

PEOPLE, SESSIONS, EACH = 1_000, 10_000, 4
BASE = '/api/plugins/chat-sessions/'

# Each person has ten sessions, one of them active; every other one is shared with somebody else.
ROWS = """
INSERT INTO {session} (
    custom_field_data, title, title_is_manual, status, topic_domain, topic_start, active_agent, focus, suspended,
    interaction_count, forgotten_until, last_interaction, handoff_reason, created, last_updated, user_id
)
SELECT '{{}}', 'about ' || n, false,
    CASE WHEN n <= %(people)s THEN 'active' WHEN n %% 2000 = 0 THEN 'handoff' ELSE 'expired' END,
    '', 1, 'inventory', '[]', '{{}}', %(each)s, 0, now() - n * interval '1 minute', '',
    now() - n * interval '1 minute', now(), %(first)s + n %% %(people)s
FROM generate_series(1, %(sessions)s) n;

INSERT INTO {participants} (chatsession_id, user_id)
SELECT id, user_id + 1 FROM {session}
WHERE id %% 2 = 0 AND user_id BETWEEN %(first)s AND %(first)s + %(people)s - 2;

INSERT INTO {interaction} (
    session_id, sequence, turn_id, status, author_id, query, response, reply, reading, decision, decided_by, reason,
    agent, listed, topic_start, tokens, duration_ms, rating, rating_comment, created, answered
)
SELECT s.id, n, gen_random_uuid(), 'answered', s.user_id, 'how many racks?', 'Three.', '{{"kind": "answer"}}',
    '{{"references": []}}', 'route', 'disabled', '', 'inventory',
    CASE WHEN n = 1 THEN '[["dcim.rack", 1]]'::jsonb ELSE '[]' END, 1, 0, 80, '', '', s.created, s.created
FROM {session} s, generate_series(1, %(each)s) n WHERE s.user_id >= %(first)s;

INSERT INTO {reference} (
    session_id, object_type_id, object_id, object_repr, first_mentioned, last_mentioned, last_sequence, mention_count,
    said_by, pinned
)
SELECT s.id, %(site)s, 1 + (s.id * 7 + n) %% 5000, 'site', s.created, s.created, n, 1, 'user', false
FROM {session} s, generate_series(1, 2) n WHERE s.user_id >= %(first)s;

ANALYZE {session}, {participants}, {interaction}, {reference};
"""
TABLES = {
    'session': ChatSession._meta.db_table,
    'participants': ChatSession.participants.through._meta.db_table,
    'interaction': Interaction._meta.db_table,
    'reference': EntityReference._meta.db_table,
}
OURS = set(TABLES.values())


@pytest.fixture(scope='module')
def many(django_db_setup, django_db_blocker):
    """The rows, in a transaction that is undone; and one of those people."""
    with django_db_blocker.unblock(), undone():
        people = get_user_model().objects.bulk_create(
            get_user_model()(username=f'person {number}') for number in range(PEOPLE)
        )
        values = {'people': PEOPLE, 'sessions': SESSIONS, 'each': EACH, 'first': people[0].pk}
        values['site'] = ContentType.objects.get_for_model(Site).pk
        with connection.cursor() as cursor:
            for statement in ROWS.format(**TABLES).strip().removesuffix(';').split(';\n'):
                cursor.execute(statement, values)
        grant(people[7], 'view', 'dcim.site')
        yield people[7]


@pytest.fixture
def user(many, django_db_blocker):
    """One of those people; what a test does is undone."""
    with django_db_blocker.unblock(), undone():
        yield get_user_model().objects.get(pk=many.pk)


def plan_nodes(plan):
    yield plan
    for inner in plan.get('Plans', ()):
        yield from plan_nodes(inner)


def scanned(statements):
    """Tables of ours that a statement reads as a whole, with the statement."""
    found = []
    with connection.cursor() as cursor:
        for sql in statements:
            if not sql.lstrip('( ').startswith(('SELECT', 'UPDATE', 'DELETE', 'WITH')):
                continue
            cursor.execute(f'EXPLAIN (FORMAT JSON) {sql}')
            explained = cursor.fetchone()[0]
            explained = json.loads(explained) if isinstance(explained, str) else explained
            for node in plan_nodes(explained[0]['Plan']):
                if node['Node Type'] == 'Seq Scan' and node.get('Relation Name') in OURS:
                    found.append(f'{node["Relation Name"]}: {sql}')
    return found


@pytest.fixture
def statements(user):
    """Does something as the user, and provides the statements that it took."""

    def taken(work):
        with CaptureQueriesContext(connection) as captured:
            work()
        return [query['sql'] for query in captured.captured_queries]

    user.get_all_permissions()
    return taken


@pytest.fixture
def store(user):
    return OrmSessionStore(user, TOPICS)


@pytest.fixture
def session(user):
    """A session that the user is in."""
    return ChatSession.objects.filter(user=user, status='active').get()


def ask(store, session_id=None):
    return store.admit(TurnRequest('how many?', session_id, turn_id=uuid4()))


def test_a_turn(statements, store, session):
    def turn():
        first, admission = ask(store), ask(store, session.pk)
        store.recall(admission.session, before=admission.interaction.sequence)
        store.remember(admission, outcome(mentions=said(rack(1)), focus=(rack(1).key,)))
        store.fail(first, admission.interaction.status, 'failed')

    assert scanned(statements(turn)) == []


def test_what_is_permitted_in_a_session_is_looked_for_in_it_alone(user, session):
    """Where few sessions have references, PostgreSQL would else go through a million sessions to them."""
    for model in (Interaction, EntityReference):
        asked = str(model.objects.among(session=session.pk).restrict(user, 'view').query)
        # The records, one's own and those shared with one.
        assert asked.count(f'"session_id" = {session.pk}') == 3


def test_a_turn_that_a_worker_answers(statements, store, session):
    def turn():
        admission = ask(store, session.pk)
        store.defer(admission)
        store.claim(admission.interaction.id)
        store.stop(admission.interaction.id)

    assert scanned(statements(turn)) == []


def test_reading_a_session(statements, user, session):
    def read():
        transcript_of(session, user)
        news_of(session, user, after=2)
        list(ChatSession.objects.restrict(user, 'view').select_related('user')[:20])

    assert scanned(statements(read)) == []


@pytest.mark.parametrize(
    'path',
    [
        'sessions/',
        'interactions/',
        'interactions/?session_id={session}',
        'entity-references/',
        'entity-references/?object_type=dcim.site&object_id={site}',
        'sessions/{session}/',
        'sessions/{session}/memory/',
    ],
)
def test_rest(statements, user, session, path):
    client = APIClient()
    client.force_authenticate(user)
    site = session.entity_references.first().object_id
    answers = []

    def read():
        answers.append(client.get(BASE + path.format(session=session.pk, site=site)))

    taken = statements(read)
    assert answers[0].status_code == 200
    assert answers[0].json().get('count', 1) > 0
    assert scanned(taken) == []


def test_what_a_user_asks_often(statements, user):
    habits = Habits(user, timezone.now())
    assert scanned(statements(lambda: (habits.questions(3), habits.objects(3)))) == []


def test_watching(statements):
    assert scanned(statements(lambda: count_sessions(timezone.now() - timedelta(hours=1)))) == []


def test_cleaning_up_what_is_new_since_the_last_run(statements):
    service = cleanup_service()
    service.run()
    assert scanned(statements(service.run)) == []
