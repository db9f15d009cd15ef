"""How objects of one kind belong to those of another, in SQL: as `related_filters` says of one, for all at once."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from dcim.models import Device
from django.apps import apps
from django.contrib.contenttypes.fields import GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, OuterRef, Q, QuerySet
from utilities.filters import TreeNodeMultipleChoiceFilter

from .bridges import PARTS
from .catalogue import Kind
from .containment import contains, holds
from .links import closeness, filter_for, forward_paths, generic_filters, strong_filter, target_of
from .relations import pointed_types

__all__ = ('AnyWay', 'Through', 'Way', 'beyond', 'strong_ways', 'weak_ways')


def outer(name: str, depth: int) -> OuterRef:
    """A field of the object `depth` statements further out."""
    found = OuterRef(name)
    for _ in range(depth - 1):
        found = OuterRef(found)
    return found


@dataclass(frozen=True)
class Way:
    """From a row to the object that it belongs to.

    Attributes:
        path: ORM path to the object, or to its key.
        tree: It belongs to all objects above that one as well.
        only: For which rows it holds.
    """

    path: str
    tree: bool = False
    only: Q = Q()

    @property
    def steps(self) -> str:
        """As `AnyWay.steps`."""
        return self.path

    def near(self, depth: int = 1) -> Q:
        """As `AnyWay.near`."""
        if self.tree:
            return self.only & Q(**{f'{self.path}__path__descendant_or_equal': outer('path', depth)})
        return self.only & Q(**{self.path: outer('pk', depth)})


@dataclass(frozen=True)
class InNetwork:
    """From what lies in a network, or around an address, to that network or address: stored nowhere."""

    object_type: str
    target_type: str
    steps: str = ''

    def near(self, depth: int = 1) -> Q:
        """As `AnyWay.near`."""
        return holds(self.object_type, self.target_type, lambda name: outer(name, depth))


@dataclass(frozen=True)
class Through:
    """From a row to the object that another row belongs to, to which it belongs itself.

    Attributes:
        first: To the row in between.
        middle: All such rows.
        then: From there on; one of these ways is enough.
    """

    first: str
    middle: QuerySet
    then: tuple['AnyWay', ...]
    only: Q = Q()

    @property
    def steps(self) -> str:
        """As `AnyWay.steps`."""
        return self.first

    def near(self, depth: int = 1) -> Q:
        """As `AnyWay.near`."""
        condition = Q()
        for way in self.then:
            condition |= way.near(depth + 1)
        return self.only & Q(**{f'{self.first}__in': self.middle.filter(condition).order_by().values('pk')})


class AnyWay(Protocol):
    """How a row belongs to an object."""

    @property
    def steps(self) -> str:
        """The ORM path from the row on that is joined; empty without one."""

    def near(self, depth: int = 1) -> Q:
        """The rows that belong to the object `depth` statements further out."""


def beyond(way: AnyWay, middle: QuerySet, then: tuple[AnyWay, ...]) -> AnyWay | None:
    """The way to an object, and from there further; None where it cannot be followed."""
    if isinstance(way, Way):
        return None if way.tree else Through(way.path, middle, then, way.only)
    if isinstance(way, Through):
        further = tuple(found for step in way.then if (found := beyond(step, middle, then)) is not None)
        return replace(way, then=further) if further else None
    return None


def strong_ways(kind: Kind, target_type: str) -> tuple[AnyWay, ...]:
    """How objects of the kind belong to the target: by the filter named after it, by network, or by a generic key."""
    if strong_filter(kind, target_type):
        return _by_filter(kind, target_type)
    if contains(kind.object_type, target_type):
        return (InNetwork(kind.object_type, target_type),)
    target = apps.get_model(target_type)
    if generic_filters(kind, target_type):
        return tuple(_pointing(kind.model, target, target))
    return ()


def weak_ways(kind: Kind, target_type: str) -> tuple[AnyWay, ...]:
    """As `strong_ways`, by a filter that takes the target under another name (`parent_id`)."""
    return _by_filter(kind, target_type) if filter_for(kind, target_type) else ()


def _by_filter(kind: Kind, target_type: str) -> tuple[AnyWay, ...]:
    target = apps.get_model(target_type)
    found = kind.filterset.base_filters[filter_for(kind, target_type)]
    if found.method is None and found.field_name:
        for path in (found.field_name.removesuffix('_id'), found.field_name):
            if target_of(kind.model, path) is target:
                return (Way(path, isinstance(found, TreeNodeMultipleChoiceFilter)),)
    if ways := tuple(_by_generic_key(kind, target)):
        return ways
    return tuple(Way(path) for path in forward_paths(kind.object_type, target_type))


def _by_generic_key(kind: Kind, target: type[Model]) -> Iterator[AnyWay]:
    """The addresses of a device: those of its interfaces, and as NetBox says, a master has those of its members."""
    for pointed in pointed_types(kind.object_type):
        model = apps.get_model(pointed)
        if model is target:
            yield from _pointing(kind.model, model, target)
            continue
        if not issubclass(model, PARTS):
            continue
        paths = [path for path in forward_paths(pointed, target._meta.label_lower) if '__' not in path]
        ways: list[AnyWay] = [Way(path) for path in paths if closeness(path, target)]
        if ways and target is Device:
            # Not by a path: PostgreSQL 15 takes a stale hash where an OR of subqueries is split over a join.
            member = Way('virtual_chassis__master')
            ways.append(Through('device', Device.objects.all(), (member,), Q(mgmt_only=False)))
        if ways:
            for point in _pointing(kind.model, model, model):
                yield Through(point.path, model._default_manager.all(), tuple(ways), point.only)


def _pointing(model: type[Model], pointed: type[Model], target: type[Model]) -> Iterator[Way]:
    for relation in pointed._meta.private_fields:
        if isinstance(relation, GenericRelation) and relation.related_model is model:
            of_type = {relation.content_type_field_name: ContentType.objects.get_for_model(target)}
            yield Way(relation.object_id_field_name, only=Q(**of_type))
