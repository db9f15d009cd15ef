"""A session store without a database: the smallest thing that keeps the promises of `SessionStore`."""

import itertools
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import RLock
from time import monotonic, sleep

from netbox_chat_sessions.conversation.decisions import DecidedBy
from netbox_chat_sessions.conversation.errors import (
    ConversationError,
    InteractionNotFound,
    InvalidTurn,
    NotWaiting,
    PermissionMissing,
    ReferenceNotFound,
    SessionEnded,
    SessionNotFound,
    TurnInProgress,
)
from netbox_chat_sessions.conversation.lifecycle import TURN_LIMIT
from netbox_chat_sessions.conversation.memory import Mention, OpenQuestion, ShownList, mentioned, strongest
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.reading import Reading
from netbox_chat_sessions.conversation.records import PERSON, Admission
from netbox_chat_sessions.conversation.reply import Reply, ReplyKind
from netbox_chat_sessions.conversation.session import (
    EntityReference,
    Interaction,
    InteractionStatus,
    Session,
    SessionStatus,
)
from netbox_chat_sessions.conversation.session_events import SessionEvent, SessionEventType
from netbox_chat_sessions.conversation.topics import topic_after
from netbox_chat_sessions.storage.deferring import QUEUED
from netbox_chat_sessions.storage.mapping import memory_of
from netbox_chat_sessions.storage.mentions import told_apart
from netbox_chat_sessions.storage.recording import recorded_question, recorded_reading, recorded_reply
from netbox_chat_sessions.storage.speaking import DECISIONS
from netbox_chat_sessions.storage.status import reason_in_words
from netbox_chat_sessions.storage.titles import is_real_answer, title_of
from tests.conversation.topics import TOPICS

OWNERS_ONLY = {'end_chatsession', 'delete_entityreference', 'change_entityreference'}
NOBODYS = {'release_chatsession'}
PENDING, INTERRUPTED = InteractionStatus.PENDING, InteractionStatus.INTERRUPTED


@dataclass
class Record:
    """All that is kept of one session."""

    session: Session
    participants: set[int] = field(default_factory=set)
    interactions: list[Interaction] = field(default_factory=list)
    authors: dict[int, int] = field(default_factory=dict)
    entities: dict[ObjectKey, EntityReference] = field(default_factory=dict)
    questions: dict[int, OpenQuestion] = field(default_factory=dict)
    forgotten_until: int = 0


@dataclass
class Shelf:
    """What the stores of all users share."""

    records: dict[int, Record] = field(default_factory=dict)
    operators: set[int] = field(default_factory=set)
    lock: RLock = field(default_factory=RLock)
    ids: itertools.count = field(default_factory=lambda: itertools.count(1))


