"""Pages of sessions, the chat panel, and the "Chats" tab on pages of other objects."""

from . import interactions, panel, sessions, tabs

__all__ = ('interactions', 'panel', 'sessions', 'tabs')
