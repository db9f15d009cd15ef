"""The composition root: which parts work together, for one user."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from .agents.registry import agent_types, agents_for
from .conversation.context import ContextBuilder
from .conversation.history import HistoryLimits
from .conversation.lifecycle import Lifecycle
from .conversation.reader import Reader
from .conversation.routing import Router
from .conversation.topics import TopicReader
from .conversation.turn import ControlMessages, TurnService
from .inventory.finder import LiveFinder
from .inventory.topics import SettingsTopics
from .settings import get
from .storage.cleanup import CleanupService
from .storage.orm_store import OrmSessionStore

__all__ = ('cleanup_service', 'context_builder', 'object_finder', 'session_store', 'turn_service')


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The current time, in UTC."""
        return timezone.now()


def object_finder(user: Any) -> LiveFinder:
    """Live objects as `user` may see them."""
    return LiveFinder(user)


def session_store(user: Any) -> OrmSessionStore:
    """The sessions of `user` and those shared with them."""
    return OrmSessionStore(user, topic_reader())


def context_builder(user: Any) -> ContextBuilder:
    """Curated contexts of `user`'s sessions, within the budgets of the settings."""
    budgets = get().context_budgets
    types = {name: replace(kind, budget=budgets.get(name, kind.budget)) for name, kind in agent_types().items()}
    return ContextBuilder(object_finder(user), types)


def topic_reader() -> TopicReader:
    """What turns are about, by the domains of the settings."""
    return TopicReader(SettingsTopics(get().topic_domains))


def turn_service(user: Any) -> TurnService:
    """Everything that a turn of `user` needs."""
    settings = get()
    limits = HistoryLimits(total=settings.history_max_chars) if settings.history_enabled else None
    return TurnService(
        store=session_store(user),
        reader=Reader(object_finder(user), topic_reader(), limits),
        router=Router(agents_for(user)),
        contexts=context_builder(user),
        clock=SystemClock(),
        messages=ControlMessages(settings.human_handoff_message, settings.end_session_message),
    )


def cleanup_service() -> CleanupService:
    """What expires and purges sessions, by the settings."""
    settings = get()
    lifecycle = Lifecycle(
        session_timeout=timedelta(seconds=settings.session_timeout), retention=timedelta(days=settings.retention_days)
    )
    return CleanupService(lifecycle, SystemClock())
