"""The one way to ask the inventory: what is asked for, validated by NetBox's own FilterSets before it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..conversation.objects import ObjectKey

__all__ = ('PAGE_SIZE', 'Action', 'Having', 'InventoryQuery', 'Rank')

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
    EXTREME = 'extreme'
    SUMMARY = 'summary'
    CHANGES = 'changes'
    EXTENSION = 'extension'


FilterValues = tuple[str | int, ...]


@dataclass(frozen=True)
class Having:
    """How many related objects an object must have: `sites without devices`, `switches with at least 8 free ports`.

    Attributes:
        object_type: The kind of related object.
        filters: Which of them count, as parameters of its FilterSet.
        minimum: At least so many.
        maximum: At most so many; None: any number.
    """

    object_type: str
    filters: Mapping[str, FilterValues] = field(default_factory=dict)
    minimum: int = 1
    maximum: int | None = None

    def as_json(self) -> dict[str, Any]:
        """As it stands in the query of the REST contract."""
        found: dict[str, Any] = {'object_type': self.object_type, 'minimum': self.minimum, 'maximum': self.maximum}
        if self.filters:
            found['filters'] = {name: list(values) for name, values in self.filters.items()}
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> 'Having':
        """What `as_json` showed."""
        filters = {name: tuple(values) for name, values in data.get('filters', {}).items()}
        return cls(data['object_type'], filters, data.get('minimum', 1), data.get('maximum'))


@dataclass(frozen=True)
class Rank:
    """By what objects are compared with each other: one of their attributes, or how many related objects they have.

    Attributes:
        attribute: Field of the object (`u_height`), or `utilization`; None: related objects are counted.
        object_type: The kind of related object that is counted.
        filters: Which of them count.
        descending: The most first.
    """

    attribute: str | None = None
    object_type: str | None = None
    filters: Mapping[str, FilterValues] = field(default_factory=dict)
    descending: bool = True

    def as_json(self) -> dict[str, Any]:
        """As it stands in the query of the REST contract."""
        found: dict[str, Any] = {'descending': self.descending}
        found |= {'attribute': self.attribute} if self.attribute else {'object_type': self.object_type}
        if self.filters:
            found['filters'] = {name: list(values) for name, values in self.filters.items()}
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> 'Rank':
        """What `as_json` showed."""
        filters = {name: tuple(values) for name, values in data.get('filters', {}).items()}
        return cls(data.get('attribute'), data.get('object_type'), filters, data.get('descending', True))


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
        having: Conditions on related objects; all of them must hold.
        rank: By what objects are compared, for `extreme`: the first `limit` of them are told.
        size: How large what is free has to be: rack units without a gap between them, or the length of a prefix.
        order: Ordering fields as NetBox's lists take them, `-` for descending.
        offset: How many objects of the list come before the page.
        limit: At most so many objects on the page.
        extension: What another package adds, as `package:action`, for `extension`.
    """

    action: Action
    object_type: str | None = None
    filters: Mapping[str, FilterValues] = field(default_factory=dict)
    subjects: tuple[ObjectKey, ...] = ()
    attributes: tuple[str, ...] = ()
    group_by: str | None = None
    having: tuple[Having, ...] = ()
    rank: Rank | None = None
    size: int | None = None
    order: tuple[str, ...] = ()
    offset: int = 0
    limit: int = PAGE_SIZE
    extension: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The `reply.query` object of the REST contract; parts that say nothing are left out."""
        found: dict[str, Any] = {'action': self.action.value, 'object_type': self.object_type}
        found['filters'] = {name: list(values) for name, values in self.filters.items()}
        if self.subjects:
            found['subjects'] = [list(key) for key in self.subjects]
        for name in ('attributes', 'order'):
            if getattr(self, name):
                found[name] = list(getattr(self, name))
        if self.extension:
            found['extension'] = self.extension
        if self.group_by:
            found['group_by'] = self.group_by
        if self.having:
            found['having'] = [item.as_json() for item in self.having]
        if self.rank:
            found['rank'] = self.rank.as_json()
        if self.size is not None:
            found['size'] = self.size
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
            tuple(Having.from_json(item) for item in data.get('having', ())),
            Rank.from_json(data['rank']) if data.get('rank') else None,
            data.get('size'),
            tuple(data.get('order', ())),
            data.get('offset', 0),
            data.get('limit', PAGE_SIZE),
            data.get('extension'),
        )
