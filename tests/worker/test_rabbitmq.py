"""A RabbitMQ as the broker, where there is one: `NETBOX_CHAT_AMQP_URL` names it."""

import json
import os
import sys
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from kombu import Connection

from devtools.processes import start, stop
from netbox_chat_sessions.models import ChatSession

from .conftest import SETTINGS, until

URL = os.environ.get('NETBOX_CHAT_AMQP_URL', '')

pytestmark = pytest.mark.skipif(not URL, reason='NETBOX_CHAT_AMQP_URL names no RabbitMQ')


@pytest.fixture
def user(django_db_setup, django_db_blocker):
    """A user whose sessions the worker sees; everything is deleted afterwards."""
    with django_db_blocker.unblock():
        made = get_user_model().objects.create_user('grace')
        yield made
        made.delete()


@contextmanager
def worker(folder):
    """A worker with its beat."""
    settings = SETTINGS | {'celery': {'cleanup_interval': 1, 'broker_url': URL, 'queue': 'chats'}}
    environment = os.environ | {
        'NETBOX_CONFIGURATION': 'devtools.netbox_configuration',
        'NETBOX_CHAT_SETTINGS': json.dumps(settings),
    }
    command = [sys.executable, '-m', 'celery', '-A', 'netbox_chat_sessions.worker', 'worker', '-B']
    command += ['-s', str(folder / 'beat'), '--concurrency', '1', '--loglevel', 'INFO']
    with (folder / 'worker.log').open('wb') as log:
        process = start(command, env=environment, stdout=log, stderr=log)
    try:
        yield process
    finally:
        stop(process)


def test_sessions_are_purged_over_rabbitmq(user, tmp_path):
    def left():
        return ChatSession.objects.filter(user=user).exists()

    for status in ('active', 'ended'):
        ChatSession.objects.create(user=user, status=status, last_interaction=timezone.now() - timedelta(days=40))
    with worker(tmp_path) as process:
        assert until(lambda: not left(), 120), (tmp_path / 'worker.log').read_text()
        with Connection(URL) as connection:
            assert connection.SimpleQueue('chats').qsize() < 3, 'tasks pile up'
        process.terminate()
        assert process.wait(60) == 0, (tmp_path / 'worker.log').read_text()
