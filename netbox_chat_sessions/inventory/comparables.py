"""What objects can be ordered by: numbers, dates, lengths in one unit, sizes of networks, numeric custom fields."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import (
    Case,
    DateField,
    DecimalField,
    DurationField,
    Expression,
    F,
    Field,
    FloatField,
    IntegerField,
    TimeField,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils.text import capfirst
from django.utils.translation import gettext
from extras.models import CustomField
from ipam.fields import IPNetworkField
from ipam.lookups import NetMaskLength
from utilities.fields import CounterCacheField

from .attributes import Attribute, find_attribute
from .catalogue import Kind, kind
from .enumerating import inside
from .errors import NotApplicable
from .model_fields import field_of
from .query import Rank
from .selection import Selection, select
from .ties import number_tied, ties_between
from .visibility import User, is_credential

__all__ = ('Basis', 'Comparable', 'comparable')

NUMBERS = (IntegerField, DecimalField, FloatField, DurationField)
TIMES = (DateField, TimeField)
LENGTHS = ('prefix', 'prefix_length', 'mask_length', 'size')


class Basis(StrEnum):
    """By what objects are compared."""

    NUMBER = 'number'
    VALUE = 'value'
    TIME = 'time'
    SIZE = 'size'
    UTILISATION = 'utilisation'


CUSTOM = {
    'integer': (Basis.VALUE, DecimalField(max_digits=40, decimal_places=0)),
    'decimal': (Basis.VALUE, DecimalField(max_digits=40, decimal_places=10)),
    'date': (Basis.TIME, DateField()),
}


@dataclass(frozen=True)
class Comparable:
    """By what objects are ordered, as an expression of SQL, and how it is told.

    Attributes:
        attribute: The attribute that tells the value; None: the value is that of the expression.
        counted: What is counted.
    """

    basis: Basis
    value: Expression | F
    attribute: Attribute | None = None
    counted: Selection | None = None


def comparable(of: Kind, rank: Rank, user: User) -> Comparable:
    """What a rank means for a kind.

    Raises:
        NotApplicable: The objects cannot be put into an order by that, or have nothing to do with what is counted.
        UnknownAttribute: They have no such attribute.
    """
    if rank.object_type:
        return _number(of, Rank(object_type=rank.object_type, filters=rank.filters), user)
    name = rank.attribute or ''
    field = field_of(of.model, 'prefix')
    if isinstance(field, IPNetworkField) and name in LENGTHS:
        return Comparable(Basis.SIZE, _size('prefix'))
    if isinstance(field := field_of(of.model, name), CounterCacheField):
        # NetBox keeps these numbers for everybody; what the user may view is counted instead.
        return _number(of, Rank(object_type=field.to_model_name.lower()), user)
    attribute = find_attribute(of, name)
    found = _custom(of, attribute) if attribute.custom else _field(attribute)
    if found is None or is_credential(attribute.steps[-1]):
        words = {'nouns': capfirst(of.nouns), 'field': inside(attribute.label)}
        raise NotApplicable(gettext('%(nouns)s cannot be compared by %(field)s.') % words)
    return found


def _number(of: Kind, rank: Rank, user: User) -> Comparable:
    counted = select(kind(rank.object_type or ''), rank.filters, user)
    number = number_tied(ties_between(of, counted, user), counted.queryset)
    return Comparable(Basis.NUMBER, number, counted=counted)


def _size(name: str) -> Expression:
    """How many bits of an address are free: 24 of 10.0.0.0/8."""
    length = NetMaskLength(F(name))
    return Case(When(**{f'{name}__family': 4}, then=Value(32) - length), default=Value(128) - length)


def _field(attribute: Attribute) -> Comparable | None:
    fields: list[Field] = [field for field in attribute.fields if field is not None]
    if len(fields) < len(attribute.steps) or attribute.many or not fields[-1].concrete:
        return None
    last = fields[-1]
    *path, name = attribute.steps
    # Lengths and weights are kept in the unit they were given in, and in one for all.
    in_one_unit = field_of(last.model, f'_abs_{name}')
    if in_one_unit is not None:
        last = in_one_unit
    if not isinstance(last, (*NUMBERS, *TIMES)) or last.related_model is not None:
        return None
    basis = Basis.TIME if isinstance(last, TIMES) else Basis.VALUE
    return Comparable(basis, F('__'.join((*path, last.name))), attribute)


def _custom(of: Kind, attribute: Attribute) -> Comparable | None:
    for custom in CustomField.objects.get_for_model(of.model):
        if custom.name == attribute.name and custom.type in CUSTOM:
            basis, field = CUSTOM[custom.type]
            return Comparable(basis, Cast(KeyTextTransform(custom.name, 'custom_field_data'), field), attribute)
    return None
