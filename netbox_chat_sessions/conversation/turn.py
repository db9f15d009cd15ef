"""One turn of a conversation: admit, classify, read, route, answer, remember (DESIGN: one turn)."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from .context import ContextBuilder
from .decisions import Decision, DecisionKind, disabled, waiting
from .history import Heard
from .memory import Memory
from .outcomes import outcome_of
from .ports import Agent, AgentRequest, Clock, Hearer, SessionStore, TurnClassifier
from .reader import Reader
from .reading import Reading
from .records import Admission, Outcome
from .rehearsal import Rehearsal, Rehearsed
from .reply import Reply, ReplyKind
from .requests import TurnRequest
from .results import Accepted, Around, Doing, Partial, Stage, Step, TurnResult, turn_json
from .routing import Router
from .session import InteractionStatus, Session, SessionStatus
from .telling import Telling, TurnStopped
from .topics import topic_after

__all__ = ('ControlMessages', 'TurnService')

Listener = Callable[[Doing | Partial], None]
# How the turn came out, if a reply were its last.
Judge = Callable[[Reply], Outcome]


@dataclass(frozen=True)
class ControlMessages:
    """What the global nodes say.

    Attributes:
        human_handoff: When a person has been asked for.
        end_session: When the session ends.
        waiting: To whatever is said while a person is awaited.
    """

    human_handoff: str
    end_session: str
    waiting: str

    def of(self, kind: DecisionKind) -> str:
        """The sentence for a control decision."""
        return self.human_handoff if kind is DecisionKind.HUMAN_HANDOFF else self.end_session


@dataclass(frozen=True)
class _Known:
    """What is known when a turn begins.

    Attributes:
        session: The session; one without a primary key where the client keeps the memory.
        memory: What is remembered.
        sequence: The turn's sequence number.
        about: The memory with the interactions of the topic that began with a sequence number.
    """

    session: Session
    memory: Memory
    sequence: int
    about: Callable[[int], Memory]


_STATUS_AFTER = {
    DecisionKind.HUMAN_HANDOFF: SessionStatus.HANDOFF,
    DecisionKind.END_SESSION: SessionStatus.ENDED,
}
_PERMISSION = {DecisionKind.HUMAN_HANDOFF: 'handoff', DecisionKind.END_SESSION: 'end'}


@dataclass(frozen=True)
class TurnService:
    """Handles turns of one user. REST, panel, Celery and tests all come through here.

    Attributes:
        around: What every turn runs within, the innermost first: a limit, and those who watch.
    """

    store: SessionStore
    reader: Reader
    router: Router
    contexts: ContextBuilder
    clock: Clock
    messages: ControlMessages
    classifier: TurnClassifier | None = None
    around: tuple[Around, ...] = ()

    def handle(self, request: TurnRequest) -> TurnResult:
        """One turn from its question to its stored reply.

        Raises:
            ConversationError: As `SessionStore.admit`.
        """
        # Read to its end: an iterator that is left early is a turn that was stopped.
        *_, last = self.stream(request)
        if not isinstance(last, TurnResult):
            raise RuntimeError('A turn ended without a result.')
        return last

    def stream(self, request: TurnRequest, hear: Listener | None = None) -> Generator[Step]:
        """The steps of one turn as they happen, the result last.

        A caller that closes the iterator early leaves the interaction `stopped`; an error leaves it `failed`. The
        question is kept either way.

        Args:
            request: What is asked.
            hear: Called between two steps with what the agent says ahead of its reply.
        """
        return self._within(self._steps(request, hear or _ignore))

    def resume(self, request: TurnRequest, admission: Admission) -> Generator[Step]:
        """The steps of a turn that was admitted before; as `stream`."""
        return self._within(self._admitted(request, admission, _ignore))

    def _within(self, steps: Generator[Step]) -> Generator[Step]:
        for around in self.around:
            steps = around(steps)
        return steps

    def _steps(self, request: TurnRequest, hear: Listener) -> Generator[Step]:
        if request.stateless:
            yield from self._stateless(request)
            return
        yield from self._admitted(request, self.store.admit(request), hear)

    def _admitted(self, request: TurnRequest, admission: Admission, hear: Listener) -> Generator[Step]:
        accepted = Accepted(admission.session, admission.interaction)
        if admission.replayed:
            yield accepted
            yield TurnResult.of(admission.session, admission.interaction)
            return
        try:
            yield accepted
            yield from self._answer(request, admission, hear)
        except TurnStopped as stopped:
            yield TurnResult.of(admission.session, stopped.interaction)
        except GeneratorExit:
            self.store.fail(admission, InteractionStatus.STOPPED, 'stopped')
            raise
        except Exception as error:
            self.store.fail(admission, InteractionStatus.FAILED, type(error).__name__)
            raise

    def preview(self, session: Session, request: TurnRequest) -> dict[str, Any]:
        """The `turn` object for a text, as `resolve/` and `classify/` show it; stores nothing."""
        memory = self.store.recall(session)
        decision = self._decide(request, session, memory)
        reading = self.reader.read(request, memory, self.reader.page(request))
        return turn_json(decision, session.active_agent, reading.as_json())

    def control(self, session_id: int, kind: DecisionKind, reason: str = '') -> Session:
        """Hand a session over or end it without words: a button or a call, with what the global node says.

        Args:
            session_id: Primary key.
            kind: A control decision.
            reason: In a few words.

        Raises:
            ConversationError: As `SessionStore.change_status`.
        """
        permission, said = _PERMISSION[kind], self.messages.of(kind)
        return self.store.change_status(session_id, permission, _STATUS_AFTER[kind], reason, said)

    def _answer(self, request: TurnRequest, admission: Admission, hear: Listener) -> Generator[Stage | TurnResult]:
        started = self.clock.now()
        session, sequence = admission.session, admission.interaction.sequence
        if session.status is SessionStatus.HANDOFF:
            done = self.store.remember(admission, self._waiting(request, started))
            yield TurnResult.of(done.session, done.interaction)
            return
        memory = self.store.recall(session, before=request.corrects.sequence if request.corrects else sequence)
        yield Stage('understanding')
        heard = self.reader.history(request) if sequence == 1 else Heard()
        if heard.said:
            # A new session begins with what a client remembers; its own topics begin here.
            memory = replace(self._rehearsed(heard).memory, topic_start=sequence, suspended={})
        known = _Known(session, memory, sequence, lambda start: self.store.recall(session, sequence, start))
        outcome = yield from self._outcome(request, known, started, partial(Telling, self.store, admission, hear))
        done = self.store.remember(admission, outcome)
        yield replace(TurnResult.of(done.session, done.interaction), heard=heard)

    def _stateless(self, request: TurnRequest) -> Generator[Stage | TurnResult]:
        started = self.clock.now()
        yield Stage('understanding')
        heard = self.reader.history(request)
        rehearsed = self._rehearsed(heard)
        known = _Known(Session(None, None), rehearsed.memory, rehearsed.sequence, rehearsed.about)
        outcome = yield from self._outcome(request, known, started)
        yield TurnResult.unstored(outcome, heard)

    def _outcome(
        self, request: TurnRequest, known: _Known, started: datetime, telling: Callable[[Judge], Hearer] | None = None
    ) -> Generator[Stage, None, Outcome]:
        """Decide about a turn, read it, and have it answered.

        Args:
            request: What is asked.
            known: What was known when the turn began.
            started: When it began.
            telling: Makes the agent's hearer from what tells how the turn came out by a reply; None: nothing is stored.
        """
        memory, sequence = known.memory, known.sequence
        decision = self._decide(request, known.session, memory)
        if decision.kind.is_control:
            return self._control(request, decision, started)
        page = self.reader.page(request)
        reading = self.reader.read(request, memory, page)
        yield Stage('routing')
        agent = self.router.pick(decision, known.session.active_agent, reading)
        yield Stage('answering')

        def outcome_with(reply: Reply) -> Outcome:
            answered = replace(reading, topic=self.reader.topics.answered(reading, reply, memory))
            spent = self._since(started)
            return outcome_of(memory, answered, decision, reply, sequence=sequence, agent=agent.name, duration_ms=spent)

        context = self._context(agent, reading, known)
        if telling is None:
            asked = AgentRequest(reading, context, page)
        else:
            asked = AgentRequest(reading, context, page, telling(outcome_with), stored=True, proposal=memory.proposal)
        return outcome_with(agent.answer(asked))

    def _rehearsed(self, heard: Heard) -> Rehearsed:
        return Rehearsal(self.reader, self.router, self.clock).rehearse(heard)

    def _context(self, agent: Agent, reading: Reading, known: _Known) -> Callable[[], Mapping[str, Any]]:
        """A call that builds the agent's context when it is needed: of the topic that the turn is about."""

        def build() -> Mapping[str, Any]:
            memory = known.memory
            start = topic_after(reading.topic, memory, known.sequence).start
            current = memory if start == memory.topic_start else known.about(start)
            domain = reading.topic.domain or memory.topic_domain
            return self.contexts.build(agent.context_type, replace(current, topic_domain=domain))

        return build

    def _decide(self, request: TurnRequest, session: Session, memory: Memory) -> Decision:
        if session.status is SessionStatus.HANDOFF:
            return waiting()
        if self.classifier is None or not request.message:
            return disabled()
        return self.classifier.classify(request.message, session, memory.window)

    def _control(self, request: TurnRequest, decision: Decision, started: datetime) -> Outcome:
        return Outcome(
            Reading(request.message, resolved_message=request.message),
            decision,
            Reply(self.messages.of(decision.kind), ReplyKind.CONTROL),
            agent='',
            duration_ms=self._since(started),
            status_change=_STATUS_AFTER[decision.kind],
        )

    def _waiting(self, request: TurnRequest, started: datetime) -> Outcome:
        """For the person who has been asked: no agent, no tool and no classifier; the session stays as it is."""
        reply = Reply(self.messages.waiting, ReplyKind.CONTROL)
        return replace(self._control(request, waiting(), started), reply=reply, status_change=None)

    def _since(self, started: datetime) -> int:
        return round((self.clock.now() - started).total_seconds() * 1000)


def _ignore(step: Doing | Partial) -> None:
    """Nobody listens."""
