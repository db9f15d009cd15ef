"""The references of one text: its phrases, its names, what it takes back, leaves out or leaves unsaid."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .carrying import carried_query
from .choosing import choose
from .findings import MAX_CANDIDATES
from .fragments import TELEGRAPHIC, about, is_bare, is_elliptical, is_only_a_kind, is_part, says_none
from .live_memory import LiveMemory
from .objects import Annotations, NameSpan, Noun, NounSpan, ObjectKey, ObjectRef
from .paging import turn_of
from .phrases import Phrase
from .reading import Reference, ReferenceStatus, Source
from .referring import REFERRING
from .resolution import Resolver
from .scanning import find_phrases
from .text import Token, fold, match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('TextReferences',)

# An answer to what was shown has no more words.
PICKING = 6


@dataclass(frozen=True)
class _Exclusion:
    """Words that leave something out.

    Attributes:
        of: The word for all that was shown, of which it is left out (`all but`, or `except` at the beginning); empty:
            it is left out of what is asked for.
    """

    of: tuple[Token, ...] = ()


@dataclass
class TextReferences:
    """Finds the references of one text, after what was said before."""

    annotations: Annotations
    live: LiveMemory
    vocabulary: Vocabulary

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the text."""
        return tokenise(self.annotations.text)

    def all(self) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
        """The references in order, and the kinds of the phrases that they were found by."""
        annotations, tokens = self.annotations, self.tokens
        phrases = find_phrases(annotations, self.vocabulary, REFERRING)
        if self._refers_to_nothing():
            phrases = ()
        if size := about(tokens, self.vocabulary):
            # `the same for X` is the same question.
            phrases = tuple(phrase for phrase in phrases if phrase.start >= tokens[size - 1].end)
        span = _wanted(annotations, phrases)
        wanted = span.noun if span else None
        said = [span.matches[0] for span in annotations.names if len(span.matches) == 1]
        resolver = Resolver(self.live, wanted, span is not None and not span.plural, said)
        found, kinds = list[Reference](), list[str]()
        for phrase in sorted(phrases, key=lambda phrase: phrase.excluded):
            reference = resolver.resolve(phrase, annotations.text)
            if reference is None:
                continue
            found.append(replace(reference, excluded=phrase.excluded, noun_asked=phrase.excluded))
            kinds.append(phrase.kind.value)
        found += self._named(found)
        found += self._picked(found)
        found = self._repaired(found)
        found = self._excluded(found)
        if not found and self._is_incomplete(wanted):
            found = self._implicit()
        return tuple(sorted(found, key=lambda reference: (reference.start, reference.end))), tuple(dict.fromkeys(kinds))

    def _refers_to_nothing(self) -> bool:
        """Whether it only asks on ("how many?", "the rest"), or turns down what was offered."""
        tokens, vocabulary = self.tokens, self.vocabulary
        turns = turn_of(tokens, self.annotations, vocabulary) is not None and not self.live.memory.empty
        return turns or is_bare(tokens, vocabulary) or says_none(tokens, vocabulary)

    def _named(self, said: Sequence[Reference]) -> list[Reference]:
        """References by name; one name of several objects is narrowed by what else is said, else left open."""
        names = self.annotations.names
        certain = [_name(span, span.matches) for span in names if len(span.matches) == 1]
        pointed_at = [ref for reference in (*certain, *said) if reference.resolved for ref in reference.objects]
        found = list(certain)
        for span in names:
            if len(span.matches) > 1:
                matches = self.live.narrowed(span.matches, pointed_at)
                found.append(_name(span, matches))
            elif not span.matches:
                known = self.live.described(fold(span.text))
                found.append(replace(_name(span, known), source=Source.MEMORY) if known else _offered(span))
        return found

    def _picked(self, found: Sequence[Reference]) -> list[Reference]:
        """A message that is nothing but a description of one of the objects just shown ("Nashua") picks it."""
        memory, text = self.live.memory, self.annotations.text
        shown = memory.lists[0] if memory.lists else None
        last = memory.window[-1].sequence if memory.window else 0
        named = {key for reference in found for key in reference.keys}
        if shown is None or shown.sequence != last or named & set(shown.keys) or len(self.tokens) > PICKING:
            return []
        if found and is_part(self.tokens, self.annotations, self.vocabulary):
            # `at MDF` says where, though only one of them is there.
            return []
        picked = choose(text, None, self.live.places(), self.vocabulary)
        if picked.gone and not found:
            return [Reference(text, 0, len(text), ReferenceStatus.GONE)]
        if len(picked.refs) != 1:
            return []
        return [Reference(text, 0, len(text), ReferenceStatus.RESOLVED, Source.MEMORY, picked.refs)]

    def _repaired(self, references: list[Reference]) -> list[Reference]:
        """What stands before "no, I meant" has been taken back."""
        tokens, markers = self.tokens, self.vocabulary.words('repair', 'markers')
        taken_back = [
            tokens[at].start for at in range(len(tokens)) if match_words(tokens, at, markers) and at + 1 < len(tokens)
        ]
        if not taken_back:
            return references
        kept = [reference for reference in references if reference.start >= taken_back[-1]]
        return kept or references

    def _excluded(self, references: list[Reference]) -> list[Reference]:
        """`all but the PDU`, `not vm81`: what is left out, and what is left."""
        found, left_out, all_ = list[Reference](), set[ObjectKey](), list[Token]()
        for reference in references:
            exclusion = self._exclusion(reference.start)
            if found and found[-1].excluded and self._joined(found[-1].end, reference.start):
                reference = replace(reference, excluded=True)
                left_out.update(reference.keys if left_out else ())
            elif exclusion and reference.phrase:
                # Without a phrase it is where things are: `not the routers`, of a site.
                reference = replace(reference, excluded=True)
                left_out.update(reference.keys if exclusion.of else ())
                all_ += exclusion.of
            found.append(reference)
        rest = tuple(ref for ref in self.live.shown() if ref.key not in left_out)
        if left_out and 0 < len(rest) < len(self.live.shown()):
            first = all_[0]
            found.append(Reference(first.text, first.start, first.end, ReferenceStatus.RESOLVED, Source.MEMORY, rest))
        return found

    def _exclusion(self, start: int) -> _Exclusion | None:
        """The words in front of a place that leave out what stands there."""
        before = [token for token in self.tokens if token.start < start]
        words = self.vocabulary.words('except')
        size = max((n for n in (1, 2) if match_words(before, len(before) - n, words) == n), default=0)
        if not size:
            return None
        whole = before[max(len(before) - size - 1, 0)]
        if len(before) == size or self.vocabulary.has(whole.folded, 'except', 'all'):
            return _Exclusion((whole,))
        return None if self.vocabulary.has(before[-1].folded, 'except', 'contrasts') else _Exclusion()

    def _joined(self, start: int, end: int) -> bool:
        """Whether nothing but "and" or "or" stands between two places."""
        between = [token.folded for token in self.tokens if start <= token.start < end]
        return all(self.vocabulary.has(word, 'index', 'joins') for word in between)

    def _is_incomplete(self, wanted: Noun | None) -> bool:
        """Whether a text without a reference needs one: `and the serial?`, or little but a noun (`cable type?`)."""
        if wanted is None:
            empty = self.live.memory.empty
            begins = match_words(self.tokens, 0, self.vocabulary.words('followup', 'starts'))
            return bool(begins or not empty) and is_elliptical(self.tokens, self.annotations, self.vocabulary)
        if is_only_a_kind(self.tokens, self.annotations, self.vocabulary):
            focus = self.live.focus
            return len(focus) == 1 and self.live.finder.relates(focus[0].key.object_type, wanted)
        single = not any(span.plural for span in self.annotations.nouns)
        single = single and not any(
            self.vocabulary.has(token.folded, 'determiners', 'distributive') for token in self.tokens
        )
        return single and len(self.tokens) <= TELEGRAPHIC and len(self.live.focus) == 1

    def _implicit(self) -> list[Reference]:
        """The object that an elliptical text hangs on; reported at the word that calls for it.

        None: it hangs on a question that was about no object ("how many VLANs are there?", "and how many are active?").
        """
        tokens, first = self.tokens, self.tokens[0]
        narrow = match_words(tokens, 0, self.vocabulary.words('followup', 'narrow'))
        bare = is_bare(tokens, self.vocabulary)
        part = is_part(tokens, self.annotations, self.vocabulary)
        shown = self.live.shown_in_topic()
        objects = shown if narrow or bare or part else ()
        objects = objects or self.live.focus or shown
        named = about(tokens, self.vocabulary)
        if objects and not named:
            return [Reference('', first.start, first.start, ReferenceStatus.RESOLVED, Source.MEMORY, tuple(objects))]
        if part or narrow or bare or not named:
            # `only active`, behind what was counted: the question itself goes on.
            last = any(turn.reply.get('query') for turn in self.live.memory.window[-1:])
            goes_on = carried_query(self.live.memory, ()) and (last or not (named or bare))
            return [] if goes_on else [self._missing()]
        return [self._missing()]

    def _missing(self) -> Reference:
        first = self.tokens[0]
        return Reference(first.text, first.start, first.end, ReferenceStatus.UNRESOLVED)


