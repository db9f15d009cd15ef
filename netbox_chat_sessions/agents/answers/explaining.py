"""How an answer was obtained."""

from dataclasses import replace

from django.utils.translation import gettext

from ...conversation.reply import Reply
from ...inventory.catalogue import kinds
from ...inventory.query import InventoryQuery

__all__ = ('explained',)


def explained(reply: Reply, query: InventoryQuery) -> Reply:
    """The answer, obtained once more, behind what it was obtained from: NetBox's own filters, and nothing else."""
    told = reply.query or query.as_json()
    filters = ', '.join(f'{name}={",".join(map(str, values))}' for name, values in told.get('filters', {}).items())
    of = kinds().get(query.object_type or '')
    words = {'nouns': of.nouns if of else gettext('objects'), 'filters': filters}
    found = (
        gettext('Looked up in NetBox just now, with your permissions: %(nouns)s with the filters %(filters)s.')
        if filters
        else gettext('Looked up in NetBox just now, with your permissions: %(nouns)s.')
    )
    return replace(reply, text=f'{found % words} {reply.text}')
