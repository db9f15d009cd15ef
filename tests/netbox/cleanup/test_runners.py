"""Who runs the cleanup: the command, and NetBox’s own worker."""

import json
import os
import subprocess
import sys
from unittest.mock import patch
from uuid import uuid4

import pytest
from core.models import Job
from django.core.management import call_command

from netbox_chat_sessions.models import ChatSession

from .case import DAY, HOUR, idle_now, make_session, make_user


@pytest.mark.django_db
def test_command_counts_first_and_cleans_up_then(capsys):
    user = make_user()
    idle = make_session(user, idle=idle_now(HOUR))
    make_session(user, idle=idle_now(2 * HOUR))
    make_session(user, 'ended', idle=idle_now(91 * DAY))
    call_command('chat_cleanup', dry_run=True)
    counted = capsys.readouterr().out
    assert 'Expired sessions: 2. Deleted sessions: 1.' in counted
    assert 'Nothing was changed' in counted
    assert ChatSession.objects.filter(status='active').count() == 2
    call_command('chat_cleanup')
    done = capsys.readouterr().out
    assert 'Expired sessions: 2. Deleted sessions: 1.' in done
    assert 'Nothing was changed' not in done
    idle.refresh_from_db()
    assert idle.status == 'expired'


def run_job(settings, runner):
    from netbox_chat_sessions.jobs import ChatCleanupJob

    settings.PLUGINS_CONFIG = {'netbox_chat_sessions': {'cleanup_runner': runner}}
    job = Job.objects.create(name=ChatCleanupJob.name, job_id=uuid4(), status='pending', interval=60)
    with patch.object(ChatCleanupJob, 'enqueue') as enqueue:
        ChatCleanupJob.handle(job)
    job.refresh_from_db()
    return job, enqueue.called


@pytest.mark.django_db
def test_system_job_cleans_up_and_comes_again(settings):
    session = make_session(make_user(), idle=idle_now(DAY))
    job, again = run_job(settings, 'netbox')
    session.refresh_from_db()
    assert (job.status, session.status, again) == ('completed', 'expired', True)
    assert 'Expired sessions: 1.' in job.log_entries[0]['message']


@pytest.mark.django_db
def test_system_job_ends_when_celery_has_taken_over(settings):
    session = make_session(make_user(), idle=idle_now(DAY))
    job, again = run_job(settings, 'celery')
    session.refresh_from_db()
    assert (job.status, session.status, again, job.interval) == ('completed', 'active', False, None)


@pytest.mark.parametrize(('runner', 'registered'), [('netbox', True), ('celery', False)])
def test_system_job_is_registered_only_for_netbox(runner, registered):
    code = (
        'import django; django.setup(); from netbox.registry import registry;'
        "print([job.name for job in registry['system_jobs']])"
    )
    environment = os.environ | {'NETBOX_CHAT_SETTINGS': json.dumps({'cleanup_runner': runner})}
    environment['DJANGO_SETTINGS_MODULE'] = 'netbox.settings'
    found = subprocess.run(
        [sys.executable, '-c', code], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert ('Chat cleanup' in found.stdout) is registered, found.stdout
