"""Celery's configuration, and where beat keeps its schedule."""

import os
import stat
from pathlib import Path

import pytest
from netbox.config import get_config

from netbox_chat_sessions.settings import CelerySettings, Settings
from netbox_chat_sessions.worker.configuration import configuration
from netbox_chat_sessions.worker.schedule_file import schedule_file


def configured(**settings):
    return configuration(Settings(**settings), {'HOST': 'redis.example'}, 'netbox')


def test_beat_asks_for_the_cleanup_once_per_interval():
    made = configured(celery=CelerySettings(queue='chats', cleanup_interval=60))
    assert {name: (entry['schedule'], entry['options']) for name, entry in made['beat_schedule'].items()} == {
        'expire_sessions': (60.0, {'expires': 60}),
        'purge_sessions': (60.0, {'expires': 60}),
    }
    assert made['task_default_queue'] == 'chats'


@pytest.mark.parametrize('runner', ['netbox', 'none'])
def test_beat_asks_for_nothing_when_another_runner_cleans_up(runner):
    assert configured(cleanup_runner=runner)['beat_schedule'] == {}


def test_every_scheduled_task_exists():
    from netbox_chat_sessions.worker import app, tasks  # noqa: F401

    assert {entry['task'] for entry in configured()['beat_schedule'].values()} <= set(app.tasks)


@pytest.mark.django_db
def test_each_task_sees_the_protection_rules_as_they_are_now():
    from netbox_chat_sessions.worker import tasks

    before = get_config()
    tasks.expire_sessions.apply(throw=True)
    assert get_config() is not before


def test_a_broker_url_of_the_settings_is_used():
    assert configured()['broker_url'] == 'redis://redis.example:6379/0'
    assert configured(celery=CelerySettings(broker_url='redis://other/3'))['broker_url'] == 'redis://other:6379/3'


@pytest.fixture
def folders(monkeypatch, tmp_path):
    """A machine with a home folder and a temporary one."""
    monkeypatch.delenv('STATE_DIRECTORY', raising=False)
    monkeypatch.delenv('XDG_STATE_HOME', raising=False)
    monkeypatch.setenv('HOME', str(tmp_path / 'home'))
    monkeypatch.setattr('tempfile.tempdir', str(tmp_path / 'tmp'))
    (tmp_path / 'tmp').mkdir()
    return tmp_path


def test_schedule_stands_in_a_private_folder(folders, monkeypatch):
    found = schedule_file('net/box')
    assert found == folders / 'home/.local/state/netbox-chat-sessions/beat-net_box'
    assert stat.S_IMODE(found.parent.stat().st_mode) == 0o700
    assert schedule_file('other') != found
    monkeypatch.setenv('STATE_DIRECTORY', f'{folders}/state:{folders}/second')
    assert schedule_file('netbox') == folders / 'state/netbox-chat-sessions/beat-netbox'


def test_without_a_home_the_schedule_stands_in_a_folder_of_our_own_among_the_temporary_ones(folders):
    (folders / 'home').touch()
    found = schedule_file('netbox')
    assert found == folders / f'tmp/netbox-chat-sessions-{os.getuid()}/beat-netbox'
    assert stat.S_IMODE(found.parent.stat().st_mode) == 0o700


def test_a_folder_that_somebody_else_put_there_is_not_used(folders, monkeypatch):
    (folders / 'home').touch()
    (folders / f'tmp/netbox-chat-sessions-{os.getuid() + 1}').mkdir()
    stranger = os.getuid() + 1
    monkeypatch.setattr('os.getuid', lambda: stranger)
    # Celery's own default is the working directory as well.
    assert schedule_file('netbox') == Path('beat-netbox')
