"""What each word of a question is: part of a name, of a reference, a noun, a value, a property, a cue, or unknown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...conversation.objects import NounSpan, ValueSpan
from ...conversation.reading import Reading, Reference
from ...conversation.text import Token, match_words, tokenise
from ...conversation.vocabulary import vocabulary
from .lexicon import Lexicon

__all__ = ('Marked', 'mark')


@dataclass
class Marked:
    """A question with its words sorted.

    Attributes:
        nouns: Kinds of objects that are asked for or grouped by, in order; those of names and references left out.
        cues: Action → offset of its first cue.
        properties: Words for properties, with the fields that each may be.
        group: The noun or property behind "per" or "by", as its token's offset.
        numbers: Numbers that count something ("first 10").
        unknown: Words that are none of all this.
    """

    tokens: Sequence[Token]
    references: Sequence[Reference]
    nouns: list[NounSpan] = field(default_factory=list)
    values: list[ValueSpan] = field(default_factory=list)
    cues: dict[str, int] = field(default_factory=dict)
    properties: list[tuple[int, Sequence[str]]] = field(default_factory=list)
    group: int | None = None
    limit: int | None = None
    unknown: list[Token] = field(default_factory=list)

    def has(self, *actions: str) -> bool:
        """Whether there is a cue for one of the actions."""
        return any(action in self.cues for action in actions)


def mark(reading: Reading, lexicon: Lexicon) -> Marked:
    """Sort the words of the question that a reading is about."""
    tokens = tokenise(reading.annotations.text or reading.question)
    found = Marked(tokens, reading.bindings)
    spans = list(_taken(reading))
    found.nouns = [noun for noun in reading.annotations.nouns if not _inside(noun.start, spans)]
    found.values = [value for value in reading.annotations.values if not _inside(value.start, spans)]
    taken = {at for at, token in enumerate(tokens) if _inside(token.start, spans)}
    free = [at for at in range(len(tokens)) if at not in taken]
    used = taken | _mark_phrases(found, set(free), lexicon)
    used |= {at for at, token in enumerate(tokens) for noun in found.nouns if noun.start <= token.start < noun.end}
    free = [at for at in free if at not in used]
    _mark_cues(found, free, lexicon)
    used |= _mark_groups(found, lexicon)
    used |= _mark_properties(found, set(free), lexicon)
    used |= {at for at, token in enumerate(tokens) for value in found.values if value.start <= token.start < value.end}
    found.limit, counting = _limit(tokens, free, lexicon)
    used |= counting
    found.unknown = [tokens[at] for at in free if at not in used and not _known(tokens, at, lexicon)]
    return found


def _taken(reading: Reading) -> Iterator[tuple[int, int]]:
    for reference in reading.bindings:
        # `other devices` asks for devices, `all but the PDU` does not ask for PDUs.
        asks = reference.excluded and reference.noun and reference.noun_asked
        if reference.end > reference.start and not asks:
            yield reference.start, reference.end
    for name in reading.annotations.names:
        yield name.start, name.end
        if name.noun:
            yield name.noun.start, name.noun.end


def _inside(offset: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= offset < end for start, end in spans)


def _mark_cues(found: Marked, free: Sequence[int], lexicon: Lexicon) -> None:
    allowed = set(free)
    for action in lexicon.actions:
        for at in free:
            size = lexicon.cue(found.tokens, at, action)
            if size and all(place in allowed or place == at for place in range(at, at + size)):
                found.cues.setdefault(action, found.tokens[at].start)
                break


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


def _mark_groups(found: Marked, lexicon: Lexicon) -> set[int]:
    """`per role`, `by type`."""
    for at in range(len(found.tokens)):
        size = match_words(found.tokens, at, lexicon.words('grouping', 'before'))
        if not size or at + size >= len(found.tokens):
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


def _limit(tokens: Sequence[Token], free: Sequence[int], lexicon: Lexicon) -> tuple[int | None, set[int]]:
    """How many are asked for ("first 10"), and the tokens that say so."""
    for at in free:
        word = tokens[at].folded
        number = int(word) if word.isdecimal() and len(word) < 5 else vocabulary().numbers.get(word)
        if number and at and tokens[at - 1].folded.split()[-1] in lexicon.words('limits', 'before'):
            return number, {at - 1, at}
    return None, set()


def _known(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word may be passed over: negations, times and numbers may not, they change what is asked for."""
    word = tokens[at].base
    if word in lexicon.words('unhandled', 'words') or word.isdecimal() or vocabulary().has(word, 'time', 'nouns'):
        return False
    if lexicon.is_filler(word) or lexicon.is_filler(tokens[at].folded) or word in vocabulary().closed:
        return True
    return any(word in cue.split() for cues in lexicon.actions.values() for cue in cues)
