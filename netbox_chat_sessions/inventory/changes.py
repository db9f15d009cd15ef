"""NetBox's change log: of given objects, of all objects that filters choose, or of everything."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.models import ObjectChange
from django.contrib.contenttypes.models import ContentType
from django.db.models import Count, Model, Q, QuerySet

from ..conversation.objects import ObjectKey
from .catalogue import kind
from .loading import fetch
from .narrowing import chosen
from .query import FilterValues, InventoryQuery
from .results import Missing, Result
from .selection import Selection, select
from .visibility import User, Visibility, is_credential

__all__ = ('CHANGE', 'Change', 'Changes', 'changes_of')

CHANGE = 'core.objectchange'
BOOKKEEPING = frozenset({'last_updated', 'created'})


@dataclass(frozen=True)
class Change:
    """One entry of NetBox's change log.

    Attributes:
        record: The entry.
        name: What was changed, as it was called then; empty where the user may not see it.
        fields: Names of the fields that changed.
        changed: What was changed, where it is still there and may be seen.
    """

    record: Model
    name: str
    fields: tuple[str, ...]
    changed: Model | None = None


@dataclass(frozen=True)
class Changes(Result):
    """The latest changes, newest first.

    Attributes:
        subjects: Of these objects; empty: of what `about` chooses, or of everything.
        changes: The page of them.
        total: All of them.
        entries: How the entries of the change log were chosen.
        about: Of these objects.
        people: Who made them, with how many, most first.
        permitted: Whether the user may view any change.
    """

    subjects: tuple[Model, ...]
    changes: tuple[Change, ...]
    total: int
    entries: Selection
    about: Selection | None = None
    people: tuple[tuple[str, int], ...] = ()
    permitted: bool = True


def changes_of(query: InventoryQuery, user: User) -> Result:
    """The latest changes of the objects asked about and of what belongs to them, as NetBox's change log tab shows them.

    Filters of the change log (`time_after`, `action`, `user`) narrow them down; what a filter of `query.object_type`
    chooses is told apart from them by its name. With `core.objectchange` and no subjects all changes are meant. Needs
    the permission `core.view_objectchange`; without it there are no changes to see.

    Raises:
        QueryError: As `select`.
    """
    types = {key.object_type for key in query.subjects}
    if query.object_type in (None, CHANGE, *types):
        objects = fetch(query.subjects, user)
        if query.subjects and not objects:
            return Missing(query)
        entries = select(kind(CHANGE), query.filters, user)
        return _told(query, objects, None, entries, _belonging(objects) if objects else Q(), user)
    own, narrowing = _apart(query)
    narrowed, about, subjects = chosen(replace(query, filters=own, order=()), user)
    entries = select(kind(CHANGE), narrowing, user)
    return _told(narrowed, (), about, entries, _chosen(about), user, of=subjects)


def _apart(query: InventoryQuery) -> tuple[dict[str, FilterValues], dict[str, FilterValues]]:
    """The filters of the objects, and those of the change log."""
    own: dict[str, FilterValues] = {}
    narrowing: dict[str, FilterValues] = {}
    known = kind(query.object_type or '').filterset.base_filters
    for name, values in query.filters.items():
        (own if name in known or not _of_log(name) else narrowing)[name] = values
    return own, narrowing


def _of_log(name: str) -> bool:
    known = kind(CHANGE).filterset.base_filters
    return name in known or name in ('time_after', 'time_before')


def _belonging(objects: Iterable[Model]) -> Q:
    wanted = Q()
    for obj in objects:
        content_type = ContentType.objects.get_for_model(obj)
        wanted |= Q(changed_object_type=content_type, changed_object_id=obj.pk)
        wanted |= Q(related_object_type=content_type, related_object_id=obj.pk)
    return wanted


def _chosen(about: Selection) -> Q:
    content_type = ContentType.objects.get_for_model(about.kind.model)
    keys = about.queryset.order_by().values('pk')
    changed = Q(changed_object_type=content_type, changed_object_id__in=keys)
    return changed | Q(related_object_type=content_type, related_object_id__in=keys)


def _told(
    query: InventoryQuery,
    objects: tuple[Model, ...],
    about: Selection | None,
    entries: Selection,
    wanted: Q,
    user: User,
    of: tuple[Model, ...] = (),
) -> Changes:
    if Visibility(user).whole(ObjectChange) is False:
        return Changes(query, objects or of, (), 0, entries, about, permitted=False)
    found: QuerySet = entries.queryset.valid_models().filter(wanted)
    page = found.select_related('changed_object_type').order_by('-time', '-pk')
    records = list(page[query.offset : query.offset + query.limit])
    rows = found.order_by().values_list('user_name').annotate(made=Count('pk')).order_by('-made', 'user_name')
    people = tuple(rows) if records or query.offset else ()
    changes = _named(records, user)
    return Changes(query, objects or of, changes, sum(made for _, made in people), entries, about, people)


def _named(records: list[ObjectChange], user: User) -> tuple[Change, ...]:
    seen = _visible(records, user)
    there = {ObjectKey(obj._meta.label_lower, obj.pk): obj for obj in fetch(list(seen), user)}
    return tuple(
        Change(record, record.object_repr if key in seen else '', tuple(_changed(record)), there.get(key))
        for record, key in ((record, _key(record)) for record in records)
    )


def _key(record: ObjectChange) -> ObjectKey:
    content_type = record.changed_object_type
    return ObjectKey(f'{content_type.app_label}.{content_type.model}', record.changed_object_id)


def _visible(records: Iterable[ObjectChange], user: User) -> frozenset[ObjectKey]:
    """What may be named. Constraints cannot be tried on what is deleted: then only unconstrained permissions count."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for record in records:
        object_type, object_id = _key(record)
        wanted[object_type].add(object_id)
    return Visibility(user).visible_keys(wanted)


def _changed(record: ObjectChange) -> Iterable[str]:
    before, after = record.prechange_data or {}, record.postchange_data or {}
    if not before or not after:
        return
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name) and name not in BOOKKEEPING and not is_credential(name):
            yield name
