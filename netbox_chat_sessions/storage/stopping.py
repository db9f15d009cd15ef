"""Stopping a turn that is being answered, wherever it runs."""

from typing import Any

from django.utils.translation import gettext as _

from .. import models
from ..conversation.errors import InteractionNotFound, PermissionMissing
from ..conversation.session import Interaction, InteractionStatus
from .mapping import interaction_value

__all__ = ('stop',)


def stop(user: Any, interaction_id: int) -> Interaction:
    """Stop an interaction; see `SessionStore.stop`."""
    row = models.Interaction.objects.restrict(user, 'view').filter(pk=interaction_id).first()
    if row is None:
        raise InteractionNotFound(_('There is no such interaction.'))
    if row.author_id != user.pk:
        raise PermissionMissing(_('Only the person who asked can stop the answer.'))
    # The process that answers finds out when it wants to store the answer, which is not kept then.
    pending = models.Interaction.objects.filter(pk=row.pk, status=InteractionStatus.PENDING.value)
    pending.update(status=InteractionStatus.STOPPED.value, reason=InteractionStatus.STOPPED.value)
    row.refresh_from_db()
    return interaction_value(row)
