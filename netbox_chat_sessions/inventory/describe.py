"""Live objects as `ObjectRef`s: what NetBox shows for them, and the fact that tells namesakes apart."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from django.apps import apps
from django.db.models import Model, prefetch_related_objects
from django.urls import NoReverseMatch
from django.utils.translation import gettext, override

from ..conversation.objects import ObjectKey, ObjectRef
from .model_fields import field_of
from .visibility import User, Visibility, key_of

__all__ = ('DetailPart', 'describe', 'describe_all', 'detail_parts', 'nouns_of', 'render_detail')

# Relations by which people tell objects of a kind apart.
_DISTINGUISHING = {
    'dcim.device': ('site', 'rack'),
    'dcim.rack': ('site', 'location'),
    'dcim.powerpanel': ('site', 'location'),
    'dcim.location': ('site', 'parent'),
    'dcim.powerfeed': ('power_panel', 'rack'),
    'dcim.rackreservation': ('rack', 'user'),
    'dcim.virtualchassis': ('master',),
    'ipam.vlan': ('site', 'group'),
    'ipam.prefix': ('vrf', 'site'),
    'virtualization.cluster': ('site', 'group'),
    'virtualization.virtualmachine': ('cluster', 'site'),
}
# For all other kinds, those of plugins included: the first one or two that they have.
_USUAL = (
    'device',
    'virtual_machine',
    'circuit',
    'virtual_circuit',
    'power_panel',
    'provider',
    'manufacturer',
    'vrf',
    'site',
    'location',
    'rack',
    'cluster',
    'contact',
    'tunnel',
    'l2vpn',
    'group',
    'region',
    'parent',
)
_NAME_FIELDS = ('name', 'model', 'cid', 'username', 'label', 'ssid', 'prefix', 'address', 'asn')


@dataclass(frozen=True)
class DetailPart:
    """A related object whose name distinguishes.

    Attributes:
        path: ORM path of its name, such as `site__name`.
        object_type: Its type: the name may be shown to those who may view the object.
        id_path: ORM path of its primary key, such as `site_id`.
        field: The relation.
    """

    path: str
    object_type: str
    id_path: str
    field: str


@cache
def detail_parts(object_type: str) -> tuple[DetailPart, ...]:
    """What distinguishes objects of a type, in the order in which it is shown; empty where nothing does."""
    model = apps.get_model(object_type)
    names = _DISTINGUISHING.get(object_type)
    parts = [part for name in names or _USUAL if (part := _part(model, name)) is not None]
    return tuple(parts[: 2 if names else 1])


def _part(model: type[Model], name: str) -> DetailPart | None:
    field = field_of(model, name)
    if field is None or not (field.many_to_one or field.one_to_one) or not field.concrete:
        return None
    named = next((item for item in _NAME_FIELDS if field_of(field.related_model, item) is not None), None)
    if named is None:
        return None
    return DetailPart(f'{field.name}__{named}', field.related_model._meta.label_lower, field.attname, field.name)


def render_detail(object_type: str, values: Sequence[str | None]) -> str:
    """The detail in words from the names at `detail_parts`, in their order; None: none, or it may not be shown.

    The first part says what it is, a location of a site does not need to: `site MDF, Row 1`.
    """
    found = []
    for part, value in zip(detail_parts(object_type), values, strict=True):
        if not value:
            continue
        noun = str(apps.get_model(part.object_type)._meta.verbose_name)
        plain = part.object_type == 'dcim.location' and found
        found.append(str(value) if plain else gettext('%(type)s %(name)s') % {'type': noun, 'name': value})
    return ', '.join(found)


def nouns_of(places: Iterable[ObjectKey]) -> tuple[str, ...]:
    """What the objects that a detail names are called in English, in which people describe them."""
    with override('en'):
        return tuple(str(apps.get_model(key.object_type)._meta.verbose_name) for key in places)


def describe(obj: Model, user: User) -> ObjectRef:
    """One object as the user may see it. The object itself must be visible to the user already."""
    return describe_all((obj,), user)[0]


def describe_all(objects: Iterable[Model], user: User) -> tuple[ObjectRef, ...]:
    """Objects as the user may see them, in their order; names of related objects only where they may be viewed."""
    objects = tuple(objects)
    _load_parts(objects)
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for obj in objects:
        for part in detail_parts(key_of(obj).object_type):
            if (related := getattr(obj, part.id_path)) is not None:
                wanted[part.object_type].add(related)
    seen = Visibility(user).visible_keys(wanted)
    return tuple(_described(obj, seen) for obj in objects)


def _described(obj: Model, seen: frozenset[ObjectKey]) -> ObjectRef:
    places = [(part.object_type, getattr(obj, part.id_path)) for part in detail_parts(key_of(obj).object_type)]
    within = tuple(ObjectKey(*place) for place in places if place in seen)
    return ObjectRef(key_of(obj), str(obj), url_of(obj), _detail(obj, seen), within=within)


def _load_parts(objects: Sequence[Model]) -> None:
    by_type: defaultdict[str, list[Model]] = defaultdict(list)
    for obj in objects:
        by_type[key_of(obj).object_type].append(obj)
    for object_type, found in by_type.items():
        # Costs nothing for what is loaded already.
        prefetch_related_objects(found, *(part.field for part in detail_parts(object_type)))


def _detail(obj: Model, seen: frozenset[ObjectKey]) -> str:
    object_type = key_of(obj).object_type
    values = []
    for part in detail_parts(object_type):
        visible = (part.object_type, getattr(obj, part.id_path)) in seen
        name = getattr(getattr(obj, part.field), part.path.rpartition('__')[2]) if visible else None
        values.append(str(name) if name not in (None, '') else None)
    return render_detail(object_type, values)


def url_of(obj: Model) -> str:
    """Path of the object's page in NetBox; empty where it has none."""
    try:
        return obj.get_absolute_url() or ''
    except (AttributeError, NoReverseMatch):
        return ''
