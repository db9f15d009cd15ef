"""Texts that are no whole request: what they begin with, end with or leave out hangs on what was said before."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from .objects import Annotations, NounSpan
from .text import Token, match_words
from .vocabulary import Vocabulary

__all__ = (
    'TELEGRAPHIC',
    'Fragment',
    'about',
    'asks_of_each',
    'asks_on',
    'is_bare',
    'is_elliptical',
    'is_only_a_kind',
    'is_part',
    'says_none',
)

# `serial?`, `how tall?`, `part number?`: so few words ask for a property of what was spoken of.
TELEGRAPHIC = 3
COMPARING = 6


@dataclass(frozen=True)
class Fragment:
    """A text as a part of a request.

    Attributes:
        tokens: Its words; there is at least one.
        annotations: What live data knows about them.
        asked: The type of object that was asked for last.
    """

    tokens: Sequence[Token]
    annotations: Annotations
    vocabulary: Vocabulary
    asked: str = ''

    @property
    def compares_with(self) -> bool:
        """`what about X`, `same for X`, `vs X`, `X instead`: the same question with something else in it."""
        if about(self.tokens, self.vocabulary):
            return True
        ends = self.vocabulary.has(self.tokens[-1].folded, 'followup', 'instead') and len(self.tokens) > 1
        return ends and not self._is_whole(0)

    @property
    def narrows(self) -> bool:
        """`only the active ones`, `offline?`, `switches only`, `give me 5`: some of what was shown."""
        ends = len(self.tokens) > 1 and self.vocabulary.has(self.tokens[-1].folded, 'followup', 'narrow')
        if self._match('narrow') or (ends and not _requests(self.tokens, 0, self.vocabulary)):
            # `only active sites` behind a list of devices asks for something else.
            return all(self._is_of_what_was_asked(span) for span in self._nouns)
        return self._is_only_a_number or self._is_only_a_state

    @property
    def goes_on(self) -> bool:
        """`and at MDF?`, `sort by name`, `in DM-Akron`, `which has the most VMs?`: the rest was said before."""
        tokens, vocabulary = self.tokens, self.vocabulary
        if size := self._match('orders', 'fragments') or self._match('starts'):
            return not self._is_whole(size)
        if others(tokens, self.annotations, vocabulary, self.asked):
            return True
        if asks_of_each(tokens, self.annotations, vocabulary):
            return True
        return is_part(tokens, self.annotations, vocabulary) or self._leaves_out_its_subject

    @cached_property
    def _nouns(self) -> list[NounSpan]:
        """Kinds of objects that are no part of a name."""
        return own_nouns(self.annotations)

    def _match(self, name: str, section: str = 'followup') -> int:
        return match_words(self.tokens, 0, self.vocabulary.words(section, name))

    def _is_whole(self, at: int) -> bool:
        """`also, how many racks are at MDF?`, `sort devices by name`: a request with all that it needs."""
        requests = bool(match_words(self.tokens, at, self.vocabulary.words('fragments', 'requests')))
        if at and self.vocabulary.has(self.tokens[0].folded, 'fragments', 'governing') and not requests:
            return bool(self._nouns) and _requests(self.tokens, at, self.vocabulary)
        if at and self._match('orders', 'fragments'):
            return requests or any(
                span.start == token.start for span in self._nouns for token in self.tokens[at : at + 1]
            )
        return requests and bool(self._nouns and self.annotations.names)

    def _is_of_what_was_asked(self, span: NounSpan) -> bool:
        governed = _is_governed(span, self.tokens, self.vocabulary)
        return bool(self.asked) and (governed or self.asked in span.noun.object_types)

    @property
    def _is_only_a_number(self) -> bool:
        """`give me 5`, `the first three of them`: how many of what was shown."""
        numbers = [token for token in self.tokens if _is_number(token, self.vocabulary)]
        rest = [token for token in self.tokens if token not in numbers]
        few = all(self.vocabulary.has(token.folded, 'followup', 'few') for token in rest)
        return len(numbers) == 1 < len(self.tokens) and few

    @property
    def _is_only_a_state(self) -> bool:
        """`offline?`, `not the planned ones`: a state of what was shown."""
        states = [span for span in self.annotations.values if not span.weak]
        if not states or self._nouns or self.annotations.names:
            return False
        rest = [t for t in self.tokens if not any(span.start <= t.start < span.end for span in states)]
        return all(self.vocabulary.has(token.folded, 'followup', 'few') for token in rest)

    @property
    def _leaves_out_its_subject(self) -> bool:
        """`which has the most VMs?`, `which are in R101?`: of what was spoken of."""
        size = self._match('asking', 'fragments')
        if not size or size >= len(self.tokens):
            return False
        verb = self.tokens[size].folded
        if self.vocabulary.has(verb, 'fragments', 'owning'):
            return True
        return self.vocabulary.has(verb, 'verbs', 'be') and not self._nouns


def own_nouns(annotations: Annotations) -> list[NounSpan]:
    """Nouns that are no part of a name, and do not only say what a name is of."""
    taken = [(name.start, name.end) for name in annotations.names]
    taken += [(name.noun.start, name.noun.end) for name in annotations.names if name.noun]
    return [span for span in annotations.nouns if not any(start <= span.start < end for start, end in taken)]


def about(tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """How many words ask the same question of something else ("what about", "same for"); 0: none."""
    groups = (vocabulary.words(section, 'about') for section in ('followup', 'fragments'))
    return max(match_words(tokens, 0, words) for words in groups)


def others(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary, asked: str) -> bool:
    """Whether a text asks for other objects of the kind that was asked for ("the other circuits", "any others?")."""
    at = next((at for at, token in enumerate(tokens) if vocabulary.has(token.folded, 'other')), None)
    if at is None or annotations.names or match_words(tokens, at + 1, vocabulary.words('fragments', 'governing')):
        return False
    nouns = own_nouns(annotations)
    return all(asked in span.noun.object_types and span.plural for span in nouns) if asked else False


def is_part(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary) -> bool:
    """Whether a text is a condition, a place or an order, and asks for nothing by itself."""
    governs = match_words(tokens, 0, vocabulary.words('fragments', 'parts'))
    size = governs or match_words(tokens, 0, vocabulary.words('fragments', 'openers'))
    if not size and _compares(tokens, vocabulary):
        return not (own_nouns(annotations) or annotations.names or _requests(tokens, 0, vocabulary))
    if not size or size >= len(tokens) or _requests(tokens, size, vocabulary):
        return False
    nouns = own_nouns(annotations)
    if not governs:
        if len(nouns) == 1 and not nouns[0].plural and vocabulary.has(tokens[0].folded, 'fragments', 'indifferent'):
            # `any role`, once the role was said.
            return True
        return all(_is_governed(span, tokens[size:], vocabulary) for span in nouns)
    # `in DM-Akron all devices` asks for devices, `without devices` for none.
    named = min((name.end for name in annotations.names), default=None)
    between = [token for token in tokens if named is not None and token.start >= named]
    joined = bool(between) and vocabulary.has(between[0].folded, 'fragments', 'governing')
    return named is None or joined or not any(span.start >= named for span in nouns)


def asks_of_each(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary) -> NounSpan | None:
    """`in which racks?`, `at what sites?`: the kind of place that is asked for, of each object that was shown."""
    governs = match_words(tokens, 0, vocabulary.words('fragments', 'governing'))
    nouns = own_nouns(annotations)
    if not governs or len(nouns) != 1 or annotations.names or len(tokens) < governs + 2:
        return None
    asked = vocabulary.has(tokens[governs].folded, 'fragments', 'of_each')
    whole = nouns[0].start == tokens[governs + 1].start and nouns[0].end >= tokens[-1].end - 1
    return nouns[0] if asked and whole else None


def _compares(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """`height over 40`, `name starts with sw`: a property that is compared."""
    words = vocabulary.words('fragments', 'comparisons')
    return len(tokens) <= COMPARING and any(match_words(tokens, at, words) for at in range(1, len(tokens) - 1))


def _is_governed(span: NounSpan, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    before = [token.folded for token in tokens if token.end <= span.start]
    return any(vocabulary.has(word, 'fragments', 'governing') for word in before)


def _requests(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a word from a place on asks for something; `the ones that are active` does not."""
    words = vocabulary.words('fragments', 'requests')
    for place in range(at, len(tokens)):
        relative = place > at and vocabulary.has(tokens[place].folded, 'complementiser')
        inside = place > at and vocabulary.has(tokens[place - 1].folded, 'complementiser')
        if match_words(tokens, place, words) and not (relative or inside):
            return True
    return False


