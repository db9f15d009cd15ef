"""Doing a change, as NetBox's own API views do: checked again, logged, and within the user's permissions afterwards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError
from django.db.models import Model, ProtectedError, RestrictedError
from django.utils.translation import gettext as _
from utilities.exceptions import AbortRequest

from ...conversation.errors import ChangeInvalid, ObjectChanged, PermissionMissing
from ...conversation.proposals import ChangeAction
from ..catalogue import Kind
from .access import missing, permission, permitted
from .dependents import dependents_of, needed_by
from .etags import etag_of
from .serializing import checked

__all__ = ('Applier', 'Order')


@dataclass(frozen=True)
class Order:
    """What is to be done.

    Attributes:
        object_id: None for a new object.
        etag: The state of the object that it was decided on.
        dependents: What was said to be deleted along, as JSON.
        message: For the change log.
    """

    kind: Kind
    action: ChangeAction
    object_id: int | None
    data: Mapping[str, Any]
    etag: str
    dependents: Sequence[Mapping[str, Any]]
    message: str


@dataclass(frozen=True)
class Applier:
    """Does changes of one user. Call it in a transaction, inside NetBox's `event_tracking`.

    Attributes:
        request: The user's request, under whose ID NetBox logs.
    """

    user: Any
    request: Any

    def __call__(self, order: Order) -> Model:
        """Do it; the object as it is then, or was.

        Raises:
            PermissionMissing: The user may not, or not with what the object would be.
            ObjectChanged: The object is no longer as it was.
            ObjectNeeded: Others need the object that would be deleted.
            ChangeInvalid: NetBox does not accept it, or no longer.
        """
        if not self.user.has_perm(permission(order.kind, order.action)):
            raise missing(order.kind, order.action)
        try:
            if order.action is ChangeAction.DELETE:
                return self._delete(order)
            return self._save(order)
        except AbortRequest as error:
            raise ChangeInvalid({'__all__': [str(error.message)]}) from error
        except IntegrityError as error:
            raise ChangeInvalid({'__all__': [_('Another change has got in the way.')]}) from error

    def _save(self, order: Order) -> Model:
        instance = self._locked(order) if order.action is ChangeAction.UPDATE else None
        made = checked(order.kind, instance, {**order.data, 'changelog_message': order.message}, self.request)
        if instance is not None:
            # Not every serializer takes the message.
            instance._changelog_message = order.message
        saved = made.save()
        allowed = permitted(order.kind.model, self.user, order.action.permission)
        if not allowed.filter(pk=saved.pk).exists():
            text = _('The object as it would be is not among those for which you have the permission {permission}.')
            raise PermissionMissing(text.format(permission=permission(order.kind, order.action)))
        return saved  # type: ignore[no-any-return]

    def _delete(self, order: Order) -> Model:
        instance, pk = self._locked(order), order.object_id
        now = [item.as_json() for item in dependents_of(instance, self.user)]
        if _counts(now) != _counts(order.dependents):
            raise ObjectChanged(_('Other objects would be deleted along than were shown. Ask once more.'))
        instance._changelog_message = order.message
        try:
            instance.delete()
        except (ProtectedError, RestrictedError) as error:
            raise needed_by(error, self.user) from error
        instance.pk = pk
        return instance

    def _locked(self, order: Order) -> Model:
        """The object as it was decided on, locked until the transaction ends."""
        visible = permitted(order.kind.model, self.user, 'view').filter(pk=order.object_id)
        obj = visible.select_for_update(of=('self',)).first()
        if obj is None:
            raise ObjectChanged(_('The object is no longer there, or you may not see it.'))
        if etag_of(obj) != order.etag:
            raise ObjectChanged(_('The object has been changed meanwhile. Look at it, and ask once more.'))
        if not permitted(order.kind.model, self.user, order.action.permission).filter(pk=obj.pk).exists():
            raise missing(order.kind, order.action)
        if hasattr(obj, 'snapshot'):
            obj.snapshot()
        return obj


def _counts(items: Sequence[Mapping[str, Any]]) -> dict[str, tuple[int, bool]]:
    return {item['object_type']: (item['count'], item['more']) for item in items}
