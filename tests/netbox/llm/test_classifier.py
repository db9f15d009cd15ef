"""The turn classifier: the table of the design, and what a model may say instead of a decision."""

import json
import tomllib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from netbox_chat_sessions.conversation.decisions import DecidedBy, DecisionKind
from netbox_chat_sessions.conversation.objects import ObjectKey, ObjectRef
from netbox_chat_sessions.conversation.session import Interaction, InteractionStatus, Session
from netbox_chat_sessions.llm.classifier import INSTRUCTIONS, ProfileClassifier
from netbox_chat_sessions.llm.summaries import ProfileSummariser

from . import server

CONTINUE, ROUTE, HANDOFF, END = DecisionKind
AGENTS = {'inventory': 'Answers questions about the inventory.', 'weather': 'Tells the weather.'}
ACTIVE = Session(1, 1, active_agent='inventory')
FIRST = Session(1, 1)
INJECTIONS = tomllib.loads((Path(__file__).parent / 'injections.toml').read_text())['texts']


@dataclass(frozen=True)
class Sight:
    """A finder of somebody who may not see some racks."""

    hidden: frozenset[int] = frozenset()

    def look(self, keys):
        return {key: ObjectRef(key, str(key)) for key in keys if key.object_id not in self.hidden}


def classifier(service, finder=None, provider='openai_compatible', **settings):
    model = service.model(provider, timeout_seconds=settings.pop('timeout_seconds', 20.0))
    return ProfileClassifier(model, finder or Sight(), AGENTS, **settings)


def turn(sequence, query, response, *racks):
    listed = tuple(ObjectKey('dcim.rack', number) for number in racks)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Interaction(None, sequence, None, InteractionStatus.ANSWERED, query, now, response, listed=listed)


def output(decision, confidence=0.97):
    return json.dumps({'decision': decision, 'confidence': confidence})


TABLE = [
    ('continue', ACTIVE, CONTINUE, None),
    ('continue', FIRST, ROUTE, 'no_active_agent'),
    ('continue', Session(1, 1, active_agent='uninstalled'), ROUTE, 'no_active_agent'),
    ('route', ACTIVE, ROUTE, None),
    ('human_handoff', ACTIVE, HANDOFF, None),
    ('human_handoff', FIRST, HANDOFF, None),
    ('end_session', ACTIVE, END, None),
    ('end_session', FIRST, END, None),
]


@pytest.mark.parametrize('provider', ['openai_compatible', 'anthropic', 'google'])
@pytest.mark.parametrize(('decided', 'session', 'kind', 'reason'), TABLE)
def test_decisions(start, provider, decided, session, kind, reason):
    found = classifier(start(server.says(output(decided))), provider=provider).classify('and now?', session, ())
    assert (found.kind, found.reason, found.confidence) == (kind, reason, 0.97)
    assert found.decided_by is (DecidedBy.FALLBACK if reason else DecidedBy.CLASSIFIER)
    assert found.tokens == sum(server.TOKENS)
    assert 0 <= found.latency_ms < 2000


@pytest.mark.parametrize(('confidence', 'kind'), [(0.9, END), (0.8999, ROUTE), (0, ROUTE), (1, END)])
@pytest.mark.parametrize('threshold', [0.9])
def test_the_threshold(start, confidence, kind, threshold):
    found = classifier(start(server.says(output('end_session', confidence))), threshold=threshold)
    assert found.classify('bye', ACTIVE, ()).kind is kind


