"""Celery's configuration, from NetBox's and the plugin's settings."""

from collections.abc import Mapping
from typing import Any

from ..conversation.lifecycle import TURN_LIMIT
from ..settings import CelerySettings, Settings
from .broker import KEY_PREFIX, find_broker
from .schedule_file import schedule_file

__all__ = (
    'ANSWER_SECONDS',
    'ANSWER_TURN',
    'CLEANUP_SECONDS',
    'EXPIRE_SESSIONS',
    'PURGE_SESSIONS',
    'configuration',
    'turns_queue',
)

# Seconds after which a cleanup begins nothing further, and after which the worker kills a task that hangs.
CLEANUP_SECONDS = 240
TASK_SECONDS = 600

# Beyond it others take the turn for lost, so it must not run on.
ANSWER_SECONDS = int(TURN_LIMIT.total_seconds())

EXPIRE_SESSIONS = 'netbox_chat_sessions.expire_sessions'
PURGE_SESSIONS = 'netbox_chat_sessions.purge_sessions'
ANSWER_TURN = 'netbox_chat_sessions.answer_turn'


def turns_queue(celery: CelerySettings) -> str:
    """The queue of turns, apart from the cleanup: workers of their own can answer them (`-Q`)."""
    return f'{celery.queue}.turns'


def configuration(settings: Settings, redis_tasks: Mapping[str, Any], database: str) -> dict[str, Any]:
    """Celery's settings.

    Args:
        settings: The plugin's settings.
        redis_tasks: `REDIS['tasks']` of NetBox's configuration.
        database: Name of NetBox's database, which tells several NetBoxes on one machine apart.
    """
    broker = find_broker(redis_tasks, settings.celery.broker_url)
    return {
        'broker_url': broker.url,
        'broker_transport_options': dict(broker.transport_options),
        'broker_use_ssl': dict(broker.use_ssl) if broker.use_ssl else None,
        'broker_connection_retry_on_startup': True,
        # A worker waits for its broker as long as it takes.
        'broker_connection_max_retries': None,
        # A turn that is being answered ends though the broker is away; delivered again, it is left alone.
        'worker_cancel_long_running_tasks_on_connection_loss': False,
        'task_default_queue': settings.celery.queue,
        # A worker takes from both unless `-Q` names one.
        'task_queues': {settings.celery.queue: {}, turns_queue(settings.celery): {}},
        'task_routes': {ANSWER_TURN: {'queue': turns_queue(settings.celery)}},
        'task_ignore_result': True,
        'result_backend': None,
        'accept_content': ['json'],
        'task_serializer': 'json',
        'result_serializer': 'json',
        'event_serializer': 'json',
        'timezone': 'UTC',
        'enable_utc': True,
        'task_time_limit': TASK_SECONDS,
        'worker_prefetch_multiplier': 1,
        # Handlers that an administrator gave the root logger in NetBox's LOGGING stay.
        'worker_hijack_root_logger': False,
        'beat_scheduler': 'netbox_chat_sessions.worker.scheduler:FileScheduler',
        'beat_schedule_filename': str(schedule_file(database)),
        # For those who start beat with RedBeat.
        'redbeat_key_prefix': f'{KEY_PREFIX}redbeat:',
        'beat_schedule': beat_schedule(settings.celery) if settings.cleanup_runner == 'celery' else {},
    }


def beat_schedule(celery: CelerySettings) -> dict[str, dict[str, Any]]:
    """The cleanup, once per interval; what no worker took within it is dropped, for the next one does the same."""
    return {
        task.rpartition('.')[2]: {
            'task': task,
            'schedule': float(celery.cleanup_interval),
            'options': {'expires': celery.cleanup_interval},
        }
        for task in (EXPIRE_SESSIONS, PURGE_SESSIONS)
    }
