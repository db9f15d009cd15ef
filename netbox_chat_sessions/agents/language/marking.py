"""What each word of a question is: part of a name, of a reference, a noun, a value, a property, a cue, or unknown."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from ...conversation.objects import NameSpan, Noun, NounSpan, ValueSpan
from ...conversation.reading import Reading, Reference, Source
from ...conversation.text import Token, match_words, tokenise
from ...conversation.vocabulary import vocabulary
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kinds
from ...inventory.misspelling import misspelt
from ...inventory.naming.addresses import address_in
from .columns import columns_at
from .condition import Condition, Operator
from .conditions import conditions_of
from .lexicon import Lexicon
from .periods import Period, period_at
from .sentence import Sentence
from .series import without_series
from .suitability import NETWORKS
from .superlatives import Superlative, superlative_of

__all__ = ('Marked', 'mark')

_UNITS = re.compile(r'(\d{1,2})(u|ru)?')


@dataclass
class Marked:
    """A question with its words sorted.

    Attributes:
        references: What stands for objects; what only stands in a condition on texts is none of them.
        nouns: Kinds of objects that are asked for or grouped by, in order; those of names, references and conditions
            left out.
        columns: What a list is to tell of each object: the words, and the fields that they may mean.
        conditions: What the objects lack, have, are not or are more than.
        superlative: What they are compared by.
        period: When something happened to them.
        person: Who did what is asked for, by name of the account.
        moment: What happened then, as the data file's `moments` say it.
        cues: Action → offset of its first cue.
        properties: Words for properties, with the fields that each may be.
        group: The noun or property behind "per" or "by", as its token's offset.
        numbers: Numbers that count something ("first 10").
        units: So many rack units ("room for a 4U box").
        unknown: Words that are none of all this.
    """

    tokens: Sequence[Token]
    references: Sequence[Reference]
    nouns: list[NounSpan] = field(default_factory=list)
    values: list[ValueSpan] = field(default_factory=list)
    cues: dict[str, int] = field(default_factory=dict)
    properties: list[tuple[int, Sequence[str]]] = field(default_factory=list)
    columns: Sequence[tuple[str, Sequence[str]]] = ()
    conditions: Sequence[Condition] = ()
    superlative: Superlative | None = None
    period: Period | None = None
    moment: Mapping[str, Any] | None = None
    person: str = ''
    group: int | None = None
    limit: int | None = None
    units: int | None = None
    unknown: list[Token] = field(default_factory=list)

    def has(self, *actions: str) -> bool:
        """Whether there is a cue for one of the actions."""
        return any(action in self.cues for action in actions)


def mark(reading: Reading, lexicon: Lexicon) -> Marked:
    """Sort the words of the question that a reading is about; a noun with a typing error in it counts as that noun."""
    found = _mark(reading, lexicon)
    nouns = [
        NounSpan(token.start, token.end, entry.noun, entry.plural)
        for token in found.unknown
        if not lexicon.is_hardware(token.base) and (entry := misspelt(token.base))
    ]
    if not nouns:
        return found
    known = reading.annotations
    every = tuple(sorted((*known.nouns, *nouns), key=lambda noun: noun.start))
    return _mark(replace(reading, annotations=replace(known, nouns=every)), lexicon)


def _mark(reading: Reading, lexicon: Lexicon) -> Marked:
    text = reading.annotations.text or reading.question
    reading, series = without_series(reading)
    tokens = tokenise(text)
    found = Marked(tokens, reading.bindings)
    spans = list(_taken(reading, lexicon))
    found.nouns = [noun for noun in reading.annotations.nouns if not _inside(noun.start, spans)]
    names = [(name.start, name.end) for name in reading.annotations.names]
    names += [(ref.start, ref.end) for ref in reading.bindings if ref.source is Source.NAME]
    found.values = [value for value in reading.annotations.values if not _inside(value.start, names)]
    taken = {at for at, token in enumerate(tokens) if _inside(token.start, spans)}
    used = taken | _mark_periods(found, set(range(len(tokens))) - taken, lexicon)
    found.values = [value for value in found.values if not any(tokens[at].start == value.start for at in used)]
    used |= _mark_person(found, lexicon)
    used |= _mark_columns(found, text, frozenset(range(len(tokens))) - used, lexicon)
    used |= _mark_conditions(found, text, frozenset(range(len(tokens))) - used, series, lexicon)
    used |= _mark_phrases(found, set(range(len(tokens))) - used, lexicon)
    used |= {at for at, token in enumerate(tokens) for noun in found.nouns if noun.start <= token.start < noun.end}
    free = [at for at in range(len(tokens)) if at not in used]
    cued = _mark_cues(found, free, lexicon)
    used |= _mark_groups(found, set(free), lexicon)
    used |= _mark_properties(found, set(free), lexicon)
    used |= {at for at, token in enumerate(tokens) for value in found.values if value.start <= token.start < value.end}
    measured = _mark_units(found, set(free), lexicon)
    found.limit, counting = _limit(found, [at for at in free if at not in measured], lexicon)
    used |= counting | measured
    found.unknown = [tokens[at] for at in free if at not in used | cued and not _known(tokens, at, lexicon)]
    return found


def _taken(reading: Reading, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    for reference in reading.bindings:
        # `other devices` asks for devices, `all but the PDU` does not ask for PDUs.
        asks = reference.excluded and reference.noun and reference.noun_asked
        if reference.end > reference.start and not asks and not _compares(reference, lexicon):
            yield reference.start, reference.end
    for name in reading.annotations.names:
        yield name.start, name.end
        if name.noun and _tells_type(name):
            yield name.noun.start, name.noun.end


def _tells_type(name: NameSpan) -> bool:
    """Whether the noun beside a name only says what it is; `devices Hamburg` and `which prefix is 10.1.2.3 in` ask."""
    noun = name.noun.noun if name.noun else Noun(())
    if name.matches:
        return any(noun.fits(ref) for ref in name.matches)
    return not (address_in(name.text) and '/' not in name.text and noun.object_types[0] in NETWORKS[:2])


def _compares(reference: Reference, lexicon: Lexicon) -> bool:
    """`the fullest one` of several: the word says which of them."""
    superlatives = lexicon.mapping('superlatives')
    return len(reference.objects) > 1 and any(word in superlatives for word in reference.phrase.casefold().split())


def _inside(offset: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= offset < end for start, end in spans)


def _mark_periods(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
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


def _mark_person(found: Marked, lexicon: Lexicon) -> set[int]:
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


def _mark_columns(found: Marked, text: str, free: frozenset[int], lexicon: Lexicon) -> set[int]:
    """`with their tenant and status`: what a list is to tell of each object."""
    sentence = Sentence(text, found.tokens, free, found.nouns, found.values, lexicon)
    for at in sorted(free):
        behind = at + sentence.cue(at, 'columns', 'before')
        if behind == at or (at and not found.nouns and not found.references):
            continue
        columns, last = columns_at(sentence, behind)
        if columns and _are_told(columns, found.nouns):
            found.columns = columns
            start, end = found.tokens[at].start, found.tokens[last - 1].end
            found.nouns = [noun for noun in found.nouns if not start <= noun.start < end]
            return set(range(at, last))
    return set()


def _are_told(columns: Sequence[tuple[str, Sequence[str]]], nouns: Sequence[NounSpan]) -> bool:
    """Whether the kind that is asked for has such properties; `sites and their racks` asks for racks as well."""
    object_type = nouns[0].noun.object_types[0] if nouns else ''
    if object_type not in kinds():
        return True
    labels = attribute_labels(object_type)
    return all(any(name in labels for name in fields) for _, fields in columns)


def _mark_conditions(
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
    found.nouns = [noun for noun in found.nouns if not _inside(noun.start, spans)]
    found.values = [value for value in found.values if not _inside(value.start, spans)]
    written = [
        (found.tokens[item.first].start, found.tokens[item.last - 1].end)
        for item in found.conditions
        if item.words and item.values and item.operator is not Operator.IS_NOT
    ]
    found.references = [ref for ref in found.references if not (ref.phrase and _inside(ref.start, written))]
    return used


def _mark_cues(found: Marked, free: Sequence[int], lexicon: Lexicon) -> set[int]:
    """Note the first cue of each action; the places of all their words, which may be properties as well."""
    allowed, cued = set(free), set[int]()
    for action in lexicon.actions:
        for at in free:
            size = lexicon.cue(found.tokens, at, action)
            if size and all(place in allowed or place == at for place in range(at, at + size)):
                found.cues.setdefault(action, found.tokens[at].start)
                cued |= set(range(at, at + size))
                break
    return cued


def _mark_phrases(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    """Properties of several words: the noun in `primary IP` is no kind of object."""
    used: set[int] = set()
    phrases = tuple(words for words in lexicon.attributes if ' ' in words)
    for at in range(len(found.tokens)):
        size = match_words(found.tokens, at, phrases)
        if not size or not {*range(at, at + size)} <= free:
            continue
        start, end = found.tokens[at].start, found.tokens[at + size - 1].end
        words = ' '.join(token.folded for token in found.tokens[at : at + size])
        found.properties.append((start, lexicon.attributes[words]))
        found.nouns = [noun for noun in found.nouns if not start <= noun.start < end]
        used.update(range(at, at + size))
    return used


def _mark_groups(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    """`per role`, `by type`."""
    for at in range(len(found.tokens)):
        size = match_words(found.tokens, at, lexicon.words('grouping', 'before'))
        if not size or at not in free or at + size >= len(found.tokens):
            continue
        behind = found.tokens[at + size]
        noun = any(noun.start == behind.start for noun in found.nouns)
        if noun or behind.base in lexicon.attributes:
            found.group = behind.start
            return set(range(at, at + size))
    return set()


def _mark_properties(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    used: set[int] = set()
    for at in sorted(free):
        token = found.tokens[at]
        if token.base in lexicon.attributes and token.start != found.group:
            found.properties.append((token.start, lexicon.attributes[token.base]))
            used.add(at)
    return used


def _limit(found: Marked, free: Sequence[int], lexicon: Lexicon) -> tuple[int | None, set[int]]:
    """How many are asked for ("first 10", "5 free addresses", "the 3 fullest"), and the tokens that say so."""
    tokens = found.tokens
    first = found.superlative.first if found.superlative else -1
    for at in free:
        word = tokens[at].folded
        number = int(word) if word.isdecimal() and len(word) < 5 else vocabulary().numbers.get(word)
        if not number:
            continue
        if at and tokens[at - 1].folded.split()[-1] in lexicon.words('limits', 'before'):
            return number, {at - 1, at}
        ranked = first >= 0 and at + 1 < len(tokens) and any(n.start == tokens[at + 1].start for n in found.nouns)
        if ranked or at + 1 == first or lexicon.cue(tokens, at + 1, 'available'):
            return number, {at}
    asked = found.cues.get('available')
    place = next((at for at, token in enumerate(tokens) if token.start == asked), 0)
    word = tokens[place].folded if tokens else ''
    before = tokens[place - 1].folded if place else ''
    single = asked is not None and {word, before} & set(lexicon.words('limits', 'single'))
    return (1, set()) if single and not any(noun.plural for noun in found.nouns) else (None, set())


def _mark_units(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    """`4U`, `4 units`: an amount of rack units."""
    for at in sorted(free):
        hit, behind = _UNITS.fullmatch(found.tokens[at].folded), at + 1
        while behind in free and found.tokens[behind].folded in lexicon.words('room', 'between'):
            behind += 1
        word = found.tokens[behind].folded if behind < len(found.tokens) else ''
        if hit and (hit[2] or word in lexicon.units('dcim.rack')):
            found.units = int(hit[1])
            return {at} if hit[2] else set(range(at, behind + 1))
    return set()


def _known(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word may be passed over: negations, times and numbers may not, they change what is asked for."""
    word = tokens[at].base
    if word in lexicon.words('joints', 'signs'):
        return True
    if word in lexicon.words('unhandled', 'words') or word.isdecimal() or vocabulary().has(word, 'time', 'nouns'):
        return False
    if lexicon.is_filler(word) or lexicon.is_filler(tokens[at].folded) or word in vocabulary().closed:
        return True
    return any(word in cue.split() for cues in lexicon.actions.values() for cue in cues)
