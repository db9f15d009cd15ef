"""Gauges that are read from the database when NetBox's /metrics is asked for.

Set at that moment, they are right whichever process cleans up, and they are exported in the multiprocess mode of
prometheus_client as well, which knows no collectors of others (django_prometheus/exports.py).
"""

import logging
from datetime import timedelta
from typing import Any

from django.core.signals import request_started
from django.db import Error
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from prometheus_client import Gauge

from ..models import CLEANUP_PARTS, CleanupRun
from ..settings import get
from ..storage.census import count_sessions
from .turn_metrics import PREFIX

__all__ = ('install', 'refresh')

logger = logging.getLogger(__name__)

SESSIONS = Gauge(
    f'{PREFIX}_sessions',
    'Sessions in use: active within session_timeout, or waiting for a person.',
    ('status',),
    multiprocess_mode='mostrecent',
)
LAST_RUN = Gauge(
    f'{PREFIX}_cleanup_last_run_timestamp_seconds',
    'When a part of the cleanup ran last, in seconds since 1970; 0: never.',
    ('part',),
    multiprocess_mode='mostrecent',
)
CLEANED = Gauge(
    f'{PREFIX}_cleanup_rows',
    'What the cleanup has done since its first run; it only grows.',
    ('what',),
    multiprocess_mode='mostrecent',
)


def install() -> None:
    """Refresh the gauges whenever somebody asks for NetBox's metrics."""
    request_started.connect(_on_request, dispatch_uid=f'{PREFIX}.gauges')


def refresh() -> None:
    """Read the gauges from the database: two statements.

    Raises:
        django.db.Error: The database does not answer.
    """
    found = count_sessions(timezone.now() - timedelta(seconds=get().session_timeout))
    SESSIONS.labels('active').set(found.active)
    SESSIONS.labels('handoff').set(found.waiting)
    runs = {run.part: run for run in CleanupRun.objects.all()}
    for part in CLEANUP_PARTS:
        LAST_RUN.labels(part).set(runs[part].finished.timestamp() if part in runs else 0)
    totals: dict[str, int] = {}
    for run in runs.values():
        for what, number in run.totals.items():
            totals[what] = totals.get(what, 0) + number
    for what, number in totals.items():
        CLEANED.labels(what).set(number)


def _on_request(environ: dict[str, Any] | None = None, **signal: Any) -> None:
    try:
        path = reverse('prometheus-django-metrics')
    except NoReverseMatch:
        return
    asked = f'{environ.get("SCRIPT_NAME", "")}{environ.get("PATH_INFO", "")}' if environ else ''
    if asked != path:
        return
    try:
        refresh()
    except Error:
        # What was counted in memory is worth having without a database too.
        logger.warning('The gauges are not up to date: the database does not answer.')
