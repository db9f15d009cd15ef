"""Finding the phrases of a text that refer to something said before or seen elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from .objects import Annotations, NameSpan, Noun, NounSpan
from .text import Token, match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('Phrase', 'PhraseKind', 'find_phrases')


class PhraseKind(StrEnum):
    """How a phrase refers."""

    TYPED = 'definite_reference'
    PRONOUN = 'pronoun'
    POSSESSIVE = 'possessive'
    LOCATIVE = 'locative'
    ONE = 'one_anaphora'
    ORDINAL = 'ordinal'
    LIST = 'list_reference'


class Recency(StrEnum):
    """Which of several mentions is meant."""

    PREVIOUS = 'previous'
    LATEST = 'latest'


@dataclass(frozen=True)
class Phrase:
    """Words at `[start, end)` that refer.

    Attributes:
        noun: The kind of object they name, if any.
        plural: They mean several objects.
        near: They point at what the user has in front of them ("this rack", "here").
        far: They point back ("that router").
        ordinals: Places in a list, counted from 1, negative from the end.
        number: How many objects they mean ("the two switches", "the first two").
        recency: "the previous rack", "the most recent one".
        other: "the other rack": not the one in focus.
        inside: They are a place ("in it").
        scoped: A name behind them says where ("the router at DM-Akron").
        compound: What follows may make them a mere modifier ("the rack elevation"), or tells itself which object is
            meant ("the device with serial X").
        excluded: They are left out of what is asked for ("other circuits").
        returning: They lead back to something said earlier ("back to the rack").
        mentioned: They count in what was talked about, not in a list ("the first site we talked about").
        bound: They may as well mean nothing ("what devices are there?").
        words: Further folded words that describe the objects ("the damaged one", "the one in Akron").
    """

    kind: PhraseKind
    start: int
    end: int
    noun: Noun | None = None
    plural: bool = False
    near: bool = False
    far: bool = False
    ordinals: tuple[int, ...] = ()
    number: int | None = None
    recency: Recency | None = None
    other: bool = False
    inside: bool = False
    scoped: bool = False
    compound: bool = False
    excluded: bool = False
    returning: bool = False
    mentioned: bool = False
    bound: bool = False
    words: tuple[str, ...] = ()


Found = tuple[Phrase | None, int]


def find_phrases(annotations: Annotations, vocabulary: Vocabulary) -> tuple[Phrase, ...]:
    """The phrases of a text that refer, in order; what is bound within the text itself is left out."""
    scan = _Scan(annotations, tokenise(annotations.text), vocabulary)
    return tuple(scan.phrases())


@dataclass
class _Scan:
    annotations: Annotations
    tokens: Sequence[Token]
    vocabulary: Vocabulary
    found: list[Phrase] = field(default_factory=list)

    def phrases(self) -> Iterator[Phrase]:
        """All phrases, left to right."""
        rules: tuple[Callable[[int], Found | None], ...] = (
            self._index,
            self._determined,
            self._possessive,
            self._pronoun,
            self._bare_ordinal,
            self._bare_other,
        )
        at = 0
        while at < len(self.tokens):
            if name := self._name(at):
                at = self._behind(at, name.end)
                continue
            for rule in rules:
                if hit := rule(at):
                    phrase, at = hit
                    if phrase:
                        self.found.append(phrase)
                        yield phrase
                    break
            else:
                at += 1

    def _index(self, at: int) -> Found | None:
        """`#3`, `number 2 and 3`."""
        token = self.tokens[at]
        if token.folded.startswith('#') and token.folded[1:].isdigit():
            return self._ordinal(at, at + 1, (int(token.folded[1:]),))
        if not self.vocabulary.has(token.folded, 'index') or self._noun(at - 1):
            return None
        places, end = self._numbers(at + 1)
        return self._ordinal(at, end, places) if places else None

    def _numbers(self, at: int) -> tuple[tuple[int, ...], int]:
        places: list[int] = []
        while at < len(self.tokens):
            word = self.tokens[at].folded.rstrip(',')
            if word.isdigit():
                places.append(int(word))
            elif not (places and word in ('and', 'or', '&')):
                break
            at += 1
        return tuple(places), at

    def _ordinal(self, at: int, end: int, places: tuple[int, ...], **more: object) -> Found:
        phrase = Phrase(PhraseKind.ORDINAL, self.tokens[at].start, self.tokens[end - 1].end, ordinals=places)
        return replace(phrase, plural=len(places) > 1, **more), end  # type: ignore[arg-type]

    def _determined(self, at: int) -> Found | None:
        """A determiner, its modifiers and a head: `the rack`, `that other switch`, `the second one`."""
        word = self.tokens[at].folded
        near = self.vocabulary.has(word, 'determiners', 'near')
        far = self.vocabulary.has(word, 'determiners', 'far')
        plural = self.vocabulary.has(word, 'determiners', 'plural')
        if not (near or far or plural or self.vocabulary.has(word, 'determiners', 'definite')):
            return None
        before = self.tokens[at - 1].folded if at else ''
        if self.vocabulary.has(before, 'determiners', 'distributive') and not (near or far):
            return None, at + 1
        phrase, end = self._head(at, at + 1)
        if phrase is None:
            return None if near or far else (None, end) if end > at + 1 else None
        return replace(phrase, near=near, far=far, plural=phrase.plural or plural), end

    def _head(self, at: int, here: int) -> Found:
        """The modifiers and the head from `here`; the phrase starts at token `at`."""
        ordinals: tuple[int, ...] = ()
        number = recency = None
        other, described = False, list[str]()
        for _ in range(8):
            if here >= len(self.tokens):
                break
            if self._name(here):
                return None, here
            token = self.tokens[here]
            if noun := self._noun(here):
                made = Phrase(PhraseKind.TYPED, self.tokens[at].start, noun.end, noun.noun, noun.plural)
                return self._finish(at, self._behind(here, noun.end), made, ordinals, number, recency, other, described)
            if token.base in ('one', 'ones'):
                made = Phrase(PhraseKind.ONE, self.tokens[at].start, token.end, plural=token.base == 'ones')
                return self._finish(at, here + 1, made, ordinals, number, recency, other, described)
            if self.vocabulary.has(token.folded, 'list', 'nouns') and not described:
                return Phrase(PhraseKind.LIST, self.tokens[at].start, token.end, plural=True), here + 1
            if self.vocabulary.has(token.base, 'time', 'nouns') and token.base not in self.vocabulary.ordinals:
                return None, here + 1
            if size := match_words(self.tokens, here, tuple(self.vocabulary.ordinals)):
                place = ' '.join(token.folded for token in self.tokens[here : here + size])
                ordinals += (self.vocabulary.ordinals[place],)
                here += size
                if here < len(self.tokens) and self.tokens[here].folded in ('and', 'or') and self._ordinal_at(here + 1):
                    here += 1 + (self.tokens[here + 1].folded == 'the')
                continue
            if size := match_words(self.tokens, here, self.vocabulary.words('recency', 'previous')):
                recency, here = Recency.PREVIOUS, here + size
            elif size := match_words(self.tokens, here, self.vocabulary.words('recency', 'latest')):
                recency, here = Recency.LATEST, here + size
            elif self.vocabulary.has(token.folded, 'other') or self.vocabulary.has(token.folded, 'other', 'rest'):
                other, here = True, here + 1
            elif token.folded in self.vocabulary.numbers or token.folded.isdigit():
                number, here = self._count(token), here + 1
            elif token.base not in self.vocabulary.closed and not token.closes and len(described) < 2:
                described.append(token.base)
                here += 1
            else:
                break
        return self._headless(at, here, ordinals, number, recency, other)

    def _headless(
        self, at: int, here: int, ordinals: tuple[int, ...], number: int | None, recency: Recency | None, other: bool
    ) -> Found:
        """`the second`, `the first two`, `the others`, `the previous`: the head is left out."""
        if not (ordinals or other or recency) or self.tokens[here - 1].base not in self._heads():
            return None, here
        if here < len(self.tokens) and not self.tokens[here - 1].closes and self._content(here):
            return None, here
        return self._finish(
            at,
            here,
            Phrase(PhraseKind.ONE, self.tokens[at].start, self.tokens[here - 1].end, plural=other and not ordinals),
            ordinals,
            number,
            recency,
            other,
            [],
        )

    def _finish(
        self,
        at: int,
        end: int,
        phrase: Phrase,
        ordinals: tuple[int, ...],
        number: int | None,
        recency: Recency | None,
        other: bool,
        described: list[str],
    ) -> Found:
        """Settle what the head needs to know about what stands behind it."""
        closed = self.tokens[end - 1].closes
        if phrase.kind is PhraseKind.TYPED and not closed and (self._name(end) or self._relative(end)):
            return None, end
        if phrase.noun and self.tokens[at].folded == 'the' and self._named_otherwise(phrase.noun):
            return None, end
        kind = PhraseKind.ORDINAL if ordinals else phrase.kind
        words = tuple(word for word in described if not self._value(word))
        clause = match_words(self.tokens, end, self.vocabulary.words('recency', 'clause'))
        if phrase.kind is PhraseKind.ONE and not ordinals:
            words += self._described_behind(end)
        if phrase.kind is PhraseKind.TYPED and not (ordinals or recency or other) and self._is_of(end):
            return None, end
        several = phrase.plural or len(ordinals) > 1 or (number or 1) > 1
        if phrase.kind is PhraseKind.TYPED and self._is_modifier(end):
            return None, end
        returning = any(
            match_words(self.tokens, at - size, self.vocabulary.words('returning')) == size
            for size in (1, 2, 3) if at >= size
        )  # fmt: skip
        made = replace(
            phrase,
            kind=kind,
            returning=returning,
            scoped=self._is_scoped(end),
            compound=self._is_compound(end),
            ordinals=_range(ordinals, number),
            number=number,
            recency=recency,
            other=other,
            mentioned=bool(clause),
            words=words,
            plural=several,
        )
        return made, end

    def _relative(self, end: int) -> bool:
        """`the host it runs on`: what is asked for, told by a clause about something else."""
        pronouns = (*self.vocabulary.words('pronouns', 'singular'), 'they')
        return end < len(self.tokens) and self.tokens[end].folded in pronouns

    def _named_otherwise(self, noun: Noun) -> bool:
        """`the rack elevation for rack R101`: the text itself says which one."""
        return any(noun.fits(ref) for name in self.annotations.names for ref in name.matches)

    def _described_behind(self, end: int) -> tuple[str, ...]:
        """`the one in Akron`: the words behind a head that stands for any kind of object."""
        words = []
        for at in range(end, min(end + 4, len(self.tokens))):
            token = self.tokens[at]
            if self.tokens[at - 1].closes or (
                at == end and not self.vocabulary.has(token.folded, 'prepositions', 'in')
            ):
                break
            if token.base not in self.vocabulary.closed:
                words.append(token.base)
        return tuple(words)

    def _is_of(self, end: int) -> bool:
        """`the uplink of the router`: what is asked for of another object is no reference itself."""
        return (
            end < len(self.tokens) - 1
            and not self.tokens[end - 1].closes
            and self.vocabulary.has(self.tokens[end].folded, 'prepositions', 'of')
        )

    def _is_scoped(self, end: int) -> bool:
        behind = self.tokens[end].folded if end < len(self.tokens) else ''
        return self.vocabulary.has(behind, 'prepositions', 'in') and any(
            self._name(at) for at in range(end + 1, min(end + 3, len(self.tokens)))
        )

    def _is_modifier(self, end: int) -> bool:
        """`the device count`: the noun only tells of what the count is."""
        return (
            not self.tokens[end - 1].closes
            and not self.tokens[end - 1].possessive
            and bool(match_words(self.tokens, end, self.vocabulary.words('compounds')))
        )

    def _is_compound(self, end: int) -> bool:
        if self.tokens[end - 1].closes or self.tokens[end - 1].possessive or end >= len(self.tokens):
            return False
        return self._content(end) or self.vocabulary.has(self.tokens[end].folded, 'descriptions')

    def _possessive(self, at: int) -> Found | None:
        """`its devices`, `their serial numbers`; `in its rack` is a place of its own."""
        token = self.tokens[at]
        singular = token.folded == 'its'
        plural = self.vocabulary.has(token.folded, 'determiners', 'possessive_plural')
        if not (singular or plural):
            return None
        if self._bound(at, plural):
            return None, at + 1
        phrase = Phrase(PhraseKind.POSSESSIVE, token.start, token.end, plural=plural)
        before = self.tokens[at - 1].folded if at else ''
        noun = self._noun(at + 1)
        if singular and noun and not noun.plural and self.vocabulary.has(before, 'prepositions', 'inside_or_at'):
            return replace(phrase, end=noun.end, noun=noun.noun), self._behind(at + 1, noun.end)
        return phrase, at + 1

    def _pronoun(self, at: int) -> Found | None:
        token = self.tokens[at]
        for name in ('singular', 'plural'):
            if size := match_words(self.tokens, at, self.vocabulary.words('pronouns', name)):
                plural = name == 'plural'
                if self._expletive(at) or self._bound(at, plural):
                    return None, at + size
                before = self.tokens[at - 1].folded if at else ''
                return Phrase(
                    PhraseKind.PRONOUN,
                    token.start,
                    self.tokens[at + size - 1].end,
                    plural=plural,
                    far=plural and (token.folded == 'they' or self.vocabulary.has(before, 'prepositions', 'party')),
                    inside=self.vocabulary.has(before, 'prepositions', 'inside'),
                ), at + size
        if size := match_words(self.tokens, at, self.vocabulary.words('pronouns', 'locative')):
            if self._existential(at, size):
                return None, at + size
            near = self.vocabulary.has(self.tokens[at + size - 1].folded, 'pronouns', 'near')
            before = self.tokens[at - 1].folded if at else ''
            end = self.tokens[at + size - 1].end
            idiom = self.vocabulary.has(before, 'existential', 'idioms')
            bound = size == 1 and (idiom or self.vocabulary.has(before, 'verbs', 'be'))
            return Phrase(PhraseKind.LOCATIVE, token.start, end, near=near, bound=bound), at + size
        return self._demonstrative(at)

    def _demonstrative(self, at: int) -> Found | None:
        """`this`, `those` on their own."""
        token = self.tokens[at]
        near = self.vocabulary.has(token.folded, 'determiners', 'near')
        if not (near or self.vocabulary.has(token.folded, 'determiners', 'far')):
            return None
        behind = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        alone = behind is None or token.closes or self.vocabulary.has(behind.folded, 'verbs', 'aux')
        if not alone or (self._noun_before(at) and not (behind is None or token.closes)):
            return None
        plural = self.vocabulary.has(token.folded, 'determiners', 'plural')
        return Phrase(PhraseKind.PRONOUN, token.start, token.end, plural=plural, near=near, far=not near), at + 1

    def _bare_ordinal(self, at: int) -> Found | None:
        """`first two`, `second one please`: an ordinal without a determiner, standing alone."""
        if not self._ordinal_at(at) or (at and not self.tokens[at - 1].closes and self._content_or_article(at - 1)):
            return None
        phrase, end = self._head(at, at)
        if phrase is None or not phrase.ordinals or phrase.kind is not PhraseKind.ORDINAL:
            return None
        return (phrase, end) if phrase.noun is None else None

    def _bare_other(self, at: int) -> Found | None:
        """`any other rack`, `another one`."""
        word = self.tokens[at].folded
        if not (self.vocabulary.has(word, 'other') or self.vocabulary.has(word, 'other', 'another')):
            return None
        phrase, end = self._head(at, at + 1)
        if phrase is None:
            return None, max(end, at + 1)
        return replace(phrase, other=True, excluded=phrase.kind is PhraseKind.TYPED), end

    def _ordinal_at(self, at: int) -> bool:
        skip = at < len(self.tokens) and self.tokens[at].folded == 'the'
        return bool(match_words(self.tokens, at + skip, tuple(self.vocabulary.ordinals)))

    def _count(self, token: Token) -> int:
        return self.vocabulary.numbers.get(token.folded) or int(token.folded)

    def _heads(self) -> frozenset[str]:
        return (
            frozenset(
                (
                    *self.vocabulary.ordinals,
                    *self.vocabulary.numbers,
                    *self.vocabulary.words('other'),
                    *self.vocabulary.words('other', 'rest'),
                    *self.vocabulary.words('recency', 'previous'),
                )
            )
            | frozenset(word.split()[-1] for word in self.vocabulary.ordinals)
            | frozenset(map(str, range(1, 100)))
        )

    def _bound(self, at: int, plural: bool) -> bool:
        """Whether a pronoun has its antecedent in the same text: a name, or a noun that refers to nothing said before."""
        start = self.tokens[at].start
        if any(span.end <= start for span in self.annotations.names):
            return True
        if not plural and any(phrase.kind is PhraseKind.TYPED and not phrase.plural for phrase in self.found):
            return True
        for span in self.annotations.nouns:
            if span.end > start or any(phrase.start <= span.start < phrase.end for phrase in self.found):
                continue
            if any(name.start <= span.start < name.end for name in self.annotations.names):
                continue
            quantified = self.vocabulary.has(self._before(span.start), 'determiners', 'distributive')
            if quantified or (plural and span.plural and self._joined(span.end, start)):
                return True
        return False

    def _joined(self, start: int, end: int) -> bool:
        """Whether "and", "with" or the like stands between two places: `sites and their racks`, not `panels do they`."""
        between = (token.folded for token in self.tokens if start <= token.start < end)
        return any(self.vocabulary.has(word, 'conjunctions') for word in between)

    def _expletive(self, at: int) -> bool:
        here = at + 1
        if here < len(self.tokens) and self.tokens[here].folded in ('is', 'was'):
            here += 1
        before = self.tokens[at - 1].folded if at else ''
        beside = before in ('is', 'was') or here > at + 1 or self.tokens[at].folded == "it's"
        return (
            beside and here < len(self.tokens) and self.vocabulary.has(self.tokens[here].folded, 'expletive', 'after')
        )

    def _existential(self, at: int, size: int) -> bool:
        if size > 1:
            return False
        last = at + 1 == len(self.tokens) or self.tokens[at].closes
        before = self.tokens[at - 1].folded if at else ''
        behind = '' if last else self.tokens[at + 1].folded
        verbs = self.vocabulary.words('existential', 'verbs')
        return not last and (behind in verbs or before in verbs)

    def _noun_before(self, at: int) -> bool:
        return at > 0 and any(span.end == self.tokens[at - 1].end for span in self.annotations.nouns)

    def _content(self, at: int) -> bool:
        return self.tokens[at].base not in self.vocabulary.closed

    def _content_or_article(self, at: int) -> bool:
        word = self.tokens[at].folded
        return (
            self._content(at)
            and not match_words(self.tokens, at, self.vocabulary.words('filler'))
            or word in ('a', 'an')
        )

    def _value(self, word: str) -> bool:
        return any(self.annotations.text[span.start : span.end].casefold() == word for span in self.annotations.values)

    def _before(self, offset: int) -> str:
        before = [token for token in self.tokens if token.end <= offset]
        return before[-1].folded if before else ''

    def _name(self, at: int) -> NameSpan | None:
        if not 0 <= at < len(self.tokens):
            return None
        start = self.tokens[at].start
        return next((span for span in self.annotations.names if span.start <= start < span.end), None)

    def _noun(self, at: int) -> NounSpan | None:
        if not 0 <= at < len(self.tokens):
            return None
        start = self.tokens[at].start
        return next((span for span in self.annotations.nouns if span.start == start), None)

    def _behind(self, at: int, offset: int) -> int:
        while at < len(self.tokens) and self.tokens[at].start < offset:
            at += 1
        return at


def _range(ordinals: tuple[int, ...], number: int | None) -> tuple[int, ...]:
    """`first two` are places 1 and 2, `last two` the last two."""
    if len(ordinals) != 1 or not number or number < 2:
        return ordinals
    first = ordinals[0]
    return tuple(range(1, number + 1)) if first == 1 else tuple(range(-number, 0)) if first == -1 else ordinals
