"""The six steps of a turn, over the in-memory store."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from netbox_chat_sessions.conversation.context import ContextBuilder
from netbox_chat_sessions.conversation.decisions import DecidedBy, Decision, DecisionKind
from netbox_chat_sessions.conversation.errors import SessionEnded, SessionNotFound, TurnInProgress
from netbox_chat_sessions.conversation.history import HistoryLimits
from netbox_chat_sessions.conversation.reader import Reader
from netbox_chat_sessions.conversation.reply import Choice, Reply, ReplyKind
from netbox_chat_sessions.conversation.requests import Correction, PageHint, TurnRequest
from netbox_chat_sessions.conversation.results import Accepted, Doing, Partial, Stage, TurnResult
from netbox_chat_sessions.conversation.routing import Router
from netbox_chat_sessions.conversation.session import InteractionStatus, SaidBy, SessionStatus
from netbox_chat_sessions.conversation.turn import ControlMessages, TurnService
from tests.contracts.turns import device, rack
from tests.contracts.worlds import MemoryWorld

from .finder import SmallFinder
from .topics import TOPICS

CLOSETS = (rack(8, 'closet'), rack(9, 'closet'))


class Clock:
    """Five milliseconds pass between two looks."""

    def __init__(self):
        self.time = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

    def now(self):
        self.time += timedelta(milliseconds=5)
        return self.time


@dataclass
class Parrot:
    """Answers with what it is told to answer, and keeps what it was asked."""

    name: str = 'parrot'
    score: float = 0.5
    reply: Reply = field(default_factory=lambda: Reply('Polly.'))
    error: Exception | None = None
    asked: list = field(default_factory=list)
    description: str = ''
    context_type: str = 'response_generation'

    def can_handle(self, reading):
        return self.score

    def answer(self, request):
        self.asked.append(request)
        if self.error:
            raise self.error
        return self.reply


@dataclass
class Teller(Parrot):
    """Says what it does and knows before its reply; `then` happens in the middle."""

    then: Callable[[], object] = tuple

    def answer(self, request):
        request.hearer.doing('Counting')
        request.hearer.said(Reply('One.'))
        self.then()
        request.hearer.doing('Counting on')
        return Reply('Two.')


@dataclass
class Fixed:
    """A classifier that always decides the same."""

    kind: DecisionKind
    seen: list = field(default_factory=list)

    def classify(self, message, session, window):
        self.seen.append((message, session.active_agent, [turn.query for turn in window]))
        return Decision(self.kind, DecidedBy.CLASSIFIER, 0.97)


@pytest.fixture
def world():
    return MemoryWorld()


@pytest.fixture
def parrot():
    return Parrot()


@pytest.fixture
def service(world, parrot):
    finder = SmallFinder(rack(1), rack(2), device(5), *CLOSETS)
    return TurnService(
        world.store('owner'),
        Reader(finder, TOPICS, HistoryLimits()),
        Router([parrot]),
        ContextBuilder(finder),
        Clock(),
        ControlMessages('A person was asked.', 'Goodbye.', 'They will read this.'),
    )


def handle(service, message, session=None, **fields):
    return service.handle(TurnRequest(message, session.id if session else None, **fields))


def test_the_steps_of_a_turn(service, world):
    steps = list(service.stream(TurnRequest('how full is R1?')))
    assert isinstance(steps[0], Accepted)
    assert steps[0].interaction.status is InteractionStatus.PENDING
    assert steps[1:4] == [Stage('understanding'), Stage('routing'), Stage('answering')]
    result = steps[4]
    assert isinstance(result, TurnResult)
    assert result.interaction.status is InteractionStatus.ANSWERED
    assert result.interaction.duration_ms == 5
    assert (result.reply['text'], result.control) == ('Polly.', None)
    assert (result.turn['decision'], result.turn['decided_by'], result.turn['reason']) == (
        'route',
        'disabled',
        'disabled',
    )
    assert result.turn['agent'] == 'parrot'
    assert [reference['phrase'] for reference in result.turn['references']] == ['R1']
    assert result.session.focus == (rack(1).key,)


def test_what_is_replayed_is_what_was_answered(service, parrot):
    first = handle(service, 'how full is R1?', turn_id=UUID(int=1))
    again = handle(service, 'how full is R1?', turn_id=UUID(int=1))
    assert (again.turn, again.reply, again.control, again.interaction) == (
        first.turn,
        first.reply,
        first.control,
        first.interaction,
    )
    assert len(parrot.asked) == 1


def test_names_enter_memory_and_the_answers_focus_is_what_it_means(service, parrot):
    parrot.reply = Reply('It is in R2.', objects=(device(5),), focus=(rack(2),))
    session = handle(service, 'which rack is sw5 in?').session
    memory = service.store.recall(session)
    assert session.focus == (rack(2).key,)
    assert {entity.display: entity.said_by for entity in memory.entities} == {'sw5': SaidBy.USER, 'R2': SaidBy.ANSWER}
    assert memory.lists[0].keys == (device(5).key,)
    assert memory.topic_domain == 'infrastructure'


def test_the_page_is_known_to_the_agent(service, parrot):
    handle(service, 'hello', page=PageHint(key=rack(2).key))
    assert parrot.asked[0].page == rack(2)
    handle(service, 'hello', page=PageHint(key=rack(77).key))
    assert parrot.asked[1].page is None


def test_the_context_is_built_when_the_agent_asks_for_it(service, parrot):
    session = handle(service, 'how full is R1?').session
    handle(service, 'and R2?', session)
    context = parrot.asked[1].context()
    assert [item['query'] for item in context['conversation_history']] == ['how full is R1?']
    assert list(context['entity_references']) == ['dcim.rack:1']


def test_a_clarification_waits_for_its_answer(service, parrot):
    parrot.reply = Reply('Which closet?', ReplyKind.CLARIFICATION, choices=tuple(map(Choice, CLOSETS)))
    session = handle(service, 'what is in the closet?').session
    question = service.store.recall(session).open_question
    assert (question.question, question.candidates) == (
        'what is in the closet?',
        tuple(closet.key for closet in CLOSETS),
    )
    parrot.reply = Reply('Nothing.')
    chosen = handle(service, '', session, choice=CLOSETS[1].key)
    assert [item['object_id'] for item in chosen.turn['references'][0]['objects']] == [9]
    assert parrot.asked[1].reading.question == 'what is in the closet?'
    assert service.store.recall(session).open_question is None


def test_an_error_keeps_the_question_and_can_be_tried_again(service, parrot, world):
    parrot.error = KeyError('rack')
    with pytest.raises(KeyError):
        handle(service, 'how full is R1?', turn_id=UUID(int=1))
    (session_id,) = world.shelf.records
    assert world.turns(session_id) == [(1, InteractionStatus.FAILED, 'how full is R1?')]
    parrot.error = None
    again = handle(service, 'how full is R1?', turn_id=UUID(int=1))
    assert (again.reply['text'], again.interaction.sequence) == ('Polly.', 1)


def test_a_reply_that_says_it_failed_is_a_failed_turn(service, parrot):
    parrot.reply = Reply('Out of order.', ReplyKind.ERROR)
    result = handle(service, 'how full is R1?')
    assert (result.interaction.status, result.reply['kind']) == (InteractionStatus.FAILED, 'error')


@pytest.mark.parametrize('steps', [1, 2, 3, 4])
def test_a_caller_that_goes_away_stops_the_turn(service, world, steps):
    stream = service.stream(TurnRequest('how full is R1?'))
    for _step in range(steps):
        next(stream)
    stream.close()
    (session_id,) = world.shelf.records
    assert world.turns(session_id) == [(1, InteractionStatus.STOPPED, 'how full is R1?')]


@pytest.mark.parametrize(
    ('kind', 'status', 'text', 'state'),
    [
        (DecisionKind.HUMAN_HANDOFF, SessionStatus.HANDOFF, 'A person was asked.', 'HUMAN_HANDOFF_REQUESTED'),
        (DecisionKind.END_SESSION, SessionStatus.ENDED, 'Goodbye.', 'SESSION_ENDED'),
    ],
)
def test_control_runs_no_agent(service, parrot, world, kind, status, text, state):
    classifying = replace(service, classifier=Fixed(kind))
    steps = list(classifying.stream(TurnRequest('that is all about R1', turn_id=UUID(int=1))))
    assert [step for step in steps if isinstance(step, Stage)] == [Stage('understanding')]
    result = steps[-1]
    assert not parrot.asked
    assert (result.session.status, result.reply['text'], result.reply['kind']) == (status, text, 'control')
    assert result.control['next_state'] == state
    assert (result.turn['decision'], result.turn['confidence'], result.turn['agent']) == (kind.value, 0.97, None)
    assert [event.session.id for event in world.events.published] == [result.session.id]
    assert handle(classifying, 'that is all about R1', turn_id=UUID(int=1)).control == result.control


def test_while_a_person_is_wanted_the_assistant_is_quiet(service, parrot):
    session = handle(service, 'how full is R1?').session
    service.store.change_status(session.id, 'handoff', SessionStatus.HANDOFF)
    classifier = Fixed(DecisionKind.ROUTE)
    result = handle(replace(service, classifier=classifier), 'hello?', session)
    assert (result.turn['decision'], result.turn['decided_by'], result.turn['reason']) == (
        'human_handoff',
        'user',
        'waiting',
    )
    assert (result.reply['text'], result.reply['kind']) == ('They will read this.', 'control')
    assert result.control['next_state'] == 'HUMAN_HANDOFF_REQUESTED'
    assert len(parrot.asked) == 1
    assert not classifier.seen
    assert result.session.focus == (rack(1).key,)


def test_a_turn_that_was_on_its_way_when_the_person_gave_it_back_asks_for_none_again(service, world):
    session = handle(service, 'how full is R1?').session
    service.store.change_status(session.id, 'handoff', SessionStatus.HANDOFF)
    stream = service.stream(TurnRequest('hello?', session.id))
    next(stream)
    world.store('operator').change_status(session.id, 'release', SessionStatus.ACTIVE)
    *_, result = stream
    assert result.session.status is SessionStatus.ACTIVE
    assert len(world.events.published) == 1


@pytest.mark.parametrize(
    ('kind', 'status', 'text'),
    [
        (DecisionKind.HUMAN_HANDOFF, SessionStatus.HANDOFF, 'A person was asked.'),
        (DecisionKind.END_SESSION, SessionStatus.ENDED, 'Goodbye.'),
    ],
)
def test_a_button_does_what_words_do(service, world, kind, status, text):
    session = handle(service, 'how full is R1?').session
    changed = service.control(session.id, kind, 'in vain')
    assert changed.status is status
    said = service.store.recall(changed).window[-1]
    assert (said.query, said.response, said.decision, said.decided_by) == ('', text, kind.value, 'user')
    assert [event.reason for event in world.events.published] == ['in vain']


def test_an_ended_session_takes_no_turn(service):
    session = handle(service, 'how full is R1?').session
    service.store.change_status(session.id, 'end', SessionStatus.ENDED)
    with pytest.raises(SessionEnded):
        handle(service, 'and R2?', session)


def test_a_second_turn_of_a_busy_session_is_refused(service):
    stream = service.stream(TurnRequest('how full is R1?'))
    session = next(stream).session
    with pytest.raises(TurnInProgress):
        handle(service, 'and R2?', session)
    assert isinstance(list(stream)[-1], TurnResult)


def test_continue_keeps_the_agent_and_route_picks_the_best(service, parrot):
    owl = Parrot('owl', score=0.9, reply=Reply('Hoo.'))
    both = replace(service, router=Router([parrot, owl]))
    session = handle(service, 'how full is R1?').session
    classifier = Fixed(DecisionKind.CONTINUE)
    assert handle(replace(both, classifier=classifier), 'and R2?', session).turn['agent'] == 'parrot'
    assert classifier.seen == [('and R2?', 'parrot', ['how full is R1?'])]
    assert handle(replace(both, classifier=Fixed(DecisionKind.ROUTE)), 'and R2?', session).turn['agent'] == 'owl'
    parrot.score = 0.9
    assert handle(both, 'how full is R1?').turn['agent'] == 'parrot'


def test_an_agent_that_cannot_say_what_it_handles_is_passed_over(service, parrot):
    class Broken(Parrot):
        def can_handle(self, reading):
            raise KeyError('of another package')

    both = replace(service, router=Router([Broken('broken'), parrot]))
    assert handle(both, 'how full is R1?').turn['agent'] == 'parrot'


def test_a_stateless_turn_stores_nothing(service, parrot, world):
    history = [{'role': 'user', 'content': 'how full is R1?'}, {'role': 'assistant', 'content': 'R1 is half full.'}]
    result = handle(service, 'and R2?', stateless=True, history=history)
    assert (result.session, result.interaction, result.reply['text']) == (None, None, 'Polly.')
    assert [item['display'] for item in result.turn['references'][0]['objects']] == ['R2']
    assert not world.shelf.records


@pytest.mark.parametrize('kind', [None, *DecisionKind])
def test_a_stateless_turn_is_told_like_a_stored_one(service, parrot, kind):
    parrot.reply = Reply('R1 is half full.', focus=(rack(1),), tokens=3)
    deciding = replace(service, classifier=Fixed(kind)) if kind else service
    stored, stateless = (handle(deciding, 'how full is R1?', stateless=told) for told in (False, True))
    for part in ('turn', 'reply', 'control', 'tokens'):
        assert getattr(stateless, part) == getattr(stored, part), part


def test_a_preview_stores_nothing(service, parrot, world):
    session = handle(service, 'how full is R1?').session
    before = service.store.find(session.id)
    turn = service.preview(before, TurnRequest('and R2?', session.id))
    assert [reference['phrase'] for reference in turn['references']] == ['R2']
    assert turn['decision'] == 'route'
    assert service.store.find(session.id) == before
    assert len(world.turns(session.id)) == 1
    assert len(parrot.asked) == 1


def told_by(service, agent):
    """The steps of a turn, with what its agent told in between."""
    told = []
    for step in replace(service, router=Router([agent])).stream(TurnRequest('how many?'), told.append):
        told.append(step)
    return told


def test_what_an_agent_tells_comes_between_the_steps(service):
    *_, stage, first, second, third, result = told_by(service, Teller())
    assert (stage, first, second, third) == (
        Stage('answering'),
        Doing('Counting'),
        Partial('One.'),
        Doing('Counting on'),
    )
    assert result.reply['text'] == 'Two.'


def test_an_agent_whose_turn_was_stopped_goes_no_further(service, world):
    def stop():
        service.store.stop(world.shelf.records[1].interactions[0].id)

    *_, partial, result = told_by(service, Teller(then=stop))
    assert partial == Partial('One.')
    assert (result.interaction.status, result.reply['text']) == (InteractionStatus.STOPPED, 'One.')


def test_an_agent_whose_session_was_deleted_goes_no_further(service, world):
    with pytest.raises(SessionNotFound):
        told_by(service, Teller(then=world.shelf.records.clear))


@pytest.mark.parametrize(
    ('said', 'misread', 'resolved'),
    [
        (['how full is R1?'], 'R1', 'how full is R2?'),
        (['how full is R1?', 'is it full?'], 'it', 'is R2 full?'),
        (['how full is R1?', 'and the closet?'], 'the closet', 'and R2?'),
        (['how full is R1?', 'is it as full as R1?'], 'it', 'is R2 as full as R1?'),
    ],
)
def test_a_phrase_that_was_misread_stands_for_what_was_meant(service, said, misread, resolved):
    session = None
    for message in said:
        session = handle(service, message, session).session
    start = said[-1].index(misread)
    corrects = Correction(session.interaction_count, start, start + len(misread))
    result = handle(service, said[-1], session, choice=rack(2).key, corrects=corrects)
    meant = [reference for reference in result.turn['references'] if reference['phrase'] == misread]
    assert [(reference['status'], reference['source']) for reference in meant] == [('resolved', 'choice')]
    assert [item['display'] for item in meant[0]['objects']] == ['R2']
    assert result.turn['resolved_message'] == resolved
    assert rack(2).key in result.session.focus


def test_what_was_meant_may_be_gone(service):
    session = handle(service, 'how full is R1?').session
    result = handle(service, 'how full is R1?', session, choice=rack(77).key, corrects=Correction(1, 12, 14))
    assert [reference['status'] for reference in result.turn['references']] == ['gone']


def test_a_question_put_right_goes_on_from_what_came_before_it(service, parrot):
    first = replace(parrot.reply, query={'action': 'utilisation', 'object_type': 'dcim.rack'})
    wrong = replace(parrot.reply, query={'action': 'show', 'object_type': 'dcim.device'})
    parrot.reply = first
    session = handle(service, 'how full is R1?').session
    parrot.reply = wrong
    handle(service, 'and the closet?', session)
    handle(service, 'and the closet?', session, choice=rack(2).key, corrects=Correction(2, 4, 14))
    assert parrot.asked[-1].reading.carried == first.query
