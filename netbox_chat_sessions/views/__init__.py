"""Pages of sessions, the chat panel, and the "Chats" tab on pages of other objects."""

from . import (
    exports,
    handoffs,
    interactions,
    panel,
    panel_selection,
    panel_sessions,
    proposals,
    sending,
    sessions,
    tabs,
    understanding,
)

__all__ = (
    'exports',
    'handoffs',
    'interactions',
    'panel',
    'panel_selection',
    'panel_sessions',
    'proposals',
    'sending',
    'sessions',
    'tabs',
    'understanding',
)
