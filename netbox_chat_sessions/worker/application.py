"""The Celery application."""

from celery import Celery

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


prepare()
app = make_app()
