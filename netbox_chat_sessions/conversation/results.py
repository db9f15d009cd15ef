"""What a turn tells while it runs and once it is done."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .decisions import DecidedBy, Decision, DecisionKind, control_json
from .history import Heard
from .reading import Reading
from .records import Outcome
from .reply import Reply, ReplyKind
from .session import Interaction, Session

__all__ = (
    'Accepted',
    'Around',
    'Doing',
    'Partial',
    'Stage',
    'Step',
    'TurnReport',
    'TurnResult',
    'stored_turn',
    'turn_json',
)


@dataclass(frozen=True)
class Accepted:
    """The question is stored."""

    session: Session
    interaction: Interaction


@dataclass(frozen=True)
class Stage:
    """A step has begun: `understanding`, `routing` or `answering`."""

    name: str


@dataclass(frozen=True)
class Doing:
    """What an agent does that takes its time, in a few words."""

    text: str


@dataclass(frozen=True)
class Partial:
    """The answer so far; the stored interaction has it as a whole."""

    text: str


@dataclass(frozen=True)
class TurnResult:
    """A finished turn, as JSON parts of the REST contract.

    Attributes:
        session: None for a conversation whose memory the client keeps.
        interaction: None likewise.
        heard: What was looked at of a history that the client sent.
        tokens: Tokens that language models used for it; 0 without one.
    """

    session: Session | None
    interaction: Interaction | None
    turn: Mapping[str, Any]
    reply: Mapping[str, Any]
    control: Mapping[str, Any] | None
    heard: Heard = field(default_factory=Heard)
    tokens: int = 0

    @classmethod
    def of(cls, session: Session, interaction: Interaction) -> 'TurnResult':
        """The result that is stored with `interaction`."""
        turn, control = stored_turn(interaction)
        reply = interaction.reply or Reply('', ReplyKind.ERROR).as_json()
        return cls(session, interaction, turn, reply, control, tokens=interaction.tokens)

    @classmethod
    def unstored(cls, outcome: Outcome, heard: Heard) -> 'TurnResult':
        """The result of a turn of which nothing is kept."""
        decision, reply = outcome.decision, outcome.reply
        turn = turn_json(decision, outcome.agent, outcome.reading.as_json())
        control = control_json(decision.kind, reply.kind is ReplyKind.CONTROL)
        return cls(None, None, turn, reply.as_json(), control, heard, reply.tokens + decision.tokens)


def stored_turn(interaction: Interaction) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The `turn` and `control` objects of the REST contract for an interaction that was answered before."""
    kind = DecisionKind(interaction.decision) if interaction.decision else DecisionKind.ROUTE
    decided_by = DecidedBy(interaction.decided_by or DecidedBy.DISABLED)
    decision = Decision(kind, decided_by, interaction.confidence, interaction.reason)
    # A record may have been written with less than is told today.
    reading = Reading(interaction.query).as_json() | dict(interaction.reading)
    control = control_json(kind, interaction.reply.get('kind') == ReplyKind.CONTROL)
    return turn_json(decision, interaction.agent, reading), control


@dataclass(frozen=True)
class TurnReport:
    """What became of a turn, for logs and metrics: nothing of what was said.

    Attributes:
        session_id: None for a conversation whose memory the client keeps.
        interaction_id: None likewise.
        status: How the interaction ended.
        kind: Of the reply; empty where there is none.
        reason: Why a fall-back happened, or the turn failed.
        seconds: What its steps took.
        tokens: Tokens that language models used for it.
    """

    session_id: int | None
    interaction_id: int | None
    status: str
    kind: str = ''
    decision: str = ''
    decided_by: str = ''
    reason: str = ''
    agent: str = ''
    seconds: float = 0.0
    tokens: int = 0


Step = Accepted | Stage | TurnResult

# Takes the steps of a turn, and passes on the same.
Around = Callable[[Generator[Step]], Generator[Step]]


def turn_json(decision: Decision, agent: str, reading: Mapping[str, Any]) -> dict[str, Any]:
    """The `turn` object of the REST contract."""
    return {
        'decision': decision.kind.value,
        'decided_by': decision.decided_by.value,
        'confidence': decision.confidence,
        'reason': decision.reason,
        'query_type': reading['query_type'],
        'followup_signals': reading['followup_signals'],
        'topic': reading['topic'],
        'agent': agent or None,
        'references': reading['references'],
        'resolved_message': reading['resolved_message'],
    }
