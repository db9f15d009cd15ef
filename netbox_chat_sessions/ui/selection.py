"""Objects that were chosen in one of NetBox's lists, as what a session is told about them."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from ..conversation.objects import ObjectRef
from ..conversation.records import Recorded, RecordedEntity
from ..conversation.session import SaidBy
from ..inventory.catalogue import kind
from ..inventory.query import Action, InventoryQuery

__all__ = ('AGENT', 'MOST', 'selected')

# So many are remembered as a list; nobody counts further with "the third one".
MOST = 100
NAMED = 10
# Who answers: it is told apart from agents in the records.
AGENT = 'selection'


def selected(refs: Sequence[ObjectRef], turn_id: UUID) -> Recorded:
    """What is recorded, so that "it", "they", "these devices" and "the second one" mean the chosen objects.

    Args:
        refs: At least one object, all of one type, in the order of the list.
        turn_id: The client's.
    """
    of = kind(refs[0].key.object_type)
    if len(refs) == 1:
        query = _('About {kind} {name}').format(kind=of.noun, name=refs[0].display)
        response = _('What would you like to know about it?')
        entity = RecordedEntity(refs[0].key, SaidBy.PAGE)
        return Recorded(query, response, AGENT, turn_id, entities=(entity,))
    names = ', '.join(ref.display for ref in refs[:NAMED])
    query = _('About these {count} {kinds}: {names}').format(
        count=len(refs), kinds=of.nouns, names=f'{names}, …' if len(refs) > NAMED else names
    )
    response = _('What would you like to know about them? You can also say “the second one”.')
    keys = tuple(ref.key for ref in refs)
    asked = InventoryQuery(Action.LIST, keys[0].object_type, {'id': tuple(key.object_id for key in keys)})
    return Recorded(query, response, AGENT, turn_id, listed=keys, asked=asked.as_json())
