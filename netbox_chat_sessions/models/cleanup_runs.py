"""When the cleanup ran last, and what it has done in all."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from utilities.querysets import RestrictedQuerySet

__all__ = ('CLEANUP_PARTS', 'CleanupRun')

CLEANUP_PARTS = ('expire', 'purge')


class CleanupRun(models.Model):
    """The latest run of one part of the cleanup: one row for each part, which other processes look at."""

    part = models.CharField(verbose_name=_('part'), max_length=20, unique=True)
    finished = models.DateTimeField(verbose_name=_('finished'))
    unfinished = models.BooleanField(
        verbose_name=_('unfinished'), default=False, help_text=_('Time was up before everything was done')
    )
    totals = models.JSONField(
        verbose_name=_('totals'), default=dict, help_text=_('What was done since the first run, by kind')
    )

    objects = RestrictedQuerySet.as_manager()

    class Meta:
        ordering = ('part',)
        # Who may view it may ask whether the plugin works.
        default_permissions = ('view',)
        verbose_name = _('cleanup run')
        verbose_name_plural = _('cleanup runs')

    def __str__(self) -> str:
        return self.part
