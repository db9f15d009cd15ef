"""The context of each agent type: its sections, within its budget, and nothing that may not be seen."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.context import AgentType, ContextBuilder
from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.session import EntityReference, Interaction, InteractionStatus, SaidBy, Session
from tests.contracts.turns import device, rack

from .finder import SmallFinder

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SESSION = Session(12, 1, topic_domain='infrastructure')
FIGURES = {'characters', 'tokens_estimate', 'truncated'}


def entity(ref, minutes=0, **fields):
    at = NOW - timedelta(minutes=minutes)
    return EntityReference(ref.key, 'old name', at, at, 1, **fields)


def turn(sequence, about=(), query='q', response='r'):
    reading = {'about': [list(ref.key) for ref in about]}
    return Interaction(
        sequence, sequence, None, InteractionStatus.ANSWERED, query, NOW, response=response, reading=reading
    )


def built(kind, memory, *visible, types=None):
    builder = ContextBuilder(SmallFinder(*visible), types) if types else ContextBuilder(SmallFinder(*visible))
    return builder.build(kind, SESSION, memory)


def test_intent_recognition_gets_recent_entities_by_type():
    memory = Memory(entities=(entity(rack(2), mention_count=3), entity(device(1)), entity(rack(1))), window=(turn(1),))
    context = built('intent_recognition', memory, rack(1), rack(2), device(1))
    assert {kind: [item['display'] for item in items] for kind, items in context['recent_entities'].items()} == {
        'dcim.rack': ['R2', 'R1'],
        'dcim.device': ['sw1'],
    }
    assert context['recent_entities']['dcim.rack'][0] == {
        'object_id': 2,
        'display': 'R2',
        'mention_count': 3,
        'last_mentioned': NOW.isoformat(),
    }
    assert (context['agent_type'], context['topic_domain']) == ('intent_recognition', 'infrastructure')
    assert 'conversation_history' not in context
    assert 'entity_references' not in context


def test_response_generation_gets_two_interactions_and_references():
    memory = Memory(
        entities=(entity(rack(1), said_by=SaidBy.ANSWER),), window=tuple(turn(number) for number in range(1, 6))
    )
    context = built('response_generation', memory, rack(1))
    assert [item['sequence'] for item in context['conversation_history']] == [4, 5]
    reference = context['entity_references']['dcim.rack:1']
    assert (reference['display'], reference['said_by'], reference['last_sequence']) == ('R1', 'answer', 1)
    assert 'recent_entities' not in context


def test_what_may_not_be_seen_is_left_out_with_what_was_said_about_it():
    memory = Memory(
        entities=(entity(rack(1)), entity(rack(2))),
        window=(turn(1, about=[rack(1)], query='open'), turn(2, about=[rack(1), rack(2)], query='secret R2')),
    )
    context = built('response_generation', memory, rack(1))
    assert list(context['entity_references']) == ['dcim.rack:1']
    assert [item['query'] for item in context['conversation_history']] == ['open']
    assert 'R2' not in json.dumps(context)
    assert 'old name' not in json.dumps(context)


def test_an_empty_session_has_an_empty_context():
    context = built('response_generation', Memory())
    assert (context['conversation_history'], context['entity_references'], context['truncated']) == ([], {}, False)


def test_unknown_agent_types_are_not_guessed():
    with pytest.raises(KeyError):
        built('anything', Memory())


words = st.text(max_size=400)


@given(
    st.integers(200, 3000),
    st.lists(st.tuples(words, words), max_size=5),
    st.integers(0, 40),
    st.booleans(),
    st.booleans(),
)
def test_budgets_hold(budget, said, entities, recent, references):
    kind = AgentType('any', 3, recent, references, budget)
    refs = [rack(number) for number in range(entities)]
    memory = Memory(
        entities=tuple(entity(ref, minutes) for minutes, ref in enumerate(refs)),
        window=tuple(turn(number, (), query, response) for number, (query, response) in enumerate(said, 1)),
    )
    context = built('any', memory, *refs, types={'any': kind})
    sections = {name: value for name, value in context.items() if name not in FIGURES}
    size = len(json.dumps(sections, ensure_ascii=False))
    assert context['characters'] == size
    assert context['tokens_estimate'] == -(-size // 4)
    history = context['conversation_history']
    kept = sum(len(items) for items in context.get('recent_entities', {}).values())
    kept = max(kept, len(context.get('entity_references', {})))
    assert size <= budget or (len(history) <= 1 and not kept)
    # The newest of both are what is kept.
    assert [item['sequence'] for item in history] == list(range(len(said) - len(history) + 1, len(said) + 1))
    if said:
        assert history
    if references:
        assert list(context['entity_references']) == [f'dcim.rack:{number}' for number in range(kept)]
    complete = len(history) == min(3, len(said)) and kept == (entities if recent or references else 0)
    assert context['truncated'] is (not complete)
