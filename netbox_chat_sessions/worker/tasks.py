"""What the worker does: the cleanup that beat asks for, and turns that were left to it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import translation

from ..conversation.errors import ConversationError
from ..wiring import cleanup_service, session_store, turn_service
from .application import app
from .configuration import ANSWER_SECONDS, ANSWER_TURN, CLEANUP_SECONDS, EXPIRE_SESSIONS, PURGE_SESSIONS
from .messages import unpacked

__all__ = ('answer_turn', 'expire_sessions', 'purge_sessions')


@app.task(name=EXPIRE_SESSIONS)
def expire_sessions() -> dict[str, int | bool]:
    """Expire idle sessions; returns the fields of `CleanupReport`."""
    return asdict(cleanup_service().expire(seconds=CLEANUP_SECONDS))


@app.task(name=PURGE_SESSIONS)
def purge_sessions() -> dict[str, int | bool]:
    """Delete sessions whose retention is over; returns the fields of `CleanupReport`."""
    return asdict(cleanup_service().purge(seconds=CLEANUP_SECONDS))


@app.task(name=ANSWER_TURN, acks_late=True, soft_time_limit=ANSWER_SECONDS - 10, time_limit=ANSWER_SECONDS)
def answer_turn(user_id: int, interaction_id: int, message: Mapping[str, Any], language: str | None) -> None:
    """Answer a deferred question as the user who asked, with what they may do now.

    A question that was answered, stopped or given up, or that another worker has, is left alone.
    """
    user = get_user_model().objects.filter(pk=user_id).first()
    with translation.override(language):
        try:
            admission = session_store(user).claim(interaction_id) if user else None
        except ConversationError:
            # The interaction says which; nobody waits for this task.
            return
        if admission is not None:
            for _step in turn_service(user, limited=False).resume(unpacked(message, admission), admission):
                pass
