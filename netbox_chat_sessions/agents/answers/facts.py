"""Facts of single objects, all of them or those asked for."""

from collections.abc import Sequence
from decimal import Decimal

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext
from extras.models import CustomField

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, Table
from ...inventory.attributes import Attribute
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration, inside
from ...inventory.results import Facts
from ...inventory.visibility import is_credential, key_of, without_credentials
from .cells import Cells, number
from .wording import heading, named, noun_of

__all__ = ('facts_reply',)

User = AbstractBaseUser | AnonymousUser
# What people ask about next when they were told of it; a role or a tenant is only a word about the object.
THINGS = (
    'dcim.site',
    'dcim.location',
    'dcim.rack',
    'dcim.device',
    'dcim.interface',
    'dcim.powerpanel',
    'dcim.powerfeed',
    'dcim.cable',
    'dcim.virtualchassis',
    'circuits.circuit',
    'circuits.provider',
    'ipam.prefix',
    'ipam.vlan',
    'ipam.ipaddress',
    'virtualization.cluster',
    'virtualization.virtualmachine',
    'tenancy.contact',
)
MAIN = ('status', 'role', 'device_type', 'type', 'site', 'location', 'rack', 'provider', 'vrf', 'cluster', 'primary_ip')
MAX_SENTENCES = 5
# So many of the main facts stand in the sentence beside a table of all.
MOST_SAID = 4
# Numbers that add up over objects; heights, voltages and places do not.
SUMMED = ('vcpus', 'memory', 'disk', 'size', 'commit_rate', 'available_power', 'allocated_draw', 'maximum_draw')


def facts_reply(result: Facts, user: User) -> Reply:
    """One object with all its facts, or the attributes asked for, as sentences and a table."""
    objects = tuple(obj for obj, _ in result.objects)
    values = (item.value(obj) for obj, attributes in result.objects for item in attributes)
    cells = Cells.of(values, user)
    refs = describe_all(objects, user)
    if result.asked:
        return _asked(result, cells, refs, user)
    blocks = tuple(_all_facts(obj, attributes, cells).as_json() for obj, attributes in result.objects)
    text = ' '.join(
        _summary(ref, obj, attributes, cells) for ref, (obj, attributes) in zip(refs, result.objects, strict=True)
    )
    return Reply(text, blocks=blocks, total=len(refs), objects=refs, query=result.query.as_json(), focus=_single(refs))


def _single(refs: Sequence[ObjectRef]) -> tuple[ObjectRef, ...]:
    return tuple(refs) if len(refs) == 1 else ()


def _asked(result: Facts, cells: Cells, refs: Sequence[ObjectRef], user: User) -> Reply:
    sentences = [_sentence(obj, item, cells) for obj, attributes in result.objects for item in attributes]
    first = result.objects[0][1]
    rows = tuple(
        (ref.display, *(cells.of_attribute(item, obj) for item in attributes))
        for ref, (obj, attributes) in zip(refs, result.objects, strict=True)
    )
    table = Table(
        (heading(result.objects[0][0]), *(item.label for item in first)), rows, tuple(ref.key for ref in refs)
    )
    if len(sentences) > MAX_SENTENCES:
        words = {'labels': enumeration(item.label for item in first), 'count': len(refs)}
        sentences = [gettext('%(labels)s of %(count)s objects.') % words]
    text = ' '.join([*sentences, *_sums(result, first)])
    blocks = (table.as_json(),) if len(refs) * len(first) > 1 else ()
    values = _values(result, cells, user)
    focus = _told_of(result, values) or _single(refs)
    return Reply(
        text,
        blocks=blocks,
        total=len(refs),
        objects=tuple(refs),
        query=result.query.as_json(),
        focus=focus,
        mentions=values,
    )


def _sums(result: Facts, attributes: Sequence[Attribute]) -> list[str]:
    """What the numbers of several objects are together, where a sum makes sense."""
    found = []
    for place, attribute in enumerate(attributes):
        values = [told[place].value(obj) for obj, told in result.objects]
        numbers = [value for value in values if isinstance(value, int | float | Decimal)]
        if attribute.name in SUMMED and len(numbers) > 1:
            unit = attribute.unit(result.objects[0][0])
            total = f'{number(sum(map(Decimal, map(str, numbers))))} {unit}'.strip()
            found.append(gettext('Together: %(total)s.') % {'total': total})
    return found


def _sentence(obj: Model, attribute: Attribute, cells: Cells) -> str:
    text = cells.of_attribute(attribute, obj)
    label = attribute.label
    if text:
        return gettext('%(label)s of %(name)s: %(value)s.') % {'label': label, 'name': obj, 'value': text}
    return gettext('%(name)s has no %(label)s.') % {'name': obj, 'label': inside(label)}


def _values(result: Facts, cells: Cells, user: User) -> tuple[ObjectRef, ...]:
    """The objects that the answer tells: the rack of a device, the panels of feeds."""
    told = [item.value(obj) for obj, attributes in result.objects[:MAX_SENTENCES] for item in attributes]
    found = {key_of(value): value for value in told if isinstance(value, Model) and cells.visible(value)}
    return describe_all(found.values(), user)


def _told_of(result: Facts, values: Sequence[ObjectRef]) -> tuple[ObjectRef, ...]:
    """The one thing that was asked for, when it is a thing."""
    one = len(result.objects) == len(result.objects[0][1]) == len(values) == 1
    return tuple(values) if one and values[0].key.object_type in THINGS else ()


def _all_facts(obj: Model, attributes: Sequence[Attribute], cells: Cells) -> Table:
    rows = [
        (attribute.label, text)
        for attribute in attributes
        if (text := cells.of_attribute(attribute, obj)) and not _empty_counter(attribute, obj)
    ]
    rows += [(label, text) for label, text in _custom_facts(obj, cells)]
    return Table((gettext('Field'), gettext('Value')), tuple(rows), (None,) * len(rows))


def _empty_counter(attribute: Attribute, obj: Model) -> bool:
    return attribute.name.endswith('_count') and not attribute.value(obj)


def _custom_facts(obj: Model, cells: Cells) -> list[tuple[str, str]]:
    if not getattr(obj, 'custom_field_data', None):
        return []
    found = []
    for field in CustomField.objects.get_for_model(type(obj)):
        value = without_credentials(obj.custom_field_data.get(field.name))
        if value in (None, '', [], {}) or is_credential(field.name) or field.ui_visible == 'hidden':
            continue
        if field.type in ('object', 'multiobject'):
            continue
        found.append((str(field), cells.text(tuple(value) if isinstance(value, list) else value)))
    return found


def _summary(ref: ObjectRef, obj: Model, attributes: Sequence[Attribute], cells: Cells) -> str:
    by_name = {attribute.name: attribute for attribute in attributes}
    said = [
        f'{inside(by_name[name].label)} {text}'
        for name in MAIN
        if name in by_name and (text := cells.of_attribute(by_name[name], obj)) and text not in ref.detail
    ]
    subject = capfirst(named(ref, noun_of(obj)))
    if not said:
        return gettext('%(subject)s.') % {'subject': subject}
    return gettext('%(subject)s: %(facts)s.') % {'subject': subject, 'facts': enumeration(said[:MOST_SAID])}
