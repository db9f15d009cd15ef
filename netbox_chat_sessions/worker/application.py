"""The Celery application."""

from typing import Any

from celery import Celery
from celery.signals import task_prerun

from .environment import prepare

__all__ = ('app', 'make_app')


def make_app() -> Celery:
    """The application, configured from NetBox's settings as they are now."""
    from django.conf import settings

    from ..settings import get
    from .configuration import configuration

    # Other plugins may have a Celery application of their own in NetBox's processes.
    made = Celery('netbox_chat_sessions', set_as_current=False, include=['netbox_chat_sessions.worker.tasks'])
    made.conf.update(configuration(get(), settings.REDIS['tasks'], settings.DATABASES['default']['NAME']))
    return made


def forget_configuration(**signal: Any) -> None:
    """Let each task read NetBox's dynamic configuration anew, protection rules among it.

    NetBox does so for each request (netbox/middleware.py, CoreMiddleware), and its own worker begins a process for each
    job.
    """
    from netbox.config import clear_config

    clear_config()


prepare()
app = make_app()
task_prerun.connect(forget_configuration, dispatch_uid='netbox_chat_sessions.worker')
