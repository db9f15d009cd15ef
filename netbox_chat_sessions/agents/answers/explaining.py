"""How an answer was obtained."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext, ngettext

from ...conversation.reply import Reply
from ...inventory.catalogue import kinds
from ...inventory.enumerating import enumeration
from ...inventory.query import FilterValues, Having, InventoryQuery

__all__ = ('explained',)


def explained(reply: Reply, query: InventoryQuery) -> Reply:
    """The answer, obtained once more, behind what it was obtained from: NetBox's own filters, and nothing else."""
    told = InventoryQuery.from_json(reply.query) if reply.query else query
    found = gettext('Looked up in NetBox just now, with your permissions: %(what)s.') % {'what': _what(told)}
    return replace(reply, text=f'{found} {reply.text}')


def _what(query: InventoryQuery) -> str:
    """`devices with the filters site_id (1 object), status=active, ordered by name`."""
    own = tuple(key.object_id for key in query.subjects if key.object_type == query.object_type)
    filters = {**query.filters, 'id': own} if own else query.filters
    parts = [_with(_nouns(query.object_type or ''), filters), *map(_having, query.having)]
    if query.rank and query.rank.object_type:
        parts.append(gettext('compared by how many %(nouns)s each has') % {'nouns': _nouns(query.rank.object_type)})
    elif query.rank and query.rank.attribute:
        parts.append(gettext('compared by %(field)s') % {'field': query.rank.attribute})
    if query.order:
        parts.append(gettext('ordered by %(fields)s') % {'fields': enumeration(query.order)})
    return enumeration(parts)


def _with(nouns: str, filters: Mapping[str, FilterValues]) -> str:
    told = enumeration(_filters(filters))
    return gettext('%(nouns)s with the filters %(filters)s') % {'nouns': nouns, 'filters': told} if told else nouns


def _filters(filters: Mapping[str, FilterValues]) -> Iterator[str]:
    """Parameters and their values; of objects, whose IDs tell nobody anything, how many they are."""
    for name, values in filters.items():
        keys = name.removesuffix('__n').split('_')[-1] == 'id' and all(isinstance(value, int) for value in values)
        if keys:
            objects = ngettext('%(count)s object', '%(count)s objects', len(values)) % {'count': len(values)}
            yield f'{name} ({objects})'
        else:
            # `rack_id=null`, a rack's `facility_id`.
            yield f'{name}={",".join(map(str, values))}'


def _having(condition: Having) -> str:
    words = {
        'nouns': _with(_nouns(condition.object_type), condition.filters),
        'minimum': condition.minimum,
        'maximum': condition.maximum,
    }
    if condition.maximum is None:
        return gettext('having at least %(minimum)s %(nouns)s') % words
    if condition.minimum <= 0:
        return gettext('having at most %(maximum)s %(nouns)s') % words
    return gettext('having %(minimum)s to %(maximum)s %(nouns)s') % words


def _nouns(object_type: str) -> str:
    found = kinds().get(object_type)
    return found.nouns if found else gettext('objects')
