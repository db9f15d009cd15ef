"""What the broker carries of a turn: where its question is stored, and what is not stored with it."""

from collections.abc import Mapping
from typing import Any

from ..conversation.objects import ObjectKey
from ..conversation.ports import Admission, PageHint, TurnRequest

__all__ = ('packed', 'unpacked')


def packed(request: TurnRequest) -> dict[str, Any]:
    """Page, choice and history of a turn as JSON; the question itself is read from the database."""
    page = request.page
    return {
        'page': {'path': page.path, 'key': _pair(page.key)} if page else None,
        'choice': _pair(request.choice),
        'history': request.history or None,
    }


def unpacked(message: Mapping[str, Any], admission: Admission) -> TurnRequest:
    """The turn again, with the question that is stored."""
    page = message['page']
    return TurnRequest(
        message=admission.interaction.query,
        session_id=admission.session.id,
        turn_id=admission.interaction.turn_id,
        page=PageHint(page['path'], _key(page['key'])) if page else None,
        choice=_key(message['choice']),
        history=message['history'] or (),
    )


def _pair(key: ObjectKey | None) -> list[Any] | None:
    return [key.object_type, key.object_id] if key else None


def _key(pair: Any) -> ObjectKey | None:
    return ObjectKey(*pair) if pair else None
