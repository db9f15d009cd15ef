"""The one way to ask the inventory: what is asked for, validated by NetBox's own FilterSets before it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..conversation.objects import ObjectKey

__all__ = ('PAGE_SIZE', 'Action', 'InventoryQuery')

PAGE_SIZE = 25


class Action(StrEnum):
    """What is wanted to be known."""

    LIST = 'list'
    COUNT = 'count'
    SHOW = 'show'
    LOCATE = 'locate'
    UTILISATION = 'utilisation'
    AVAILABLE = 'available'
    TRACE = 'trace'
    COMPARE = 'compare'
    GROUP = 'group'
    CHANGES = 'changes'
    HELP = 'help'


FilterValues = tuple[str | int, ...]


@dataclass(frozen=True)
class InventoryQuery:
    """A question to the inventory.

    Attributes:
        action: See `Action`.
        object_type: The kind of object asked for, such as `dcim.device`; None only for help.
        filters: Parameters of its FilterSet with their values (`{'rack_id': (16,), 'status': ('active',)}`); several
            values of one parameter are alternatives, as in NetBox's URLs.
        subjects: The objects that the question is about, where it is about given ones: what to show, locate, compare,
            whose utilisation, inside what something is available. Their types may differ from `object_type`.
        attributes: What to tell of each object, as field or property names of the model (`serial`, `u_height`); empty:
            the usual ones.
        group_by: Field of the object type by which to count (`role`, `site`), for `group`.
        order: Ordering fields as NetBox's lists take them, `-` for descending.
        offset: How many objects of the list come before the page.
        limit: At most so many objects on the page.
    """

    action: Action
    object_type: str | None = None
    filters: Mapping[str, FilterValues] = field(default_factory=dict)
    subjects: tuple[ObjectKey, ...] = ()
    attributes: tuple[str, ...] = ()
    group_by: str | None = None
    order: tuple[str, ...] = ()
    offset: int = 0
    limit: int = PAGE_SIZE

    def as_json(self) -> dict[str, Any]:
        """The `reply.query` object of the REST contract; parts that say nothing are left out."""
        found: dict[str, Any] = {'action': self.action.value, 'object_type': self.object_type}
        found['filters'] = {name: list(values) for name, values in self.filters.items()}
        if self.subjects:
            found['subjects'] = [list(key) for key in self.subjects]
        for name in ('attributes', 'order'):
            if getattr(self, name):
                found[name] = list(getattr(self, name))
        if self.group_by:
            found['group_by'] = self.group_by
        if self.offset:
            found['offset'] = self.offset
        if self.limit != PAGE_SIZE:
            found['limit'] = self.limit
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> 'InventoryQuery':
        """The query that `as_json` showed.

        Raises:
            ValueError: The action is not known.
        """
        return cls(
            Action(data['action']),
            data.get('object_type'),
            {name: tuple(values) for name, values in data.get('filters', {}).items()},
            tuple(ObjectKey(*key) for key in data.get('subjects', ())),
            tuple(data.get('attributes', ())),
            data.get('group_by'),
            tuple(data.get('order', ())),
            data.get('offset', 0),
            data.get('limit', PAGE_SIZE),
        )
