"""Who gets to see which part of the chat."""

from typing import Any

__all__ = ('may_chat', 'may_view')

APP = 'netbox_chat_sessions'


def may_view(user: Any) -> bool:
    """Whether the user may see any chat sessions."""
    return bool(user.is_authenticated and user.has_perm(f'{APP}.view_chatsession'))


def may_chat(user: Any) -> bool:
    """Whether the user may have chat sessions, and so gets the panel."""
    return may_view(user) and bool(user.has_perm(f'{APP}.add_chatsession'))
