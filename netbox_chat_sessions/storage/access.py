"""Finding what one user may reach: what may not be seen is not there, what may not be done is named."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Exists, Model, OuterRef
from django.utils.translation import gettext as _
from utilities.permissions import get_permission_for_model

from ..conversation.errors import InvalidTurn, PermissionMissing, SessionEnded, SessionNotFound
from ..conversation.session import SessionStatus
from ..models import ChatSession, Interaction

__all__ = ('OPEN', 'check_author', 'ended', 'find_session', 'known_turn', 'missing', 'need', 'open_status')


def missing(model: type[Model], action: str) -> PermissionMissing:
    """The error that names the permission for `action` on `model`."""
    permission = get_permission_for_model(model, action)
    return PermissionMissing(_('This takes the permission {permission}.').format(permission=permission))


def need(user: Any, model: type[Model], action: str) -> None:
    """Check that the user may do `action` with some objects of `model` at all; which ones, the row decides.

    Raises:
        PermissionMissing: The user may not.
    """
    if not user.has_perm(get_permission_for_model(model, action)):
        raise missing(model, action)


def find_session(user: Any, session_id: int, action: str = 'view', *, lock: bool = False) -> ChatSession:
    """The session, if the user may do `action` with it; one statement.

    Args:
        user: Who asks.
        session_id: Primary key.
        action: Permission beside `view` that is needed.
        lock: Whether the row stays locked until the transaction ends. The lock lets others add rows that point to it.

    Raises:
        SessionNotFound: There is none that the user may see.
        PermissionMissing: The user may see it, but not do this.
    """
    sessions = ChatSession.objects.restrict(user, 'view')
    if action != 'view':
        permitted = ChatSession.objects.restrict(user, action).filter(pk=OuterRef('pk'))
        sessions = sessions.annotate(permitted=Exists(permitted))
    if lock:
        sessions = sessions.select_for_update(of=('self',), no_key=True)
    row = sessions.filter(pk=session_id).first()
    if row is None:
        raise SessionNotFound(_('There is no such session.'))
    if action != 'view' and not row.permitted:
        raise missing(ChatSession, action)
    return row


def check_author(known: Interaction, user: Any) -> None:
    """Check that a turn ID which the session knows is the user's.

    Raises:
        InvalidTurn: Another person has used it.
    """
    if known.author_id != user.pk:
        raise InvalidTurn('turn_id', _('Another person has used this turn ID in this session.'))


def known_turn(row: ChatSession, user: Any, turn_id: UUID | None) -> Interaction | None:
    """The interaction of a session with the client's turn ID; None where there is none yet.

    Raises:
        InvalidTurn: As `check_author`.
    """
    if turn_id is None:
        return None
    known = Interaction.objects.filter(session=row, turn_id=turn_id).first()
    if known is not None:
        check_author(known, user)
    return known


def ended(status: SessionStatus) -> SessionEnded:
    """The error for a session that takes no more turns."""
    if status is SessionStatus.EXPIRED:
        return SessionEnded(_('This session has expired. Its owner can resume it. You can also start a new one.'))
    return SessionEnded(_('This session has ended. Start a new one.'))


OPEN: Collection[SessionStatus] = (SessionStatus.ACTIVE, SessionStatus.HANDOFF)


def open_status(row: ChatSession, user: Any) -> SessionStatus:
    """The status that the session has while it takes an interaction of the user; its owner resumes an expired one.

    Raises:
        SessionEnded: It takes none.
    """
    status = SessionStatus(row.status)
    if status in OPEN:
        return status
    if status is SessionStatus.EXPIRED and row.user_id == user.pk:
        return status.to(SessionStatus.ACTIVE)
    raise ended(status)
