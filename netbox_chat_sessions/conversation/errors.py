"""What can go wrong in a turn, each with the code and status that the REST contract gives it."""

__all__ = (
    'Busy',
    'ConversationError',
    'InteractionNotFound',
    'InvalidTurn',
    'NotVisible',
    'NotWaiting',
    'PermissionMissing',
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
