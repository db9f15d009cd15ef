"""Entity references after an interaction that mentioned objects."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q

from ..conversation.memory import Mention, strongest
from ..conversation.objects import ObjectKey
from ..models import EntityReference

__all__ = ('knows', 'mention', 'told_apart')

LONGEST = EntityReference._meta.get_field('object_repr').max_length

# One statement that counts in the database, so that nothing is lost between reading and writing. It does what
# `conversation.memory.mentioned` says; the contract tests hold both to it. Content types are joined here because a
# process that has not met them yet would need a statement for each.
UPSERT = """
INSERT INTO netbox_chat_sessions_entityreference AS known (
    session_id, object_type_id, object_id, object_repr, first_mentioned, last_mentioned, last_sequence, mention_count,
    said_by, pinned
)
SELECT %(session)s, type.id, said.object_id, said.object_repr, said.at, said.at, %(sequence)s, 1, said.said_by, false
FROM unnest(%(apps)s::text[], %(models)s::text[], %(ids)s::bigint[], %(names)s::text[], %(times)s::timestamptz[],
            %(said_by)s::text[]) AS said (app_label, model, object_id, object_repr, at, said_by)
JOIN django_content_type AS type ON type.app_label = said.app_label AND type.model = said.model
ORDER BY said.at
ON CONFLICT (session_id, object_type_id, object_id) DO UPDATE SET
    object_repr = EXCLUDED.object_repr,
    last_mentioned = EXCLUDED.last_mentioned,
    last_sequence = EXCLUDED.last_sequence,
    mention_count = known.mention_count
        + CASE WHEN known.last_sequence = EXCLUDED.last_sequence THEN 0 ELSE 1 END,
    said_by = EXCLUDED.said_by
"""


def told_apart(mentions: Sequence[Mention], now: datetime) -> tuple[tuple[Mention, datetime], ...]:
    """Each mention of one interaction with a time of its own, a microsecond apart: the later one is the more recent."""
    return tuple((said, now + timedelta(microseconds=place)) for place, said in enumerate(mentions))


def knows(session_id: int, keys: Iterable[ObjectKey]) -> bool:
    """Whether the session has mentioned one of these objects."""
    named = Q()
    for key in keys:
        app_label, model = key.object_type.split('.')
        named |= Q(object_type__app_label=app_label, object_type__model=model, object_id=key.object_id)
    return bool(named) and EntityReference.objects.filter(named, session_id=session_id).exists()


def mention(session_id: int, sequence: int, mentions: Iterable[Mention], now: datetime) -> None:
    """Enter `mentions` of one interaction into the entity memory of a session; at most one statement."""
    timed = told_apart(strongest(mentions), now)
    if not timed:
        return
    said = [mentioned for mentioned, _at in timed]
    types = [mentioned.ref.key.object_type.split('.') for mentioned in said]
    with connection.cursor() as cursor:
        cursor.execute(
            UPSERT,
            {
                'session': session_id,
                'sequence': sequence,
                'apps': [app_label for app_label, _model in types],
                'models': [model for _app_label, model in types],
                'ids': [mentioned.ref.key.object_id for mentioned in said],
                'names': [mentioned.ref.display[:LONGEST] for mentioned in said],
                'times': [at for _mentioned, at in timed],
                'said_by': [mentioned.said_by.value for mentioned in said],
            },
        )
