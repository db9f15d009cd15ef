"""How many objects of each kind belong to one object, or are in NetBox at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Count, Model, Value
from django.utils.translation import gettext
from extras.constants import DEFAULT_DASHBOARD

from .bridges import PARTS
from .catalogue import RECORDS, Kind, kind, kind_of, kinds
from .containment import contained_filters, contains
from .errors import NotApplicable
from .links import filter_for, strong_filter
from .loading import fetch
from .narrowing import chosen
from .query import FilterValues, InventoryQuery
from .results import Missing, Result
from .selection import Selection, list_path
from .ties import number_tied, ties_between
from .visibility import User, Visibility, key_of, restricted

__all__ = ('Summary', 'summary_of')

# What has ports; of all others, ports are too far away to be counted.
WITH_PARTS = ('dcim.device', 'dcim.module', 'virtualization.virtualmachine')
# What people look for first.
FIRST = (
    'dcim.site',
    'dcim.location',
    'dcim.rack',
    'dcim.device',
    'virtualization.cluster',
    'virtualization.virtualmachine',
    'dcim.interface',
    'virtualization.vminterface',
    'ipam.prefix',
    'ipam.ipaddress',
    'ipam.vlan',
    'circuits.circuit',
    'dcim.cable',
)
MODELLED = ('dcim.devicetype', 'dcim.moduletype')


@dataclass(frozen=True)
class Summary(Result):
    """Numbers of objects that the user may view, and where NetBox lists them.

    Attributes:
        subject: What they belong to; None: all there are.
        counts: Each kind with its number and the path of its list; the main kinds first.
    """

    subject: Model | None
    counts: tuple[tuple[Kind, int, str], ...]


def summary_of(query: InventoryQuery, user: User) -> Result:
    """The objects of each kind that belong to the subject, those of places below it included; without one, of all.

    As the panel of related objects on an object's page, and the figures on NetBox's home page.

    Raises:
        NotApplicable: There are several subjects.
    """
    if not query.subjects and query.object_type is None:
        return Summary(query, None, _of_all(user))
    subjects = fetch(query.subjects, user) if query.subjects else tuple(chosen(query, user)[1].queryset[:2])
    if not subjects:
        return Missing(query)
    if len(subjects) > 1:
        raise NotApplicable(gettext('What belongs to something is told of one object at a time.'))
    return Summary(query, subjects[0], _of_one(subjects[0], user))


def _main_kinds() -> tuple[str, ...]:
    """The kinds whose numbers NetBox's home page shows."""
    widgets = settings.DEFAULT_DASHBOARD or DEFAULT_DASHBOARD
    names = [name for widget in widgets for name in widget.get('config', {}).get('models', ())]
    return tuple(dict.fromkeys(name for name in names if name in kinds()))


def _of_all(user: User) -> tuple[tuple[Kind, int, str], ...]:
    sight = Visibility(user)
    seen = [found for name in _main_kinds() if sight.whole((found := kind(name)).model) is not False]
    if not seen:
        return ()
    first, *others = (
        restricted(of.model._default_manager.all(), user)
        .order_by()
        .annotate(of_kind=Value(of.object_type))
        .values_list('of_kind')
        .annotate(number=Count('pk'))
        for of in seen
    )
    numbers = dict(first.union(*others, all=True).order_by() if others else first)
    return tuple(sorted(((of, numbers.get(of.object_type, 0), of.list_path) for of in seen), key=_rank))


def _of_one(subject: Model, user: User) -> tuple[tuple[Kind, int, str], ...]:
    target = kind_of(subject)
    sight = Visibility(user)
    found = {
        f'n{place}': (of, filters)
        for place, (of, filters) in enumerate(_belonging(target, subject, user))
        if sight.whole(of.model) is not False
    }
    if not found:
        return ()
    numbers = {}
    for name, (of, _) in found.items():
        related = _all(of, user)
        numbers[name] = number_tied(ties_between(target, related, user), related.queryset)
    rows = target.model._default_manager.filter(pk=subject.pk).order_by().annotate(**numbers)
    counted = rows.values(*numbers)[0]
    told = [(of, counted[name], list_path(of, filters)) for name, (of, filters) in found.items() if counted[name]]
    return tuple(sorted(told, key=_rank))


def _rank(row: tuple[Kind, int, str]) -> tuple[int, str]:
    order, name = (*FIRST, *_main_kinds()), row[0].object_type
    return (order.index(name) if name in order else len(order), row[0].nouns)


def _all(of: Kind, user: User) -> Selection:
    return Selection(of, {}, restricted(of.model._default_manager.all(), user))


def _belonging(target: Kind, subject: Model, user: User) -> Iterator[tuple[Kind, dict[str, FilterValues]]]:
    """The kinds whose objects belong to those of the target, with the filter that lists them for the subject."""
    for of in kinds().values():
        name = of.object_type
        if of.model._meta.app_label in RECORDS or not of.list_path or not _told_of(of, target):
            continue
        if contains(name, target.object_type):
            filters = contained_filters(name, key_of(subject), user)
            if filters and not {'id', 'contains'} & set(filters):
                yield of, dict(filters)
        elif name == target.object_type:
            if filter_for(of, name) == 'parent_id':
                yield of, {'parent_id': (subject.pk,)}
        elif found := strong_filter(of, target.object_type):
            yield of, {found: (subject.pk,)}


def _told_of(of: Kind, target: Kind) -> bool:
    if of.object_type.endswith('template'):
        return target.object_type in MODELLED
    return target.object_type in WITH_PARTS or not issubclass(of.model, PARTS)
