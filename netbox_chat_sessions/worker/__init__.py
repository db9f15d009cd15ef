"""Work in the background: `celery -A netbox_chat_sessions.worker worker -B`.

Nothing else in the plugin imports Celery.
"""

from .application import app

__all__ = ('app',)
