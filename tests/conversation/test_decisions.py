"""What becomes of a classifier's output: the table of the design, and anything else it may return."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.decisions import (
    DecidedBy,
    Decision,
    DecisionKind,
    control_json,
    decide,
    disabled,
)

CONTINUE, ROUTE, HANDOFF, END = DecisionKind


def output(decision, confidence=0.95):
    return {'decision': decision, 'confidence': confidence}


@pytest.mark.parametrize(
    ('given', 'agent', 'kind', 'reason'),
    [
        (output('continue'), 'inventory', CONTINUE, None),
        (output(' CONTINUE '), 'inventory', CONTINUE, None),
        (output('continue', 0.9), 'inventory', CONTINUE, None),
        (output('continue', 1), 'inventory', CONTINUE, None),
        (output('continue'), '', ROUTE, 'no_active_agent'),
        (output('continue', 1), '', ROUTE, 'no_active_agent'),
        (output('route'), 'inventory', ROUTE, None),
        (output('human_handoff'), 'inventory', HANDOFF, None),
        (output('human_handoff'), '', HANDOFF, None),
        (output('end_session'), '', END, None),
        (output('continue', 0.89), 'inventory', ROUTE, 'low_confidence'),
        (output('human_handoff', 0.89), 'inventory', ROUTE, 'low_confidence'),
        (output('end_session', 0), 'inventory', ROUTE, 'low_confidence'),
        (output('stop'), 'inventory', ROUTE, 'invalid_output'),
        (output(None), 'inventory', ROUTE, 'invalid_output'),
        (output(['continue']), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', math.nan), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', math.inf), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', 1.01), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', -0.1), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', 10**400), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', '0.99'), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', True), 'inventory', ROUTE, 'invalid_output'),
        (output('continue', None), 'inventory', ROUTE, 'invalid_output'),
        ({}, 'inventory', ROUTE, 'invalid_output'),
    ],
)
def test_decisions(given, agent, kind, reason):
    found = decide(given, threshold=0.9, active_agent=agent)
    assert (found.kind, found.reason) == (kind, reason)
    assert found.decided_by is (DecidedBy.FALLBACK if reason else DecidedBy.CLASSIFIER)
    assert type(found.confidence) is (type(None) if reason == 'invalid_output' else float)


anything = st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=4)


outputs = st.fixed_dictionaries(
    {}, optional={'decision': st.sampled_from(DecisionKind) | anything, 'confidence': anything, 'answer': anything}
)


@given(outputs, st.sampled_from(['', 'inventory']))
def test_nonsense_is_routed(given, agent):
    found = decide(given, threshold=0.9, active_agent=agent)
    assert found.kind is ROUTE or found.confidence >= 0.9


def test_without_a_classifier_the_router_decides_every_turn():
    assert disabled() == Decision(ROUTE, DecidedBy.DISABLED, None, 'disabled')


@pytest.mark.parametrize(
    ('kind', 'handoff', 'ended', 'state'),
    [(HANDOFF, True, False, 'HUMAN_HANDOFF_REQUESTED'), (END, False, True, 'SESSION_ENDED')],
)
def test_control_as_the_contract_shows_it(kind, handoff, ended, state):
    assert control_json(kind) == {
        'action': kind.value,
        'human_handoff_requested': handoff,
        'session_ended': ended,
        'next_state': state,
    }


@pytest.mark.parametrize('kind', [CONTINUE, ROUTE])
@pytest.mark.parametrize(('cancelled', 'control'), [(False, None), (True, {'action': 'cancel'})])
def test_no_control_where_an_agent_answers_unless_the_question_was_dropped(kind, cancelled, control):
    assert control_json(kind, cancelled) == control


def test_no_question_is_dropped_unless_it_is_said():
    assert control_json(ROUTE) is None
