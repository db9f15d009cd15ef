"""Each part is said to work or not, over REST and by the command; what is broken hides nothing else."""

from datetime import timedelta
from io import StringIO
from unittest.mock import patch

import pytest
from core.models import ObjectType
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone
from users.models import ObjectPermission

from netbox_chat_sessions.models import CleanupRun
from netbox_chat_sessions.observability.worker_probe import WorkerProbe
from tests.netbox.api.conversation_case import ConversationCase, grant, make_user

ALL = [
    'database', 'migrations', 'cache', 'broker', 'worker', 'cleanup', 'permissions', 'settings', 'language_models',
]  # fmt: skip
WORKING = WorkerProbe('redis://redis.example:6379/0', reached=True, worker='celery@one')


def found(probe=WORKING):
    """What broker and worker answer."""
    return patch('netbox_chat_sessions.health.background.probe_worker', return_value=probe)


def ran(ago=timedelta(minutes=1), parts=('expire', 'purge')):
    # A worker of another test may have left some.
    CleanupRun.objects.all().delete()
    for part in parts:
        CleanupRun.objects.create(part=part, finished=timezone.now() - ago)


def broken_constraint():
    permission = ObjectPermission.objects.create(
        name='old reviewers', actions=['view'], constraints={'no_such_field': 1}
    )
    permission.object_types.add(ObjectType.objects.get_by_natural_key('netbox_chat_sessions', 'interaction'))


@pytest.fixture
def choose(settings):
    """Set settings of the plugin."""

    def chosen(**values):
        settings.PLUGINS_CONFIG = django_settings.PLUGINS_CONFIG | {'netbox_chat_sessions': values}

    return chosen


def parts():
    from netbox_chat_sessions.health import examine

    return {part.name: part for part in examine()}


SILENT = WorkerProbe('redis://redis.example:6379/0', reached=False)
ALONE = WorkerProbe('redis://redis.example:6379/0', reached=True)
# settings, broker and worker, what the cleanup has done → what does not work, and a sentence
FAULTS = [
    ({}, WORKING, ran, [], 'The worker celery@one answers.'),
    ({}, WORKING, lambda: ran(parts=()), ['cleanup'], 'The cleanup has never run (expire, purge).'),
    ({}, WORKING, lambda: ran(parts=['purge']), ['cleanup'], 'The cleanup has never run (expire).'),
    ({}, WORKING, lambda: ran(timedelta(hours=1)), ['cleanup'], 'Is beat still running?'),
    ({'cleanup_runner': 'netbox'}, ALONE, lambda: ran(timedelta(hours=1)), [], 'The cleanup ran last at'),
    ({'cleanup_runner': 'netbox'}, SILENT, lambda: ran(timedelta(hours=9)), ['cleanup'], 'does not answer'),
    ({'cleanup_runner': 'none'}, SILENT, lambda: ran(parts=()), [], 'needed for "Prefer: respond-async" only'),
    ({}, SILENT, ran, ['broker', 'worker'], 'The broker at redis://redis.example:6379/0 does not answer.'),
    ({}, ALONE, ran, ['worker'], 'No Celery worker answers: idle sessions do not expire'),
    ({'context_budgets': {'intent_recogniton': 500}}, WORKING, ran, ['settings'], 'W009'),
]


@pytest.mark.django_db
@pytest.mark.parametrize(('chosen', 'probe', 'cleaned', 'faults', 'sentence'), FAULTS)
def test_what_does_not_work(choose, chosen, probe, cleaned, faults, sentence):
    choose(**chosen)
    cleaned()
    with found(probe):
        told = parts()
    assert list(told) == ALL
    assert [name for name, part in told.items() if not part.works] == faults
    assert any(sentence in part.sentence for part in told.values()), told


@pytest.mark.django_db
def test_a_constraint_that_cannot_be_applied_is_named():
    broken_constraint()
    with found():
        told = parts()['permissions']
    assert (told.works, 'old reviewers' in told.sentence) == (False, True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ('target', 'part'),
    [
        ('netbox_chat_sessions.health.database.netbox_cache.set', 'cache'),
        ('netbox_chat_sessions.health.database.MigrationExecutor', 'migrations'),
        ('netbox_chat_sessions.health.background.CleanupRun.objects.all', 'cleanup'),
    ],
)
def test_a_part_that_fails_hides_no_other(target, part):
    ran()
    with found(), patch(target, side_effect=OperationalError('secret')):
        told = parts()
    assert [name for name, found in told.items() if not found.works] == [part]
    assert told[part].sentence == 'It does not answer (OperationalError).'


@pytest.mark.django_db
def test_the_command_says_the_same():
    ran()
    said = StringIO()
    with found():
        call_command('chat_check', stdout=said, no_color=True)
    assert 'There are no profiles' in said.getvalue()
    assert 'migrations: All migrations are applied.' in said.getvalue()
    CleanupRun.objects.all().delete()
    ran(parts=())
    with found(SILENT), pytest.raises(CommandError, match='Parts that do not work: broker, worker, cleanup.'):
        call_command('chat_check', stdout=said, no_color=True)


class HealthViewTest(ConversationCase):
    def test_monitoring_reads_it_from_the_status_and_people_from_the_sentences(self):
        watcher = make_user('watcher')
        refused = self.call(watcher, 'GET', 'health/')
        assert refused.status == 403
        assert 'netbox_chat_sessions.view_cleanuprun' in refused.body['detail']
        grant(watcher, 'view', 'netbox_chat_sessions.cleanuprun')
        ran()
        with found():
            well = self.call(watcher, 'GET', 'health/')
        assert (well.status, well.body['code'], well.body['detail']) == (200, 'ok', 'Everything works.')
        assert [part['name'] for part in well.body['parts']] == ALL
        with found(SILENT):
            ill = self.call(watcher, 'GET', 'health/')
        assert (ill.status, ill.body['code'], ill.body['detail']) == (503, 'fault', 'Out of order: broker, worker.')
        assert [part['name'] for part in ill.body['parts'] if part['status'] == 'fault'] == ['broker', 'worker']
