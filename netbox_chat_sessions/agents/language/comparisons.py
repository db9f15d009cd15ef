"""Comparisons in a question: `more than 10 racks`, `VLANs 100-200`, `/24 and larger`, `at least 8 free ports`."""

import re
from collections.abc import Sequence

from ...conversation.objects import NounSpan, ValueSpan
from .condition import Condition, Operator
from .sentence import Sentence

__all__ = ('between', 'compared', 'mask')

_RANGE = re.compile(r'(\d+)[-–](\d+)')  # noqa: RUF001
_LENGTH = re.compile(r'/(\d{1,3})s?')
_GLUED = re.compile(r'(>=|<=|==|>|<|=|≥|≤)(\d+(?:\.\d+)?)([a-z/]*)')

COMPARED = {
    'more': Operator.MORE,
    'at_least': Operator.AT_LEAST,
    'less': Operator.LESS,
    'at_most': Operator.AT_MOST,
    'exactly': Operator.IS,
}
# A larger network has a shorter mask.
BY_MASK = {
    Operator.MORE: Operator.LESS,
    Operator.AT_LEAST: Operator.AT_MOST,
    Operator.LESS: Operator.MORE,
    Operator.AT_MOST: Operator.AT_LEAST,
}


def mask(sentence: Sentence, at: int) -> Condition | None:
    """`/24 and larger`, `larger than /24`, `a /28`."""
    compared = next((name for name in COMPARED if sentence.cue(at, 'comparisons', name)), None)
    size = sentence.cue(at, 'comparisons', compared) if compared else 0
    hit = _LENGTH.fullmatch(sentence.word(at + size))
    if not hit:
        return None
    behind = at + size + 1
    operator = COMPARED[compared] if compared else Operator.IS
    if not compared:
        trailing, behind = _trailing(sentence, behind)
        operator = trailing or operator
    operator = BY_MASK.get(operator, operator)
    return Condition(at, behind, operator, 'mask length', ('mask_length',), values=(hit[1],))


def between(sentence: Sentence, at: int) -> Condition | None:
    """`between 100 and 200`, `VLANs 100-200`, `from 1000 to 1200`."""
    hit = _RANGE.fullmatch(sentence.word(at))
    if hit and int(hit[1]) < int(hit[2]):
        return _ranged(sentence, at, at + 1, hit[1], hit[2], '')
    size = sentence.cue(at, 'comparisons', 'between')
    bare = not size and sentence.is_one_of(at + 1, 'comparisons', 'through')
    low = sentence.number(at + size) if size or bare else None
    joint = sentence.cue(at + size + 1, 'comparisons', 'to') if low else 0
    high = sentence.number(at + size + 1 + joint) if joint else None
    if not low or not high or low[0] >= high[0]:
        return None
    return _ranged(sentence, at, at + size + 2 + joint, f'{low[0]:g}', f'{high[0]:g}', high[1] or low[1])


def _ranged(sentence: Sentence, at: int, last: int, low: str, high: str, unit: str) -> Condition | None:
    first, called = sentence.property_before(at)
    if not unit and sentence.word(last) in sentence.lexicon.mapping('quantities'):
        unit, last = sentence.word(last), last + 1
    if not called and not unit and (counted := sentence.counted(last)):
        return Condition(
            at, counted.last, Operator.PRESENT, noun=counted.noun, states=counted.states,
            minimum=int(low), maximum=int(high),
        )  # fmt: skip
    fields = called.fields if called else _measured_in(sentence, unit)
    return Condition(
        first, last, Operator.BETWEEN, called.words if called else unit, fields, values=(low, high), unit=unit
    )


def _measured_in(sentence: Sentence, unit: str) -> tuple[str, ...]:
    known = sentence.lexicon.mapping('quantities').get(unit)
    return tuple(known['properties']) if known else ()


def compared(sentence: Sentence, at: int) -> Condition | None:
    """`more than 10 racks`, `higher than 40U`, `at least 8 unconnected ports`, `10 devices or more`, `mtu >1500`."""
    if glued := _GLUED.fullmatch(sentence.word(at).replace(',', '')):
        sign = glued[1].replace('==', '=')
        name = next(name for name in COMPARED if sign in sentence.lexicon.words('comparisons', name))
        return _quantity(sentence, at, at + 1, COMPARED[name], float(glued[2]), glued[3])
    name = next((name for name in COMPARED if sentence.cue(at, 'comparisons', name)), '')
    if name:
        behind = at + sentence.cue(at, 'comparisons', name)
        number = sentence.number(behind)
        return _quantity(sentence, at, behind + 1, COMPARED[name], *number) if number else None
    number = sentence.number(at)
    if number is None:
        return None
    operator, behind = _trailing(sentence, at + 1)
    if operator:
        return _quantity(sentence, at, behind, operator, *number)
    counted = sentence.counted(at + 1)
    operator, behind = _trailing(sentence, counted.last) if counted else (None, at)
    if counted and operator:
        return _number_of(at, behind, operator, number[0], counted.noun, counted.states)
    return None


def _trailing(sentence: Sentence, at: int) -> tuple[Operator | None, int]:
    for name, operator in (('or_more', Operator.AT_LEAST), ('or_less', Operator.AT_MOST)):
        if size := sentence.cue(at, 'comparisons', name):
            return operator, at + size
    return None, at


def _quantity(
    sentence: Sentence, at: int, behind: int, operator: Operator, number: float, unit: str
) -> Condition | None:
    first, called = sentence.property_before(at)
    if not unit and sentence.word(behind) in sentence.lexicon.mapping('quantities'):
        unit, behind = sentence.word(behind), behind + 1
    if not called and not unit and (counted := sentence.counted(behind)):
        return _number_of(at, counted.last, operator, number, counted.noun, counted.states)
    if not called and (beside := sentence.property(behind)):
        return Condition(
            at, behind + beside.size, operator, beside.words, beside.fields, values=(f'{number:g}',), unit=unit
        )
    comparative = tuple(sentence.lexicon.mapping('comparatives').get(sentence.word(at), ()))
    fields = called.fields if called else _measured_in(sentence, unit) or comparative
    if not fields:
        return None
    words = called.words if called else unit or sentence.word(at)
    return Condition(first, behind, operator, words, fields, values=(f'{number:g}',), unit=unit)


def _number_of(
    at: int, last: int, operator: Operator, number: float, noun: NounSpan, states: Sequence[ValueSpan]
) -> Condition:
    count = int(number)
    low, high = {
        Operator.MORE: (count + 1, None),
        Operator.AT_LEAST: (count, None),
        Operator.LESS: (0, count - 1),
        Operator.AT_MOST: (0, count),
    }.get(operator, (count, count))
    return Condition(at, last, Operator.PRESENT, noun=noun, states=tuple(states), minimum=low, maximum=high)
