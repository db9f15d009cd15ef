"""What a condition of a question is."""

from dataclasses import dataclass
from enum import StrEnum

from ...conversation.objects import NounSpan, ValueSpan

__all__ = ('CONTENTS', 'Condition', 'Operator')


# What is missing in what is empty.
CONTENTS = 'contents'


class Operator(StrEnum):
    """How a property is compared; the values are the lookups of NetBox's FilterSets."""

    IS = 'ie'
    IS_NOT = 'n'
    CONTAINS_NOT = 'nic'
    CONTAINS = 'ic'
    STARTS = 'isw'
    ENDS = 'iew'
    MATCHES = 'iregex'
    MORE = 'gt'
    AT_LEAST = 'gte'
    LESS = 'lt'
    AT_MOST = 'lte'
    BETWEEN = 'between'
    PRESENT = 'present'
    MISSING = 'missing'


@dataclass(frozen=True)
class Condition:
    """One condition.

    Attributes:
        first: Place of its first word.
        last: The place behind it.
        operator: See `Operator`.
        words: The property, as it was called; empty where a unit or a noun tells what is compared.
        fields: What the words may mean, the likeliest first.
        noun: The related objects that are counted or missing.
        states: Words such as `active`: which of the related objects count, or what the objects are not.
        values: What the property is compared with; two for `between`.
        unit: Unit of the values.
        minimum: How many related objects, at least.
        maximum: How many of them, at most; None: any number.
        custom: The property is a custom field.
        owner: The kind whose objects must fulfil it, where it stands right behind one ("racks whose name …").
        either: It is an alternative to the condition before it ("missing a description or a primary IP").
    """

    first: int
    last: int
    operator: Operator
    words: str = ''
    fields: tuple[str, ...] = ()
    noun: NounSpan | None = None
    states: tuple[ValueSpan, ...] = ()
    values: tuple[str, ...] = ()
    unit: str = ''
    minimum: int = 0
    maximum: int | None = None
    custom: bool = False
    owner: NounSpan | None = None
    either: bool = False

    @property
    def names_follow(self) -> bool:
        """Whether it leaves out what the name behind it stands for ("not at MDF")."""
        return self.operator is Operator.IS_NOT and not (self.states or self.noun)
