"""Runs inventory queries for one user: every object it returns went through that user's permissions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Model
from django.utils.translation import gettext

from .attributes import Attribute, facts_of, find_attribute
from .availability import available, free_ports
from .catalogue import Kind, kind, kind_of
from .changes import changes_of
from .columns import columns_of
from .comparison import compared
from .errors import NotApplicable
from .extensions.answering import Broken, Told, action_of, answer_of
from .extensions.request import ActionRequest
from .grouping import grouped
from .limits import bounded, time_limited
from .loading import fetch, settle, with_attributes
from .narrowing import chosen
from .placement import place_attributes, places_of
from .query import Action, InventoryQuery
from .ranking import ranked
from .results import Facts, Listing, Missing, Placement, Result
from .selection import Selection, select
from .summary import summary_of
from .tracing import traced
from .utilisation import utilisation_of
from .visibility import User, key_of

__all__ = ('Inventory',)


@dataclass(frozen=True)
class Inventory:
    """NetBox's inventory as one user may see it."""

    user: User

    def run(self, query: InventoryQuery) -> Result:
        """What the query asks for.

        Raises:
            QueryError: The query cannot be run: an unknown object type, filter, value or attribute, a question that
                makes no sense for the type. Never is anything left out of a query silently.
        """
        handlers: Mapping[Action, Callable[[InventoryQuery], Result]] = {
            Action.LIST: self._listing,
            Action.COUNT: self._listing,
            Action.GROUP: self._group,
            Action.SHOW: self._show,
            Action.LOCATE: self._locate,
            Action.COMPARE: self._about(compared, facts_of),
            Action.TRACE: self._about(traced, _nothing_more),
            Action.CHANGES: lambda given: changes_of(given, self.user),
            Action.UTILISATION: lambda given: utilisation_of(given, self.user),
            Action.AVAILABLE: self._available,
            Action.SUMMARY: lambda given: summary_of(given, self.user),
            Action.EXTREME: lambda given: ranked(given, self.user),
            Action.EXTENSION: self._extended,
        }
        handler = handlers.get(query.action)
        if handler is None:
            text = gettext('%(action)s is not a question to the inventory.')
            raise NotApplicable(text % {'action': query.action.value})
        with time_limited():
            return handler(bounded(query))

    def _selection(self, query: InventoryQuery) -> tuple[InventoryQuery, Selection, tuple[Model, ...]]:
        return chosen(query, self.user)

    def _group(self, query: InventoryQuery) -> Result:
        query, selection, subjects = self._selection(query)
        return grouped(query, selection, subjects, self.user)

    def _listing(self, query: InventoryQuery) -> Listing:
        query, selection, subjects = self._selection(query)
        return self._page(query, selection, subjects)

    def _page(self, query: InventoryQuery, selection: Selection, subjects: tuple[Model, ...] = ()) -> Listing:
        columns = self._attributes(selection.kind, query) or columns_of(selection.kind)
        queryset = with_attributes(selection.queryset, columns, self.user)
        objects = tuple(queryset[query.offset : query.offset + query.limit])
        whole = not query.offset and len(objects) < query.limit
        total = len(objects) if whole else selection.queryset.count()
        settle(value for obj in objects for column in columns for value in _flat(column.value(obj)))
        return Listing(query, selection, total, objects, columns, subjects)

    def _attributes(self, of: Kind, query: InventoryQuery) -> tuple[Attribute, ...]:
        return tuple(find_attribute(of, name) for name in query.attributes)

    def _show(self, query: InventoryQuery) -> Result:
        if not query.subjects:
            return self._show_found(query)
        types = dict.fromkeys(key.object_type for key in query.subjects)
        told = {name: self._attributes(kind(name), query) or facts_of(kind(name)) for name in types}
        objects = fetch(query.subjects, self.user, told)
        return self._facts(query, objects, told) if objects else Missing(query)

    def _show_found(self, query: InventoryQuery) -> Result:
        listing = self._listing(query)
        if listing.total != 1:
            return listing
        key = key_of(listing.objects[0])
        return self._show(replace(listing.query, subjects=(key,)))

    def _facts(
        self, query: InventoryQuery, objects: tuple[Model, ...], told: Mapping[str, tuple[Attribute, ...]]
    ) -> Result:
        types = {key_of(obj).object_type for obj in objects}
        if len(objects) > 1 and len(types) == 1 and not query.attributes:
            given = replace(query, object_type=types.pop(), filters={'id': tuple(obj.pk for obj in objects)})
            page = self._page(given, select(kind_of(objects[0]), given.filters, self.user, query.order))
            order = {obj.pk: place for place, obj in enumerate(objects)}
            return (
                page if query.order else replace(page, objects=tuple(sorted(page.objects, key=lambda o: order[o.pk])))
            )
        told_of = tuple((obj, told[key_of(obj).object_type]) for obj in objects)
        settle(value for obj, attributes in told_of for item in attributes for value in _flat(item.value(obj)))
        return Facts(query, told_of, bool(query.attributes))

    def _locate(self, query: InventoryQuery) -> Result:
        objects = self._given(query, place_attributes)
        return Placement(query, tuple((obj, places_of(obj)) for obj in objects)) if objects else Missing(query)

    def _about(
        self,
        tell: Callable[[InventoryQuery, tuple[Model, ...], User], Result],
        attributes_of: Callable[[Kind], tuple[Attribute, ...]],
    ) -> Callable[[InventoryQuery], Result]:
        def run(query: InventoryQuery) -> Result:
            objects = self._given(query, attributes_of)
            return tell(query, objects, self.user) if objects else Missing(query)

        return run

    def _given(
        self, query: InventoryQuery, attributes_of: Callable[[Kind], tuple[Attribute, ...]]
    ) -> tuple[Model, ...]:
        """The subjects; without any, the first page of what the filters find."""
        if query.subjects:
            types = dict.fromkeys(key.object_type for key in query.subjects)
            return fetch(query.subjects, self.user, {name: attributes_of(kind(name)) for name in types})
        _, selection, _ = self._selection(query)
        told = with_attributes(selection.queryset, attributes_of(selection.kind), self.user)
        return tuple(told[query.offset : query.offset + query.limit])

    def _available(self, query: InventoryQuery) -> Result:
        ports = free_ports(query)
        return available(query, self.user) if ports is None else self._listing(ports)

    def _extended(self, query: InventoryQuery) -> Result:
        package, action = action_of(query)
        own = tuple(key.object_id for key in query.subjects if key.object_type == query.object_type)
        others = tuple(key for key in query.subjects if key.object_type != query.object_type)
        filters = {**query.filters, 'id': own} if own else query.filters
        listed = replace(query, action=Action.LIST, filters=filters, subjects=others, extension=None)
        found = self._listing(listed) if query.object_type else None
        if found and not found.total:
            return found if others or query.filters or not own else Missing(query)
        objects, total = (found.objects, found.total) if found else ((), 0)
        answer = answer_of(package, action, ActionRequest(listed, objects, total, self.user))
        if answer is None:
            return Broken(query, package)
        return self.run(answer) if isinstance(answer, InventoryQuery) else Told(query, package, answer, objects)


def _nothing_more(_: Kind) -> tuple[Attribute, ...]:
    return ()


def _flat(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
