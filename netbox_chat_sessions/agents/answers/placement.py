"""Where something is."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.translation import gettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, Table
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration, inside, sentence_list
from ...inventory.results import Placement
from ...inventory.visibility import Visibility, key_of
from .cells import Cells, number
from .wording import heading, noun_of

__all__ = ('placement_reply',)

User = AbstractBaseUser | AnonymousUser
MAX_SENTENCES = 5
IN = (
    'dcim.rack',
    'dcim.location',
    'dcim.region',
    'virtualization.cluster',
    'ipam.vrf',
    'dcim.modulebay',
    'dcim.devicebay',
)


def placement_reply(result: Placement, user: User) -> Reply:
    """One sentence for each object, from the innermost place outwards."""
    values = (value for _, places in result.places for _, value in places)
    cells = Cells.of(values, user)
    objects = tuple(obj for obj, _ in result.places)
    refs = describe_all(objects, user)
    sentences = [_sentence(obj, places, cells) for obj, places in result.places]
    text = ' '.join(sentences[:MAX_SENTENCES])
    if len(sentences) > MAX_SENTENCES:
        text = gettext('%(count)s objects with their places.') % {'count': len(sentences)}
    rows = tuple(
        (str(obj), enumeration(_phrases(places, cells)) or gettext('not recorded')) for obj, places in result.places
    )
    table = Table((heading(objects[0]), gettext('Place')), rows, tuple(ref.key for ref in refs))
    return Reply(
        text,
        blocks=(table.as_json(),) if len(rows) > 1 else (),
        total=len(refs),
        objects=refs,
        query=result.query.as_json(),
        focus=refs if len(refs) == 1 else (),
        mentions=_places(result, user),
    )


def _places(result: Placement, user: User) -> tuple[ObjectRef, ...]:
    """The objects that the answer names as places, which may be spoken of next ("that site")."""
    values = [value for _, places in result.places[:MAX_SENTENCES] for _, value in places]
    parts = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
    objects = [part for part in parts if isinstance(part, Model)]
    visible = Visibility(user).visible(objects)
    return describe_all([obj for obj in objects if key_of(obj) in visible], user)


def _sentence(obj: Model, places: tuple[tuple[str, Any], ...], cells: Cells) -> str:
    phrases = _phrases(places, cells)
    if not phrases:
        return gettext('NetBox does not say where %(noun)s %(name)s is.') % {'noun': noun_of(obj), 'name': obj}
    ends = dict(places)
    if {'a_terminations', 'b_terminations'} & set(ends) or {'termination_a', 'termination_z'} & set(ends):
        return gettext('%(name)s runs %(ends)s.') % {'name': obj, 'ends': ' '.join(phrases)}
    return gettext('%(name)s is %(places)s.') % {'name': obj, 'places': enumeration(phrases)}


def _phrases(places: tuple[tuple[str, Any], ...], cells: Cells) -> list[str]:
    found = []
    for relation, value in places:
        if relation == 'position':
            found.append(gettext('position U%(unit)s') % {'unit': number(value)})
        elif relation == 'face':
            found.append(gettext('%(face)s side') % {'face': inside(str(value))})
        elif phrase := _object_phrase(relation, value, cells):
            found.append(phrase)
    return found


def _object_phrase(relation: str, value: Any, cells: Cells) -> str:
    objects = value if isinstance(value, tuple) else (value,)
    names = [f'{noun_of(obj)} {cells.name(obj)}' for obj in objects if isinstance(obj, Model) and cells.name(obj)]
    if not names:
        return ''
    name = sentence_list(names)
    if relation in ('a_terminations', 'termination_a'):
        return gettext('from %(name)s') % {'name': name}
    if relation in ('b_terminations', 'termination_z'):
        return gettext('to %(name)s') % {'name': name}
    if relation == 'assigned_object':
        return gettext('assigned to %(name)s') % {'name': name}
    label = objects[0]._meta.label_lower
    if label == 'dcim.site':
        return gettext('at %(name)s') % {'name': name}
    return (gettext('in %(name)s') if label in IN else gettext('on %(name)s')) % {'name': name}
