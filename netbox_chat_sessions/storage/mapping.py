"""Between stored rows and the values of a conversation."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from .. import models
from ..conversation.memory import Memory, OpenQuestion
from ..conversation.objects import ObjectKey
from ..conversation.session import (
    EntityReference,
    Interaction,
    InteractionStatus,
    SaidBy,
    Session,
    SessionStatus,
    SuspendedTopic,
)

__all__ = (
    'interaction_value',
    'keys',
    'memory_of',
    'open_question_json',
    'open_question_value',
    'packed',
    'pairs',
    'reference_value',
    'session_value',
    'suspended_json',
)


def keys(stored: Iterable[Any]) -> tuple[ObjectKey, ...]:
    """Object keys from `[[object_type, object_id], …]`, or from `packed`."""
    return tuple(
        ObjectKey(object_type, object_id)
        for object_type, ids in stored
        for object_id in (ids if isinstance(ids, list) else [ids])
    )


def packed(found: Iterable[ObjectKey]) -> list[list[Any]]:
    """Object keys in little room, in their order: `[[object_type, [object_id, …]], …]`."""
    runs = itertools.groupby(found, key=lambda key: key.object_type)
    return [[object_type, [key.object_id for key in run]] for object_type, run in runs]


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
        topic_start=row.topic_start,
        suspended={domain: _suspended_value(stored) for domain, stored in row.suspended.items()},
        interaction_count=row.interaction_count,
    )


def memory_of(session: Session) -> Memory:
    """What is kept of a session's memory in its own row: all but entities, lists and interactions."""
    return Memory(
        focus=session.focus,
        topic_domain=session.topic_domain,
        topic_start=session.topic_start,
        suspended=session.suspended,
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
        topic_start=row.topic_start,
        author_id=row.author_id,
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


def suspended_json(suspended: Mapping[str, SuspendedTopic]) -> dict[str, Any]:
    """Suspended topics as they are kept with the session."""
    return {
        domain: {
            'start': topic.start,
            'left': topic.left,
            'focus': packed(topic.focus),
            'query': topic.query,
            'asked_by': topic.asked_by,
        }
        for domain, topic in suspended.items()
    }


def _suspended_value(stored: Mapping[str, Any]) -> SuspendedTopic:
    return SuspendedTopic(
        start=stored.get('start', 1),
        left=stored.get('left', 0),
        focus=keys(stored['focus']),
        query=stored.get('query'),
        asked_by=stored.get('asked_by'),
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
