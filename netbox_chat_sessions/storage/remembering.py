"""Storing how a turn came out, in one transaction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..conversation.errors import SessionEnded, SessionNotFound
from ..conversation.objects import ObjectRef
from ..conversation.ports import EventSink
from ..conversation.records import Admission, Outcome
from ..conversation.reply import ReplyKind
from ..conversation.session import Interaction as InteractionValue
from ..conversation.session import InteractionStatus, SessionStatus, SuspendedTopic
from ..models import ChatSession, Interaction
from .compat import index
from .mapping import interaction_value, open_question_json, pairs, session_value
from .mentions import mention
from .proposals import drop_proposals, propose
from .state import state_fields
from .status import StatusChanger, reason_in_words
from .titles import earned_title

__all__ = ('LONGEST_REASON', 'Rememberer', 'tell')

LONGEST_AGENT = Interaction._meta.get_field('agent').max_length
LONGEST_REASON = Interaction._meta.get_field('reason').max_length

# A late answer is better than none; one that was given, or was stopped, stands.
UNANSWERED = (InteractionStatus.PENDING.value, InteractionStatus.INTERRUPTED.value)


def _stored_reading(outcome: Outcome) -> dict[str, Any]:
    """What is kept of the reading: as the REST contract shows it, the open question, and all objects of the turn.

    Beside it stands what the turn classifier took.

    The objects are kept because the answer's text may name some that its references and rows do not list; whoever may
    not see one of them must not read the text.
    """
    about = [
        *(key for reference in outcome.reading.bindings for key in reference.keys),
        *(mentioned.ref.key for mentioned in outcome.mentions),
        *(outcome.focus or ()),
        *(key for ref in _told(outcome) for key in ref.within),
        *outcome.reply.named,
    ]
    stored = outcome.reading.as_json() | {'about': pairs(dict.fromkeys(about))}
    if outcome.decision.latency_ms is not None:
        stored['classifier'] = {'latency_ms': outcome.decision.latency_ms, 'tokens': outcome.decision.tokens}
    if outcome.open_question is not None:
        stored['open_question'] = open_question_json(outcome.open_question)
    return stored


def _told(outcome: Outcome) -> Iterator[ObjectRef]:
    """The objects whose details stand in the turn."""
    for reference in (*outcome.reading.references, *outcome.reading.bindings):
        yield from (*reference.objects, *reference.candidates)
    reply = outcome.reply
    yield from (*reply.objects, *reply.mentions, *reply.focus, *(choice.ref for choice in reply.choices))


@dataclass(frozen=True)
class Rememberer:
    """Remembers for one user."""

    user: Any
    events: EventSink

    def __call__(self, admission: Admission, outcome: Outcome) -> Admission:
        """Store the outcome; see `SessionStore.remember`."""
        with transaction.atomic():
            row = _locked(admission.session.id)
            fields = _interaction_fields(outcome, row, timezone.now())
            waiting = Interaction.objects.filter(pk=admission.interaction.id, status__in=UNANSWERED)
            if not waiting.update(**fields):
                standing = Interaction.objects.get(pk=admission.interaction.id)
                return Admission(session_value(row), interaction_value(standing), replayed=True)
            if outcome.reply.proposal:
                fields['reply'] = propose(self.user, row, admission.interaction, outcome.reply)
                Interaction.objects.filter(pk=admission.interaction.id).update(reply=fields['reply'])
            if outcome.reply.kind is ReplyKind.CONTROL and not outcome.decision.kind.is_control:
                drop_proposals(self.user, row.pk)
            answered = _answered(admission, fields)
            if answered.sequence <= row.forgotten_until:
                outcome = _forgotten(outcome)
            self._session(row, outcome, fields['answered'], earned_title(row, self.user, answered))
            mention(row.pk, answered.sequence, outcome.mentions, fields['answered'])
        return Admission(session_value(row), interaction_value(answered))

    def _session(self, row: ChatSession, outcome: Outcome, now: datetime, title: str) -> None:
        fields: dict[str, Any] = {'last_interaction': now, 'last_updated': now}
        if title:
            fields['title'] = title
        fields |= state_fields(
            row,
            focus=outcome.focus,
            topic_domain=outcome.topic_domain,
            topic_start=outcome.topic_start,
            suspended=_with_hidden_queries(outcome.suspended, row),
        )
        if outcome.agent:
            fields['active_agent'] = outcome.agent[:LONGEST_AGENT]
        if outcome.status_change is not None:
            fields |= self._status(row, outcome, outcome.status_change, now)
        ChatSession.objects.filter(pk=row.pk).update(**fields)
        for name, value in fields.items():
            setattr(row, name, value)
        if title:
            index(row)

    def _status(self, row: ChatSession, outcome: Outcome, target: SessionStatus, now: datetime) -> dict[str, Any]:
        try:
            return StatusChanger(self.user, self.events)(row, target, now, reason_in_words(target))
        except SessionEnded:
            # Somebody ended it while the turn ran: there is nothing left to change, and the reply is worth keeping.
            return {}


def tell(admission: Admission, outcome: Outcome | None) -> InteractionValue | None:
    """Keep what has been answered so far; see `SessionStore.tell`."""
    pending = Interaction.objects.filter(pk=admission.interaction.id, status=InteractionStatus.PENDING.value)
    if pending.update(**_said(outcome)) if outcome else pending.exists():
        return None
    standing = Interaction.objects.filter(pk=admission.interaction.id).first()
    if standing is None:
        raise SessionNotFound(_('The session has been deleted.'))
    return interaction_value(standing)


def _locked(session_id: int | None) -> ChatSession:
    row = ChatSession.objects.select_for_update(no_key=True).filter(pk=session_id).first()
    if row is None:
        raise SessionNotFound(_('The session has been deleted.'))
    return row


def _forgotten(outcome: Outcome) -> Outcome:
    """What is left of a turn that ran while the memory was emptied: its answer, and nothing to go on from."""
    return replace(outcome, mentions=(), focus=None, suspended=None, topic_domain=None, topic_start=None)


def _with_hidden_queries(
    suspended: Mapping[str, SuspendedTopic] | None, row: ChatSession
) -> Mapping[str, SuspendedTopic] | None:
    """Suspended topics with the queries that `recall` hid from whoever asked now: to others they mean what they did."""
    if not suspended:
        return suspended
    stored = session_value(row).suspended
    unchanged = {domain: replace(topic, query=None) for domain, topic in stored.items()}
    return {domain: stored[domain] if topic == unchanged.get(domain) else topic for domain, topic in suspended.items()}


def _answered(admission: Admission, fields: Mapping[str, Any]) -> Interaction:
    asked = admission.interaction
    return Interaction(
        pk=asked.id,
        sequence=asked.sequence,
        turn_id=asked.turn_id,
        author_id=asked.author_id,
        query=asked.query,
        created=asked.created,
        **fields,
    )


def _interaction_fields(outcome: Outcome, row: ChatSession, now: datetime) -> dict[str, Any]:
    return {
        **_said(outcome),
        'status': outcome.status.value,
        'decision': outcome.decision.kind.value,
        'decided_by': outcome.decision.decided_by.value,
        'confidence': outcome.decision.confidence,
        'reason': (outcome.decision.reason or '')[:LONGEST_REASON],
        'topic_start': outcome.topic_start or row.topic_start,
        'tokens': outcome.reply.tokens + outcome.decision.tokens,
        'duration_ms': max(0, outcome.duration_ms),
        'answered': now,
    }


def _said(outcome: Outcome) -> dict[str, Any]:
    """What was answered, by whom, and to what."""
    return {
        'response': outcome.reply.text,
        'reply': outcome.reply.as_json(),
        'reading': _stored_reading(outcome),
        'agent': outcome.agent[:LONGEST_AGENT],
        'listed': pairs(outcome.listed),
    }
