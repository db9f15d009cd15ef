"""How a query is said in words: what was counted, and by which conditions."""

from collections.abc import Sequence

from dcim.models import Location, Rack, Region, Site, SiteGroup
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop
from ipam.models import VRF, Aggregate, Prefix, VLANGroup
from virtualization.models import Cluster

from ...conversation.objects import ObjectKey, ObjectRef
from ...conversation.reply import Link
from ...inventory.catalogue import Kind, kinds
from ...inventory.describe import describe_all
from ...inventory.enumerating import either, enumeration, sentence_list
from ...inventory.links import own_names
from ...inventory.loading import fetch
from ...inventory.model_fields import field_of
from ...inventory.query import InventoryQuery
from ...inventory.selection import Condition, Selection
from ...inventory.visibility import Visibility, key_of
from .cells import number
from .parameters import parameter

__all__ = ('conditions', 'counted', 'heading', 'list_link', 'named', 'noun_of', 'page', 'with_detail')

User = AbstractBaseUser | AnonymousUser
# "devices at site X", "racks in location Y", "devices with role Z", "interfaces of device W"
AT = gettext_noop('at %(type)s %(name)s')
IN = gettext_noop('in %(type)s %(name)s')
OF = gettext_noop('of %(type)s %(name)s')
WITH = gettext_noop('with %(type)s %(name)s')
PLACES = (Location, Rack, Region, SiteGroup, Cluster, VRF, VLANGroup, Prefix, Aggregate)
# So many of the objects that are left out are named.
MOST_LEFT_OUT = 3
PROPERTIES = ('role', 'type', 'platform', 'tag', 'template', 'profile')


def noun_of(obj: Model) -> str:
    """What NetBox calls an object of that type, as it stands in a sentence."""
    return str(obj._meta.verbose_name)


def counted(count: int, of: Kind) -> str:
    """A count with its noun: 4 devices."""
    return gettext('%(count)s %(noun)s') % {'count': number(count), 'noun': of.noun if count == 1 else of.nouns}


def named(ref: ObjectRef, noun: str = '') -> str:
    """An object with its noun and the fact that tells it apart: rack R103 (site MDF, Row 1)."""
    name = f'{noun} {ref.display}' if noun else ref.display
    return gettext('%(name)s (%(detail)s)') % {'name': name, 'detail': ref.detail} if ref.detail else name


def with_detail(objects: Sequence[Model], user: User) -> str:
    """Objects of one or several types as they stand in a sentence, each with its noun."""
    refs = describe_all(objects, user)
    return sentence_list(named(_plain(ref, obj), noun_of(obj)) for ref, obj in zip(refs, objects, strict=True))


def _plain(ref: ObjectRef, obj: Model) -> ObjectRef:
    """Names that are unique in NetBox need no detail."""
    field = field_of(type(obj), 'name')
    unique = field is not None and getattr(field, 'unique', False)
    return ObjectRef(ref.key, ref.display, ref.url) if unique else ref


def list_link(selection: Selection) -> tuple[Link, ...]:
    """The link to NetBox's own list of the same objects; none where NetBox has no such list."""
    return (Link(gettext('Open as list'), selection.path),) if selection.path else ()


def page(query: InventoryQuery, shown: int, total: int) -> str:
    """Behind a count, which of them are shown: `, 51 to 100 shown`; empty where all of them are."""
    if shown == total:
        return ''
    if not shown:
        return gettext(', and no more to show')
    words = {'first': number(query.offset + 1), 'last': number(query.offset + shown)}
    return gettext(', %(first)s to %(last)s shown') % words


