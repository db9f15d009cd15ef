"""What the conditions of a question become for a type of object: filters, or numbers of related objects."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ...conversation.objects import Noun, NounSpan, ValueSpan
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import Kind, kind, kinds
from ...inventory.parameters import compared, empty, is_always_there, unrelated
from ...inventory.query import FilterValues, Having
from ...inventory.relations import belong_together, filter_for
from .condition import CONTENTS, Condition, Operator
from .merging import opposite
from .periods import Period
from .problems import Problem, ProblemKind
from .question import Question
from .suitability import NUMBERED

__all__ = ('Restrictions', 'counted_objects', 'restrictions')

Filters = Mapping[str, FilterValues]
ONE_FIELD_EACH = (Operator.PRESENT, Operator.MISSING)


@dataclass
class Restrictions:
    """Filters and conditions on related objects, for one type."""

    filters: dict[str, FilterValues] = field(default_factory=dict)
    having: list[Having] = field(default_factory=list)
    contradicted: bool = False

    def narrow(self, found: dict[str, FilterValues]) -> None:
        """Add filters; two of one name are noted, as NetBox would take them as alternatives."""
        self.contradicted |= any(self.filters.get(name, values) != values for name, values in found.items())
        self.filters |= found


def restrictions(question: Question, object_type: str) -> Restrictions | Problem:
    """All conditions of a question as they restrict objects of a type, or the first that it cannot be restricted by."""
    found = Restrictions()
    for condition in question.marked.conditions:
        if condition.operator is Operator.IS_NOT:
            problem = _not(question, condition, object_type, found)
        elif condition.noun:
            problem = _related(question, condition, condition.noun, object_type, found)
        else:
            problem = _property(question, condition, object_type, found)
        if found.contradicted:
            problem = Problem(ProblemKind.UNKNOWN_WORDS, (question.said(condition),), noun=Noun((object_type,)))
        if problem:
            return problem
    _belonging(question, object_type, found)
    problem = _moment(question, object_type, found)
    return problem or found


def _belonging(question: Question, object_type: str, found: Restrictions) -> None:
    """`ports on switches`: they belong to an object of that kind; names say which one by themselves."""
    for noun in question.belonging:
        if object_type in noun.noun.object_types:
            continue
        counted = counted_objects(question, noun, (), object_type)
        if counted is None or any(item.object_type == counted[0] for item in found.having):
            continue
        plain = None if counted[1] else unrelated(kind(object_type), counted[0], is_empty=False)
        if plain and not is_always_there(kind(object_type), counted[0]):
            found.narrow(dict(plain))
        elif counted[1] or plain is None:
            found.having.append(Having(*counted))


def counted_objects(
    question: Question, noun: NounSpan, states: tuple[ValueSpan, ...], object_type: str
) -> tuple[str, dict[str, FilterValues]] | None:
    """The related objects that a noun speaks of: their type, and the filters that states and roles make."""
    related = next(
        (name for name in noun.noun.object_types if name in kinds() and belong_together(name, object_type)), None
    )
    if related is None:
        return None
    filters: dict[str, FilterValues] = {}
    for state in states:
        if related not in state.values:
            return None
        filters |= {name: _several(value) for name, value in state.values[related].items()}
    if noun.noun.needs_trait(related):
        traits = noun.noun.traits
        if name := filter_for(kind(related), next(iter(traits)).object_type):
            filters[name] = tuple(sorted(trait.object_id for trait in traits))
    return related, filters


def _several(value: Any) -> FilterValues:
    return tuple(value) if isinstance(value, list) else (value,)


def _not(question: Question, condition: Condition, object_type: str, found: Restrictions) -> Problem | None:
    if condition.noun:
        traits = condition.noun.noun.traits
        name = filter_for(kind(object_type), next(iter(traits)).object_type)
        if name is None:
            words = question.text(condition.noun.start, condition.noun.end)
            return Problem(ProblemKind.NO_PROPERTY, (words,), noun=Noun((object_type,)))
        found.narrow({f'{name}__n': tuple(sorted(trait.object_id for trait in traits))})
    for state in condition.states:
        words = question.text(state.start, state.end)
        if object_type not in state.values:
            return Problem(ProblemKind.UNKNOWN_VALUE, (words,), noun=Noun((object_type,)))
        for name, value in state.values[object_type].items():
            other, chosen = opposite(name, _several(value))
            if other == name:
                found.narrow({name: chosen})
            else:
                found.filters[other] = (*found.filters.get(other, ()), *chosen)
    return None


def _related(
    question: Question, condition: Condition, noun: NounSpan, object_type: str, found: Restrictions
) -> Problem | None:
    words = question.text(noun.start, noun.end)
    whether = not condition.states and condition.maximum in (0, None) and condition.minimum < 2
    if whether:
        is_empty = condition.maximum == 0
        flags = question.lexicon.flags(_singular(question, noun))
        if plain := empty(kind(object_type), flags, is_empty) if flags else None:
            found.narrow(dict(plain))
            return None
        for other in noun.noun.object_types:
            if not noun.noun.traits and other in kinds() and (plain := unrelated(kind(object_type), other, is_empty)):
                found.narrow(dict(plain))
                return None
    counted = counted_objects(question, noun, condition.states, object_type)
    if counted is None:
        return Problem(ProblemKind.NO_PROPERTY, (words,), noun=Noun((object_type,)))
    found.having.append(Having(*counted, condition.minimum, condition.maximum))
    return None


def _singular(question: Question, noun: NounSpan) -> str:
    """What the noun is called in the singular, for the data file."""
    return noun.noun.label or question.text(noun.start, noun.end).casefold()


def _property(question: Question, condition: Condition, object_type: str, found: Restrictions) -> Problem | None:
    owner = condition.owner.noun.object_types[0] if condition.owner else object_type
    if owner != object_type and owner in kinds() and belong_together(owner, object_type):
        inside = Restrictions()
        problem = _property(question, replace(condition, owner=None), owner, inside)
        if not problem:
            found.having.append(Having(owner, inside.filters))
        return problem
    of, fields = kind(object_type), _fields(condition, object_type)
    problem = Problem(ProblemKind.NO_PROPERTY, (condition.words,), noun=Noun((object_type,)))
    if condition.words == CONTENTS:
        contents = question.lexicon.contents(object_type)
        if contents is None:
            return replace(problem, words=('empty',))
        found.having.append(Having(contents, {}, 0, 0))
        return None
    if condition.custom:
        found.narrow({f'cf_{fields[0]}': condition.values})
        return None
    if condition.operator in ONE_FIELD_EACH:
        is_empty = condition.operator is Operator.MISSING
        names = (*question.lexicon.flags(condition.words), *fields)
        plain = empty(of, names, is_empty)
        if plain is None:
            return problem
        found.narrow(dict(plain))
        return None
    values = tuple(_scaled(question, condition, value) for value in condition.values)
    found.narrow(_unit(question, condition, object_type))
    if condition.operator is Operator.BETWEEN:
        low = compared(of, fields, Operator.AT_LEAST.value, values[:1])
        high = compared(of, fields, Operator.AT_MOST.value, values[1:])
        if low is None or high is None:
            return problem
        found.narrow({**low, **high})
        return None
    plain = compared(of, fields, condition.operator.value, values) or _inclusive(of, fields, condition, values)
    if plain is None:
        return problem
    found.narrow(dict(plain))
    return None


def _inclusive(of: Kind, fields: tuple[str, ...], condition: Condition, values: FilterValues) -> Filters | None:
    """`smaller than /28` where NetBox only filters by `at least`: whole numbers are at least one more."""
    step = {Operator.MORE: 1, Operator.LESS: -1}.get(condition.operator)
    if step is None or not all(str(value).isdecimal() for value in values):
        return None
    lookup = Operator.AT_LEAST if step > 0 else Operator.AT_MOST
    return compared(of, fields, lookup.value, tuple(str(int(value) + step) for value in values))


def _fields(condition: Condition, object_type: str) -> tuple[str, ...]:
    """The fields that may be meant; of a bare number the one that objects of the type are numbered by."""
    if not condition.fields and not condition.words:
        return NUMBERED.get(object_type, ())
    labels = attribute_labels(object_type)
    called = [name for name, label in labels.items() if condition.words in (str(label).casefold(), name)]
    return tuple(dict.fromkeys((*called, *condition.fields)))


def _unit(question: Question, condition: Condition, object_type: str) -> dict[str, FilterValues]:
    """The unit of a length, which NetBox keeps beside the number."""
    beside = question.lexicon.mapping('quantities').get(condition.unit, {}).get('beside', {})
    filters = kind(object_type).filterset.base_filters
    return {name: (value,) for name, value in beside.items() if name in filters}


def _scaled(question: Question, condition: Condition, value: str) -> str:
    known = question.lexicon.mapping('quantities').get(condition.unit)
    return f'{float(value) * known["factor"]:.12g}' if known else value


def _moment(question: Question, object_type: str, found: Restrictions) -> Problem | None:
    """`created last week`, `expiring in the next 90 days`."""
    period, moment = question.marked.period, question.marked.moment
    if period is None or (moment and not moment.get('property')) or question.asks_for_changes:
        return None
    name = moment['property'] if moment else ''
    plain = between_times(period, name, object_type) if name else None
    if plain is None:
        return Problem(ProblemKind.NO_PROPERTY, (question.marked.when,), noun=Noun((object_type,)))
    found.narrow(plain)
    return None


def between_times(period: Period, name: str, object_type: str) -> dict[str, FilterValues] | None:
    """The filters that bound a time of objects of a type; None: they have no such time."""
    filters = kind(object_type).filterset.base_filters
    if f'{name}__gte' not in filters:
        return None
    dates = 'Time' not in type(filters[name]).__name__

    def text(moment: datetime) -> str:
        return moment.date().isoformat() if dates else moment.isoformat(timespec='seconds')

    found: dict[str, FilterValues] = {}
    if period.after:
        found[f'{name}__gte'] = (text(period.after),)
    if period.before:
        found[f'{name}__lt'] = (text(period.before),)
    return found
