"""Makes a process that is not NetBox's own ready for the plugin's work."""

import os

import django
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

__all__ = ('prepare',)


def prepare() -> None:
    """Set up NetBox's Django and load its URLconf, without which the registry of FilterSets is empty.

    Does nothing in a process of NetBox's own.

    Raises:
        ImproperlyConfigured: NetBox's configuration cannot be loaded, or does not name the plugin.
    """
    if apps.ready:
        return
    os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'netbox.settings')
    # Celery would run Django's checks for seconds and look at none of their results (celery.fixups.django).
    os.environ.setdefault('CELERY_SKIP_CHECKS', '1')
    django.setup()
    if not apps.is_installed('netbox_chat_sessions'):
        raise ImproperlyConfigured("NetBox's configuration does not have 'netbox_chat_sessions' in PLUGINS.")
    from django.urls import get_resolver

    _ = get_resolver().url_patterns
    # The processes that the worker forks must not share a connection opened on the way here.
    connections.close_all()
