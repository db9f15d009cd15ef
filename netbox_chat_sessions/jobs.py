"""The cleanup as a job of NetBox's own worker; imported only where `cleanup_runner` is `netbox`."""

from typing import Any

from core.choices import JobIntervalChoices
from netbox.jobs import JobRunner, system_job

from .settings import get
from .storage.cleanup import describe
from .wiring import cleanup_service

__all__ = ('ChatCleanupJob',)

# For each of the two parts: NetBox gives a job 300 seconds by default (RQ_DEFAULT_TIMEOUT).
SECONDS = 120


@system_job(interval=JobIntervalChoices.INTERVAL_HOURLY)
class ChatCleanupJob(JobRunner):
    """Expire idle chat sessions and delete old ones, every hour."""

    class Meta:
        name = 'Chat cleanup'

    def run(self, *args: Any, **kwargs: Any) -> None:
        """Do it, and say in the job's log what was done."""
        if get().cleanup_runner != 'netbox':
            # It was scheduled while the setting was another one; without an interval it does not come back.
            self.job.interval = None
            self.logger.info('Another runner cleans up now (cleanup_runner); this job ends.')
            return
        self.logger.info(describe(cleanup_service().run(seconds=SECONDS)))
