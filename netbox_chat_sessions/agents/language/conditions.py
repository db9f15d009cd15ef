"""Conditions in a question: what objects lack or have, are not, and what stands in their names."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...conversation.objects import NounSpan, ValueSpan
from ...conversation.vocabulary import vocabulary
from .comparisons import between, compared, mask
from .condition import CONTENTS, Condition, Operator
from .sentence import LONGEST_PROPERTY, Sentence

__all__ = ('WRITTEN', 'conditions_of')

WRITTEN = (
    Operator.CONTAINS_NOT, Operator.CONTAINS, Operator.STARTS, Operator.ENDS, Operator.MATCHES, Operator.IS,
)  # fmt: skip


def conditions_of(sentence: Sentence, series: Sequence[Condition]) -> list[Condition]:
    """All conditions of a question, in order; they do not overlap. `series`: those that are known."""
    found: list[Condition] = []
    at = 0
    while at < len(sentence.tokens):
        if known := next((item for item in series if item.first == at), None):
            found.append(known)
            at = known.last
            continue
        # A text in quotation marks or of the shape of a name may stand in a property: `con1 in the name`.
        rules = RULES if at in sentence.free else (_inside,)
        hit = next((hit for rule in rules if (hit := rule(sentence, at))), None) or _continued(sentence, at, found)
        if hit:
            found.append(hit)
        at = hit.last if hit else at + 1
    return found


def _custom_field(sentence: Sentence, at: int) -> Condition | None:
    """`cf environment = production`."""
    size = sentence.cue(at, 'texts', 'custom')
    if not size or at + size >= len(sentence.tokens):
        return None
    name, _, value = sentence.tokens[at + size].text.partition('=')
    behind = at + size + 1
    if not value:
        behind += sentence.cue(behind, 'texts', Operator.IS.value)
        if behind >= len(sentence.tokens):
            return None
        value, behind = sentence.written(behind)
    return Condition(at, behind, Operator.IS, name, (name,), values=(value,), custom=True)


def _written(sentence: Sentence, at: int) -> Condition | None:
    """`whose name starts with sw-`, `description contains lab`, `where the label is X`."""
    called = sentence.property(at)
    if not called:
        return None
    behind = at + called.size
    for operator in WRITTEN:
        cue = sentence.cue(behind, 'texts', operator.value)
        # `what is the serial of X` and `which unit is X in` ask.
        asks = operator is Operator.IS and (sentence.noun(behind + cue) or behind + cue not in sentence.free)
        if not cue or not sentence.says_something(behind + cue) or asks:
            continue
        text, last = sentence.written(behind + cue)
        owner = _owner(sentence, at)
        return Condition(at, last, operator, called.words, called.fields, values=(text,), owner=owner)
    return None


def _owner(sentence: Sentence, at: int) -> NounSpan | None:
    """The noun that a clause belongs to: `racks whose name …`."""
    while at and sentence.is_one_of(at - 1, 'conditions', 'clauses'):
        at -= 1
    if not at:
        return None
    end = sentence.tokens[at - 1].end
    return next((noun for noun in sentence.nouns if noun.start < end <= noun.end), None)


def _valued(sentence: Sentence, at: int) -> Condition | None:
    """`an MTU of 9000`, `height 42`, `where the vid is 100`."""
    called = sentence.property(at)
    if not called:
        return None
    behind = at + called.size
    behind += 1 if sentence.is_one_of(behind, 'joints', 'of') else sentence.cue(behind, 'texts', Operator.IS.value)
    number = sentence.number(behind)
    if number is None or sentence.word(behind) in vocabulary().numbers:
        return None
    if number[1] and number[1] not in sentence.lexicon.mapping('quantities'):
        return None
    values = (f'{number[0]:g}',)
    return Condition(at, behind + 1, Operator.IS, called.words, called.fields, values=values, unit=number[1])


def _inside(sentence: Sentence, at: int) -> Condition | None:
    """`branch in the name`."""
    text, behind = sentence.written(at)
    size = sentence.cue(behind, 'texts', 'inside')
    called = sentence.property(behind + size) if size else None
    if not called or called.words not in sentence.lexicon.words('texts', 'properties'):
        return None
    if not sentence.says_something(at):
        return None
    return Condition(at, behind + size + called.size, Operator.CONTAINS, called.words, called.fields, values=(text,))


def _lacking(sentence: Sentence, at: int) -> Condition | None:
    """`without devices`, `missing a description`, `have no primary IP`."""
    size = sentence.cue(at, 'conditions', 'absent')
    return _owned(sentence, at, at + size, Operator.MISSING) if size else None


def _continued(sentence: Sentence, at: int, found: Sequence[Condition]) -> Condition | None:
    """`without a rack and a tenant`, `missing a serial or an asset tag`: what was said of the one thing holds on."""
    before = found[-1] if found else None
    joined = sentence.is_one_of(at, 'joints', 'words')
    if not before or before.last != at or before.operator is not Operator.MISSING or not joined:
        return None
    behind = at + 1
    if size := sentence.cue(behind, 'conditions', 'absent'):
        behind += size
    condition = _owned(sentence, at, behind, Operator.MISSING)
    either = sentence.is_one_of(at, 'joints', 'or')
    return replace(condition, either=either) if condition else None


def _empty(sentence: Sentence, at: int) -> Condition | None:
    """`which racks are empty`: nothing of what people look for in them."""
    size = sentence.cue(at, 'conditions', 'empty')
    return Condition(at, at + size, Operator.MISSING, CONTENTS) if size else None


def _having(sentence: Sentence, at: int) -> Condition | None:
    """`with a primary IP`, `racks with devices`; only behind what has them, or at the beginning."""
    said = any(noun.start < sentence.tokens[at].start for noun in sentence.nouns)
    if (at and not said and set(range(at)) <= sentence.free) or sentence.cue(at, 'conditions', 'idioms'):
        return None
    if size := sentence.cue(at, 'conditions', 'present'):
        return _owned(sentence, at, at + size, Operator.PRESENT)
    size = sentence.cue(at, 'conditions', 'present_plural')
    counted = sentence.counted(at + size) if size else None
    plural = counted is not None and counted.noun.plural and at + size in sentence.free
    if not plural or sentence.property(at + size) or sentence.is_one_of(at + size, 'conditions', 'determiners'):
        return None
    return _owned(sentence, at, at + size, Operator.PRESENT)


def _owned(sentence: Sentence, at: int, behind: int, operator: Operator) -> Condition | None:
    while behind in sentence.free and sentence.is_one_of(behind, 'conditions', 'determiners'):
        behind += 1
    called, counted = sentence.property(behind), sentence.counted(behind)
    if _inside(sentence, behind) or (called and _goes_on(sentence, behind + called.size)):
        return None
    if called and not (counted and counted.last > behind + called.size):
        return Condition(at, behind + called.size, operator, called.words, called.fields)
    if counted:
        low, high = (0, 0) if operator is Operator.MISSING else (1, None)
        return Condition(
            at, counted.last, operator, noun=counted.noun, states=counted.states, minimum=low, maximum=high
        )
    return _unheard_of(sentence, at, behind, operator)


def _goes_on(sentence: Sentence, at: int) -> bool:
    """`with a name starting with X`, `with an MTU of 9000`: more is said of the property than that it is there."""
    written = any(sentence.cue(at, 'texts', operator.value) for operator in WRITTEN)
    compared = any(sentence.cue(at, 'comparisons', name) for name in ('more', 'at_least', 'less', 'at_most', 'exactly'))
    return written or compared or sentence.number(at + sentence.is_one_of(at, 'joints', 'of')) is not None


def _unheard_of(sentence: Sentence, at: int, behind: int, operator: Operator) -> Condition | None:
    """`missing SNMP credentials`: NetBox may have a field that is called so; if not, that is said."""
    last = behind
    while last in sentence.free and last - behind < LONGEST_PROPERTY and sentence.says_something(last):
        last += 1
        if sentence.tokens[last - 1].closes:
            break
    words = ' '.join(token.base for token in sentence.tokens[behind:last])
    return Condition(at, last, operator, words, (words.replace(' ', '_'),)) if words else None


def _negated(sentence: Sentence, at: int) -> Condition | None:
    """`not active`, `other than Juniper`: a state, or the name that follows; then the condition ends in front of it."""
    size = sentence.cue(at, 'conditions', 'not')
    if not size:
        return None
    behind = at + size
    while behind in sentence.free and not sentence.state(behind) and not sentence.noun(behind):
        little = vocabulary().has(sentence.word(behind), 'prepositions', 'in')
        if not little and not sentence.lexicon.is_filler(sentence.word(behind)):
            break
        behind += 1
    states, last = _states(sentence, behind)
    if states:
        return Condition(at, last, Operator.IS_NOT, states=states)
    if (noun := sentence.noun(behind)) and noun.noun.traits:
        return Condition(at, sentence.behind(noun.end, behind), Operator.IS_NOT, noun=noun)
    named = behind < len(sentence.tokens) and behind not in sentence.free
    return Condition(at, behind, Operator.IS_NOT) if named else None


def _states(sentence: Sentence, at: int) -> tuple[tuple[ValueSpan, ...], int]:
    """`active nor planned`: the states in a row from a place, and the place behind them."""
    found, last = list[ValueSpan](), at
    while state := sentence.state(at):
        found.append(state)
        at = last = sentence.behind(state.end, at)
        at += sentence.is_one_of(at, 'joints', 'nor') or sentence.is_one_of(at, 'joints', 'words')
    return tuple(found), last


RULES: tuple[Callable[[Sentence, int], Condition | None], ...] = (
    _custom_field, _valued, _written, _inside, mask, between, compared, _lacking, _empty, _having, _negated,
)  # fmt: skip
