"""What a conversation needs from outside, as Protocols. Every adapter is bound to one user when it is made."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from .decisions import Decision
from .memory import Memory
from .objects import Annotations, Noun, ObjectKey, ObjectRef
from .reading import Reading
from .records import Admission, Outcome, Recorded
from .reply import Reply
from .requests import PageHint, TurnRequest
from .results import TurnReport
from .session import EntityReference, Interaction, InteractionStatus, Session, SessionStatus
from .session_events import SessionEvent

__all__ = (
    'Agent',
    'AgentRequest',
    'Clock',
    'EventSink',
    'Hearer',
    'ObjectFinder',
    'SessionStore',
    'Silence',
    'Summariser',
    'TopicMap',
    'TurnClassifier',
    'TurnObserver',
    'TurnQueue',
)


class EventSink(Protocol):
    """Tells others about a session."""

    def publish(self, event: SessionEvent) -> None:
        """Pass the event on, once what it tells is stored for good; never raises because nobody could be told."""


class SessionStore(Protocol):
    """Sessions of one user, and those shared with them. What the user may not see is not there."""

    def open(self, title: str = '') -> Session:
        """A new, empty session.

        Raises:
            PermissionMissing: The user may not open sessions.
        """

    def find(self, session_id: int, action: str = 'view') -> Session:
        """The session, if the user has the permission `action` for it.

        Raises:
            SessionNotFound: There is none that the user may see.
            PermissionMissing: The user may see it, but not do this.
        """

    def admit(self, request: TurnRequest) -> Admission:
        """Store the question with the next sequence number, in the request's session or a new one; committed.

        Waits up to two seconds for a turn that is still being answered; one that has been pending for longer than
        `lifecycle.TURN_LIMIT` is `interrupted` instead. An expired session becomes active again for its owner. A
        `turn_id` that the session knows returns the stored interaction; where it was left without an answer (`failed`,
        `interrupted`) it is pending again and may now be answered.

        Raises:
            SessionNotFound: As `find`.
            PermissionMissing: For `add` on interactions, or on sessions where a new one is needed.
            SessionEnded: The session takes no more turns.
            TurnInProgress: The other turn did not finish in time.
            InvalidTurn: Another person has used this `turn_id` in this session.
        """

    def recall(self, session: Session, before: int | None = None, topic_start: int | None = None) -> Memory:
        """What the session remembers.

        Args:
            session: The session as it is now.
            before: Only interactions with a lower sequence number.
            topic_start: Whose interactions are in the window, by the one that the topic began with; the current topic's
                unless given.

        Bounded whatever the length of the session: 50 entities (pinned first, then most recent), 8 shown lists, and the
        latest interactions that came to something. What was forgotten with `forget_all` is not there.
        """

    def tell(self, admission: Admission, outcome: Outcome | None) -> Interaction | None:
        """Keep what has been answered so far, the interaction still pending; None: nothing new.

        Where nobody waits for an answer any more nothing is kept, and what the interaction has come to is returned.

        Raises:
            SessionNotFound: The session has been deleted meanwhile.
        """

    def remember(self, admission: Admission, outcome: Outcome) -> Admission:
        """Store how the turn came out, all of it or nothing; session and interaction as they are then.

        An interaction that has been answered or stopped meanwhile stays as it is, and is what is returned.

        Raises:
            SessionNotFound: The session has been deleted meanwhile.
        """

    def fail(self, admission: Admission, status: InteractionStatus, reason: str) -> None:
        """Close a pending interaction without an answer; the question is kept."""

    def stop(self, interaction_id: int) -> Interaction:
        """Close the user's own pending interaction as `stopped`: what its turn still comes to is not kept.

        One that has come to its end is returned as it is.

        Raises:
            InteractionNotFound: There is none that the user may see.
            PermissionMissing: Somebody else has asked.
        """

    def defer(self, admission: Admission) -> None:
        """Leave an admitted question to whoever claims it."""

    def claim(self, interaction_id: int) -> Admission | None:
        """Take the user's own deferred question to answer it, which one caller can do once.

        None where there is nothing to do: it was claimed, stopped or given up, or is gone. Its time to be answered
        (`lifecycle.TURN_LIMIT`) begins now.

        Raises:
            ConversationError: As `admit`, with what the user may do now; the question is closed as `failed`.
        """

    def record(self, session_id: int, recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef]) -> Interaction:
        """Store an interaction that was answered elsewhere; `refs` are the objects it names, all visible.

        Raises:
            SessionNotFound: As `find`.
            PermissionMissing: For `add` on interactions.
            SessionEnded: The session takes no more turns.
            InvalidTurn: Another person has used this `turn_id` in this session.
        """

    def write(self, session_id: int, message: str, turn_id: UUID | None = None) -> Interaction:
        """Store what a person writes into a session that waits for one: an interaction of the agent `PERSON`.

        It has a response and no question; its author is the user, who needs the permission `release`. A `turn_id` that
        the session knows returns the stored interaction.

        Raises:
            SessionNotFound: As `find`.
            PermissionMissing: As `find`.
            NotWaiting: Nobody waits for a person there.
            SessionEnded: The session takes no more turns.
            InvalidTurn: Another person has used this `turn_id` in this session.
        """

    def change_status(
        self, session_id: int, action: str, target: SessionStatus, reason: str = '', said: str = ''
    ) -> Session:
        """Move the session to `target`; nothing happens where it is there already.

        Args:
            session_id: Primary key.
            action: The permission it takes: `end`, `handoff`, `release`. The owner takes a handoff back with `handoff`.
            target: The new status.
            reason: In a few words; a note when the session is released.
            said: What the global node says; stored as an interaction without a question, decided by the user.

        Raises:
            SessionNotFound: As `find`.
            PermissionMissing: As `find`; to take back what somebody else may have asked for, `release`.
            SessionEnded: Its status does not allow it.
        """

    def forget(self, session_id: int, reference_id: int) -> None:
        """Drop one entity reference, from the focus as well.

        Raises:
            SessionNotFound: As `find`.
            ReferenceNotFound: The session has none with that primary key that the user may see.
            PermissionMissing: For `delete` on entity references.
        """

    def forget_all(self, session_id: int) -> None:
        """Empty the memory: references, focus, lists, open question and window. The interactions themselves are kept.

        Raises:
            SessionNotFound: As `find`.
            PermissionMissing: For `delete` on one of the entity references.
        """

    def pin(self, session_id: int, reference_id: int, pinned: bool) -> EntityReference:
        """Keep an entity reference at the top of what agents see, or no longer.

        Raises:
            SessionNotFound: As `find`.
            ReferenceNotFound: As `forget`.
            PermissionMissing: For `change` on entity references.
        """

    def entities(self, session: Session) -> tuple[EntityReference, ...]:
        """All entity references, pinned ones first, then most recently mentioned first."""


class ObjectFinder(Protocol):
    """Live NetBox objects, as one user may see them."""

    def annotate(self, text: str, scope: Sequence[ObjectKey] = ()) -> Annotations:
        """Names, nouns and values in `text`.

        Args:
            text: What somebody says.
            scope: What it may be about: names of components are looked up within it, and others near it first.
        """

    def look(self, keys: Iterable[ObjectKey]) -> Mapping[ObjectKey, ObjectRef]:
        """Those of `keys` that exist and may be seen, as they are now."""

    def related(self, anchor: ObjectKey, noun: Noun, limit: int) -> tuple[ObjectRef, ...]:
        """Up to `limit` objects of the noun's kind that belong to `anchor`, or that it belongs to."""

    def relates(self, object_type: str, noun: Noun) -> bool:
        """Whether objects of that type have objects of the noun's kind, or belong to some."""

    def belongs(self, object_type: str, noun: Noun) -> bool:
        """Whether objects of that type belong to one of the noun's kind."""

    def is_place(self, object_type: str) -> bool:
        """Whether one can be "there": sites, racks, clusters, prefixes and the like."""

    def is_party(self, object_type: str) -> bool:
        """Whether one is "they" though it is one: tenants, providers, contacts."""

    def page(self, hint: PageHint) -> ObjectRef | None:
        """The object that a page is about; None where there is none, or none that may be seen."""


