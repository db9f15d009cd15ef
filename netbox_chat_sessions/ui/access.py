"""Who gets to see which part of the chat."""

from typing import Any

from ..conversation.session import SessionStatus
from ..models import ChatSession

__all__ = ('APP', 'answers_as_person', 'has_panel', 'may_chat', 'may_release', 'may_view', 'may_withdraw')

APP = 'netbox_chat_sessions'


def may_view(user: Any) -> bool:
    """Whether the user may see any chat sessions."""
    return bool(user.is_authenticated and user.has_perm(f'{APP}.view_chatsession'))


def may_chat(user: Any) -> bool:
    """Whether the user may have chat sessions, and so gets the panel."""
    return may_view(user) and bool(user.has_perm(f'{APP}.add_chatsession'))


def has_panel(user: Any) -> bool:
    """Whether the user gets the panel: they may chat, and have not hidden it in their preferences."""
    return may_chat(user) and user.config.get(f'plugins.{APP}.panel') != 'hidden'


def may_release(user: Any, session: ChatSession) -> bool:
    """Whether the user may write into the session as a person, and give it back: it waits for one."""
    return session.status == SessionStatus.HANDOFF and bool(user.has_perm(f'{APP}.release_chatsession', session))


def may_withdraw(user: Any, session: ChatSession) -> bool:
    """Whether the user may take back that a person is wanted: it is their session, and it waits for one."""
    waits = session.status == SessionStatus.HANDOFF and session.user_id == user.pk
    return waits and bool(user.has_perm(f'{APP}.handoff_chatsession', session))


def answers_as_person(user: Any, session: ChatSession) -> bool:
    """Whether what the user writes in the chat is for those who wait: it is, unless they take part themselves."""
    if session.user_id == user.pk or not may_release(user, session):
        return False
    return not session.participants.filter(pk=user.pk).exists()
