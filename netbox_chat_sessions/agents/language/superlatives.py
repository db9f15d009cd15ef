"""What a question compares objects by: `the fullest rack`, `which tenant has the most devices`, `sorted by height`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...conversation.objects import NounSpan, ValueSpan
from ...conversation.vocabulary import vocabulary
from .sentence import Sentence

__all__ = ('Superlative', 'superlative_of')


@dataclass(frozen=True)
class Superlative:
    """A comparison of objects of one kind with each other.

    Attributes:
        first: Place of its first word.
        last: The place behind it.
        descending: The most first.
        words: What is compared, as it was called.
        fields: Properties that may be meant, the likeliest first; `utilization` among them.
        noun: The related objects that are counted; None where a property is compared.
        states: Which of them count.
        ordered: All objects are wanted, in that order; otherwise those at the top.
    """

    first: int
    last: int
    descending: bool
    words: str = ''
    fields: tuple[str, ...] = ()
    noun: NounSpan | None = None
    states: tuple[ValueSpan, ...] = ()
    ordered: bool = False


def superlative_of(sentence: Sentence, taken: Sequence[tuple[int, int]]) -> Superlative | None:
    """The first superlative or order of a question; None: it compares nothing.

    Args:
        sentence: The words of the question.
        taken: Places of the words that its conditions took, `at most 5` among them.
    """
    for at in sorted(sentence.free):
        if any(first <= at < last for first, last in taken):
            continue
        if found := _ordered(sentence, at) or _by_turns(sentence, at) or _superlative(sentence, at):
            return _first(sentence, found)
    return None


def _first(sentence: Sentence, found: Superlative) -> Superlative:
    """`newest first` is an order, not the newest one."""
    if found.ordered or not sentence.is_one_of(found.last, 'ordering', 'first'):
        return found
    return replace(found, last=found.last + 1, ordered=True)


def _by_turns(sentence: Sentence, at: int) -> Superlative | None:
    """`by name descending`: with a direction it is an order, without one things are counted by it."""
    called = sentence.property(at + 1) if sentence.is_one_of(at, 'ordering', 'by_word') else None
    if called is None:
        return None
    found = Superlative(at, at + 1 + called.size, False, called.words, called.fields, ordered=True)
    turned = _turned(sentence, found)
    # Nothing is counted by name.
    alone = at == 0 and found.last == len(sentence.tokens) and called.words not in sentence.lexicon.attributes
    return turned if turned.last > found.last or alone else None


def _superlative(sentence: Sentence, at: int) -> Superlative | None:
    word = _compared(sentence, at) or sentence.word(at)
    known = sentence.lexicon.mapping('superlatives').get(word)
    if known is None:
        return None
    descending, fields = known['descending'], tuple(known['properties'])
    behind = at + 1
    while sentence.is_one_of(behind, 'superlatives_of', 'adverbs'):
        behind += 1
    if size := sentence.cue(behind, 'superlatives_of', 'used'):
        return Superlative(at, behind + size, descending, 'utilization', ('utilization',))
    if size := sentence.cue(behind, 'ordering', 'counted'):
        return _counting(sentence, at, behind + size, descending)
    if called := sentence.property(behind):
        return Superlative(at, behind + called.size, descending, called.words, called.fields)
    if not fields:
        return _counting(sentence, at, behind, descending)
    return Superlative(at, at + 1, descending, sentence.word(at), fields)


def _compared(sentence: Sentence, at: int) -> str:
    """`which is taller?`: of what was spoken of the tallest; empty where nothing is compared so."""
    asks = vocabulary().has(sentence.word(0), 'fragments', 'asking')
    verb = any(vocabulary().has(sentence.word(1), *group) for group in (('verbs', 'be'), ('fragments', 'owning')))
    found: str = sentence.lexicon.mapping('comparing').get(sentence.word(at), '') if asks and verb else ''
    return found


def _counting(sentence: Sentence, at: int, behind: int, descending: bool) -> Superlative | None:
    counted = sentence.counted(behind)
    if counted is None:
        return None
    return Superlative(at, counted.last, descending, '', (), counted.noun, counted.states)


def _ordered(sentence: Sentence, at: int) -> Superlative | None:
    """`sorted by height`, `sort them by number of devices`, `by utilization, highest first`."""
    size = sentence.cue(at, 'ordering', 'by')
    if not size:
        return None
    behind = at + size
    while sentence.is_one_of(behind, 'conditions', 'determiners') or sentence.is_one_of(behind, 'ordering', 'by_word'):
        behind += 1
    named = sentence.counted(behind)
    if named and sentence.is_one_of(named.last, 'ordering', 'count'):
        # `sorted by device count`.
        last = named.last + 1
        return _turned(sentence, Superlative(at, last, True, '', (), named.noun, named.states, ordered=True))
    counting = sentence.cue(behind, 'ordering', 'counted') or sentence.is_one_of(at + size - 1, 'joints', 'of')
    counted = sentence.counted(behind + sentence.cue(behind, 'ordering', 'counted')) if counting else None
    if counted:
        return _turned(sentence, Superlative(at, counted.last, True, '', (), counted.noun, counted.states, True))
    if size := sentence.cue(behind, 'superlatives_of', 'used'):
        return _turned(sentence, Superlative(at, behind + size, True, 'utilization', ('utilization',), ordered=True))
    called = sentence.property(behind)
    if called:
        last = behind + called.size
        return _turned(sentence, Superlative(at, last, False, called.words, called.fields, ordered=True))
    return None


def _turned(sentence: Sentence, found: Superlative) -> Superlative:
    """The order with its direction, where that is said."""
    for name, descending in (('descending', True), ('ascending', False)):
        if size := sentence.cue(found.last, 'ordering', name):
            return Superlative(
                found.first, found.last + size, descending, found.words, found.fields, found.noun, found.states, True
            )
    return found