def _is_number(token: Token, vocabulary: Vocabulary) -> bool:
    return token.folded.isdecimal() or token.folded in vocabulary.numbers


def is_elliptical(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary) -> bool:
    """Whether a text that names nothing asks for something of what was said before ("and the serial?", "how many?")."""
    if not tokens:
        return False
    groups = [('followup', 'starts'), ('followup', 'narrow'), ('fragments', 'orders')]
    if any(match_words(tokens, 0, vocabulary.words(*group)) for group in groups):
        return True
    if about(tokens, vocabulary):
        # `same but planned` says what is different.
        return not annotations.values
    return is_part(tokens, annotations, vocabulary) or asks_on(tokens, annotations, vocabulary)


def is_only_a_kind(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary) -> bool:
    """Whether a text asks for objects of a kind, and says nothing of them ("devices?", "which prefixes?")."""
    nouns = own_nouns(annotations)
    if len(nouns) != 1 or annotations.names or annotations.values or len(tokens) > TELEGRAPHIC:
        return False
    rest = [token for token in tokens if not nouns[0].start <= token.start < nouns[0].end]
    asks = annotations.text.rstrip().endswith('?') and nouns[0].plural
    return asks and all(vocabulary.has(token.folded, 'pronouns', 'asked') for token in rest)


def asks_on(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary) -> bool:
    """Whether a text is a question word or a property and nothing else ("how many?", "serial?", "everywhere")."""
    groups = [('fragments', 'everywhere'), ('fragments', 'directions')]
    whole = any(match_words(tokens, 0, vocabulary.words(*group)) == len(tokens) for group in groups)
    return whole or is_bare(tokens, vocabulary) or _is_telegraphic(tokens, annotations, vocabulary)


def _is_telegraphic(tokens: Sequence[Token], annotations: Annotations, vocabulary: Vocabulary) -> bool:
    degree = vocabulary.has(tokens[0].folded, 'fragments', 'degree')
    asks = degree or annotations.text.rstrip().endswith('?')
    known = annotations.nouns or annotations.names or annotations.values
    if not asks or known or len(tokens) > TELEGRAPHIC or _requests(tokens[degree:], 0, vocabulary):
        return False
    return any(token.base not in vocabulary.closed for token in tokens)


def is_bare(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a text is a question word and nothing else ("how many are there?")."""
    return match_words(tokens, 0, vocabulary.words('followup', 'bare')) == len(tokens)


def says_none(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a text turns down all that was offered ("none of them")."""
    return bool(tokens) and match_words(tokens, 0, vocabulary.words('filler', 'none')) == len(tokens)
