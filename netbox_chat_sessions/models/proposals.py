"""A change to NetBox that was proposed in a session and waits for its author."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..choices import ChangeActionChoices, ProposalStatusChoices
from ..conversation.proposals import ProposalStatus, standing
from .interactions import Interaction
from .kept import KeptPartQuerySet
from .sessions import ChatSession

__all__ = ('Proposal',)


class Proposal(models.Model):
    """A change that was asked for. Its author confirms or cancels it, once; its time is limited."""

    session = models.ForeignKey(to=ChatSession, on_delete=models.CASCADE, related_name='+', verbose_name=_('session'))
    interaction = models.OneToOneField(
        to=Interaction, on_delete=models.CASCADE, related_name='+', verbose_name=_('interaction')
    )
    user = models.ForeignKey(
        to=settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name='+', verbose_name=_('user')
    )
    action = models.CharField(verbose_name=_('action'), max_length=10, choices=ChangeActionChoices)
    object_type = models.ForeignKey(
        to='contenttypes.ContentType', on_delete=models.CASCADE, related_name='+', verbose_name=_('object type')
    )
    object_id = models.PositiveBigIntegerField(
        verbose_name=_('object ID'), blank=True, null=True, help_text=_('Empty for an object that is to be created')
    )
    object_repr = models.CharField(verbose_name=_('object'), max_length=200, editable=False)
    data = models.JSONField(
        verbose_name=_('data'), default=dict, blank=True, help_text=_('What the serializer of the object is given')
    )
    changes = models.JSONField(
        verbose_name=_('changes'), default=list, blank=True, help_text=_('Each field before and after')
    )
    dependents = models.JSONField(
        verbose_name=_('dependent objects'), default=list, blank=True, help_text=_('What is deleted along')
    )
    etag = models.CharField(
        verbose_name=_('ETag'),
        max_length=100,
        blank=True,
        help_text=_('The state of the object that the change was proposed for'),
    )
    status = models.CharField(
        verbose_name=_('status'),
        max_length=20,
        choices=ProposalStatusChoices,
        default=ProposalStatus.PENDING.value,
    )
    result = models.JSONField(
        verbose_name=_('result'), default=dict, blank=True, help_text=_('The object as it is now, or why it failed')
    )
    created = models.DateTimeField(verbose_name=_('created'), auto_now_add=True)
    expires = models.DateTimeField(verbose_name=_('expires'))
    decided = models.DateTimeField(verbose_name=_('decided'), blank=True, null=True)

    objects = KeptPartQuerySet.as_manager()

    class Meta:
        ordering = ('-pk',)
        verbose_name = _('proposal')
        verbose_name_plural = _('proposals')
        indexes = (
            models.Index(fields=('session', 'user'), name='proposal_open', condition=Q(status='pending')),
            models.Index(fields=('expires',), name='proposal_pending', condition=Q(status='pending')),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=[status.value for status in ProposalStatus]),
                name='%(app_label)s_%(class)s_valid_status',
            ),
        )

    def __str__(self) -> str:
        return f'{self.get_action_display()}: {self.object_repr}'

    @property
    def standing(self) -> ProposalStatus:
        """The status now: one whose time is over has expired, before a cleanup says so."""
        return standing(ProposalStatus(self.status), self.expires, timezone.now())

    def get_status_color(self) -> str | None:
        """Colour of the status badge."""
        return ProposalStatusChoices.colors.get(self.standing)
