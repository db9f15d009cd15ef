"""What can go wrong in a turn, each with the code and status that the REST contract gives it."""

from collections.abc import Mapping
from typing import Any

__all__ = (
    'Busy',
    'ChangeInvalid',
    'ConversationError',
    'InteractionNotFound',
    'InvalidTurn',
    'NotVisible',
    'NotWaiting',
    'ObjectChanged',
    'ObjectNeeded',
    'PermissionMissing',
    'ProposalExpired',
    'ProposalNotFound',
    'ProposalUsed',
    'ProposalsDisabled',
    'ReferenceNotFound',
    'SessionEnded',
    'SessionNotFound',
    'TurnInProgress',
)


class ConversationError(Exception):
    """Base of all errors a caller has to handle.

    Attributes:
        code: Stable word for programs (API.md).
        status: HTTP status it becomes.
        detail: A sentence for people that says what to do.
    """

    code = 'error'
    status = 500

    def __init__(self, detail: str = '') -> None:
        super().__init__(detail)
        self.detail = detail


class Busy(ConversationError):
    """There is no place for the turn now, or nobody takes it; the same request may succeed in `wait` seconds."""

    code, status = 'busy', 503
    wait = 2


class SessionNotFound(ConversationError):
    """There is no such session, or not for this user: both look alike."""

    code, status = 'not_found', 404


class ReferenceNotFound(SessionNotFound):
    """The session has no such entity reference, or not for this user: both look alike."""


class InteractionNotFound(SessionNotFound):
    """There is no such interaction, or not for this user: both look alike."""


class PermissionMissing(ConversationError):
    """The user may see the session, but lacks the permission named in `detail`."""

    code, status = 'permission_denied', 403


class SessionEnded(ConversationError):
    """The session's status does not allow it: it has ended or expired."""

    code, status = 'session_ended', 409


class NotWaiting(ConversationError):
    """Nobody has asked for a person in this session, or no longer."""

    code, status = 'not_waiting', 409


class TurnInProgress(ConversationError):
    """Another turn of the session is still being answered."""

    code, status = 'turn_in_progress', 409


class InvalidTurn(ConversationError):
    """The request contradicts itself; `field` names the part to change."""

    code, status = 'invalid', 400

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field


class NotVisible(InvalidTurn):
    """An object that the caller named by key does not exist, or not for this user."""


class ProposalNotFound(SessionNotFound):
    """There is no such proposal, or not for this user: both look alike."""


class ProposalsDisabled(ConversationError):
    """The settings switch changes off."""

    code, status = 'proposals_disabled', 409


class ProposalExpired(ConversationError):
    """Nobody decided in time."""

    code, status = 'proposal_expired', 409


class ProposalUsed(ConversationError):
    """It was confirmed, cancelled or refused before: each proposal is decided once."""

    code, status = 'proposal_used', 409


class ObjectChanged(ConversationError):
    """The object is no longer as it was when the change was proposed."""

    code, status = 'object_changed', 409


class ObjectNeeded(ConversationError):
    """Other objects need the one that would be deleted."""

    code, status = 'object_needed', 409


class ChangeInvalid(ConversationError):
    """NetBox does not accept the change; `errors` says so field by field."""

    code, status = 'invalid', 400

    def __init__(self, errors: Mapping[str, Any], detail: str = '') -> None:
        super().__init__(detail)
        self.errors = errors
