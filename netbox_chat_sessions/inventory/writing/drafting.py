"""A change checked by NetBox's serializer, as a draft: nothing is done yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from ...conversation.errors import ObjectChanged
from ...conversation.objects import ObjectRef
from ...conversation.proposals import ChangeAction, Draft
from ..catalogue import Kind
from ..describe import describe
from .access import missing, permission, permitted
from .comparing import changes, values_of
from .dependents import dependents_of
from .etags import etag_of
from .fields import CUSTOM, Sort, WritableField, writable_fields
from .serializing import asker, checked

__all__ = ('Drafter',)


@dataclass(frozen=True)
class Drafter:
    """Drafts changes of one user."""

    user: Any

    def need(self, kind: Kind, action: ChangeAction) -> None:
        """Check that the user may do so with some objects of a kind; which ones, each object decides.

        Raises:
            PermissionMissing: The user may not.
        """
        if not self.user.has_perm(permission(kind, action)):
            raise missing(kind, action)

    def create(self, kind: Kind, data: Mapping[str, Any]) -> Draft:
        """A new object.

        Raises:
            PermissionMissing: The user may create none of the kind.
            ChangeInvalid: NetBox does not accept it.
        """
        self.need(kind, ChangeAction.CREATE)
        made = checked(kind, None, data, asker(self.user))
        fields = _given(kind, data)
        after = _after(made.validated_data, None, fields)
        plain = {name: value for name, value in made.validated_data.items() if not isinstance(value, list)}
        display = _called(kind, plain, after)
        return Draft(
            ChangeAction.CREATE,
            kind.object_type,
            display,
            data=dict(data),
            changes=changes(fields, {}, after, self.user),
        )

    def update(self, kind: Kind, object_id: int, data: Mapping[str, Any]) -> Draft:
        """Other values for an object.

        Raises:
            ObjectChanged: It is no longer there, or the user may not see it.
            PermissionMissing: The user may not change it.
            ChangeInvalid: NetBox does not accept it.
        """
        obj, ref = self._found(kind, object_id, ChangeAction.UPDATE)
        fields, etag = _given(kind, data), etag_of(obj)
        before = values_of(obj, fields)
        made = checked(kind, obj, data, asker(self.user))
        after = _after(made.validated_data, before, fields)
        return Draft(
            ChangeAction.UPDATE,
            kind.object_type,
            ref.display,
            ref,
            dict(data),
            changes(fields, before, after, self.user),
            etag=etag,
        )

    def delete(self, kind: Kind, object_id: int) -> Draft:
        """An object away.

        Raises:
            ObjectChanged: It is no longer there, or the user may not see it.
            PermissionMissing: The user may not delete it.
            ObjectNeeded: Others need it.
        """
        obj, ref = self._found(kind, object_id, ChangeAction.DELETE)
        return Draft(
            ChangeAction.DELETE,
            kind.object_type,
            ref.display,
            ref,
            dependents=dependents_of(obj, self.user),
            etag=etag_of(obj),
        )

    def _found(self, kind: Kind, object_id: int, action: ChangeAction) -> tuple[Model, ObjectRef]:
        obj = permitted(kind.model, self.user, 'view').filter(pk=object_id).first()
        if obj is None:
            raise ObjectChanged(_('It is no longer there, or you may not see it.'))
        if not permitted(kind.model, self.user, action.permission).filter(pk=object_id).exists():
            raise missing(kind, action)
        return obj, describe(obj, self.user)


def _given(kind: Kind, data: Mapping[str, Any]) -> tuple[WritableField, ...]:
    """The fields that are set, in the serializer's order."""
    custom = {f'{CUSTOM}{name}' for name in data.get('custom_fields', ())}
    tags = {'tags'} if {'add_tags', 'remove_tags'} & set(data) else set()
    given = {*(name.removesuffix('_type') if f'{name[:-5]}_id' in data else name for name in data), *custom, *tags}
    return tuple(field for field in writable_fields(kind).values() if field.name in given)


def _after(
    validated: Mapping[str, Any], before: Mapping[str, Any] | None, fields: Iterable[WritableField]
) -> dict[str, Any]:
    """The values that the fields would have."""
    custom = validated.get('custom_field_data') or {}
    found: dict[str, Any] = {}
    for field in fields:
        if field.custom:
            found[field.name] = custom.get(field.name.removeprefix(CUSTOM))
        elif field.sort is Sort.ANY_OBJECT:
            content_type, pk = validated.get(f'{field.name}_type'), validated.get(f'{field.name}_id')
            model = content_type.model_class() if content_type else None
            found[field.name] = model._default_manager.filter(pk=pk).first() if model else None
        elif field.name == 'tags':
            kept = [tag for tag in (before or {}).get('tags', ()) if tag not in validated.get('remove_tags', ())]
            found['tags'] = tuple(dict.fromkeys((*validated.get('tags', kept), *validated.get('add_tags', ()))))
        else:
            value = validated.get(field.name)
            found[field.name] = tuple(value) if isinstance(value, list) else value
    return found


def _called(kind: Kind, plain: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """What the new object would be called."""
    known = {field.name for field in kind.model._meta.concrete_fields}
    own = {name: value for name, value in plain.items() if name in known}
    try:
        return str(kind.model(**own)) or kind.noun
    # Some models say what they are called only once they are stored, each in a way of its own.
    except Exception:
        return next((str(value) for value in after.values() if isinstance(value, str) and value), kind.noun)
