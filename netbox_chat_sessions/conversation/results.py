"""What a turn tells while it runs and once it is done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .decisions import DecidedBy, Decision, DecisionKind, control_json
from .history import Heard
from .reading import Reading
from .reply import Reply, ReplyKind
from .session import Interaction, Session

__all__ = ('Accepted', 'Stage', 'TurnResult', 'turn_json')


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
class TurnResult:
    """A finished turn, as JSON parts of the REST contract.

    Attributes:
        session: None for a conversation whose memory the client keeps.
        interaction: None likewise.
        heard: What was looked at of a history that the client sent.
    """

    session: Session | None
    interaction: Interaction | None
    turn: Mapping[str, Any]
    reply: Mapping[str, Any]
    control: Mapping[str, Any] | None
    heard: Heard = field(default_factory=Heard)

    @classmethod
    def of(cls, session: Session, interaction: Interaction) -> 'TurnResult':
        """The result that is stored with `interaction`."""
        kind = DecisionKind(interaction.decision) if interaction.decision else DecisionKind.ROUTE
        decision = Decision(
            kind,
            DecidedBy(interaction.decided_by or DecidedBy.DISABLED),
            interaction.confidence,
            interaction.reason,
        )
        return cls(
            session,
            interaction,
            turn_json(decision, interaction.agent, interaction.reading or Reading(interaction.query).as_json()),
            interaction.reply or Reply('', ReplyKind.ERROR).as_json(),
            control_json(kind, interaction.reply.get('kind') == ReplyKind.CONTROL),
        )


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
