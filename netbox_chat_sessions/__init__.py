"""Conversation memory for NetBox: chat sessions over live inventory."""

from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from netbox.plugins import PluginConfig

__version__ = version('netbox-chat-sessions')

PACKAGE = Path(__file__).parent


class ChatSessionsConfig(PluginConfig):
    """What NetBox needs to know about the plugin."""

    name = 'netbox_chat_sessions'
    verbose_name = 'Chat sessions'
    description = 'Conversation memory for NetBox'
    version = __version__
    base_url = 'chat-sessions'
    min_version = '4.7.0'
    max_version = '4.7.99'

    @classmethod
    def validate(cls, user_config: dict[str, Any], netbox_version: str) -> None:
        """Check the versions and every key of PLUGINS_CONFIG at start.

        Raises:
            ImproperlyConfigured: A setting is unknown or has a wrong value; the message names its key.
        """
        super().validate(user_config, netbox_version)
        from .settings import validate

        validate(user_config)

    def ready(self) -> None:
        """Register with NetBox what needs the loaded models."""
        from . import checks, observability, permissions, settings, sharing  # noqa: F401
        from .storage import erasure

        permissions.install_defaults()
        sharing.register()
        erasure.register()
        observability.install()
        add_checkout_templates()
        super().ready()
        import_module(f'{self.name}.dashboard')  # registers itself
        if settings.get().cleanup_runner == 'netbox':
            import_module(f'{self.name}.jobs')  # registers itself


def add_checkout_templates() -> None:
    """Let Django find the templates of a source checkout, where they stand beside the package."""
    from django.conf import settings

    checkout = PACKAGE.parent / 'templates'
    if not (PACKAGE / 'templates').is_dir() and (checkout / 'netbox_chat_sessions').is_dir():
        settings.TEMPLATES[0]['DIRS'].append(str(checkout))


config = ChatSessionsConfig
