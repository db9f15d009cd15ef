"""System checks: what an administrator should know before a user does."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from .settings import PLUGIN, get

__all__ = ('check_permissions_exempt', 'check_topic_domains')


@register()
def check_permissions_exempt(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Chats must not be published by name either."""
    published = [name for name in settings.EXEMPT_VIEW_PERMISSIONS if name.startswith(f'{PLUGIN}.')]
    if not published:
        return []
    return [
        Warning(
            f'EXEMPT_VIEW_PERMISSIONS publishes chats to everybody: {", ".join(published)}.',
            hint='Remove these entries, and give a permission to those who review chats instead.',
            id=f'{PLUGIN}.W001',
        )
    ]


@register()
def check_topic_domains(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An app or object type can belong to one topic domain only."""
    seen: dict[str, str] = {}
    found: list[CheckMessage] = []
    for domain, members in get().topic_domains.items():
        for member in members:
            if member in seen:
                found.append(
                    Warning(
                        f'{member} is in the topic domains {seen[member]} and {domain}.',
                        hint=f"Name it once in PLUGINS_CONFIG['{PLUGIN}']['topic_domains'].",
                        id=f'{PLUGIN}.W002',
                    )
                )
            seen.setdefault(member, domain)
    return found
