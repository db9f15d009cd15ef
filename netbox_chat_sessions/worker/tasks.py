"""What the worker does: the cleanup that beat asks for."""

from dataclasses import asdict

from ..wiring import cleanup_service
from .application import app
from .configuration import CLEANUP_SECONDS, EXPIRE_SESSIONS, PURGE_SESSIONS

__all__ = ('expire_sessions', 'purge_sessions')


@app.task(name=EXPIRE_SESSIONS)
def expire_sessions() -> dict[str, int | bool]:
    """Expire idle sessions; returns the fields of `CleanupReport`."""
    return asdict(cleanup_service().expire(seconds=CLEANUP_SECONDS))


@app.task(name=PURGE_SESSIONS)
def purge_sessions() -> dict[str, int | bool]:
    """Delete sessions whose retention is over; returns the fields of `CleanupReport`."""
    return asdict(cleanup_service().purge(seconds=CLEANUP_SECONDS))
