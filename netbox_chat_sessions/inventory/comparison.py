"""Objects side by side."""

from django.db.models import Model
from django.utils.translation import gettext

from .attributes import Attribute, facts_of, find_attribute
from .catalogue import kind_of
from .errors import NotApplicable
from .query import InventoryQuery
from .results import Comparison
from .visibility import User

__all__ = ('compared',)


def compared(query: InventoryQuery, objects: tuple[Model, ...], user: User) -> Comparison:
    """The facts of objects of one type, those that differ first.

    Raises:
        NotApplicable: There is only one object, or they are of different types.
    """
    if len(objects) < 2:
        raise NotApplicable(gettext('It takes at least two objects to compare.'))
    if len({type(obj) for obj in objects}) > 1:
        raise NotApplicable(gettext('Only objects of one type can be compared.'))
    of = kind_of(objects[0])
    told = tuple(item for item in facts_of(of) if item.name != 'name')
    attributes = tuple(find_attribute(of, name) for name in query.attributes) or told
    rows = [(item, _differs(item, objects)) for item in attributes if any(_said(item, obj) for obj in objects)]
    return Comparison(query, objects, tuple(sorted(rows, key=lambda row: not row[1])))


def _said(attribute: Attribute, obj: Model) -> bool:
    return attribute.value(obj) not in (None, '', ())


def _differs(attribute: Attribute, objects: tuple[Model, ...]) -> bool:
    values = [attribute.value(obj) for obj in objects]
    return any(value != values[0] for value in values[1:])