class MemorySessionStore:
    def __init__(self, shelf, user_id, events, busy_wait=2.0):
        self.shelf, self.user_id, self.events, self.busy_wait = shelf, user_id, events, busy_wait

    def open(self, title=''):
        with self.shelf.lock:
            session = Session(next(self.shelf.ids), self.user_id, title)
            self.shelf.records[session.id] = Record(session)
            return session

    def find(self, session_id, action='view'):
        return self._record(session_id, f'{action}_chatsession').session

    def admit(self, request):
        deadline = monotonic() + self.busy_wait
        while True:
            with self.shelf.lock:
                if admission := self._attempt(request):
                    return admission
            if monotonic() >= deadline:
                raise TurnInProgress('busy')
            sleep(0.01)

    def recall(self, session, before=None, topic_start=None):
        record = self.shelf.records[session.id]
        known = [
            turn
            for turn in record.interactions
            if turn.sequence > record.forgotten_until and (before is None or turn.sequence < before)
        ]
        topic_start = topic_start or session.topic_start
        window = [turn for turn in known if turn.status is not PENDING and turn.topic_start == topic_start]
        window = [turn for turn in window if turn.reply or turn.status is InteractionStatus.ANSWERED][-5:]
        lists = [ShownList(turn.sequence, turn.listed) for turn in reversed(known) if turn.listed]
        question = record.questions.get(window[-1].sequence) if window else None
        return replace(
            memory_of(session),
            entities=self.entities(session)[:50],
            lists=tuple(lists[:8]),
            window=tuple(window),
            open_question=question,
        )

    def remember(self, admission, outcome):
        with self.shelf.lock:
            record = self.shelf.records.get(admission.session.id)
            if record is None:
                raise SessionNotFound('deleted')
            turn = record.interactions[admission.interaction.sequence - 1]
            if turn.status not in (PENDING, INTERRUPTED):
                return Admission(record.session, turn, replayed=True)
            turn = replace(
                turn,
                status=outcome.status,
                response=outcome.reply.text,
                reply=outcome.reply.as_json(),
                reading=outcome.reading.as_json(),
                decision=outcome.decision.kind.value,
                decided_by=outcome.decision.decided_by.value,
                confidence=outcome.decision.confidence,
                reason=outcome.decision.reason,
                agent=outcome.agent,
                listed=outcome.listed,
                topic_start=outcome.topic_start or record.session.topic_start,
                tokens=outcome.reply.tokens + outcome.decision.tokens,
                duration_ms=outcome.duration_ms,
            )
            record.interactions[turn.sequence - 1] = turn
            about = [*outcome.mentions, *(outcome.focus or ()), *outcome.reply.named]
            self._name(record, turn, turn.reading | {'about': about})
            if outcome.open_question:
                record.questions[turn.sequence] = outcome.open_question
            if turn.sequence <= record.forgotten_until:
                outcome = replace(outcome, mentions=(), focus=None, suspended=None, topic_domain=None, topic_start=None)
            record.session = replace(
                record.session,
                focus=record.session.focus if outcome.focus is None else outcome.focus,
                suspended=record.session.suspended if outcome.suspended is None else outcome.suspended,
                topic_domain=outcome.topic_domain or record.session.topic_domain,
                topic_start=outcome.topic_start or record.session.topic_start,
                active_agent=outcome.agent or record.session.active_agent,
            )
            self._mention(record, turn.sequence, outcome.mentions)
            if outcome.status_change:
                # The reply is kept, and the session stays as somebody else left it.
                with suppress(SessionEnded):
                    self._change(record, outcome.status_change, reason_in_words(outcome.status_change))
            return Admission(record.session, turn)

    def tell(self, admission, outcome):
        with self.shelf.lock:
            record = self.shelf.records.get(admission.session.id)
            if record is None:
                raise SessionNotFound('deleted')
            place = admission.interaction.sequence - 1
            turn = record.interactions[place]
            if turn.status is not PENDING:
                return turn
            if outcome:
                record.interactions[place] = replace(
                    turn,
                    response=outcome.reply.text,
                    reply=outcome.reply.as_json(),
                    reading=outcome.reading.as_json(),
                    agent=outcome.agent,
                    listed=outcome.listed,
                )
            return None

    def fail(self, admission, status, reason):
        with self.shelf.lock:
            record = self.shelf.records.get(admission.session.id)
            turns = record.interactions if record else []
            place = admission.interaction.sequence - 1
            if turns and turns[place].status is PENDING:
                turns[place] = replace(turns[place], status=status, reason=reason)

    def defer(self, admission):
        with self.shelf.lock:
            turns = self.shelf.records[admission.session.id].interactions
            place = admission.interaction.sequence - 1
            if turns[place].status is PENDING:
                turns[place] = replace(turns[place], reason=QUEUED)

    def claim(self, interaction_id):
        with self.shelf.lock:
            for record in self.shelf.records.values():
                for place, turn in enumerate(record.interactions):
                    waiting = (turn.status, turn.reason, turn.author_id) == (PENDING, QUEUED, self.user_id)
                    if turn.id == interaction_id and waiting:
                        return self._claim(record, place, turn)
            return None

    def _claim(self, record, place, turn):
        try:
            self._record(record.session.id, 'add_interaction')
            record.session = replace(record.session, status=self._open_status(record))
        except ConversationError as error:
            record.interactions[place] = replace(turn, status=InteractionStatus.FAILED, reason=error.code)
            raise
        record.interactions[place] = replace(turn, reason=None, created=datetime.now(UTC))
        return Admission(record.session, record.interactions[place])

    def stop(self, interaction_id):
        with self.shelf.lock:
            for record in self.shelf.records.values():
                for place, turn in enumerate(record.interactions):
                    if turn.id == interaction_id:
                        return self._stop(record, place, turn)
            raise InteractionNotFound('missing')

    def _stop(self, record, place, turn):
        try:
            self._record(record.session.id)
        except SessionNotFound as error:
            raise InteractionNotFound('missing') from error
        if turn.author_id != self.user_id:
            raise PermissionMissing('only who has asked')
        if turn.status is PENDING:
            record.interactions[place] = replace(turn, status=InteractionStatus.STOPPED, reason='stopped')
        return record.interactions[place]

    def record(self, session_id, recorded, refs):
        with self.shelf.lock:
            record = self._record(session_id, 'add_interaction')
            if same := self._same(record, recorded.turn_id):
                return same
            memory = memory_of(record.session)
            keys = [entity.key for entity in recorded.entities]
            topic = TOPICS.about(keys, memory)
            if set(keys) & set(record.entities):
                topic = replace(topic, changed=False)
            after = topic_after(topic, memory, record.session.interaction_count + 1)
            turn = self._append(record, recorded.query, recorded.turn_id)
            turn = replace(
                turn,
                status=InteractionStatus.ANSWERED,
                response=recorded.response,
                reply=recorded_reply(recorded, refs).as_json(),
                reading=recorded_reading(recorded, refs, topic).as_json(),
                agent=recorded.agent,
                listed=recorded.listed,
                topic_start=after.start,
            )
            record.interactions[-1] = turn
            self._name(record, turn, turn.reading)
            if recorded.choices:
                record.questions[turn.sequence] = recorded_question(recorded, refs)
            if recorded.entities:
                record.session = replace(
                    record.session,
                    focus=(recorded.entities[-1].key,),
                    topic_domain=topic.domain or record.session.topic_domain,
                    topic_start=after.start,
                    suspended=after.suspended,
                )
            mentions = [Mention(refs[entity.key], entity.said_by) for entity in recorded.entities]
            self._mention(record, turn.sequence, mentions)
            return turn

    def write(self, session_id, message, turn_id=None):
        with self.shelf.lock:
            record = self._record(session_id, 'release_chatsession')
            if same := self._same(record, turn_id):
                return same
            if record.session.status is not SessionStatus.HANDOFF:
                raise NotWaiting('nobody') if record.session.status is SessionStatus.ACTIVE else SessionEnded('ended')
            return self._say(record, Reply(message), turn_id, agent=PERSON)

    def change_status(self, session_id, action, target, reason='', said=''):
        with self.shelf.lock:
            record = self._record(session_id, f'{action}_chatsession')
            if target is SessionStatus.ACTIVE and record.session.status is SessionStatus.EXPIRED:
                raise SessionEnded('expired')
            if (target, action) == (SessionStatus.ACTIVE, 'handoff') and record.session.user_id != self.user_id:
                raise PermissionMissing('netbox_chat_sessions.release_chatsession')
            before = record.session.status
            self._change(record, target, reason)
            if said and before is not target:
                decided = {'decision': DECISIONS[target].value, 'decided_by': DecidedBy.USER.value}
                self._say(record, Reply(said, ReplyKind.CONTROL), None, **decided)
            return record.session

    def entities(self, session):
        known = self.shelf.records[session.id].entities.values()
        return tuple(sorted(known, key=lambda entity: (entity.pinned, entity.last_mentioned, entity.id), reverse=True))

    def forget(self, session_id, reference_id):
        record = self._record(session_id)
        gone = self._reference(record, reference_id)
        self._permit(record, 'delete_entityreference')
        del record.entities[gone.key]
        suspended = {
            domain: replace(topic, focus=tuple(key for key in topic.focus if key != gone.key), query=None)
            for domain, topic in record.session.suspended.items()
        }
        focus = tuple(key for key in record.session.focus if key != gone.key)
        record.session = replace(record.session, focus=focus, suspended=suspended)

    def forget_all(self, session_id):
        record = self._record(session_id)
        if record.entities:
            self._permit(record, 'delete_entityreference')
        record.entities.clear()
        record.questions.clear()
        record.forgotten_until = record.session.interaction_count
        record.session = replace(
            record.session, focus=(), suspended={}, topic_domain=None, topic_start=record.forgotten_until + 1
        )

    def pin(self, session_id, reference_id, pinned):
        record = self._record(session_id)
        found = self._reference(record, reference_id)
        self._permit(record, 'change_entityreference')
        record.entities[found.key] = replace(found, pinned=pinned)
        return record.entities[found.key]

    def _attempt(self, request):
        if request.session_id is None:
            record = self._opened_for(request.turn_id)
            if record is None:
                record = self.shelf.records[self.open().id]
        else:
            record = self._record(request.session_id, 'add_interaction')
        if same := self._same(record, request.turn_id):
            return self._again(record, same)
        pending = [turn for turn in record.interactions if turn.status is PENDING]
        if any(self._running(turn) for turn in pending):
            return None
        turn = self._append(record, request.message, request.turn_id)
        for stale in pending:
            record.interactions[stale.sequence - 1] = replace(stale, status=INTERRUPTED, reason='interrupted')
        return Admission(record.session, turn)

    def _again(self, record, same):
        if self._running(same):
            return None
        unanswered = same.status in (InteractionStatus.FAILED, INTERRUPTED) and same.duration_ms is None
        if same.status is not PENDING and not unanswered:
            return Admission(record.session, same, replayed=True)
        record.session = replace(record.session, status=self._open_status(record))
        same = replace(same, status=PENDING, created=datetime.now(UTC), reason=None)
        record.interactions[same.sequence - 1] = same
        return Admission(record.session, same)

    def _running(self, turn):
        return turn.status is PENDING and turn.created > datetime.now(UTC) - TURN_LIMIT

    def _append(self, record, query, turn_id):
        status, count = self._open_status(record), record.session.interaction_count + 1
        record.session = replace(record.session, status=status, interaction_count=count)
        turn = Interaction(
            next(self.shelf.ids),
            count,
            turn_id,
            PENDING,
            query,
            datetime.now(UTC),
            topic_start=record.session.topic_start,
            author_id=self.user_id,
        )
        record.interactions.append(turn)
        record.authors[turn.id] = self.user_id
        return turn

    def _say(self, record, reply, turn_id, **fields):
        status = record.session.status
        # Even an ended session takes what is said at its end.
        record.session = replace(record.session, status=SessionStatus.HANDOFF)
        turn = replace(
            self._append(record, '', turn_id),
            status=InteractionStatus.ANSWERED,
            response=reply.text,
            reply=reply.as_json(),
            reading=Reading('').as_json(),
            **fields,
        )
        record.interactions[-1], record.session = turn, replace(record.session, status=status)
        return turn

    def _open_status(self, record):
        status = record.session.status
        if status is SessionStatus.EXPIRED and record.session.user_id == self.user_id:
            return SessionStatus.ACTIVE
        if status not in (SessionStatus.ACTIVE, SessionStatus.HANDOFF):
            raise SessionEnded(status.value)
        return status

    def _same(self, record, turn_id):
        same = next((turn for turn in record.interactions if turn_id and turn.turn_id == turn_id), None)
        if same and record.authors[same.id] != self.user_id:
            raise InvalidTurn('turn_id', 'taken')
        return same

    def _opened_for(self, turn_id):
        for record in self.shelf.records.values():
            first = record.interactions[:1]
            if turn_id and record.session.user_id == self.user_id and first and first[0].turn_id == turn_id:
                return record
        return None

    def _change(self, record, target, reason):
        before = record.session.status
        record.session = replace(record.session, status=before.to(target))
        told = {
            SessionStatus.HANDOFF: SessionEventType.HANDOFF_REQUESTED,
            SessionStatus.ENDED: SessionEventType.END_REQUESTED,
        }
        if target is not before and target in told:
            known = sorted(record.entities.values(), key=lambda entity: entity.last_mentioned, reverse=True)
            event = SessionEvent(told[target], record.session, self.user_id, reason, tuple(known[:10]))
            self.events.publish(event)
        return record.session

    def _name(self, record, turn, reading):
        alone = record.session.user_id == self.user_id and not record.participants
        if not record.session.title and alone and is_real_answer(turn.reply, reading):
            record.session = replace(record.session, title=title_of(turn.query, reading))

    def _mention(self, record, sequence, mentions):
        for mention, now in told_apart(strongest(mentions), datetime.now(UTC)):
            key = mention.ref.key
            entity = mentioned(record.entities.get(key), mention, sequence=sequence, now=now)
            record.entities[key] = replace(entity, id=entity.id or next(self.shelf.ids))

    def _reference(self, record, reference_id):
        for entity in record.entities.values():
            if entity.id == reference_id:
                return entity
        raise ReferenceNotFound('missing')

    def _record(self, session_id, permission='view_chatsession') -> Record:
        record = self.shelf.records.get(session_id)
        people = record and {record.session.user_id, *record.participants, *self.shelf.operators}
        if not people or self.user_id not in people:
            raise SessionNotFound('missing')
        self._permit(record, permission)
        return record

    def _permit(self, record, permission):
        if self.user_id in self.shelf.operators:
            return
        owner = record.session.user_id == self.user_id
        if permission in NOBODYS or (permission in OWNERS_ONLY and not owner):
            raise PermissionMissing(f'netbox_chat_sessions.{permission}')
