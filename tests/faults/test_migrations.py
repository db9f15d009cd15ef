"""Data of the first released schema survives every migration since."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from devtools.databases import Databases

APP = 'netbox_chat_sessions'
NAME = 'old'
THEN = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def old(machines, django_db_setup, django_db_blocker):
    """A connection to a NetBox that has never had the plugin."""
    databases = Databases(machines.services)
    databases.drop(NAME)
    databases.create(NAME, databases.netbox_template())
    there = {'HOST': machines.services.host, 'PORT': '5432', 'USER': machines.services.user, 'NAME': NAME}
    connections.settings[NAME] = connections.settings['default'] | there
    with django_db_blocker.unblock():
        yield connections[NAME]
        connections[NAME].close()
    del connections.settings[NAME]
    databases.drop(NAME)


def migrate(connection, name):
    """Go to a migration; its models."""
    executor = MigrationExecutor(connection)
    executor.migrate([(APP, name)])
    return MigrationExecutor(connection).loader.project_state([(APP, name)]).apps


def latest(connection):
    """The newest migration."""
    return next(name for app, name in MigrationExecutor(connection).loader.graph.leaf_nodes(APP))


def test_rows_of_the_first_schema_are_kept_and_understood(old):
    first = migrate(old, '0001_initial')
    user = get_user_model().objects.using(NAME).create(username='grace')
    sessions, interactions = first.get_model(APP, 'ChatSession'), first.get_model(APP, 'Interaction')
    fields = {'user_id': user.pk, 'interaction_count': 2, 'focus': [['dcim.site', 1]], 'last_interaction': THEN}
    session = sessions.objects.using(NAME).create(title='Where?', status='handoff', handoff_reason='why', **fields)
    session.participants.add(user.pk)
    for sequence, status in enumerate(('answered', 'pending'), 1):
        interactions.objects.using(NAME).create(
            session=session, sequence=sequence, status=status, query=f'question {sequence}', response='it',
            reply={'text': 'it'}, listed=[['dcim.site', 1]],
        )  # fmt: skip
    site = ContentType.objects.using(NAME).get(app_label='dcim', model='site')
    first.get_model(APP, 'EntityReference').objects.using(NAME).create(
        session=session, object_type_id=site.pk, object_id=1, object_repr='Akron', first_mentioned=THEN,
        last_mentioned=THEN, last_sequence=1, mention_count=3,
    )  # fmt: skip

    migrate(old, latest(old))

    from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction

    kept = ChatSession.objects.using(NAME).get()
    assert (kept.title, kept.status, kept.handoff_reason, kept.focus) == (
        'Where?',
        'handoff',
        'why',
        [['dcim.site', 1]],
    )
    assert (kept.last_interaction, kept.interaction_count, kept.topic_start) == (THEN, 2, 1)
    assert [person.username for person in kept.participants.all()] == ['grace']
    turns = Interaction.objects.using(NAME).order_by('sequence')
    assert [(turn.status, turn.query, turn.topic_start) for turn in turns] == [
        ('answered', 'question 1', 1),
        ('pending', 'question 2', 1),
    ]
    mention = EntityReference.objects.using(NAME).get()
    assert (mention.object_repr, mention.mention_count) == ('Akron', 3)
    call_command('migrate', database=NAME, check_unapplied=True, plan=True, verbosity=0, app_label=APP)
