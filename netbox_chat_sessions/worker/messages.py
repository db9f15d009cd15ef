"""What the broker carries of a turn: where its question is stored, and what is not stored with it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..conversation.objects import ObjectKey
from ..conversation.records import Admission
from ..conversation.requests import Correction, PageHint, TurnRequest

__all__ = ('packed', 'unpacked')


def packed(request: TurnRequest) -> dict[str, Any]:
    """Page, choice, history and correction of a turn as JSON; the question itself is read from the database."""
    page, corrects = request.page, request.corrects
    return {
        'page': {'path': page.path, 'key': _pair(page.key)} if page else None,
        'choice': _pair(request.choice),
        'history': request.history or None,
        'corrects': asdict(corrects) if corrects else None,
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
        corrects=Correction(**message['corrects']) if message['corrects'] else None,
    )


def _pair(key: ObjectKey | None) -> list[Any] | None:
    return [key.object_type, key.object_id] if key else None


def _key(pair: Any) -> ObjectKey | None:
    return ObjectKey(*pair) if pair else None
