"""The four decisions about a turn, and what becomes of a classifier's output (semantic route stickiness)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = (
    'WAITING',
    'DecidedBy',
    'Decision',
    'DecisionKind',
    'control_json',
    'decide',
    'disabled',
    'fallback',
    'waiting',
)

# Why a turn is handed over without a decision of its own: the session waits for a person already.
WAITING = 'waiting'


class DecisionKind(StrEnum):
    """What happens with a turn."""

    CONTINUE = 'continue'
    ROUTE = 'route'
    HUMAN_HANDOFF = 'human_handoff'
    END_SESSION = 'end_session'

    @property
    def is_control(self) -> bool:
        """Whether it runs a global node instead of an agent."""
        return self in (DecisionKind.HUMAN_HANDOFF, DecisionKind.END_SESSION)


class DecidedBy(StrEnum):
    """Who decided."""

    CLASSIFIER = 'classifier'
    FALLBACK = 'fallback'
    DISABLED = 'disabled'
    USER = 'user'


@dataclass(frozen=True)
class Decision:
    """A decision with its reason.

    Attributes:
        kind: See `DecisionKind`.
        decided_by: See `DecidedBy`.
        confidence: 0 to 1 as the classifier gave it; None without one.
        reason: Why a fall-back happened; None otherwise.
        tokens: Tokens that the classifier used; 0 without one.
        latency_ms: Milliseconds that the classifier took; None without one.
    """

    kind: DecisionKind
    decided_by: DecidedBy
    confidence: float | None = None
    reason: str | None = None
    tokens: int = 0
    latency_ms: int | None = None


_NEXT_STATE = {
    DecisionKind.HUMAN_HANDOFF: 'HUMAN_HANDOFF_REQUESTED',
    DecisionKind.END_SESSION: 'SESSION_ENDED',
}


def disabled() -> Decision:
    """The decision where no classifier is enabled: the router picks the agent of every turn."""
    return Decision(DecisionKind.ROUTE, DecidedBy.DISABLED, reason='disabled')


def waiting() -> Decision:
    """The decision while a person is awaited: whatever is said is for them, and nobody has to be asked what it is."""
    return Decision(DecisionKind.HUMAN_HANDOFF, DecidedBy.USER, reason=WAITING)


def decide(output: Mapping[str, Any], *, threshold: float, active_agent: str) -> Decision:
    """The decision that a classifier's output becomes.

    Args:
        output: `{"decision", "confidence"}` as the classifier returned it; anything may be in it.
        threshold: Least confidence, 0 to 1, that is acted upon.
        active_agent: Name of the session's active agent; empty when there is none.
    """
    try:
        kind = DecisionKind(str(output.get('decision')).strip().lower())
    except ValueError:
        return fallback('invalid_output')
    confidence = output.get('confidence')
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        return fallback('invalid_output')
    # Not a number is not between any two.
    if not 0 <= confidence <= 1:
        return fallback('invalid_output')
    confidence = float(confidence)
    if confidence < threshold:
        return fallback('low_confidence', confidence)
    if kind is DecisionKind.CONTINUE and not active_agent:
        return fallback('no_active_agent', confidence)
    return Decision(kind, DecidedBy.CLASSIFIER, confidence)


def fallback(reason: str, confidence: float | None = None) -> Decision:
    """The safe way out: the router decides."""
    return Decision(DecisionKind.ROUTE, DecidedBy.FALLBACK, confidence, reason)


def control_json(kind: DecisionKind, cancelled: bool = False) -> dict[str, Any] | None:
    """The `control` object of the REST contract; None for a turn that an agent answers.

    Args:
        kind: What was decided about the turn.
        cancelled: The user dropped the open question ("none of them").
    """
    if not kind.is_control:
        return {'action': 'cancel'} if cancelled else None
    return {
        'action': kind.value,
        'human_handoff_requested': kind is DecisionKind.HUMAN_HANDOFF,
        'session_ended': kind is DecisionKind.END_SESSION,
        'next_state': _NEXT_STATE[kind],
    }
