"""Clauses of a question: when, by whom, with which columns, and under which conditions."""

from collections.abc import Sequence

from django.utils import timezone

from ...conversation.objects import NounSpan
from ...conversation.text import match_words
from ...conversation.vocabulary import vocabulary
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kinds
from .columns import columns_at
from .condition import Condition, Operator
from .conditions import conditions_of
from .lexicon import Lexicon
from .marked import Marked, inside
from .periods import period_at
from .sentence import Sentence
from .superlatives import superlative_of

__all__ = ('mark_columns', 'mark_conditions', 'mark_moments', 'mark_periods', 'mark_person')


def mark_periods(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    """`last week`, and the word for what happened then (`created`)."""
    used: set[int] = set()
    for at in sorted(free):
        known = (*lexicon.words('times', 'now'), *lexicon.words('times', 'talked'))
        if size := match_words(found.tokens, at, known):
            # What is asked for is always what is now; when it was talked about, the session knows.
            return set(range(at, at + size))
        hit = period_at(found.tokens, at, timezone.localtime(), lexicon)
        if hit and set(range(at, at + hit[1])) <= free:
            found.period, used = hit[0], set(range(at, at + hit[1]))
            found.when = ' '.join(token.text for token in found.tokens[at : at + hit[1]])
            break
    for at in sorted(free - used) if found.period else ():
        size = match_words(found.tokens, at, tuple(lexicon.mapping('moments')))
        # `what's new` asks for changes of any kind.
        asked = any(lexicon.cue(found.tokens, at - back, 'changes') > back for back in (1, 2) if at >= back)
        if size and not asked:
            words = ' '.join(token.folded for token in found.tokens[at : at + size])
            found.moment = lexicon.mapping('moments')[words]
            return used | set(range(at, at + size))
    return used


def mark_moments(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    """`when was it created`, `when does the contract expire`: a date is asked for, where no time says which."""
    asks = next((at for at, token in enumerate(found.tokens) if token.folded in lexicon.words('times', 'asking')), None)
    if asks is None or found.period:
        return set()
    for at in sorted(place for place in free if place > asks):
        size = match_words(found.tokens, at, tuple(lexicon.mapping('moments')))
        words = ' '.join(token.folded for token in found.tokens[at : at + size])
        if size and (name := lexicon.mapping('moments')[words].get('property')):
            found.properties.append((found.tokens[at].start, (name,)))
            return set(range(at, at + size))
    return set()


def mark_person(found: Marked, lexicon: Lexicon) -> set[int]:
    """`what did alice change`, `changes by bob`: an account, whatever else is called so."""
    changes = any(lexicon.cue(found.tokens, at, 'changes') for at in range(len(found.tokens)))
    acts = lexicon.words('persons', 'acts')
    for at, token in enumerate(found.tokens[:-1]):
        name, behind = found.tokens[at + 1], found.tokens[at + 2].base if at + 2 < len(found.tokens) else ''
        did = token.folded in lexicon.words('persons', 'before') and behind in acts
        by = (
            token.folded in lexicon.words('persons', 'by')
            and changes
            and name.folded not in lexicon.words('persons', 'none')
        )
        if (did or by) and not vocabulary().has(name.folded, 'pronouns', 'subject'):
            found.person = name.text
            found.references = [ref for ref in found.references if not ref.start <= name.start < ref.end]
            return {at, at + 1, *([at + 2] if did else [])}
    return set()


def mark_columns(found: Marked, text: str, free: frozenset[int], lexicon: Lexicon) -> set[int]:
    """`with their tenant and status`: what a list is to tell of each object."""
    sentence = Sentence(text, found.tokens, free, found.nouns, found.values, lexicon)
    for at in sorted(free):
        behind = at + _told_behind(sentence, at)
        if behind == at or (at and not found.nouns and not found.references):
            continue
        columns, last = columns_at(sentence, behind)
        if not sentence.cue(at, 'columns', 'before') and last < len(found.tokens):
            # `with serial X` compares.
            continue
        start, end = found.tokens[at].start, found.tokens[max(last, behind) - 1].end
        rest = [noun for noun in found.nouns if not start <= noun.start < end]
        if columns and _are_told(columns, rest if at == 0 else found.nouns):
            found.columns, found.nouns = columns, rest
            return set(range(at, last))
    return set()


def _told_behind(sentence: Sentence, at: int) -> int:
    """How many words say that columns follow; a text may begin with `with`, where no number of things follows."""
    if size := sentence.cue(at, 'columns', 'before'):
        return size
    size = sentence.cue(at, 'columns', 'first') if at == 0 else 0
    if size and sentence.cue(size - 1, 'conditions', 'present'):
        # `with a serial` chooses.
        return 0
    noun = sentence.noun(size)
    return 0 if noun and noun.plural else size


def _are_told(columns: Sequence[tuple[str, Sequence[str]]], nouns: Sequence[NounSpan]) -> bool:
    """Whether the kind that is asked for has such properties; `sites and their racks` asks for racks as well."""
    object_type = nouns[0].noun.object_types[0] if nouns else ''
    if object_type not in kinds():
        return True
    labels = attribute_labels(object_type)
    return all(any(name in labels for name in fields) for _, fields in columns)


def mark_conditions(
    found: Marked, text: str, free: frozenset[int], series: Sequence[Condition], lexicon: Lexicon
) -> set[int]:
    """What objects have or are not, and what they are compared by; nouns and states in it are not asked for."""
    sentence = Sentence(text, found.tokens, free, found.nouns, found.values, lexicon)
    found.conditions = conditions_of(sentence, series)
    taken = [(item.first, item.last) for item in found.conditions]
    found.superlative = superlative_of(sentence, taken)
    if found.superlative:
        taken.append((found.superlative.first, found.superlative.last))
    used = {at for first, last in taken for at in range(first, last)}
    spans = [(found.tokens[first].start, found.tokens[last - 1].end) for first, last in taken]
    found.nouns = [noun for noun in found.nouns if not inside(noun.start, spans)]
    found.values = [value for value in found.values if not inside(value.start, spans)]
    written = [
        (found.tokens[item.first].start, found.tokens[item.last - 1].end)
        for item in found.conditions
        if item.words and item.values and item.operator is not Operator.IS_NOT
    ]
    found.references = [ref for ref in found.references if not (ref.phrase and inside(ref.start, written))]
    return used
