"""Settings of the plugin for the time of a test."""

from django.conf import settings
from django.test import override_settings

__all__ = ('configured',)


def configured(**values):
    """Nothing set but these."""
    return override_settings(
        PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None} | values}
    )
