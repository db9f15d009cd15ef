"""What works in the background: broker, worker, and the cleanup, which runs in another process."""

from datetime import timedelta
from functools import cached_property

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import CLEANUP_PARTS, CleanupRun
from ..observability.worker_probe import WorkerProbe
from ..settings import Settings, get
from ..wiring import probe_worker

__all__ = ('Workers', 'cleanup')

# NetBox's system job comes every hour.
HOURLY = timedelta(hours=1)
# A run may be missed, and one may take its time.
MISSED = 3
PATIENCE = timedelta(minutes=10)


class Workers:
    """Broker and workers, which are asked once for both."""

    @cached_property
    def found(self) -> WorkerProbe:
        """What they answered."""
        return probe_worker()

    def broker(self) -> tuple[bool, str]:
        """Whether turns and the cleanup can be handed to a worker."""
        if self.found.reached:
            return True, _('The broker at {broker} answers.').format(broker=self.found.broker)
        return not _needed(), _('The broker at {broker} does not answer.').format(broker=self.found.broker)

    def worker(self) -> tuple[bool, str]:
        """Whether somebody takes what is handed to the broker."""
        if self.found.worker:
            return True, _('The worker {name} answers.').format(name=self.found.worker)
        if _needed():
            return False, _('No Celery worker answers: idle sessions do not expire (docs/celery.md).')
        return True, _('No Celery worker answers; it is needed for "Prefer: respond-async" only.')


def _needed() -> bool:
    return get().cleanup_runner == 'celery'


def cleanup() -> tuple[bool, str]:
    """Whether each part of the cleanup has run lately."""
    settings = get()
    runs = {run.part: run.finished for run in CleanupRun.objects.all()}
    never = [part for part in CLEANUP_PARTS if part not in runs]
    if settings.cleanup_runner == 'none':
        return True, _('Nobody cleans up unless "netbox chat_cleanup" is run (cleanup_runner).')
    if never:
        return False, _('The cleanup has never run ({parts}). Start what cleanup_runner names: {runner}.').format(
            parts=', '.join(never), runner=settings.cleanup_runner
        )
    last = min(runs[part] for part in CLEANUP_PARTS)
    told = date_format(timezone.localtime(last), 'Y-m-d H:i T')
    if timezone.now() - last > _longest_pause(settings):
        return False, _('The cleanup ran last at {time}. Is beat still running?').format(time=told)
    return True, _('The cleanup ran last at {time}.').format(time=told)


def _longest_pause(settings: Settings) -> timedelta:
    hourly = settings.cleanup_runner == 'netbox'
    interval = HOURLY if hourly else timedelta(seconds=settings.celery.cleanup_interval)
    return MISSED * interval + PATIENCE
