"""A conversation of one user."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from netbox.models import BaseModel
from netbox.models.features import (
    BookmarksMixin,
    CustomFieldsMixin,
    CustomLinksMixin,
    CustomValidationMixin,
    EventRulesMixin,
    ExportTemplatesMixin,
    JournalingMixin,
    NotificationsMixin,
    TagsMixin,
)

from ..choices import SessionStatusChoices
from ..conversation.session import SessionStatus
from .kept import KeptQuerySet

__all__ = ('ChatSession',)


class ChatSession(
    BookmarksMixin,
    CustomFieldsMixin,
    CustomLinksMixin,
    CustomValidationMixin,
    EventRulesMixin,
    ExportTemplatesMixin,
    JournalingMixin,
    NotificationsMixin,
    TagsMixin,
    BaseModel,
):
    """A conversation of one user, perhaps shared with participants.

    Not change-logged: an object change per turn is noise, keeps chat text after retention, and would take the place of
    the session's own events (NetBox keeps one event per object and request).
    """

    user = models.ForeignKey(
        to=settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name='chat_sessions', verbose_name=_('user')
    )
    participants = models.ManyToManyField(
        to=settings.AUTH_USER_MODEL,
        related_name='shared_chat_sessions',
        blank=True,
        verbose_name=_('participants'),
        help_text=_('Users who may read and write this session, each with their own permissions'),
    )
    title = models.CharField(verbose_name=_('title'), max_length=100, blank=True)
    title_is_manual = models.BooleanField(verbose_name=_('title set by a person'), default=False, editable=False)
    status = models.CharField(
        verbose_name=_('status'),
        max_length=20,
        choices=SessionStatusChoices,
        default=SessionStatus.ACTIVE.value,
    )
    topic_domain = models.CharField(verbose_name=_('topic domain'), max_length=50, blank=True)
    topic_start = models.PositiveIntegerField(
        verbose_name=_('topic start'),
        default=1,
        editable=False,
        help_text=_('Sequence number of the interaction that the current topic began with'),
    )
    active_agent = models.CharField(verbose_name=_('active agent'), max_length=100, blank=True)
    focus = models.JSONField(verbose_name=_('focus'), default=list, blank=True, editable=False)
    suspended = models.JSONField(verbose_name=_('suspended topics'), default=dict, blank=True, editable=False)
    interaction_count = models.PositiveIntegerField(verbose_name=_('interactions'), default=0, editable=False)
    forgotten_until = models.PositiveIntegerField(
        verbose_name=_('forgotten until'),
        default=0,
        editable=False,
        help_text=_('Interactions up to this one are kept, but no longer remembered'),
    )
    last_interaction = models.DateTimeField(verbose_name=_('last interaction'), blank=True, null=True, editable=False)
    handoff_requested = models.DateTimeField(verbose_name=_('handoff requested'), blank=True, null=True, editable=False)
    handoff_reason = models.CharField(verbose_name=_('handoff reason'), max_length=200, blank=True)
    ended = models.DateTimeField(verbose_name=_('ended'), blank=True, null=True, editable=False)
    created = models.DateTimeField(verbose_name=_('created'), auto_now_add=True, db_index=True)
    last_updated = models.DateTimeField(verbose_name=_('last updated'), auto_now=True)
    removed = models.DateTimeField(
        verbose_name=_('removed'),
        blank=True,
        null=True,
        editable=False,
        help_text=_('Somebody has deleted it then; a cleanup will, once that can no longer be undone'),
    )

    objects = KeptQuerySet.as_manager()

    class Meta:
        ordering = ('-last_interaction', '-pk')
        verbose_name = _('chat session')
        verbose_name_plural = _('chat sessions')
        permissions = (
            ('handoff', 'Ask for a person'),
            ('release', 'Release a session that waits for a person'),
            ('end', 'End a session'),
        )
        indexes = (
            models.Index(fields=('status', 'last_interaction', 'id'), name='chatsession_cleanup'),
            models.Index(fields=('user', '-last_interaction'), name='chatsession_user'),
            models.Index(fields=('removed',), name='chatsession_removed', condition=Q(removed__isnull=False)),
            models.Index(fields=('-last_interaction', '-id'), name='chatsession_latest'),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=[status.value for status in SessionStatus]),
                name='%(app_label)s_%(class)s_valid_status',
                violation_error_message=_('Unknown session status.'),
            ),
        )

    def __str__(self) -> str:
        return self.title or _('Chat session {id}').format(id=self.pk)

    def get_absolute_url(self) -> str:
        """Path of the session's page."""
        return reverse('plugins:netbox_chat_sessions:chatsession', args=[self.pk])

    def get_status_color(self) -> str | None:
        """Colour of the status badge."""
        return SessionStatusChoices.colors.get(self.status)
