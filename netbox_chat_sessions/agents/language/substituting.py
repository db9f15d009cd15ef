"""New objects in a carried query: they replace those of their type."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...conversation.objects import ObjectKey, ObjectRef
from ...inventory.catalogue import kind
from ...inventory.query import Action, FilterValues, InventoryQuery
from ...inventory.relations import belong_together, filter_for
from .suitability import COMPONENTS
from .widening import PLACE_FILTERS

__all__ = ('fits_into', 'is_about_a_part', 'substituted')

# `without a rack`, as NetBox's filters say it.
NOWHERE = ('null',)
# Their subjects are looked at one by one, whatever the filters say.
ABOUT_SUBJECTS = (Action.SHOW, Action.LOCATE, Action.TRACE, Action.COMPARE, Action.UTILISATION)


def fits_into(query: InventoryQuery, ref: ObjectRef) -> bool:
    """Whether an object can stand in a query: as what is asked for, or as what that belongs to."""
    new, asked = ref.key.object_type, query.object_type or ''
    return new == asked or new in {key.object_type for key in query.subjects} or belong_together(new, asked)


def is_about_a_part(query: InventoryQuery, refs: Sequence[ObjectRef]) -> bool:
    """Whether new objects are what the subjects are parts of: which port of the other device is meant is not said."""
    types = {key.object_type for key in query.subjects}
    return (
        query.action in ABOUT_SUBJECTS
        and bool(types & set(COMPONENTS))
        and not types & {ref.key.object_type for ref in refs}
    )


def substituted(query: InventoryQuery, refs: Sequence[ObjectRef]) -> InventoryQuery:
    """New objects replace those of their type: as subjects, as filter values, or as what the list hangs on."""
    object_type = query.object_type or ''
    by_type: dict[str, list[ObjectKey]] = {}
    for ref in refs:
        by_type.setdefault(ref.key.object_type, []).append(ref.key)
    for new_type, keys in by_type.items():
        ids = tuple(key.object_id for key in keys)
        kept = tuple(key for key in query.subjects if key.object_type != new_type)
        if len(kept) < len(query.subjects):
            # `and DM-Buffalo?` behind a comparison is compared as well.
            kept = query.subjects if query.action is Action.COMPARE else kept
            subjects = tuple(dict.fromkeys((*kept, *keys)))
            query = replace(query, subjects=subjects, filters=_without(query.filters, 'id'))
        elif new_type == object_type:
            # What the old one was found by says nothing of the new one.
            query = replace(query, filters={**query.filters, 'id': ids}, subjects=())
        elif name := filter_for(kind(object_type), new_type):
            # A new place takes the place of the old one, whatever its type ("and in New York?" after a site).
            # That it stands in no rack holds there as well.
            old = (
                [item for item in PLACE_FILTERS if query.filters.get(item) != NOWHERE] if name in PLACE_FILTERS else []
            )
            # What was picked at another place, or is one object, says nothing of what is there.
            elsewhere = any(item in query.filters for item in (*old, name))
            picked = ('id',) if elsewhere or len(query.filters.get('id', ())) == 1 else ()
            kept_filters = _without(query.filters, *old, *picked, *(f'{item}__n' for item in (*old, name)))
            query = replace(query, filters={**kept_filters, name: ids})
        else:
            query = replace(query, subjects=(*query.subjects, *keys), filters=_without(query.filters, 'id'))
    return query


def _without(filters: Mapping[str, FilterValues], *names: str) -> dict[str, FilterValues]:
    return {name: value for name, value in filters.items() if name not in names}
