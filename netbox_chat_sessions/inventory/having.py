"""Conditions on related objects: `sites without devices`, `racks with 2 to 4 devices`."""

from collections.abc import Sequence
from dataclasses import replace

from .catalogue import kind
from .query import Having
from .selection import Condition, Selection, list_path, select
from .ties import tied_between, ties_between
from .visibility import User

__all__ = ('having',)

# NetBox's lists cannot say such a condition; a link can name so many objects one by one.
MAX_LINKED = 100


def having(selection: Selection, conditions: Sequence[Having], user: User) -> Selection:
    """Those objects of the selection for which all conditions hold; only related objects that the user may view count.

    Raises:
        NotApplicable: The kind has nothing to do with a related one, or its objects may not be viewed.
        QueryError: As `select`, for the filters of a condition.
    """
    if not conditions:
        return selection
    queryset, told = selection.queryset, []
    for condition in conditions:
        related = select(kind(condition.object_type), condition.filters, user)
        ties = ties_between(selection.kind, related, user)
        queryset = queryset.filter(tied_between(ties, related.queryset, condition.minimum, condition.maximum))
        told.append(Condition(condition, related))
    narrowed = replace(selection, queryset=queryset, having=tuple(told))
    return replace(narrowed, path=_path(narrowed))


def _path(selection: Selection) -> str:
    keys = list(selection.queryset.order_by().values_list('pk', flat=True)[: MAX_LINKED + 1])
    return list_path(selection.kind, {'id': tuple(keys)}) if 0 < len(keys) <= MAX_LINKED else ''