def conditions(selection: Selection, subjects: Sequence[Model], user: User) -> str:
    """By what the objects were chosen, behind their noun: ` at site DM-Akron with status Active`; empty without any."""
    objects = _objects(selection, user)
    seen = Visibility(user).visible(obj for found in objects.values() for obj in found)
    related = [
        _of_subjects(subjects, user) if name == 'id' else _related(name, objects[name], seen, user)
        for name in selection.filters
        if name == 'id' or name in objects
    ]
    plain = [
        parameter(selection.kind, name, values)
        for name, values in selection.filters.items()
        if name not in ('id', 'id__n') and name not in objects
    ]
    having = [_having(condition, user) for condition in selection.having]
    related.append(_but(selection, user))
    said = [*related, enumeration(plain), sentence_list(having)]
    return ''.join(f' {item}' for item in said if item)


def _but(selection: Selection, user: User) -> str:
    """The objects that are left out: `other than DEOW4921, DJDP9577 and 4 more`."""
    ids = [int(value) for value in selection.filters.get('id__n', ())]
    objects = fetch([ObjectKey(selection.kind.object_type, value) for value in ids[:MOST_LEFT_OUT]], user)
    names = [named(ref) for ref in describe_all(objects, user)]
    if len(ids) > len(names):
        names.append(gettext('%(count)s more') % {'count': number(len(ids) - len(names))})
    return gettext('other than %(names)s') % {'names': sentence_list(names)} if names else ''


def _having(condition: Condition, user: User) -> str:
    """A condition on related objects: `without devices`, `with at least 8 interfaces without a cable`."""
    asked, of = condition.asked, condition.related.kind
    few, many = asked.minimum, asked.maximum
    nouns = of.noun if many == 1 else of.nouns
    words = {
        'few': number(few),
        'many': number(many or 0),
        'nouns': nouns + conditions(condition.related, (), user),
    }
    if many == 0:
        return gettext('without %(nouns)s') % words
    if many is None:
        return (gettext('with at least %(few)s %(nouns)s') if few > 1 else gettext('with %(nouns)s')) % words
    if few <= 0:
        return gettext('with at most %(many)s %(nouns)s') % words
    if few == many:
        return gettext('with exactly %(few)s %(nouns)s') % words
    return gettext('with %(few)s to %(many)s %(nouns)s') % words


def _of_subjects(subjects: Sequence[Model], user: User) -> str:
    if not subjects or len(subjects) > 3:
        return ''
    return gettext('of %(names)s') % {'names': with_detail(subjects, user)}


def _objects(selection: Selection, user: User) -> dict[str, tuple[Model, ...]]:
    """The objects that filters take, those included whose filter takes bare ids."""
    found = dict(selection.named)
    for name, values in selection.filters.items():
        if name in found or not name.endswith('_id') or not all(str(value).isdigit() for value in values):
            continue
        bare = name.removesuffix('_id')
        of = next((item for item in kinds().values() if bare in own_names(item.model)), None)
        if of is not None:
            found[name] = fetch([ObjectKey(of.object_type, int(value)) for value in values], user)
    return {name: objects for name, objects in found.items() if objects}


def _related(name: str, objects: Sequence[Model], seen: frozenset[ObjectKey], user: User) -> str:
    model = type(objects[0])
    noun = str(model._meta.verbose_name)
    shown = [obj for obj in objects if key_of(obj) in seen]
    if not shown:
        return gettext('whose %(type)s you may not see') % {'type': noun}
    refs = describe_all(shown[:5], user)
    names = [named(_plain(ref, obj)) for ref, obj in zip(refs, shown, strict=False)]
    if len(objects) > len(names):
        names.append(gettext('%(count)s more') % {'count': len(objects) - len(names)})
    template = gettext(_template(model, name))
    said = template % {'type': noun, 'name': either(names)}
    return gettext('not %(condition)s') % {'condition': said} if name.endswith('__n') else said


def _template(model: type[Model], name: str) -> str:
    if model is Site:
        return AT
    if model in PLACES:
        return IN
    return WITH if model._meta.model_name.endswith(PROPERTIES) or name.startswith('tag') else OF


def heading(obj: Model) -> str:
    """The column heading for objects of that type."""
    return capfirst(noun_of(obj))
