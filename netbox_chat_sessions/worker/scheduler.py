"""Beat's memory of when it asked for what, in a plain file that it does without where it must."""

import json
import logging
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from celery.schedules import schedstate

__all__ = ('FileScheduler',)

logger = logging.getLogger(__name__)


class FileScheduler(Scheduler):
    """Celery's scheduler, with the times of the last runs kept over restarts.

    A file that is missing, damaged, or cannot be written costs no more than a cleanup that comes early or late by one
    interval; Celery's own persistent scheduler ends instead. No more does a clock that was set back: Celery would wait
    until it has caught up.
    """

    def __init__(self, *args: Any, schedule_filename: str = '', **kwargs: Any) -> None:
        self.path = Path(schedule_filename)
        self.writable = True
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Take the schedule from the settings, and the last runs from the file.

        Celery's own entries are left out: they tidy up a result backend, and there is none.
        """
        self.merge_inplace(self.app.conf.beat_schedule)
        for name, ran in self._read().items():
            if name in self.schedule:
                self.schedule[name].last_run_at = ran

    def is_due(self, entry: ScheduleEntry) -> schedstate:
        """Whether it is time for an entry, and how long it takes until the next time."""
        if entry.last_run_at > (now := entry.default_now()):
            logger.warning('The clock was set back: %s is asked for again in one interval.', entry.name)
            entry.last_run_at = now
        return super().is_due(entry)

    def sync(self) -> None:
        """Write the file, in one step."""
        scratch = self.path.with_name(f'{self.path.name}.new')
        try:
            scratch.write_text(json.dumps({name: _utc(entry).isoformat() for name, entry in self.schedule.items()}))
            scratch.replace(self.path)
        except OSError as error:
            if self.writable:
                logger.warning('Beat goes on without its schedule file: %s', error)
            self.writable = False
            with suppress(OSError):
                scratch.unlink(missing_ok=True)
        else:
            self.writable = True

    @property
    def info(self) -> str:
        """What beat says of it when it starts."""
        return f'    . file -> {os.fspath(self.path)}'

    def _read(self) -> dict[str, datetime]:
        try:
            found = json.loads(self.path.read_text())
            return {name: datetime.fromisoformat(ran).astimezone(UTC) for name, ran in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError, TypeError) as error:
            logger.warning('Beat begins anew, its schedule file cannot be read: %s', error)
            return {}


def _utc(entry: ScheduleEntry) -> datetime:
    return entry.last_run_at.astimezone(UTC)
