"""Questions for room: `is there room for a 4U box in R103?`, `which racks at MDF have 10 free units in a row?`."""

from ...inventory.query import PAGE_SIZE, Action, InventoryQuery
from ...inventory.relations import belong_together
from .condition import Operator
from .question import Question

__all__ = ('ask_for_room',)

RACK, PREFIX = 'dcim.rack', 'ipam.prefix'


def ask_for_room(question: Question) -> InventoryQuery | None:
    """The query for racks with so many free units in a row, or for networks of a size; None: no size is asked for.

    What is to be mounted ("a 4U box") is a kind of object that is not asked for.
    """
    marked = question.marked
    asked = question.words & set(question.lexicon.words('room', 'words'))
    masks = [item for item in marked.conditions if item.fields == ('mask_length',) and item.operator is Operator.IS]
    if masks and marked.has('available'):
        subjects = tuple(ref.key for ref in question.anchors)
        size = int(masks[0].values[0])
        return InventoryQuery(Action.AVAILABLE, PREFIX, subjects=subjects, size=size, limit=marked.limit or PAGE_SIZE)
    if marked.units is None or not asked:
        return None
    keys = [ref.key for ref in question.anchors]
    subjects = tuple(key for key in keys if key.object_type == RACK or belong_together(RACK, key.object_type))
    return InventoryQuery(
        Action.AVAILABLE,
        RACK,
        question.values(RACK) if not subjects else {},
        subjects=subjects,
        size=marked.units,
        limit=marked.limit or PAGE_SIZE,
    )
