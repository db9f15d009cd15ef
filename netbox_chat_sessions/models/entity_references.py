"""A NetBox object that a session has talked about."""

from django.contrib.contenttypes.fields import GenericForeignKey
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..choices import SaidByChoices
from ..conversation.session import SaidBy
from .kept import KeptPartQuerySet
from .sessions import ChatSession

__all__ = ('EntityReference',)


class EntityReference(models.Model):
    """The link between a session and an object it has talked about; it survives the object."""

    session = models.ForeignKey(
        to=ChatSession, on_delete=models.CASCADE, related_name='entity_references', verbose_name=_('session')
    )
    object_type = models.ForeignKey(
        to='contenttypes.ContentType', on_delete=models.CASCADE, related_name='+', verbose_name=_('object type')
    )
    object_id = models.PositiveBigIntegerField(verbose_name=_('object ID'))
    object = GenericForeignKey(ct_field='object_type', fk_field='object_id')
    object_repr = models.CharField(verbose_name=_('object'), max_length=200, editable=False)
    first_mentioned = models.DateTimeField(verbose_name=_('first mentioned'))
    last_mentioned = models.DateTimeField(verbose_name=_('last mentioned'))
    last_sequence = models.PositiveIntegerField(verbose_name=_('last mentioned in interaction'))
    mention_count = models.PositiveIntegerField(verbose_name=_('mentions'), default=1)
    said_by = models.CharField(
        verbose_name=_('said by'), max_length=10, choices=SaidByChoices, default=SaidBy.USER.value
    )
    pinned = models.BooleanField(verbose_name=_('pinned'), default=False)

    objects = KeptPartQuerySet.as_manager()

    class Meta:
        ordering = ('session', '-pinned', '-last_mentioned', '-pk')
        verbose_name = _('entity reference')
        verbose_name_plural = _('entity references')
        constraints = (
            models.UniqueConstraint(
                fields=('session', 'object_type', 'object_id'), name='%(app_label)s_%(class)s_unique_object'
            ),
        )
        indexes = (
            models.Index(fields=('object_type', 'object_id', 'last_mentioned'), name='entityreference_object'),
            models.Index(fields=('session', '-last_mentioned'), name='entityreference_session'),
        )

    def __str__(self) -> str:
        return self.object_repr
