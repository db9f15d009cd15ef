"""Expires idle sessions and deletes old ones."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django_pg_utils import advisory_lock

from ..conversation.lifecycle import PURGED_STATUSES, CleanupReport, Lifecycle
from ..conversation.ports import Clock
from ..conversation.records import PERSON
from ..conversation.session import InteractionStatus, SessionStatus
from ..models import ChatSession, Interaction
from .batches import Act, Batches, Progress
from .cleanup_runs import record_run
from .handoffs import give_back
from .presence import interrupt
from .proposals import expire_proposals
from .purging import delete_sessions

__all__ = ('CleanupService', 'describe')

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CleanupService:
    """The one cleanup that the Celery worker, NetBox's own worker and the command run.

    Several may run at once: each part is done by one of them at a time, the others leave it alone. Sessions with a
    running turn are never touched; sessions that wait for a person are given back once their time to wait is over.

    Attributes:
        lifecycle: The time limits.
        clock: Tells the time.
        batch_size: Sessions per transaction.
        rest: As of `Batches`.
    """

    lifecycle: Lifecycle
    clock: Clock
    batch_size: int = 50
    rest: float = 0

    def run(self, dry_run: bool = False, seconds: float = float('inf')) -> CleanupReport:
        """Both parts, `expire` and `purge`; `seconds` is for each."""
        return self.expire(dry_run, seconds) + self.purge(dry_run, seconds)

    def expire(self, dry_run: bool = False, seconds: float = float('inf')) -> CleanupReport:
        """Close turns whose process is gone, end the wait for persons who do not come, and expire idle sessions.

        Args:
            dry_run: Only count what would be done.
            seconds: Begin nothing further after that time.

        Raises:
            django.db.Error: The database is gone; what was done before is kept.
        """
        now, until = self.clock.now(), time.monotonic() + seconds
        abandoned, vain, idle = self._abandoned(now), self._waiting_in_vain(now), self._idle(now)
        if dry_run:
            # What is given back first is then like any other session.
            left = vain & self._resting(now, self.lifecycle.idle_before(now))
            expired = idle.count() + left.count()
            return CleanupReport(interrupted=abandoned.count(), released=vain.count(), expired=expired)

        def close(ids: Sequence[int], rows: QuerySet[Interaction]) -> None:
            interrupt(rows)

        def release(ids: Sequence[int], rows: QuerySet[ChatSession]) -> None:
            give_back(rows, now)

        def expire(ids: Sequence[int], rows: QuerySet[ChatSession]) -> None:
            rows.update(status=SessionStatus.EXPIRED, last_updated=now)

        with advisory_lock('netbox_chat_sessions.expire', wait=False) as free:
            if not free:
                return self._log('expire', CleanupReport(busy=True))
            interrupted = self._batches(abandoned, close, until)
            released = self._batches(vain, release, until)
            expired = self._batches(idle, expire, until)
            expire_proposals(now)
        every = interrupted + released + expired
        report = CleanupReport(
            interrupted=interrupted.done,
            released=released.done,
            expired=expired.done,
            failed=every.failed,
            unfinished=every.unfinished,
        )
        return self._log('expire', report)

    def purge(self, dry_run: bool = False, seconds: float = float('inf')) -> CleanupReport:
        """Delete sessions whose retention is over, or that somebody has deleted, with everything that hangs on them.

        Args:
            dry_run: Only count what would be done.
            seconds: Begin nothing further after that time.

        Raises:
            django.db.Error: The database is gone; what was done before is kept.
            redis.RedisError: NetBox's cache is gone, and with it its protection rules; the same.
        """
        now, until = self.clock.now(), time.monotonic() + seconds
        due = (self._old(now), self._removed(now))
        if dry_run:
            left = self._waiting_in_vain(now) & self._resting(now, self.lifecycle.purged_before(now))
            return CleanupReport(purged=sum(sessions.count() for sessions in (*due, left)))

        def delete(ids: Sequence[int], rows: QuerySet[ChatSession]) -> None:
            delete_sessions(ids)

        with advisory_lock('netbox_chat_sessions.purge', wait=False) as free:
            if not free:
                return self._log('purge', CleanupReport(busy=True))
            purged = sum((self._batches(each, delete, until) for each in due), Progress())
        return self._log('purge', CleanupReport(purged=purged.done, failed=purged.failed, unfinished=purged.unfinished))

    def _batches[Row: Model](self, due: QuerySet[Row], act: Act[Row], until: float) -> Progress:
        return Batches(due, act, self.batch_size, until, self.rest).run()

    def _abandoned(self, now: datetime) -> QuerySet[Interaction]:
        return Interaction.objects.filter(
            status=InteractionStatus.PENDING, created__lte=self.lifecycle.interrupted_before(now)
        )

    def _waiting_in_vain(self, now: datetime) -> QuerySet[ChatSession]:
        """Sessions whose time to wait is over: since a person was asked for, or since one wrote last."""
        since = self.lifecycle.given_up_before(now)
        if since is None:
            return ChatSession.objects.none()
        answered = Interaction.objects.filter(session=OuterRef('pk'), agent=PERSON, created__gt=since)
        return ChatSession.objects.filter(
            ~Exists(answered), status=SessionStatus.HANDOFF, handoff_requested__lte=since, removed=None
        )

    def _idle(self, now: datetime) -> QuerySet[ChatSession]:
        return self._resting(now, self.lifecycle.idle_before(now)).filter(status=SessionStatus.ACTIVE)

    def _old(self, now: datetime) -> QuerySet[ChatSession]:
        return self._resting(now, self.lifecycle.purged_before(now)).filter(status__in=PURGED_STATUSES)

    def _removed(self, now: datetime) -> QuerySet[ChatSession]:
        return self._still(now).filter(removed__lte=self.lifecycle.removed_before(now))

    def _resting(self, now: datetime, since: datetime) -> QuerySet[ChatSession]:
        """Sessions without activity after `since` and without a running turn."""
        quiet = Q(last_interaction__lte=since) | Q(last_interaction=None, created__lte=since)
        return self._still(now).filter(quiet, removed=None)

    def _still(self, now: datetime) -> QuerySet[ChatSession]:
        running = Interaction.objects.filter(
            session=OuterRef('pk'),
            status=InteractionStatus.PENDING,
            created__gt=self.lifecycle.interrupted_before(now),
        )
        return ChatSession.objects.filter(~Exists(running))

    def _log(self, part: str, report: CleanupReport) -> CleanupReport:
        logger.info('Cleanup (%s): %s', part, describe(report))
        record_run(part, report, self.clock.now())
        return report


def describe(report: CleanupReport) -> str:
    """What was done, as sentences for people."""
    sentences = [
        _('Expired sessions: {expired}. Deleted sessions: {purged}. Interrupted interactions: {interrupted}.').format(
            expired=report.expired, purged=report.purged, interrupted=report.interrupted
        )
    ]
    if report.released:
        sentences.append(_('Given back to the assistant, as no person came: {number}.').format(number=report.released))
    if report.failed:
        sentences.append(_('Not possible, see the log: {failed}.').format(failed=report.failed))
    if report.busy:
        sentences.append(_('Another cleanup is at work, and this one left it alone.'))
    if report.unfinished:
        sentences.append(_('Time was up; the next cleanup goes on.'))
    return ' '.join(sentences)
