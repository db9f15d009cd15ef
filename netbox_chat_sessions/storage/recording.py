"""Storing an interaction that somebody else's agent answered: memory as a service."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from .. import models
from ..conversation.memory import Memory, Mention, OpenQuestion
from ..conversation.objects import ObjectKey, ObjectRef
from ..conversation.reading import Reading, Reference, ReferenceStatus, Source, TopicReading
from ..conversation.records import Recorded
from ..conversation.reply import Choice, Reply, ReplyKind
from ..conversation.session import Interaction, InteractionStatus, SaidBy
from ..conversation.topics import TopicReader, TopicState, topic_after
from .access import find_session, known_turn, need
from .admission import append
from .compat import index
from .mapping import interaction_value, memory_of, open_question_json, pairs, session_value
from .mentions import knows, mention
from .state import state_fields
from .titles import earned_title

__all__ = ('Recorder', 'recorded_question', 'recorded_reading', 'recorded_reply')

LONGEST_AGENT = models.Interaction._meta.get_field('agent').max_length


@dataclass(frozen=True)
class Recorder:
    """Records for one user.

    Attributes:
        topics: What interactions are about.
    """

    user: Any
    topics: TopicReader

    def __call__(self, session_id: int, recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef]) -> Interaction:
        """Store the interaction; see `SessionStore.record`."""
        with transaction.atomic():
            row = find_session(self.user, session_id, lock=True)
            need(self.user, models.Interaction, 'add')
            if known := known_turn(row, self.user, recorded.turn_id):
                return interaction_value(known)
            now = timezone.now()
            memory = memory_of(session_value(row))
            topic = self._topic(row, memory, recorded)
            after = topic_after(topic, memory, row.interaction_count + 1)
            row.topic_start = after.start
            stored = append(row, self.user, _row(recorded, refs, topic), now)
            mentions = [Mention(refs[entity.key], entity.said_by) for entity in recorded.entities]
            mention(row.pk, stored.sequence, mentions, now)
            self._session(row, recorded, stored, topic, after)
        return interaction_value(stored)

    def _session(
        self,
        row: models.ChatSession,
        recorded: Recorded,
        stored: models.Interaction,
        topic: TopicReading,
        after: TopicState,
    ) -> None:
        fields: dict[str, Any] = {}
        if recorded.entities:
            fields = state_fields(
                row,
                focus=[recorded.entities[-1].key],
                topic_domain=topic.domain,
                topic_start=after.start,
                suspended=after.suspended,
            )
        if title := earned_title(row, self.user, stored):
            fields['title'] = title
            index(row)
        if fields:
            models.ChatSession.objects.filter(pk=row.pk).update(**fields)

    def _topic(self, row: models.ChatSession, memory: Memory, recorded: Recorded) -> TopicReading:
        """What was recorded is about; objects that the session knows carry its topic on into another domain."""
        keys = [entity.key for entity in recorded.entities]
        topic = self.topics.about(keys, memory)
        return replace(topic, changed=False) if topic.changed and knows(row.pk, keys) else topic


def _row(recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef], topic: TopicReading) -> models.Interaction:
    reading = recorded_reading(recorded, refs, topic).as_json()
    if recorded.choices:
        reading['open_question'] = open_question_json(recorded_question(recorded, refs))
    return models.Interaction(
        turn_id=recorded.turn_id,
        status=InteractionStatus.ANSWERED.value,
        query=recorded.query,
        response=recorded.response,
        reply=recorded_reply(recorded, refs).as_json(),
        reading=reading,
        agent=recorded.agent[:LONGEST_AGENT],
        listed=pairs(recorded.listed),
        answered=timezone.now(),
    )


def recorded_reply(recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef]) -> Reply:
    """The recorded answer as a reply."""
    return Reply(
        recorded.response,
        ReplyKind.CLARIFICATION if recorded.choices else ReplyKind.ANSWER,
        objects=_those(recorded.listed, refs),
        query=recorded.asked,
        choices=tuple(Choice(ref) for ref in _those(recorded.choices, refs)),
    )


def recorded_question(recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef]) -> OpenQuestion:
    """The question that was left open, at the words that name a candidate; else, empty, behind the last word."""
    names = [re.escape(ref.display) for ref in _those(recorded.choices, refs) if ref.display]
    named = re.search('|'.join(names), recorded.query, re.IGNORECASE) if names else None
    start, end = named.span() if named else (len(recorded.query), len(recorded.query))
    return OpenQuestion(recorded.query, start, end, recorded.choices)


def recorded_reading(recorded: Recorded, refs: Mapping[ObjectKey, ObjectRef], topic: TopicReading) -> Reading:
    """What the recorded interaction was about, as references of its query."""
    references = tuple(_reference(recorded.query, refs[entity.key], entity.said_by) for entity in recorded.entities)
    return Reading(recorded.query, references=references, topic=topic, resolved_message=recorded.query)


def _reference(query: str, ref: ObjectRef, said_by: SaidBy) -> Reference:
    start = query.find(ref.display) if ref.display else -1
    start, phrase = (start, ref.display) if start >= 0 else (0, '')
    source = Source.PAGE if said_by is SaidBy.PAGE else Source.NAME
    return Reference(phrase, start, start + len(phrase), ReferenceStatus.RESOLVED, source, (ref,))


def _those(keys: Sequence[ObjectKey], refs: Mapping[ObjectKey, ObjectRef]) -> tuple[ObjectRef, ...]:
    return tuple(refs[key] for key in keys)
