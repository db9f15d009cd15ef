"""Keeping when the cleanup ran, for processes that watch it."""

from dataclasses import fields
from datetime import datetime

from django.db import transaction

from ..conversation.lifecycle import CleanupReport
from ..models import CleanupRun

__all__ = ('record_run',)


def record_run(part: str, report: CleanupReport, now: datetime) -> None:
    """Keep that a part has run, and add what it did to what was done before.

    A run that left the part to another one is none.
    """
    if report.busy:
        return
    done = {item.name: value for item in fields(report) if type(value := getattr(report, item.name)) is int}
    with transaction.atomic():
        runs = CleanupRun.objects.select_for_update().filter(part=part)
        if (run := runs.first()) is None:
            # Several processes may see the first run end.
            CleanupRun.objects.bulk_create([CleanupRun(part=part, finished=now)], ignore_conflicts=True)
            run = runs.get()
        run.finished, run.unfinished = now, report.unfinished
        run.totals = {name: run.totals.get(name, 0) + done.get(name, 0) for name in {**run.totals, **done}}
        run.save()
