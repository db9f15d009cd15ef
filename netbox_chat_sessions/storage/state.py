"""Where a conversation stands, as columns of its session: its focus, its topic, and the topics that it left."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..conversation.objects import ObjectKey
from ..conversation.session import SuspendedTopic
from ..models import ChatSession
from .mapping import packed, suspended_json

__all__ = ('state_fields',)

MOST_IN_FOCUS = 100
# Bytes of focus and suspended topics as JSON.
MOST_STATE = 4096
LONGEST_TOPIC = ChatSession._meta.get_field('topic_domain').max_length


def state_fields(
    row: ChatSession,
    *,
    focus: Sequence[ObjectKey] | None,
    topic_domain: str | None,
    topic_start: int | None,
    suspended: Mapping[str, SuspendedTopic] | None,
) -> dict[str, Any]:
    """The columns that change; what is None stays as it is. Focus and suspended topics take 4 KB at most."""
    fields: dict[str, Any] = {}
    if focus is not None:
        fields['focus'] = packed(focus[:MOST_IN_FOCUS])
    if suspended is not None:
        room = MOST_STATE - _size(fields.get('focus', row.focus))
        fields['suspended'] = suspended_json(_fitting(suspended, room))
    if topic_start is not None:
        fields['topic_start'] = topic_start
    if topic_domain:
        fields['topic_domain'] = topic_domain[:LONGEST_TOPIC]
    return fields


def _fitting(suspended: Mapping[str, SuspendedTopic], room: int) -> dict[str, SuspendedTopic]:
    """The topics that fit into so many bytes: those left longest ago go first, their queries before they do."""
    by_age = sorted(suspended.items(), key=lambda item: item[1].left)
    kept = {domain: replace(topic, focus=topic.focus[:MOST_IN_FOCUS]) for domain, topic in by_age}
    while kept and _size(suspended_json(kept)) > room:
        domain = next((name for name, topic in kept.items() if topic.query), None)
        if domain is None:
            kept.pop(next(iter(kept)))
        else:
            kept[domain] = replace(kept[domain], query=None)
    return kept


def _size(stored: Any) -> int:
    """Bytes of a value as JSON."""
    return len(json.dumps(stored, ensure_ascii=False).encode())
