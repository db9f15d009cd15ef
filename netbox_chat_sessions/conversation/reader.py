"""The read step of a turn: from a message and a memory to a reading."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .choosing import Picked, choose
from .findings import MAX_CANDIDATES
from .followups import Signal, is_bare, is_elliptical, says_none, signals
from .history import HistoryLimits, Said, sanitise
from .live_memory import LiveMemory
from .memory import Memory, OpenQuestion
from .objects import Annotations, NameSpan, Noun, NounSpan, ObjectKey, ObjectRef
from .phrases import Phrase
from .ports import ObjectFinder, TopicMap, TurnRequest
from .reading import Reading, Reference, ReferenceStatus, Source
from .referring import REFERRING
from .resolution import Resolver
from .scanning import find_phrases
from .text import Token, fold, match_words, tokenise
from .topics import read_topic
from .vocabulary import Vocabulary, vocabulary
from .wording import resolved_message

__all__ = ('Reader',)


@dataclass(frozen=True)
class Reader:
    """Understands messages of one user.

    Attributes:
        finder: Live objects as the user may see them.
        topics: Which topic domain types and words belong to.
        limits: How much of a client-sent history is looked at; None: it is ignored.
        words: Closed-class words of the user's language.
    """

    finder: ObjectFinder
    topics: TopicMap
    limits: HistoryLimits | None = None
    words: Vocabulary | None = None

    @property
    def vocabulary(self) -> Vocabulary:
        """The closed-class words in use."""
        return self.words or vocabulary()

    def page(self, request: TurnRequest) -> ObjectRef | None:
        """The object that the user looks at, if any and visible."""
        return self.finder.page(request.page) if request.page else None

    def history(self, request: TurnRequest) -> tuple[Said, ...]:
        """What of a client-sent history is looked at; nothing where the settings say so."""
        return sanitise(request.history, self.limits) if self.limits else ()

    def read(self, request: TurnRequest, memory: Memory, page: ObjectRef | None = None) -> Reading:
        """What the message means after what was said before."""
        open_question = memory.open_question
        if open_question and (reading := self._answered(request, memory, open_question, page)):
            return reading
        if request.choice and not request.message:
            return self._chosen_freely(request, memory)
        return self._read(request.message, memory, page)

    def _read(self, message: str, memory: Memory, page: ObjectRef | None) -> Reading:
        annotations = self.finder.annotate(message, self._scope(memory, page))
        references, kinds = self._references(annotations, memory, page)
        tokens = tokenise(message)
        found = () if memory.empty else signals(tokens, annotations, references, kinds, self.vocabulary)
        types = {key.object_type for reference in references if reference.phrase for key in reference.keys}
        carried = memory.query_about(types) if set(found) & _CARRYING else None
        return Reading(
            message=message,
            references=references,
            signals=found,
            topic=read_topic(annotations, references, memory.topic_domain, self.topics, self.vocabulary),
            resolved_message=resolved_message(message, references, self.vocabulary),
            question=message,
            bindings=references,
            annotations=annotations,
            carried=carried,
            listed=memory.lists[0].keys if memory.lists else (),
        )

    def _scope(self, memory: Memory, page: ObjectRef | None) -> tuple[ObjectKey, ...]:
        recent = [*memory.focus, *(entity.key for entity in memory.entities[:8]), *([page.key] if page else [])]
        return tuple(dict.fromkeys(recent))

    def _references(
        self, annotations: Annotations, memory: Memory, page: ObjectRef | None
    ) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
        """The references of a text in order, and the kinds of those phrases that were found in memory."""
        tokens = tokenise(annotations.text)
        phrases = find_phrases(annotations, self.vocabulary, REFERRING)
        if is_bare(tokens, self.vocabulary) or says_none(tokens, self.vocabulary):
            phrases = ()
        span = _wanted(annotations, phrases)
        wanted = span.noun if span else None
        said = [span.matches[0] for span in annotations.names if len(span.matches) == 1]
        live = LiveMemory(self.finder, memory, page)
        resolver = Resolver(live, wanted, span is not None and not span.plural, said)
        found, kinds = list[Reference](), list[str]()
        for phrase in sorted(phrases, key=lambda phrase: phrase.excluded):
            reference = resolver.resolve(phrase, annotations.text)
            if reference is None:
                continue
            found.append(replace(reference, excluded=phrase.excluded))
            kinds.append(phrase.kind.value)
        found += self._named(annotations.names, live, found)
        found += self._picked(annotations.text, found, live)
        found = self._repaired(tokens, found)
        found = self._excluded(tokens, found, live)
        if not found and self._is_incomplete(annotations, tokens, wanted, live):
            found = [self._implicit(tokens, live)]
        return tuple(sorted(found, key=lambda reference: (reference.start, reference.end))), tuple(dict.fromkeys(kinds))

    def _named(self, names: Sequence[NameSpan], live: LiveMemory, said: Sequence[Reference]) -> list[Reference]:
        """References by name; one name of several objects is narrowed by what else is said, else left open."""
        certain = [_name(span, span.matches) for span in names if len(span.matches) == 1]
        pointed_at = [ref for reference in (*certain, *said) if reference.resolved for ref in reference.objects]
        found = list(certain)
        for span in names:
            if len(span.matches) > 1:
                matches = live.narrowed(span.matches, pointed_at)
                found.append(_name(span, matches))
            elif not span.matches:
                known = live.described(fold(span.text))
                found.append(replace(_name(span, known), source=Source.MEMORY) if known else _offered(span))
        return found

    def _picked(self, text: str, found: Sequence[Reference], live: LiveMemory) -> list[Reference]:
        """A message that is nothing but a description of one of the objects just shown ("Nashua") picks it."""
        memory = live.memory
        shown = memory.lists[0] if memory.lists else None
        last = memory.window[-1].sequence if memory.window else 0
        named = {key for reference in found for key in reference.keys}
        if shown is None or shown.sequence != last or named & set(shown.keys) or len(tokenise(text)) > PICKING:
            return []
        picked = choose(text, None, live.places(), self.vocabulary)
        if picked.gone and not found:
            return [Reference(text, 0, len(text), ReferenceStatus.GONE)]
        if len(picked.refs) != 1:
            return []
        return [Reference(text, 0, len(text), ReferenceStatus.RESOLVED, Source.MEMORY, picked.refs)]

    def _repaired(self, tokens: Sequence[Token], references: list[Reference]) -> list[Reference]:
        """What stands before "no, I meant" has been taken back."""
        markers = self.vocabulary.words('repair', 'markers')
        taken_back = [
            tokens[at].start for at in range(len(tokens)) if match_words(tokens, at, markers) and at + 1 < len(tokens)
        ]
        if not taken_back:
            return references
        kept = [reference for reference in references if reference.start >= taken_back[-1]]
        return kept or references

    def _excluded(self, tokens: Sequence[Token], references: list[Reference], live: LiveMemory) -> list[Reference]:
        """`all but the PDU`, `not vm81`: what is left out, and what is left."""
        left_out, found, kept = set[ObjectKey](), list[Reference](), tokens[:1]
        for reference in references:
            at = next((i for i, token in enumerate(tokens) if token.start >= reference.start), len(tokens))
            size = max(
                (n for n in (1, 2) if at >= n and match_words(tokens, at - n, self.vocabulary.words('except')) == n),
                default=0,
            )
            whole = (
                at - size == 0 or self.vocabulary.has(tokens[at - size - 1].folded, 'except', 'all') if size else False
            )
            if found and found[-1].excluded and self._joined(tokens, found[-1].end, reference.start):
                reference = replace(reference, excluded=True)
                left_out.update(reference.keys if left_out else ())
            elif size and (whole or tokens[at - 1].folded != 'but'):
                reference = replace(reference, excluded=True)
                if whole and not left_out:
                    kept = tokens[max(at - size - 1, 0) :]
                left_out.update(reference.keys if whole else ())
            found.append(reference)
        rest = tuple(ref for ref in live.shown() if ref.key not in left_out) if left_out else ()
        if rest and len(rest) < len(live.shown()):
            all_ = kept[0]
            found.append(Reference(all_.text, all_.start, all_.end, ReferenceStatus.RESOLVED, Source.MEMORY, rest))
        return found

    def _joined(self, tokens: Sequence[Token], start: int, end: int) -> bool:
        """Whether nothing but "and" or "or" stands between two places."""
        between = [token.folded for token in tokens if start <= token.start < end]
        return all(self.vocabulary.has(word, 'index', 'joins') for word in between)

    def _is_incomplete(
        self, annotations: Annotations, tokens: Sequence[Token], wanted: Noun | None, live: LiveMemory
    ) -> bool:
        """Whether a text without a reference needs one: `and the serial?`, or little but a noun (`cable type?`)."""
        if wanted is None:
            return is_elliptical(tokens, self.vocabulary)
        single = not any(span.plural for span in annotations.nouns)
        single = single and not any(
            self.vocabulary.has(token.folded, 'determiners', 'distributive') for token in tokens
        )
        return single and len(tokens) <= TELEGRAPHIC and len(live.focus) == 1

    def _implicit(self, tokens: Sequence[Token], live: LiveMemory) -> Reference:
        """The object that an elliptical text hangs on; reported at the word that calls for it."""
        first = tokens[0]
        narrow = match_words(tokens, 0, self.vocabulary.words('followup', 'narrow'))
        bare = match_words(tokens, 0, self.vocabulary.words('followup', 'bare')) == len(tokens)
        objects = live.shown() if narrow or bare else ()
        objects = objects or live.focus
        if match_words(tokens, 0, self.vocabulary.words('followup', 'about')):
            return Reference(first.text, first.start, first.end, ReferenceStatus.UNRESOLVED)
        if not objects:
            return Reference(first.text, first.start, first.end, ReferenceStatus.UNRESOLVED)
        return Reference('', first.start, first.start, ReferenceStatus.RESOLVED, Source.MEMORY, tuple(objects))

    def _answered(
        self, request: TurnRequest, memory: Memory, open_question: OpenQuestion, page: ObjectRef | None
    ) -> Reading | None:
        """The reading of an answer to the open question; None when the message is something else."""
        seen = self.finder.look(open_question.candidates)
        shown = [seen.get(key) for key in open_question.candidates]
        picked = choose(request.message, request.choice, shown, self.vocabulary)
        if not picked:
            return None
        reply = _choice(request.message, picked)
        question = self._read(open_question.question, memory, page)
        bound = replace(
            reply,
            phrase=open_question.question[open_question.start : open_question.end],
            start=open_question.start,
            end=open_question.end,
        )
        if bound.start == bound.end and (asked := question.open):
            bound = replace(bound, phrase=asked.phrase, start=asked.start, end=asked.end)
        others = [ref for ref in question.bindings if ref.end <= bound.start or ref.start >= bound.end]
        bindings = tuple(sorted([*others, bound], key=lambda reference: reference.start))
        return replace(
            question,
            message=request.message,
            references=(reply,),
            signals=(Signal.CLARIFICATION,),
            bindings=bindings,
            resolved_message=resolved_message(open_question.question, bindings, self.vocabulary),
            carried=open_question.carried,
        )

    def _chosen_freely(self, request: TurnRequest, memory: Memory) -> Reading:
        """A choice without an open question: the object is put into focus and shown."""
        chosen_keys = [request.choice] if request.choice else []
        ref = next(iter(self.finder.look(chosen_keys).values()), None)
        if ref is None:
            gone = Reference('', 0, 0, ReferenceStatus.GONE)
            return Reading('', (gone,), bindings=(gone,))
        chosen = Reference('', 0, 0, ReferenceStatus.RESOLVED, Source.CHOICE, (ref,))
        topic = read_topic(Annotations(''), (chosen,), memory.topic_domain, self.topics, self.vocabulary)
        return Reading('', (chosen,), topic=topic, resolved_message=ref.display, bindings=(chosen,))


TELEGRAPHIC = 3
PICKING = 6
_CARRYING = {Signal.ELLIPSIS, Signal.SUBSTITUTION, Signal.CONTINUATION, Signal.NARROWING}


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


def _choice(message: str, picked: Picked) -> Reference:
    """What an answer to a question back refers to."""
    if picked.gone:
        return Reference(message, 0, len(message), ReferenceStatus.GONE)
    status = ReferenceStatus.RESOLVED if picked.meant else ReferenceStatus.AMBIGUOUS
    objects = picked.refs if picked.meant else ()
    candidates = () if picked.meant else picked.refs[:MAX_CANDIDATES]
    return Reference(message, 0, len(message), status, Source.CHOICE, objects, candidates)
