"""The context of each agent type: its sections, within its budget, and nothing that may not be seen."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.agent_types import AgentType, Section, entity_references, recent_entities
from netbox_chat_sessions.conversation.context import ContextBuilder
from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.session import EntityReference, Interaction, InteractionStatus, SaidBy
from tests.contracts.turns import device, rack

from .finder import SmallFinder

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FIGURES = {'characters', 'tokens_estimate', 'truncated'}


def entity(ref, minutes=0, **fields):
    at = NOW - timedelta(minutes=minutes)
    return EntityReference(ref.key, 'old name', at, at, 1, **fields)


def turn(sequence, about=(), query='q', response='r'):
    reading = {'about': [list(ref.key) for ref in about]}
    return Interaction(
        sequence, sequence, None, InteractionStatus.ANSWERED, query, NOW, response=response, reading=reading
    )


def remembered(entities=(), window=()):
    return Memory(entities=tuple(entities), window=tuple(window), topic_domain='infrastructure')


def built(kind, memory, *visible, summariser=None):
    """The context of a type, named or given, for somebody who sees these objects."""
    if isinstance(kind, AgentType):
        return ContextBuilder(SmallFinder(*visible), {kind.name: kind}, summariser).build(kind.name, memory)
    return ContextBuilder(SmallFinder(*visible)).build(kind, memory)


def test_intent_recognition_gets_recent_entities_by_type():
    memory = remembered((entity(rack(2), mention_count=3), entity(device(1)), entity(rack(1))), [turn(1)])
    context = built('intent_recognition', memory, rack(1), rack(2), device(1))
    assert {kind: [item['display'] for item in items] for kind, items in context['recent_entities'].items()} == {
        'dcim.rack': ['R2', 'R1'],
        'dcim.device': ['sw1'],
    }
    assert context['recent_entities']['dcim.rack'][0] == {
        'object_id': 2,
        'display': 'R2',
        'mention_count': 3,
        'last_mentioned': '2026-03-02T12:00:00Z',
    }
    assert (context['agent_type'], context['topic_domain']) == ('intent_recognition', 'infrastructure')
    assert 'conversation_history' not in context
    assert 'entity_references' not in context


def test_response_generation_gets_two_interactions_a_line_for_each_older_one_and_references():
    memory = remembered([entity(rack(1), said_by=SaidBy.ANSWER)], [turn(number) for number in range(1, 6)])
    context = built('response_generation', memory, rack(1))
    assert [item['sequence'] for item in context['conversation_history']] == [4, 5]
    assert context['summary'] == '#1 q → r\n#2 q → r\n#3 q → r'
    reference = context['entity_references']['dcim.rack:1']
    assert (reference['display'], reference['said_by'], reference['last_sequence']) == ('R1', 'answer', 1)
    assert 'recent_entities' not in context


def test_pinned_references_come_first_and_stay_longest():
    memory = remembered([*(entity(rack(number), number) for number in range(1, 9)), entity(rack(9), 9, pinned=True)])
    visible = [rack(number) for number in range(1, 10)]
    context = built(AgentType('any', (entity_references(8),)), memory, *visible)
    assert list(context['entity_references'])[:2] == ['dcim.rack:9', 'dcim.rack:1']
    assert len(context['entity_references']) == 8
    tight = built(AgentType('any', (entity_references(8),), budget=220), memory, *visible)
    assert list(tight['entity_references']) == ['dcim.rack:9']
    assert tight['truncated']


def test_what_may_not_be_seen_is_left_out_with_what_was_said_about_it():
    memory = remembered(
        (entity(rack(1)), entity(rack(2))),
        (turn(1, [rack(2)], 'older secret R2'), turn(2, [rack(1)], 'open'), turn(3, [rack(1), rack(2)], 'secret R2')),
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


def test_a_type_of_another_package_has_sections_of_its_own():
    names = Section('names', lambda material: [material.visible[item.key].display for item in material.entities])
    memory = remembered((entity(rack(1)), entity(device(1)), entity(rack(2))), [turn(1)])
    context = built(AgentType('names', (names,)), memory, rack(1), device(1))
    assert context['names'] == ['R1', 'sw1']
    assert 'conversation_history' not in context


LONG = 'which devices are in the rack at the end of the corridor behind the second door on the left of the lift?'


@pytest.mark.parametrize(
    ('query', 'response', 'line'),
    [
        ('how many?', '', '#7 how many?'),
        ('how\n many?', '12\tdevices', '#7 how many? → 12 devices'),
        (LONG, 'None.', '#7 which devices are in the rack at the … → None.'),
        ('x' * 200, 'None.', '#7 … → None.'),
    ],
)
def test_older_interactions_are_told_in_a_line(query, response, line):
    window = [turn(7, query=query, response=response), turn(8)]
    context = built(AgentType('any', interactions=1), remembered(window=window))
    assert context['summary'] == line


class Summary:
    """Says what it is told to say, and keeps what it was asked."""

    def __init__(self, said):
        self.said, self.asked = said, []

    def summarise(self, exchanges, limit):
        self.asked.append(([turn.sequence for turn in exchanges], limit))
        return self.said


@pytest.mark.parametrize(
    ('said', 'shown'),
    [
        ('About racks.', 'About racks.'),
        (None, '#1 q → r\n#2 q → r'),
        ('', '#1 q → r\n#2 q → r'),
        ('x' * 5000, '#1 q → r\n#2 q → r'),
    ],
)
def test_a_language_model_may_condense_older_interactions_where_it_keeps_to_the_budget(said, shown):
    summary = Summary(said)
    kind = AgentType('any', interactions=1, budget=1000)
    context = built(kind, remembered(window=[turn(1), turn(2), turn(3)]), summariser=summary)
    assert context['summary'] == shown
    ((sequences, room),) = summary.asked
    assert sequences == [1, 2]
    assert 500 < room < 1000


def test_without_older_interactions_no_language_model_is_asked():
    summary = Summary('About racks.')
    built(AgentType('any', interactions=2), remembered(window=[turn(1), turn(2)]), summariser=summary)
    built(AgentType('any'), remembered(window=[turn(1)]), summariser=summary)
    assert summary.asked == []


words = st.text(max_size=400)


@given(
    st.integers(200, 3000),
    st.integers(0, 3),
    st.lists(st.tuples(words, words), max_size=5),
    st.integers(0, 40),
    st.sets(st.integers(0, 39)),
    st.booleans(),
    st.booleans(),
)
def test_laws(budget, whole, said, entities, pinned, recent, references):
    sections = [recent_entities(40)] * recent + [entity_references(40)] * references
    kind = AgentType('any', tuple(sections), whole, budget)
    refs = [rack(number) for number in range(entities)]
    known = [entity(ref, number, pinned=number in pinned) for number, ref in enumerate(refs)]
    window = [turn(number, (), query, response) for number, (query, response) in enumerate(said, 1)]
    context = built(kind, remembered(sorted(known, key=lambda item: not item.pinned), window), *refs)
    size = len(json.dumps({name: value for name, value in context.items() if name not in FIGURES}, ensure_ascii=False))
    assert context['characters'] == size
    assert context['tokens_estimate'] == -(-size // 4)
    history = [item['sequence'] for item in context.get('conversation_history', ())]
    lines = [int(line[1:].split(' ')[0]) for line in context['summary'].splitlines()]
    shown = context.get('recent_entities', {}).get('dcim.rack', ())
    listed = list(context.get('entity_references', {}))
    # Only the newest interaction may be larger than the budget.
    assert size <= budget or (len(history) <= 1 and not (lines or shown or listed))
    # Chronological without gaps, and the newest is told whole.
    assert [*lines, *history] == list(range(len(said) - len(lines) - len(history) + 1, len(said) + 1)) or not whole
    assert history or not (said and whole)
    # Entities are those that matter most, in their order.
    order = [item.key.object_id for item in sorted(known, key=lambda item: not item.pinned)]
    assert [item['object_id'] for item in shown] == order[: len(shown)]
    assert listed == [f'dcim.rack:{pk}' for pk in order[: len(listed)]]
    # Texts are whole; in lines, each word is.
    for item in context.get('conversation_history', ()):
        assert (item['query'], item['response']) == said[item['sequence'] - 1]
    for number, line in zip(lines, context['summary'].splitlines(), strict=True):
        query, response = said[number - 1]
        spoken = {*query.split(), *response.split(), '…', '→', f'#{number}'}
        assert set(line.split(' ')) - {''} <= spoken
    complete = len(history) == min(whole, len(said)) and len(lines) == (len(said) - len(history) if whole else 0)
    complete &= len(shown) == (entities if recent else 0) and len(listed) == (entities if references else 0)
    assert context['truncated'] is (not complete)


@given(
    st.lists(st.sets(st.integers(0, 9), max_size=3), max_size=5),
    st.sets(st.integers(0, 9)),
    st.integers(200, 2000),
)
def test_nothing_hidden_is_told(about, hidden, budget):
    refs = [rack(number) for number in range(10)]
    window = [turn(number, [refs[pk] for pk in pks], f'says {number}') for number, pks in enumerate(about, 1)]
    kind = AgentType('any', (recent_entities(10), entity_references(10)), 2, budget)
    seen = [ref for ref in refs if ref.key.object_id not in hidden]
    context = built(kind, remembered(map(entity, refs), window), *seen)
    told = json.dumps(context)
    assert not any(f'"R{pk}"' in told or f'rack:{pk}"' in told for pk in hidden)
    for number, pks in enumerate(about, 1):
        assert not (pks & hidden and f'says {number}' in told)
    # What may be seen is not left out for what may not.
    open_turns = [number for number, pks in enumerate(about, 1) if not pks & hidden]
    assert [item['sequence'] for item in context['conversation_history']][-1:] == open_turns[-1:]
