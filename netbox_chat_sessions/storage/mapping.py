"""Between stored rows and the values of a conversation."""

from collections.abc import Iterable, Mapping
from typing import Any

from .. import models
from ..conversation.memory import OpenQuestion
from ..conversation.objects import ObjectKey
from ..conversation.session import EntityReference, Interaction, InteractionStatus, SaidBy, Session, SessionStatus

__all__ = (
    'interaction_value',
    'keys',
    'open_question_json',
    'open_question_value',
    'pairs',
    'reference_value',
    'session_value',
)


def keys(stored: Iterable[Any]) -> tuple[ObjectKey, ...]:
    """Object keys from `[[object_type, object_id], …]`."""
    return tuple(ObjectKey(object_type, object_id) for object_type, object_id in stored)


def pairs(found: Iterable[ObjectKey]) -> list[list[Any]]:
    """Object keys as `[[object_type, object_id], …]`."""
    return [list(key) for key in found]


def session_value(row: models.ChatSession) -> Session:
    """A session as the conversation sees it."""
    return Session(
        id=row.pk,
        user_id=row.user_id,
        title=row.title,
        status=SessionStatus(row.status),
        topic_domain=row.topic_domain or None,
        active_agent=row.active_agent,
        focus=keys(row.focus),
        suspended=row.suspended,
        interaction_count=row.interaction_count,
    )


def interaction_value(row: models.Interaction) -> Interaction:
    """An interaction as the conversation sees it."""
    return Interaction(
        id=row.pk,
        sequence=row.sequence,
        turn_id=row.turn_id,
        status=InteractionStatus(row.status),
        query=row.query,
        created=row.created,
        response=row.response,
        reply=row.reply,
        reading=row.reading,
        listed=keys(row.listed),
        agent=row.agent,
        decision=row.decision,
        decided_by=row.decided_by,
        confidence=row.confidence,
        reason=row.reason or None,
        tokens=row.tokens,
        duration_ms=row.duration_ms,
    )


def reference_value(row: models.EntityReference) -> EntityReference:
    """An entity reference as the conversation sees it; its object type should be selected with it."""
    return EntityReference(
        key=ObjectKey(f'{row.object_type.app_label}.{row.object_type.model}', row.object_id),
        display=row.object_repr,
        first_mentioned=row.first_mentioned,
        last_mentioned=row.last_mentioned,
        last_sequence=row.last_sequence,
        mention_count=row.mention_count,
        said_by=SaidBy(row.said_by),
        pinned=row.pinned,
        id=row.pk,
    )


def open_question_json(question: OpenQuestion) -> dict[str, Any]:
    """An open question as it is kept with the interaction that left it open."""
    return {
        'question': question.question,
        'start': question.start,
        'end': question.end,
        'candidates': pairs(question.candidates),
        'carried': dict(question.carried) if question.carried is not None else None,
    }


def open_question_value(stored: Mapping[str, Any]) -> OpenQuestion:
    """The open question that was kept."""
    return OpenQuestion(
        stored['question'], stored['start'], stored['end'], keys(stored['candidates']), stored.get('carried')
    )
