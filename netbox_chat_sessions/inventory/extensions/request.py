"""What an action of an extension is given."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Model, QuerySet

from ...conversation.objects import ObjectRef
from ..describe import describe_all
from ..query import InventoryQuery
from ..visibility import User, restricted

__all__ = ('ActionRequest',)


@dataclass(frozen=True)
class ActionRequest:
    """A question to an action, as one user asks it.

    Attributes:
        query: What lists these objects, to be asked with further filters; of no object type where the question names
            no object.
        objects: What it is about, at most a page; only what the user may view.
        total: How many there are altogether.
        user: Who asks.
    """

    query: InventoryQuery
    objects: tuple[Model, ...]
    total: int
    user: User

    def restricted(self, queryset: QuerySet) -> QuerySet:
        """Those objects of a queryset that the user may view."""
        return restricted(queryset, self.user)

    def describe(self, objects: Iterable[Model]) -> tuple[ObjectRef, ...]:
        """Objects that the user may view, as a reply refers to them."""
        return describe_all(objects, self.user)
