"""The read step of a turn: from a message and a memory to a reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .carrying import carried_query
from .choosing import Picked, choose
from .findings import MAX_CANDIDATES
from .followups import CARRYING, Signal, signals
from .history import Heard, HistoryLimits, sanitise
from .live_memory import LiveMemory
from .memory import Memory, OpenQuestion
from .objects import Annotations, ObjectKey, ObjectRef
from .ports import ObjectFinder
from .reading import Reading, Reference, ReferenceStatus, Source, TopicReading
from .requests import Correction, TurnRequest
from .returning import Return, find_return
from .text import tokenise
from .text_references import TextReferences
from .topics import TopicReader
from .vocabulary import Vocabulary, vocabulary
from .wording import resolved_message

__all__ = ('Reader',)


@dataclass(frozen=True)
class Reader:
    """Understands messages of one user.

    Attributes:
        finder: Live objects as the user may see them.
        topics: What turns are about.
        limits: How much of a client-sent history is looked at; None: it is ignored.
        words: Closed-class words of the user's language.
    """

    finder: ObjectFinder
    topics: TopicReader
    limits: HistoryLimits | None = None
    words: Vocabulary | None = None

    @property
    def vocabulary(self) -> Vocabulary:
        """The closed-class words in use."""
        return self.words or vocabulary()

    def page(self, request: TurnRequest) -> ObjectRef | None:
        """The object that the user looks at, if any and visible."""
        return self.finder.page(request.page) if request.page else None

    def history(self, request: TurnRequest) -> Heard:
        """What of a client-sent history is looked at; nothing where the settings say so."""
        return sanitise(request.history, self.limits)

    def read(self, request: TurnRequest, memory: Memory, page: ObjectRef | None = None) -> Reading:
        """What the message means after what was said before."""
        if request.corrects and request.choice:
            return self._corrected(request, request.corrects, request.choice, memory, page)
        open_question = memory.open_question
        if open_question and (reading := self._answered(request, memory, open_question, page)):
            return reading
        if request.choice and not request.message:
            return self._chosen_freely(request, memory)
        if back := find_return(request.message, memory, self.topics.topics, self.vocabulary):
            return self._returned(request.message, memory, page, back)
        return self._read(request.message, memory, page)

    def _returned(self, message: str, memory: Memory, page: ObjectRef | None, back: Return) -> Reading:
        """The reading of a message that goes back to a topic: what it asks there, or the latest question of it."""
        left, question = memory.suspended[back.domain], message[back.rest :]
        resumed = replace(memory, focus=left.focus, topic_domain=back.domain, topic_start=left.start, window=())
        reading = self._read(question, resumed, page)
        seen = self.finder.look(left.focus)
        objects = tuple(seen[key] for key in left.focus if key in seen)
        status = ReferenceStatus.RESOLVED if objects else ReferenceStatus.GONE
        phrase = Reference(message[back.start : back.end], back.start, back.end, status, Source.MEMORY, objects)
        asked = [replace(ref, start=ref.start + back.rest, end=ref.end + back.rest) for ref in reading.references]
        references = (*([phrase] if left.focus and not asked else []), *asked)
        goes_on = not question or not CARRYING.isdisjoint(reading.signals)
        return replace(
            reading,
            message=message,
            references=references,
            signals=(Signal.RETURN, *reading.signals),
            topic=TopicReading(back.domain, memory.topic_domain, changed=True, returned=True),
            resolved_message=resolved_message(message, references, self.vocabulary),
            bindings=reading.bindings if question else (replace(phrase, start=0, end=0),) if objects else (),
            carried=left.query if goes_on else None,
        )

    def _read(self, message: str, memory: Memory, page: ObjectRef | None) -> Reading:
        annotations = self.finder.annotate(message, self._scope(memory, page))
        live = LiveMemory(self.finder, memory, page)
        references, kinds = TextReferences(annotations, live, self.vocabulary).all()
        tokens = tokenise(message)
        asked = (carried_query(memory, ()) or {}).get('object_type') or ''
        found = () if memory.empty else signals(tokens, annotations, references, kinds, self.vocabulary, asked)
        topic = self.topics.read(annotations, references, found, memory, self.vocabulary)
        return Reading(
            message=message,
            references=references,
            signals=found,
            topic=topic,
            resolved_message=resolved_message(message, references, self.vocabulary),
            question=message,
            bindings=references,
            annotations=annotations,
            carried=_carried(references, found, topic, memory),
            asked=_asked(memory) if not CARRYING.isdisjoint(found) and not topic.changed else '',
            listed=memory.lists[0].keys if memory.lists else (),
            shown_by=memory.shown_by,
            talked=memory.talked_about({key for reference in references for key in reference.keys}),
        )

    def _scope(self, memory: Memory, page: ObjectRef | None) -> tuple[ObjectKey, ...]:
        recent = [*memory.focus, *(entity.key for entity in memory.entities[:8]), *([page.key] if page else [])]
        return tuple(dict.fromkeys(recent))

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
        bindings = _bound(question.bindings, bound)
        return replace(
            question,
            message=request.message,
            references=(reply,),
            signals=(Signal.CLARIFICATION,),
            bindings=bindings,
            resolved_message=resolved_message(open_question.question, bindings, self.vocabulary),
            carried=open_question.carried,
        )

    def _corrected(
        self, request: TurnRequest, misread: Correction, meant: ObjectKey, memory: Memory, page: ObjectRef | None
    ) -> Reading:
        """The reading of a message with one phrase standing for what the user says that it does."""
        reading = self._read(request.message, memory, page)
        ref = self.finder.look([meant]).get(meant)
        status = ReferenceStatus.RESOLVED if ref else ReferenceStatus.GONE
        phrase = request.message[misread.start : misread.end]
        chosen = Reference(phrase, misread.start, misread.end, status, Source.CHOICE, (ref,) if ref else ())
        bindings = _bound(reading.bindings, chosen)
        return replace(
            reading,
            references=bindings,
            bindings=bindings,
            resolved_message=resolved_message(request.message, bindings, self.vocabulary),
        )

    def _chosen_freely(self, request: TurnRequest, memory: Memory) -> Reading:
        """A choice without an open question: the object is put into focus and shown."""
        chosen_keys = [request.choice] if request.choice else []
        ref = next(iter(self.finder.look(chosen_keys).values()), None)
        if ref is None:
            gone = Reference('', 0, 0, ReferenceStatus.GONE)
            return Reading('', (gone,), bindings=(gone,))
        chosen = Reference('', 0, 0, ReferenceStatus.RESOLVED, Source.CHOICE, (ref,))
        topic = self.topics.read(Annotations(''), (chosen,), (), memory, self.vocabulary)
        return Reading('', (chosen,), topic=topic, resolved_message=ref.display, bindings=(chosen,))


def _bound(references: Sequence[Reference], bound: Reference) -> tuple[Reference, ...]:
    """The references with one in the place of those that its words belong to."""
    place = (bound.start, bound.end)
    others = [
        ref for ref in references if (ref.start, ref.end) != place and (ref.end <= place[0] or ref.start >= place[1])
    ]
    return tuple(sorted([*others, bound], key=lambda reference: reference.start))


def _carried(
    references: Sequence[Reference], found: Sequence[str], topic: TopicReading, memory: Memory
) -> Mapping[str, Any] | None:
    """The query that a follow-up goes on from: of the topic that it is about, none across a boundary."""
    if CARRYING.isdisjoint(found):
        return None
    if topic.returned and topic.domain:
        return memory.suspended[topic.domain].query
    types = {key.object_type for reference in references if reference.phrase for key in reference.keys}
    return carried_query(memory, types)


def _asked(memory: Memory) -> str:
    return (memory.last_query or {}).get('object_type') or ''


def _choice(message: str, picked: Picked) -> Reference:
    """What an answer to a question back refers to."""
    if picked.gone:
        return Reference(message, 0, len(message), ReferenceStatus.GONE)
    status = ReferenceStatus.RESOLVED if picked.meant else ReferenceStatus.AMBIGUOUS
    objects = picked.refs if picked.meant else ()
    candidates = () if picked.meant else picked.refs[:MAX_CANDIDATES]
    return Reference(message, 0, len(message), status, Source.CHOICE, objects, candidates)
