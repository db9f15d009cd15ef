"""Pages of sessions, the chat panel, and the "Chats" tab on pages of other objects."""

from . import handoffs, interactions, panel, sessions, tabs

__all__ = ('handoffs', 'interactions', 'panel', 'sessions', 'tabs')
