"""The memory that a client-sent history amounts to (HDDS-15911): its questions are understood once more.

A question is read and answered again from live data, as the caller, by an agent that answers the same question the same
way. What the client says was answered is not believed for itself: where the past that a question hung on was cut off,
it tells what that was, once live data then give that very answer. Where no agent answers again, names are looked up.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from .decisions import disabled
from .history import Heard, Said
from .live_memory import alike
from .memory import Memory, Mention, ShownList, mentioned, strongest
from .objects import ObjectRef
from .outcomes import outcome_of
from .ports import AgentRequest, Clock
from .reader import Reader
from .reading import Reading, Reference, ReferenceStatus, Source
from .records import Outcome
from .reply import Reply, ReplyKind
from .requests import TurnRequest
from .routing import Router
from .session import Interaction, InteractionStatus, SaidBy
from .text import fold

__all__ = ('Rehearsal', 'Rehearsed')

ROUTED = disabled()
# So many objects that an answer names are tried as what its question hangs on.
MOST_TRIED = 4
# An answer as long as this may have been cut.
SHORTEST_CUT = 400
UNDERSTOOD = (ReplyKind.ANSWER, ReplyKind.CLARIFICATION, ReplyKind.NOT_FOUND)


@dataclass(frozen=True)
class Rehearsed:
    """What a session would remember had it heard a client-sent history.

    Attributes:
        memory: As a session's, before the message that the history came with.
        turns: Its interactions, of all topics, in chronological order.
    """

    memory: Memory = field(default_factory=Memory)
    turns: tuple[Interaction, ...] = ()

    @property
    def sequence(self) -> int:
        """Sequence number of the next turn."""
        return len(self.turns) + 1

    def with_focus(self, ref: ObjectRef) -> 'Rehearsed':
        """The same with an object that "it" means, as if it had been talked about before."""
        long_ago = datetime.min.replace(tzinfo=UTC)
        said = mentioned(None, Mention(ref, SaidBy.USER), sequence=len(self.turns), now=long_ago)
        entities = (said, *(entity for entity in self.memory.entities if entity.key != ref.key))
        return replace(self, memory=replace(self.memory, focus=(ref.key,), entities=entities))

    def about(self, topic_start: int) -> Memory:
        """The memory with the interactions of the topic that began with this sequence number."""
        return replace(self.memory, window=tuple(turn for turn in self.turns if turn.topic_start == topic_start))


@dataclass(frozen=True)
class Rehearsal:
    """Builds memories of conversations that clients keep."""

    reader: Reader
    router: Router
    clock: Clock

    def rehearse(self, heard: Heard) -> Rehearsed:
        """What a session would remember had it heard a history."""
        found = Rehearsed()
        for question, answer in _pairs(heard.said):
            found = self._after(found, self._heard(question, answer, found))
        return found

    def _heard(self, question: str, answer: str, known: Rehearsed) -> Outcome:
        """How a turn came out: its question once more, after what its answer names where its own past was cut off."""
        outcome = self._answered(question, known)
        if outcome is None:
            return self._recognised(question, answer, known)
        if not answer or not _hangs(outcome) or _says(outcome, answer):
            return outcome
        for ref in self._told(answer, known)[:MOST_TRIED]:
            again = self._answered(question, known.with_focus(ref))
            if again and _says(again, answer):
                return again
        if _agrees(outcome, answer):
            return outcome
        # Something else was answered: nothing goes on from what was asked before.
        return replace(self._recognised(question, answer, known), topic_start=known.sequence)

    def _told(self, answer: str, known: Rehearsed) -> tuple[ObjectRef, ...]:
        """What an answer names, each of its namesakes."""
        names = self.reader.finder.annotate(answer, known.memory.focus).names
        return tuple(dict.fromkeys(ref for span in names for ref in span.matches))

    def _answered(self, question: str, known: Rehearsed) -> Outcome | None:
        memory = known.memory
        reading = self.reader.read(TurnRequest(question), memory)
        agent = self.router.pick(ROUTED, '', reading)
        if not getattr(agent, 'repeatable', False):
            return None
        reply = agent.answer(AgentRequest(reading, dict))
        if reply.kind not in UNDERSTOOD:
            return None
        reading = replace(reading, topic=self.reader.topics.answered(reading, reply, memory))
        return outcome_of(memory, reading, ROUTED, reply, sequence=known.sequence, agent=agent.name, duration_ms=0)

    def _recognised(self, question: str, answer: str, known: Rehearsed) -> Outcome:
        """The outcome that the names in a question and its answer tell: several of a type in an answer are a list."""
        said = [span.matches[0] for span in self.reader.finder.annotate(question).names if len(span.matches) == 1]
        told = [span.matches[0] for span in self.reader.finder.annotate(answer).names if len(span.matches) == 1]
        bindings = tuple(
            Reference('', 0, 0, ReferenceStatus.RESOLVED, Source.NAME, (ref,)) for ref in dict.fromkeys(said)
        )
        several = max(alike(dict.fromkeys(told)), key=len, default=())
        several = several if len(several) > 1 else ()
        single = tuple(told) if len(told) == 1 and not said else ()
        reading = Reading(question, bindings=bindings, question=question)
        reply = Reply(answer, objects=several, focus=single)
        return outcome_of(known.memory, reading, ROUTED, reply, sequence=known.sequence, agent='', duration_ms=0)

    def _after(self, before: Rehearsed, outcome: Outcome) -> Rehearsed:
        now, memory, sequence = self.clock.now(), before.memory, before.sequence
        known = {entity.key: entity for entity in reversed(memory.entities)}
        for mention in strongest(outcome.mentions):
            key = mention.ref.key
            known[key] = mentioned(known.pop(key, None), mention, sequence=sequence, now=now)
        turn = Interaction(
            None,
            sequence,
            None,
            InteractionStatus.ANSWERED,
            outcome.reading.message,
            now,
            response=outcome.reply.text,
            reply=outcome.reply.as_json(),
            reading=outcome.reading.as_json(),
            listed=outcome.listed,
            topic_start=outcome.topic_start or memory.topic_start,
        )
        lists = (ShownList(sequence, outcome.listed), *memory.lists) if outcome.listed else memory.lists
        memory = replace(
            memory,
            entities=tuple(reversed(known.values())),
            focus=memory.focus if outcome.focus is None else outcome.focus,
            lists=lists,
            open_question=outcome.open_question,
            topic_domain=outcome.topic_domain or memory.topic_domain,
            topic_start=turn.topic_start,
            suspended=memory.suspended if outcome.suspended is None else outcome.suspended,
        )
        after = Rehearsed(memory, (*before.turns, turn))
        return replace(after, memory=after.about(turn.topic_start))


def _pairs(history: Sequence[Said]) -> Iterator[tuple[str, str]]:
    """Questions with the answer that follows each; an answer without a question belongs to an empty one."""
    question: str | None = None
    for said in history:
        if said.role == 'user':
            if question is not None:
                yield question, ''
            question = said.content
        else:
            yield question or '', said.content
            question = None
    if question is not None:
        yield question, ''


def _hangs(outcome: Outcome) -> bool:
    """Whether a question hangs on what was said before, which may have been cut off."""
    return bool(outcome.reading.signals) or outcome.reply.kind is ReplyKind.CLARIFICATION


def _says(outcome: Outcome, answer: str) -> bool:
    """Whether it came out as the client says; answers are cut when they are sent."""
    said, told = fold(outcome.reply.text), fold(answer)
    return said == told or (len(answer) >= SHORTEST_CUT and said.startswith(told))


def _agrees(outcome: Outcome, answer: str) -> bool:
    """Whether what the client says may have been answered to the same question, in other words."""
    reply, told = outcome.reply, fold(answer)
    if reply.kind is ReplyKind.CLARIFICATION:
        return True
    named = any(fold(ref.display) in told for ref in (*reply.objects, *reply.focus))
    return named or (reply.total is not None and str(reply.total) in re.findall(r'\d+', told))