def _wanted(annotations: Annotations, phrases: Sequence[Phrase]) -> NounSpan | None:
    """The kind of object that a text asks for: its first noun that belongs to no phrase and no name."""
    taken = [(phrase.start, phrase.end) for phrase in phrases] + [(name.start, name.end) for name in annotations.names]
    taken += [(name.noun.start, name.noun.end) for name in annotations.names if name.noun]
    for span in annotations.nouns:
        if not any(start <= span.start < end for start, end in taken):
            return span
    return None


def _name(span: NameSpan, matches: Sequence[ObjectRef]) -> Reference:
    status = (
        ReferenceStatus.RESOLVED if len(matches) == 1
        else ReferenceStatus.AMBIGUOUS if matches
        else ReferenceStatus.UNRESOLVED
    )  # fmt: skip
    return Reference(
        span.text,
        span.start,
        span.end,
        status,
        Source.NAME if matches else None,
        tuple(matches) if len(matches) == 1 else (),
        tuple(matches[:MAX_CANDIDATES]) if len(matches) > 1 else (),
        span.noun.noun if span.noun else None,
    )


def _offered(span: NameSpan) -> Reference:
    """A name that nothing has: unresolved, or left open between what is called nearly so."""
    unresolved = _name(span, ())
    near = span.near[:MAX_CANDIDATES]
    return replace(unresolved, status=ReferenceStatus.AMBIGUOUS, candidates=near) if near else unresolved
