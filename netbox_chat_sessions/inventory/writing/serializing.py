"""A change as NetBox's serializer takes it, and what it says of that."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Model
from rest_framework.serializers import ModelSerializer
from utilities.request import NetBoxFakeRequest

from ...conversation.errors import ChangeInvalid
from ..catalogue import Kind
from ..visibility import without_credentials
from .fields import serializer_class

__all__ = ('asker', 'checked')


def asker(user: Any) -> Any:
    """What serializers need of a request where there is none: who asks."""
    return NetBoxFakeRequest({'user': user, 'id': None, 'META': {}, 'GET': {}, 'POST': {}, 'method': 'POST'})


def checked(kind: Kind, instance: Model | None, data: Mapping[str, Any], request: Any) -> ModelSerializer:
    """The serializer with a valid change. An object that is changed has its new values then, and is not saved.

    Raises:
        ChangeInvalid: NetBox does not accept it.
    """
    made = serializer_class(kind)(instance, data=dict(data), partial=instance is not None, context={'request': request})
    if not made.is_valid():
        raise ChangeInvalid(_errors(made.errors))
    return made


def _errors(found: Any) -> dict[str, Any]:
    """Errors by field, plain; NetBox repeats values in some of them, and no credential may stand there."""
    errors = without_credentials({str(name): _plain(value) for name, value in dict(found).items()})
    # What holds of no field alone.
    if 'non_field_errors' in errors:
        errors[NON_FIELD_ERRORS] = errors.pop('non_field_errors')
    return errors  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)
