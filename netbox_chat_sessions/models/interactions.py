"""One exchange of a session: the user's query and the reply."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ..choices import DecidedByChoices, DecisionChoices, InteractionStatusChoices, RatingChoices
from ..conversation.session import InteractionStatus
from .kept import KeptPartQuerySet
from .sessions import ChatSession

__all__ = ('Interaction',)


class Interaction(models.Model):
    """One exchange: the user's query and the reply, numbered 1, 2, 3… in its session."""

    session = models.ForeignKey(
        to=ChatSession, on_delete=models.CASCADE, related_name='interactions', verbose_name=_('session')
    )
    sequence = models.PositiveIntegerField(verbose_name=_('sequence'))
    turn_id = models.UUIDField(verbose_name=_('turn ID'), blank=True, null=True, editable=False)
    status = models.CharField(
        verbose_name=_('status'),
        max_length=20,
        choices=InteractionStatusChoices,
        default=InteractionStatus.PENDING.value,
    )
    author = models.ForeignKey(
        to=settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name='+',
        blank=True,
        null=True,
        verbose_name=_('author'),
    )
    query = models.TextField(verbose_name=_('query'))
    response = models.TextField(verbose_name=_('response'), blank=True)
    reply = models.JSONField(
        verbose_name=_('reply'), default=dict, blank=True, help_text=_('The whole reply as the REST API shows it')
    )
    reading = models.JSONField(
        verbose_name=_('reading'), default=dict, blank=True, help_text=_('References, follow-up and topic')
    )
    decision = models.CharField(verbose_name=_('decision'), max_length=20, choices=DecisionChoices, blank=True)
    decided_by = models.CharField(verbose_name=_('decided by'), max_length=20, choices=DecidedByChoices, blank=True)
    confidence = models.FloatField(verbose_name=_('confidence'), blank=True, null=True)
    reason = models.CharField(verbose_name=_('reason'), max_length=100, blank=True)
    agent = models.CharField(verbose_name=_('agent'), max_length=100, blank=True)
    listed = models.JSONField(
        verbose_name=_('listed objects'),
        default=list,
        blank=True,
        help_text=_('Object type and ID, in the order shown'),
    )
    topic_start = models.PositiveIntegerField(
        verbose_name=_('topic start'),
        default=1,
        editable=False,
        help_text=_('Sequence number of the interaction that its topic began with'),
    )
    tokens = models.PositiveIntegerField(verbose_name=_('tokens'), default=0)
    duration_ms = models.PositiveIntegerField(verbose_name=_('duration (ms)'), blank=True, null=True)
    rating = models.CharField(verbose_name=_('rating'), max_length=10, choices=RatingChoices, blank=True)
    rating_comment = models.CharField(verbose_name=_('rating comment'), max_length=500, blank=True)
    created = models.DateTimeField(verbose_name=_('created'), auto_now_add=True, db_index=True)
    answered = models.DateTimeField(verbose_name=_('answered'), blank=True, null=True)

    objects = KeptPartQuerySet.as_manager()

    class Meta:
        ordering = ('session', 'sequence')
        verbose_name = _('interaction')
        verbose_name_plural = _('interactions')
        constraints = (
            models.UniqueConstraint(fields=('session', 'sequence'), name='%(app_label)s_%(class)s_unique_sequence'),
            models.UniqueConstraint(fields=('session', 'turn_id'), name='%(app_label)s_%(class)s_unique_turn_id'),
            models.CheckConstraint(
                condition=Q(status__in=[status.value for status in InteractionStatus]),
                name='%(app_label)s_%(class)s_valid_status',
            ),
            models.CheckConstraint(condition=Q(sequence__gte=1), name='%(app_label)s_%(class)s_counts_from_one'),
        )
        indexes = (
            # The latest lists of a session are looked for behind any number of interactions that showed none.
            models.Index(fields=('session', '-sequence'), name='interaction_lists', condition=~Q(listed=[])),
            # What agents see are the latest interactions of the topic, which may have been left long ago.
            models.Index(fields=('session', 'topic_start', '-sequence'), name='interaction_topic'),
            models.Index(fields=('created',), name='interaction_pending', condition=Q(status='pending')),
            # A first turn that is sent again names no session.
            models.Index(fields=('turn_id',), name='interaction_turn', condition=Q(turn_id__isnull=False)),
        )

    def __str__(self) -> str:
        return f'#{self.sequence}'

    def get_absolute_url(self) -> str:
        """Path of the interaction's page."""
        return reverse('plugins:netbox_chat_sessions:interaction', args=[self.pk])

    def get_status_color(self) -> str | None:
        """Colour of the status badge."""
        return InteractionStatusChoices.colors.get(self.status)