class TurnClassifier(Protocol):
    """Decides CONTINUE, ROUTE, HUMAN_HANDOFF or END_SESSION (semantic route stickiness)."""

    def classify(self, message: str, session: Session, window: Sequence[Interaction]) -> Decision:
        """The decision; never raises, a failure is a fall-back with its reason."""


class Hearer(Protocol):
    """Hears from an agent before its reply is there.

    Both raise `telling.TurnStopped` once nobody waits for the answer any more; an agent lets that pass.
    """

    def doing(self, what: str) -> None:
        """What takes so long, in a few words for the user."""

    def said(self, reply: Reply) -> None:
        """The answer so far as a whole; it is kept where the turn is stopped, and the reply takes its place."""


class Silence:
    """The `Hearer` that passes nothing on."""

    def doing(self, what: str) -> None:
        """Pass nothing on."""

    def said(self, reply: Reply) -> None:
        """Pass nothing on."""


@dataclass(frozen=True)
class AgentRequest:
    """What an agent is given.

    Attributes:
        reading: What the turn means.
        context: Builds the curated context of the agent's type; called only by agents that need it.
        page: The object that the user looks at, if any.
        hearer: Who is told what an agent does that takes its time.
        stored: The turn is kept, so that its reply may propose a change.
        proposal: Primary key of the user's change that waits for confirmation, the latest; None without one.
    """

    reading: Reading
    context: Callable[[], Mapping[str, Any]]
    page: ObjectRef | None = None
    hearer: Hearer = field(default_factory=Silence)
    stored: bool = False
    proposal: int | None = None