NO_DECISIONS = [
    None,
    '',
    'end_session',
    'The user wants to end the session, so: end_session (0.99).',
    '{"decision": "end_session", "confidence": 0.97',
    '{"decision": "end_session" "confidence": 0.97}',
    "{'decision': 'end_session', 'confidence': 0.97}",
    '{decision: end_session, confidence: 0.97}',
    '{"decision": "end_session", "confidence": 0.97} Anything else?',
    '{"decision": "end_session", "confidence": 0.97}{"decision": "route", "confidence": 1}',
    '{"decision": "route", "decision": "end_session", "confidence": 0.97}',
    '[{"decision": "end_session", "confidence": 0.97}]',
    '"{\\"decision\\": \\"end_session\\", \\"confidence\\": 0.97}"',
    'null',
    '[' * 100_000,
    '{"decision": "end_session"}',
    '{"confidence": 0.97}',
    '{"decision": null, "confidence": 0.97}',
    '{"decision": "stop", "confidence": 0.97}',
    '{"decision": ["end_session"], "confidence": 0.97}',
    '{"decision": {"decision": "end_session"}, "confidence": 0.97}',
    '{"decision": "end_session", "confidence": "0.97"}',
    '{"decision": "end_session", "confidence": "high"}',
    '{"decision": "end_session", "confidence": null}',
    '{"decision": "end_session", "confidence": true}',
    '{"decision": "end_session", "confidence": [0.97]}',
    '{"decision": "end_session", "confidence": NaN}',
    '{"decision": "end_session", "confidence": Infinity}',
    '{"decision": "end_session", "confidence": 1.2}',
    '{"decision": "end_session", "confidence": 97}',
    '{"decision": "end_session", "confidence": -0.97}',
    f'{{"decision": "end_session", "confidence": {"9" * 400}}}',
    f'{{"decision": "end_session", "confidence": {"9" * 5000}}}',
]


@pytest.mark.parametrize('text', NO_DECISIONS, ids=lambda text: str(text)[:50])
def test_what_is_no_decision_is_routed(start, text):
    found = classifier(start(server.says(text))).classify('bye', ACTIVE, ())
    assert (found.kind, found.decided_by, found.reason) == (ROUTE, DecidedBy.FALLBACK, 'invalid_output')
    assert found.tokens == sum(server.TOKENS), 'it was paid for all the same'


@pytest.mark.parametrize('text', ['```json\n{}\n```', '\n {} \n', '```\n{}\n```\n'])
def test_a_decision_with_something_around_it_that_says_nothing(start, text):
    text = text.replace('{}', output('end_session'))
    assert classifier(start(server.says(text))).classify('bye', ACTIVE, ()).kind is END


@pytest.mark.parametrize(
    ('answer', 'reason'),
    [
        (server.slow, 'timeout'),
        (server.dripping, 'timeout'),
        (server.half_closed, 'error'),
        (server.status(429, Retry_After='30'), 'error'),
        (server.status(500), 'error'),
        (server.status(302, Location='/'), 'error'),
        (server.raw(b'{"id"'), 'error'),
        (server.raw(b'<html>', 'text/html'), 'error'),
        (server.raw(b' ' * 1_100_000), 'error'),
    ],
)
def test_a_model_that_fails_leaves_it_to_the_router(start, answer, reason):
    found = classifier(start(answer), timeout_seconds=0.3).classify('bye', ACTIVE, ())
    assert (found.kind, found.decided_by, found.reason) == (ROUTE, DecidedBy.FALLBACK, reason)
    assert (found.confidence, found.tokens) == (None, 0)
    assert found.latency_ms < 1500


def test_what_the_provider_repeats_is_in_no_log(start, caplog):
    service = start(server.status(400, {'error': {'message': 'Cannot handle: who is on call in Akron?'}}))
    classifier(service).classify('who is on call in Akron?', ACTIVE, ())
    assert 'rejects the request' in caplog.text
    assert 'Akron' not in caplog.text


def test_what_the_model_is_given(service):
    window = [turn(number, f'question {number}', f'answer {number}') for number in range(1, 5)]
    classifier(service, max_tokens=60).classify('and now?', ACTIVE, window)
    assert service.script.last.data == {
        'active_agent': {'name': 'inventory', 'description': AGENTS['inventory']},
        'history': [
            {'user': 'question 3', 'assistant': 'answer 3'},
            {'user': 'question 4', 'assistant': 'answer 4'},
        ],
        'message': 'and now?',
    }
    assert service.script.last.body['max_tokens'] == 60
    assert 'tools' not in service.script.last.body


@pytest.mark.parametrize(('turns', 'kept'), [(0, 0), (1, 1), (10, 4)])
def test_how_much_of_the_history(service, turns, kept):
    window = [turn(number, 'q', 'a') for number in range(4)]
    classifier(service, history_turns=turns).classify('and now?', ACTIVE, window)
    assert len(service.script.last.data['history']) == kept


