"""How much of each model one user may see, so that statements made once serve everybody who may see as much."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db.models import Model, QuerySet
from utilities.permissions import get_permission_for_model

__all__ = ('View', 'view_of')


@dataclass(frozen=True)
class View:
    """Those objects of a type that a user may see. Two are equal when they show the same objects.

    Attributes:
        constraints: What limits them, with whose they are; empty: all objects are seen.
        hidden: None is seen.
        narrowed: How the objects are found, always with `restrict()`.
    """

    object_type: str
    constraints: str
    hidden: bool
    narrowed: Callable[[], QuerySet[Any]] = field(compare=False, repr=False)

    def objects(self) -> QuerySet[Any]:
        """The objects, in no particular order."""
        return self.narrowed().order_by()


def view_of(object_type: str, user: Any) -> View:
    """What `user` may see of an object type."""
    model: type[Model] = apps.get_model(object_type)

    def narrowed() -> QuerySet[Any]:
        everything: QuerySet[Any] = model._default_manager.all()
        restrict = getattr(everything, 'restrict', None)
        return restrict(user, 'view') if restrict else everything

    queryset = narrowed()
    constraints = '' if not queryset.query.where else _constraints(model, user)
    return View(object_type, constraints, queryset.query.is_empty(), narrowed)


def _constraints(model: type[Model], user: Any) -> str:
    """The constraints of the user's permissions: `$user` makes them the user's own."""
    permissions = getattr(user, '_object_perm_cache', {})
    own = permissions.get(get_permission_for_model(model, 'view'))
    return f'{user.pk}:{json.dumps(own, sort_keys=True, default=str)}'
