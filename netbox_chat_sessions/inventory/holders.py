"""Inside what something can be free: the subjects of a question, or what its filters find."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext
from ipam.choices import PrefixStatusChoices

from .catalogue import kind
from .enumerating import either
from .errors import NotApplicable
from .loading import fetch, with_attributes
from .narrowing import chosen
from .query import InventoryQuery
from .selection import Selection, select
from .visibility import User

__all__ = ('MAX_LOOKED_INTO', 'Holders', 'holders_for')

# Looking into them costs the same few statements for all of them, but their parts are counted one by one.
MAX_LOOKED_INTO = 2000
# Where to look for room when the subject itself (a site) holds none.
HOLDERS = {
    'dcim.rack': 'dcim.rack',
    'ipam.ipaddress': 'ipam.prefix',
    'ipam.prefix': 'ipam.prefix',
    'ipam.iprange': 'ipam.iprange',
    'ipam.vlan': 'ipam.vlangroup',
    'ipam.vlangroup': 'ipam.vlangroup',
}


@dataclass(frozen=True)
class Holders:
    """Objects to look into.

    Attributes:
        objects: At most `MAX_LOOKED_INTO`.
        total: How many there are.
        selection: How they were chosen; None: they are the subjects themselves.
    """

    objects: tuple[Model, ...]
    total: int
    selection: Selection | None = None


def holders_for(query: InventoryQuery, user: User, holds: Callable[[str, str | None], Any]) -> Holders | None:
    """What to look into: the subjects that `holds` allows by their type and the type asked for, else what is found.

    None: none of the subjects exists, or none that the user may see.

    Raises:
        NotApplicable: Nothing can be free in such an object.
    """
    given = fetch(query.subjects, user)
    if query.subjects and not given:
        return None
    objects = tuple(obj for obj in given if holds(obj._meta.label_lower, query.object_type))
    if not objects:
        return _found(query, user)
    if not query.filters:
        return Holders(objects, len(objects))
    # Subjects of which filters say more: "in the active ones of these".
    kept = set()
    for object_type in {obj._meta.label_lower for obj in objects}:
        keys = tuple(obj.pk for obj in objects if obj._meta.label_lower == object_type)
        queryset = select(kind(object_type), query.filters, user).queryset.filter(pk__in=keys)
        kept |= {(object_type, pk) for pk in queryset.order_by().values_list('pk', flat=True)}
    objects = tuple(obj for obj in objects if (obj._meta.label_lower, obj.pk) in kept)
    return Holders(objects, len(objects))


def _found(query: InventoryQuery, user: User) -> Holders:
    holder = HOLDERS.get(query.object_type or '')
    if holder is None:
        names = sorted({kind(key.object_type).nouns for key in query.subjects}) or [gettext('objects')]
        raise NotApplicable(gettext('NetBox does not tell what is free in %(nouns)s.') % {'nouns': either(names)})
    narrowed, selection, _ = chosen(replace(query, object_type=holder, order=()), user)
    queryset = selection.queryset
    if query.object_type == 'ipam.ipaddress' and 'status' not in narrowed.filters:
        # Addresses are taken from the networks in a container, which hold the same ones.
        networks = queryset.exclude(status=PrefixStatusChoices.STATUS_CONTAINER)
        queryset = networks if networks.exists() else queryset
    objects = tuple(with_attributes(queryset, (), user)[:MAX_LOOKED_INTO])
    total = len(objects) if len(objects) < MAX_LOOKED_INTO else queryset.count()
    return Holders(objects, total, selection)