def test_long_history_is_shortened(service):
    classifier(service).classify('m' * 4000, ACTIVE, [turn(1, 'q' * 4000, 'a' * 100_000)])
    sent = service.script.last.data
    assert sent['message'] == 'm' * 4000
    assert {name: len(text) for name, text in sent['history'][0].items()} == {'user': 1000, 'assistant': 500}


def test_on_the_first_turn_there_is_no_agent_to_go_on_with(service):
    classifier(service).classify('hello', FIRST, ())
    assert service.script.last.data == {'active_agent': None, 'history': [], 'message': 'hello'}


def test_history_that_names_something_hidden_is_not_sent(service):
    window = [turn(1, 'what is in the vault?', 'Rack SECRET.', 7), turn(2, 'and at York?', 'Rack R1.', 1)]
    classifier(service, Sight(frozenset({7}))).classify('and now?', ACTIVE, window)
    assert service.script.last.data['history'] == [{'user': 'and at York?', 'assistant': 'Rack R1.'}]
    assert b'SECRET' not in service.script.last.raw


@pytest.mark.parametrize(
    ('excluded', 'kept'),
    [((), 2), (('tenancy', 'dcim.site', 'dcim.device.serial'), 2), (('dcim.rack',), 1), (('dcim',), 1)]
    + [((entry,), 1) for entry in ('dcim.rack.serial', '*.comments')],
)
def test_history_that_names_what_is_kept_from_models_is_not_sent(service, excluded, kept):
    window = [turn(1, 'which racks?', 'Rack R1.', 1), turn(2, 'how many sites?', '3 sites.')]
    classifier(service, excluded=excluded).classify('and now?', ACTIVE, window)
    questions = [told['user'] for told in service.script.last.data['history']]
    assert questions == ['which racks?', 'how many sites?'][2 - kept :]


@pytest.mark.parametrize(
    'query',
    [
        {'action': 'group', 'object_type': 'dcim.rack', 'group_by': 'serial'},
        {'action': 'extreme', 'object_type': 'dcim.site', 'rank': {'object_type': 'dcim.rack'}},
        {'action': 'list', 'object_type': 'dcim.site', 'having': [{'object_type': 'dcim.rack'}]},
    ],
)
def test_nor_is_an_answer_about_it_that_names_no_object(service, query):
    window = [replace(turn(1, 'which serials?', 'SN-1 2, SN-2 5.'), reply={'query': query})]
    classifier(service, excluded=('dcim.rack.serial',)).classify('and now?', ACTIVE, window)
    assert service.script.last.data['history'] == []
    assert ProfileSummariser(service.profile(), ('dcim.rack.serial',)).summarise(window, 500) is None


def test_the_instructions_are_the_same_for_everybody(service):
    asked = classifier(service)
    sent = []
    for message, session in (('bye', ACTIVE), ('hello', FIRST)):
        asked.classify(message, session, [turn(1, message, message)])
        sent.append(service.script.last.system)
    assert sent == [INSTRUCTIONS, INSTRUCTIONS]


def unjoined(text):
    """Without the invisible characters that the library puts into special tokens of chat templates."""
    return text.replace('\u2060', '').replace('\u200d', '')


@pytest.mark.parametrize('provider', ['openai_compatible', 'anthropic', 'google'])
@pytest.mark.parametrize('text', INJECTIONS)
def test_what_is_said_stays_where_it_belongs(start, provider, text):
    service = start(server.says(output('continue')))
    found = classifier(service, provider=provider).classify(text, ACTIVE, [turn(1, text, text)])
    sent = service.script.last
    assert sent.system == INSTRUCTIONS
    assert {key: unjoined(str(value)) for key, value in sent.data.items() if key != 'history'} == {
        'active_agent': str({'name': 'inventory', 'description': AGENTS['inventory']}),
        'message': unjoined(text),
    }
    assert [unjoined(said) for exchange in sent.data['history'] for said in exchange.values()] == [unjoined(text)] * 2
    assert (found.kind, found.decided_by) == (CONTINUE, DecidedBy.CLASSIFIER)
