"""A real worker answers turns that a web process has left to it."""

from unittest.mock import patch

import pytest
from dcim.models import Rack, Site
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import override_settings

from netbox_chat_sessions import wiring
from netbox_chat_sessions.conversation.errors import Busy
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import Interaction
from netbox_chat_sessions.worker.application import make_app

from .conftest import until


@pytest.fixture(scope='module')
def user(django_db_setup, django_db_blocker):
    """A superuser and a rack that the worker sees; everything is deleted afterwards."""
    with django_db_blocker.unblock():
        made = get_user_model().objects.create_user('ada', is_superuser=True)
        rack = Rack.objects.create(name='R101', site=Site.objects.create(name='DM-Akron', slug='dm-akron'))
        yield made
        made.delete()
        rack.delete()
        rack.site.delete()


@pytest.fixture
def deferred(servers):
    """Leaves a question to the worker of the tests, and provides the interaction."""
    celery = {'broker_url': f'redis://127.0.0.1:{servers.port}/0'}
    with override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'celery': celery}}):
        app = make_app()

    def defer(user, message):
        with patch('netbox_chat_sessions.worker.turn_queue.app', app):
            return wiring.turn_deferrer(user)(TurnRequest(message)).interaction.id

    return defer


def status_of(interaction):
    return Interaction.objects.values_list('status', flat=True).get(pk=interaction)


def test_a_turn_waits_for_a_worker_and_is_answered(servers, user, deferred):
    waiting, stopped = (deferred(user, 'how full is R101?') for _ in range(2))
    wiring.session_store(user).stop(stopped)
    assert status_of(waiting) == 'pending'
    servers.start_worker()
    # NetBox takes its time to start on a busy machine.
    assert until(lambda: status_of(waiting) == 'answered', seconds=120), servers.log
    answered = Interaction.objects.get(pk=waiting)
    assert answered.reading['references'][0]['status'] == 'resolved'
    assert until(lambda: servers.log.count('answer_turn') >= 4), servers.log
    assert status_of(stopped) == 'stopped'
    # Neither question nor answer stands in the worker's log.
    assert 'R101' not in servers.log


def test_a_broker_that_went_away_keeps_the_question_and_takes_the_next_one(servers, user, deferred):
    servers.stop_valkey()
    with pytest.raises(Busy):
        deferred(user, 'how full is R101?')
    kept = Interaction.objects.order_by('pk').last()
    assert (kept.status, kept.reason) == ('failed', 'not_queued')
    servers.start_valkey()
    again = deferred(user, 'how full is R101?')
    assert until(lambda: status_of(again) == 'answered'), servers.log
    servers.worker.terminate()
    assert servers.worker.wait(60) == 0, servers.log