class Agent(Protocol):
    """Somebody who answers. Bound to one user, whose permissions are all it has.

    Attributes:
        name: How sessions and interactions know it.
        description: What it answers, in a sentence.
        context_type: The type of context that it is given.
        repeatable: It answers the same question the same way, at no cost but time, and changes nothing.

    One may have a `sticky` beside: False, and no conversation goes on with it; a turn classifier never hears of it.
    """

    name: str
    description: str
    context_type: str
    repeatable: bool

    def can_handle(self, reading: Reading) -> float:
        """How well it could answer: 0 (not at all) to 1."""

    def answer(self, request: AgentRequest) -> Reply:
        """The reply; a clarification when something has to be asked."""


class TurnObserver(Protocol):
    """Is told what becomes of turns; never raises."""

    def finished(self, report: TurnReport) -> None:
        """A turn has come to its end: answered, failed or stopped."""

    def refused(self, code: str) -> None:
        """A turn was not let in; `code` is that of the error."""


class TurnQueue(Protocol):
    """Where deferred questions of one user wait for a worker."""

    def put(self, interaction_id: int, request: TurnRequest) -> None:
        """Let a worker answer a deferred question.

        Raises:
            Busy: The queue cannot be reached.
        """


class Summariser(Protocol):
    """Condenses what was said, with a language model."""

    def summarise(self, exchanges: Sequence[Interaction], limit: int) -> str | None:
        """One paragraph of at most `limit` characters; None where it fails, and never an error."""


class TopicMap(Protocol):
    """Which topic domain object types and words belong to."""

    def of_type(self, object_type: str) -> str | None:
        """The domain of an object type; None where it has none."""

    def of_changes(self) -> str | None:
        """The domain of requests to change something; None where there is none."""

    def of_words(self, words: Collection[str]) -> str | None:
        """The domain that folded words point to; None where they point to none or to several."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, with a time zone."""
