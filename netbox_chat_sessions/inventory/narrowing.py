"""The objects that a query is about. "Of these objects" becomes filters: parameters of NetBox's FilterSet."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Model
from django.utils.translation import gettext

from ..conversation.objects import ObjectKey
from .catalogue import Kind, kind
from .errors import NotApplicable, TooManyRelated, UnknownObjectType
from .having import having
from .links import takes_several
from .loading import fetch
from .query import FilterValues, InventoryQuery
from .relations import MAX_RELATED, NOTHING, related_filters
from .selection import Selection, select
from .visibility import User

__all__ = ('chosen',)

Filters = Mapping[str, FilterValues]


def chosen(query: InventoryQuery, user: User) -> tuple[InventoryQuery, Selection, tuple[Model, ...]]:
    """The objects of `query.object_type` that fulfil all it says.

    Returns:
        The query with its subjects as filters, the objects, and the subjects that filters cannot name.

    Raises:
        NotApplicable: Objects of the kind have nothing to do with a subject, or the subject cannot be seen.
        TooManyRelated: As `related_filters`.
        QueryError: As `select` and `having`.
    """
    if query.object_type is None:
        raise UnknownObjectType('')
    narrowed, subjects = _with_subjects_as_filters(query, user)
    selection = select(kind(query.object_type), narrowed.filters, user, query.order)
    return narrowed, having(selection, query.having, user), subjects


def _with_subjects_as_filters(query: InventoryQuery, user: User) -> tuple[InventoryQuery, tuple[Model, ...]]:
    """The query with its subjects as filters, and those subjects that the filters do not name.

    Subjects of one type are alternatives (devices of this rack or that one); those of different types must all apply.

    Raises:
        NotApplicable: Objects of the kind have nothing to do with a subject, or the subject cannot be seen.
        TooManyRelated: As `related_filters`.
    """
    if not query.subjects or query.object_type is None:
        return query, ()
    target = kind(query.object_type)
    by_type: defaultdict[str, list[ObjectKey]] = defaultdict(list)
    for key in query.subjects:
        by_type[key.object_type].append(key)
    filters: dict[str, FilterValues] = dict(query.filters)
    unnamed: list[ObjectKey] = []
    for keys in by_type.values():
        found = _alternatives(target, [_related(target, key, user) for key in keys], user)
        if 'id' in found:
            unnamed += keys
            found = {'id': _both(query.filters.get('id'), filters.get('id'), found['id'])}
        filters |= found
    narrowed = replace(query, filters=filters, subjects=tuple(unnamed))
    return narrowed, fetch(unnamed, user) if unnamed else ()


def _related(target: Kind, key: ObjectKey, user: User) -> Filters:
    found = related_filters(target, key, user)
    if found is None:
        words = {'nouns': target.nouns, 'others': kind(key.object_type).nouns}
        raise NotApplicable(gettext('NetBox does not relate %(nouns)s to %(others)s.') % words)
    return found


def _alternatives(target: Kind, found: list[Filters], user: User) -> dict[str, FilterValues]:
    if len(found) == 1:
        return dict(found[0])
    names = {name for filters in found for name in filters}
    single = len(names) == 1 and all(len(filters) == 1 for filters in found)
    if single and takes_several(target, name := next(iter(names))):
        values = dict.fromkeys(value for filters in found for value in filters[name])
        return {name: tuple(value for value in values if value not in NOTHING) or NOTHING}
    ids: set[int] = set()
    for filters in found:
        ids.update(select(target, filters, user).queryset.order_by().values_list('pk', flat=True)[: MAX_RELATED + 1])
    if len(ids) > MAX_RELATED:
        raise TooManyRelated(target.nouns, MAX_RELATED)
    return {'id': tuple(sorted(ids)) or NOTHING}


def _both(asked: FilterValues | None, so_far: FilterValues | None, found: FilterValues) -> FilterValues:
    wanted = set(found)
    for values in (asked, so_far):
        if values is not None:
            wanted &= {int(value) for value in values}
    return tuple(sorted(wanted)) or NOTHING
