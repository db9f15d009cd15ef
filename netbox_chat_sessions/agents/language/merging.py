"""How the conditions of a follow-up join those of the query that it continues: each in place of its counterpart."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...inventory.query import FilterValues, Having

__all__ = ('merged', 'merged_having', 'opposite')

NOT, EMPTY = '__n', '__empty'


def opposite(name: str, values: FilterValues) -> tuple[str, FilterValues]:
    """The filter that chooses what one leaves out; yes and no have no parameter for it but each other."""
    if all(isinstance(value, bool) for value in values):
        return name, tuple(str(not value).lower() for value in values)
    return f'{name}{NOT}', values


def merged(old: Mapping[str, FilterValues], new: Mapping[str, FilterValues]) -> dict[str, FilterValues]:
    """Filters with new ones beside them.

    A new value takes the place of the old one; what is left out is taken from what was chosen, and the other way round.
    """
    found = dict(old)
    for name, values in new.items():
        base = name.removesuffix(NOT)
        counterpart = base if name.endswith(NOT) else f'{name}{NOT}'
        if counterpart in found:
            found[counterpart] = tuple(value for value in found[counterpart] if value not in values)
        for other in (f'{base.partition("__")[0]}{EMPTY}', *_compared(name, found)):
            found.pop(other, None)
        # `not X`, then `not Y`: neither of them.
        found[name] = tuple(dict.fromkeys((*old.get(name, ()), *values))) if name.endswith(NOT) else values
    # A parameter without values would choose nothing.
    return {name: values for name, values in found.items() if values or name in new}


def _compared(name: str, found: Mapping[str, FilterValues]) -> list[str]:
    """What is written in a property that is said to be empty or not now."""
    base, lookup, _ = name.partition('__')
    return [other for other in found if lookup == EMPTY.strip('_') and other.partition('__')[0] == base]


def merged_having(old: Sequence[Having], new: Sequence[Having]) -> tuple[Having, ...]:
    """Conditions on related objects; a new one on the same objects replaces the old one, or bounds it as well."""
    kept = list(old)
    found: list[Having] = []
    for item in new:
        before = [other for other in kept if _what(other) == _what(item)]
        for other in before:
            if other.maximum is None and item.minimum == 0 and item.maximum and item.maximum >= other.minimum:
                item = replace(item, minimum=other.minimum)
            elif other.minimum == 0 and other.maximum and item.maximum is None and item.minimum <= other.maximum:
                item = replace(item, maximum=other.maximum)
        kept = [other for other in kept if other not in before]
        found.append(item)
    return (*kept, *found)


def _what(item: Having) -> tuple[str, list[tuple[str, FilterValues]]]:
    return item.object_type, sorted(item.filters.items())
