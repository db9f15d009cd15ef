"""The composition root: which parts work together, for one user."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings as django_settings
from django.core.signals import request_started
from django.utils import timezone
from django.utils.translation import gettext as _

from .agents.registry import agent_types, agents_for
from .conversation.context import ContextBuilder
from .conversation.deferring import TurnDeferrer
from .conversation.gate import Gate
from .conversation.history import HistoryLimits
from .conversation.lifecycle import Lifecycle
from .conversation.ports import Agent, TurnClassifier, TurnObserver, TurnQueue
from .conversation.reader import Reader
from .conversation.routing import Router
from .conversation.topics import TopicReader
from .conversation.turn import ControlMessages, TurnService
from .conversation.watching import watched
from .inventory.finder import LiveFinder
from .inventory.topics import SettingsTopics
from .llm.classifier import ProfileClassifier
from .llm.library import load_soon
from .llm.profiles import LanguageModel
from .llm.summaries import ProfileSummariser
from .observability.turn_log import TurnLog
from .observability.worker_probe import WorkerProbe
from .settings import get
from .storage.cleanup import CleanupService
from .storage.deciding import ProposalKeeper
from .storage.orm_store import OrmSessionStore
from .storage.presence import present

__all__ = (
    'cleanup_service',
    'context_builder',
    'object_finder',
    'probe_worker',
    'proposal_keeper',
    'session_store',
    'turn_classifier',
    'turn_deferrer',
    'turn_service',
)


# The places for turns in this process, whichever way they come in.
GATE = Gate()
# A cleanup works a tenth of the time, so that those who chat meanwhile hardly feel it.
REST = 9


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


def proposal_keeper(user: Any) -> ProposalKeeper:
    """What confirms and cancels the changes that `user` has asked for."""
    return ProposalKeeper(user)


def context_builder(user: Any) -> ContextBuilder:
    """Curated contexts of `user`'s sessions, within the budgets of the settings."""
    settings = get()
    budgets, profile = settings.context_budgets, settings.context_summary_llm_profile
    types = {name: replace(kind, budget=budgets.get(name, kind.budget)) for name, kind in agent_types().items()}
    summariser = ProfileSummariser(settings.profiles[profile], settings.llm_excluded) if profile else None
    return ContextBuilder(object_finder(user), types, summariser)


def topic_reader() -> TopicReader:
    """What turns are about, by the domains of the settings."""
    return TopicReader(SettingsTopics(get().topic_domains))


def turn_classifier(user: Any, agents: Sequence[Agent]) -> TurnClassifier | None:
    """What decides about the turns of `user`; None where the settings enable no classifier."""
    settings = get()
    if not settings.enable_route_stickiness:
        return None
    return ProfileClassifier(
        LanguageModel(settings.profiles[settings.route_stickiness_llm_profile]),
        object_finder(user),
        {agent.name: agent.description for agent in agents if getattr(agent, 'sticky', True)},
        threshold=settings.route_stickiness_confidence_threshold,
        history_turns=settings.route_stickiness_history_turns,
        max_tokens=settings.route_stickiness_max_tokens,
        excluded=settings.llm_excluded,
    )


def load_library(**signal: Any) -> None:
    """Load the language model library beside a request of any kind, before a turn has to wait for it."""
    request_started.disconnect(load_library)
    for provider in {profile.provider for profile in get().profiles_in_use}:
        load_soon(provider)


request_started.connect(load_library)


def turn_observers() -> Sequence[TurnObserver]:
    """Who is told what becomes of turns: the log, and NetBox's metrics where they are enabled."""
    if not django_settings.METRICS_ENABLED:
        return (TurnLog(),)
    from .observability.turn_metrics import TurnMetrics

    return TurnLog(), TurnMetrics()


def turn_queue(user: Any) -> TurnQueue:
    """Where turns of `user` wait for a worker."""
    # Celery is loaded only where something is left to a worker.
    from .worker.turn_queue import CeleryTurnQueue

    return CeleryTurnQueue(user)


def probe_worker() -> WorkerProbe:
    """Whether broker and worker can be reached."""
    from .worker.probing import probe

    return probe()


def turn_deferrer(user: Any) -> TurnDeferrer:
    """What leaves turns of `user` to a worker."""
    return TurnDeferrer(session_store(user), turn_queue(user))


def turn_service(user: Any, *, limited: bool = True) -> TurnService:
    """Everything that a turn of `user` needs.

    Args:
        user: Who asks.
        limited: Whether it takes one of the places of this process (`max_running_turns`).
    """
    settings = get()
    agents = agents_for(user)
    busy = _('As many questions are being answered as there are places for. Send it again in a moment.')
    limit = (GATE.within(settings.max_running_turns, busy),) if limited else ()
    limits = HistoryLimits(total=settings.history_max_chars) if settings.history_enabled else None
    return TurnService(
        store=session_store(user),
        reader=Reader(object_finder(user), topic_reader(), limits),
        router=Router(agents),
        contexts=context_builder(user),
        clock=SystemClock(),
        messages=ControlMessages(
            # A setting of one's own is in no catalog, and is said as it is.
            _(settings.human_handoff_message),
            _(settings.end_session_message),
            waiting=_('A person has been asked and will read this.'),
        ),
        classifier=turn_classifier(user, agents),
        around=(present, *limit, watched(turn_observers())),
    )


def cleanup_service(*, fast: bool = False) -> CleanupService:
    """What expires and purges sessions, by the settings.

    Args:
        fast: Leave nobody else room between two batches.
    """
    settings = get()
    lifecycle = Lifecycle(
        session_timeout=timedelta(seconds=settings.session_timeout),
        retention=timedelta(days=settings.retention_days),
        handoff_timeout=timedelta(seconds=settings.handoff_timeout) if settings.handoff_timeout else None,
    )
    return CleanupService(lifecycle, SystemClock(), rest=0 if fast else REST)
