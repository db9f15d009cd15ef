"""What each word of a question is: part of a name, of a reference, a noun, a value, a property, a cue, or unknown."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...conversation.objects import NameSpan, Noun, NounSpan
from ...conversation.reading import Reading, Reference, Source
from ...conversation.text import Token, match_words, tokenise
from ...conversation.vocabulary import vocabulary
from ...inventory.misspelling import misspelt
from ...inventory.naming.addresses import address_in
from .amounts import limit_of, mark_units
from .clauses import mark_columns, mark_conditions, mark_moments, mark_periods, mark_person
from .conditions import WRITTEN
from .lexicon import Lexicon
from .marked import Marked, inside
from .series import without_series
from .suitability import NETWORKS

__all__ = ('mark',)


def mark(reading: Reading, lexicon: Lexicon) -> Marked:
    """Sort the words of the question that a reading is about; a noun with a typing error in it counts as that noun."""
    found = _mark(reading, lexicon)
    nouns = [
        NounSpan(token.start, token.end, entry.noun, entry.plural)
        for token in found.unknown
        if not lexicon.is_hardware(token.base) and (entry := misspelt(token.base))
    ]
    if not nouns:
        return _with_cues(found, lexicon)
    known = reading.annotations
    every = tuple(sorted((*known.nouns, *nouns), key=lambda noun: noun.start))
    return _with_cues(_mark(replace(reading, annotations=replace(known, nouns=every)), lexicon), lexicon)


def _with_cues(found: Marked, lexicon: Lexicon) -> Marked:
    """The words with those that are cues with a typing error in them ("utilizaton")."""
    near = {token: action for token in found.unknown if (action := lexicon.near_cue(token.base))}
    for token, action in near.items():
        found.cues.setdefault(action, token.start)
    found.unknown = [token for token in found.unknown if token not in near]
    return found


def _mark(reading: Reading, lexicon: Lexicon) -> Marked:
    text = reading.annotations.text or reading.question
    reading, series = without_series(reading, lexicon)
    tokens = tokenise(text)
    references = [ref for ref in reading.bindings if not _is_clause(ref, lexicon)]
    found = Marked(tokens, [ref for ref in references if not _is_column(reading, ref, tokens, lexicon)])
    reading = replace(reading, bindings=tuple(found.references))
    spans = list(_taken(reading, lexicon))
    found.nouns = [noun for noun in reading.annotations.nouns if not inside(noun.start, spans)]
    names = [(name.start, name.end) for name in reading.annotations.names]
    names += [(ref.start, ref.end) for ref in reading.bindings if ref.source is Source.NAME]
    found.values = [value for value in reading.annotations.values if not inside(value.start, names)]
    taken = {at for at, token in enumerate(tokens) if inside(token.start, spans)}
    times = mark_periods(found, set(range(len(tokens))) - taken, lexicon)
    found.values = [value for value in found.values if not any(tokens[at].start == value.start for at in times)]
    used = taken | times
    used |= mark_moments(found, set(range(len(tokens))) - used, lexicon)
    used |= mark_person(found, lexicon)
    used |= mark_columns(found, text, frozenset(range(len(tokens))) - used, lexicon)
    used |= mark_conditions(found, text, frozenset(range(len(tokens))) - used, series, lexicon)
    used |= _mark_phrases(found, set(range(len(tokens))) - used, lexicon)
    used |= {at for at, token in enumerate(tokens) for noun in found.nouns if noun.start <= token.start < noun.end}
    free = [at for at in range(len(tokens)) if at not in used]
    cued = _mark_cues(found, free, lexicon)
    named = {at for at, token in enumerate(tokens) for noun in found.nouns if noun.start <= token.start < noun.end}
    used |= _mark_groups(found, set(free) | named, lexicon)
    used |= _mark_properties(found, set(free), lexicon)
    used |= {at for at, token in enumerate(tokens) for value in found.values if value.start <= token.start < value.end}
    measured = mark_units(found, set(free), lexicon)
    found.limit, counting = limit_of(found, [at for at in free if at not in measured], lexicon)
    used |= counting | measured
    found.unknown = [tokens[at] for at in free if at not in used | cued and not _known(tokens, at, lexicon)]
    return found


def _is_clause(reference: Reference, lexicon: Lexicon) -> bool:
    """`where the description contains uplink` stands for nothing."""
    words = tokenise(reference.phrase)
    called = any(token.base in lexicon.words('texts', 'properties') for token in words)
    operators = [lexicon.words('texts', operator.value) for operator in WRITTEN]
    said = any(match_words(words, at, phrases) for at in range(len(words)) for phrases in operators)
    return called and said and not reference.resolved


def _is_column(reading: Reading, reference: Reference, tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """`also show the rack`, behind a list: of each object, not the rack that was spoken of."""
    nouns = [span for span in reading.annotations.nouns if reference.start <= span.start < reference.end]
    if not reading.carried or reference.source is Source.NAME or not nouns or nouns[-1].plural:
        return False
    before = ' '.join(token.folded for token in tokens if token.end <= reference.start)
    if f'{before} the' in lexicon.words('widening', 'markers') or before in lexicon.words('widening', 'markers'):
        # `regardless of the tenant`.
        return True
    if before in vocabulary().words('followup', 'starts') and not reference.resolved and len(reading.listed) > 1:
        # `and the role?`: of each of them.
        return True
    return before in (*lexicon.words('columns', 'before'), *lexicon.words('columns', 'first'))


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
    # `free rack units` are an amount, `rack unit` is a position.
    amounts = {word for units in lexicon.mapping('units').values() for word in units}
    phrases += tuple(f'{words}s' for words in phrases if f'{words}s' not in amounts)
    for at in range(len(found.tokens)):
        size = match_words(found.tokens, at, phrases)
        if not size or not {*range(at, at + size)} <= free:
            continue
        start, end = found.tokens[at].start, found.tokens[at + size - 1].end
        words = ' '.join(token.folded for token in found.tokens[at : at + size])
        found.properties.append((start, lexicon.attribute(words)))
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
        called = any(offset == behind.start for offset, _ in found.properties)
        if noun or called or behind.base in lexicon.attributes:
            found.group = behind.start
            found.properties = [item for item in found.properties if item[0] != behind.start]
            start = found.tokens[at].start
            # `group by site` is about no group.
            found.nouns = [noun for noun in found.nouns if not start <= noun.start < behind.start]
            return set(range(at, at + size))
    return set()


def _mark_properties(found: Marked, free: set[int], lexicon: Lexicon) -> set[int]:
    used: set[int] = set()
    for at in sorted(free):
        token = found.tokens[at]
        fields = lexicon.attribute(token.base)
        if fields and token.start != found.group:
            found.properties.append((token.start, fields))
            used.add(at)
    return used


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
