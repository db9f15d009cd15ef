"""What a session remembers, within its bounds."""

from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.errors import PermissionMissing, ReferenceNotFound, SessionNotFound
from netbox_chat_sessions.conversation.memory import Mention, OpenQuestion, ShownList, mentioned, strongest
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.records import Recorded, RecordedEntity
from netbox_chat_sessions.conversation.reply import ReplyKind
from netbox_chat_sessions.conversation.session import InteractionStatus, SaidBy, SuspendedTopic

from .turns import ask, device, outcome, rack, said, talk

QUESTION = OpenQuestion('what is in the rack?', 11, 19, (rack(1).key, rack(2).key), {'action': 'list'})


def displays(memory):
    return [entity.display for entity in memory.entities]


def test_mentions_are_counted_once_an_interaction(store):
    session = talk(store, 'R1', mentions=(*said(rack(1)), *said(rack(1), by=SaidBy.ANSWER))).session
    first = store.recall(session).entities[0]
    assert (first.mention_count, first.said_by, first.last_sequence) == (1, SaidBy.USER, 1)
    talk(store, 'again', session.id, mentions=said(rack(1, 'R1 renamed'), by=SaidBy.ANSWER))
    second = store.recall(session).entities[0]
    assert (second.mention_count, second.said_by, second.last_sequence) == (2, SaidBy.ANSWER, 2)
    assert second.display == 'R1 renamed'
    assert second.first_mentioned == first.first_mentioned < second.last_mentioned
    assert second.id == first.id


turns = st.lists(
    st.lists(
        st.builds(Mention, st.sampled_from([rack(1), rack(2), device(1), device(2)]), st.sampled_from(SaidBy)),
        max_size=4,
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(turns)
def test_stores_count_as_the_rule_says(store, said_in):
    session, expected = store.open(), {}
    for sequence, mentions in enumerate(said_in, 1):
        done = talk(store, f'turn {sequence}', session.id, mentions=tuple(mentions))
        for mention in strongest(mentions):
            key = mention.ref.key
            now = done.interaction.created
            expected[key] = mentioned(expected.pop(key, None), mention, sequence=sequence, now=now)
    found = store.recall(session).entities
    assert [facts(entity) for entity in found] == [facts(entity) for entity in reversed(expected.values())]


def facts(entity):
    return entity.key, entity.display, entity.mention_count, entity.last_sequence, entity.said_by


def test_pinned_first_then_most_recent(store):
    session = talk(store, 'both', mentions=said(rack(1), rack(2))).session
    talk(store, 'third', session.id, mentions=said(rack(3)))
    assert displays(store.recall(session)) == ['R3', 'R2', 'R1']
    oldest = store.entities(session)[-1]
    assert store.pin(session.id, oldest.id, True).pinned
    assert displays(store.recall(session)) == ['R1', 'R3', 'R2']
    talk(store, 'again', session.id, mentions=said(rack(1)))
    assert store.entities(session)[0].pinned
    assert not store.pin(session.id, oldest.id, False).pinned
    assert displays(store.recall(session)) == ['R1', 'R3', 'R2']


def test_memory_is_bounded(store):
    session = store.open()
    for number in range(12):
        listed = tuple(device(number * 10 + place).key for place in range(3))
        talk(store, f'turn {number}', session.id, listed=listed, mentions=said(*map(rack, range(number, number + 60))))
    for number in range(4):
        talk(store, f'listless {number}', session.id)
    memory = store.recall(store.find(session.id))
    assert len(memory.entities) == 50
    assert len(store.entities(session)) == 71
    assert [shown.sequence for shown in memory.lists] == [12, 11, 10, 9, 8, 7, 6, 5]
    assert memory.lists[0] == ShownList(12, (device(110).key, device(111).key, device(112).key))
    assert [turn.sequence for turn in memory.window] == [12, 13, 14, 15, 16]


def test_recall_before_a_turn(store):
    session = talk(store, 'one', listed=(rack(1).key,)).session
    talk(store, 'two', session.id, listed=(rack(2).key,))
    pending = ask(store, 'three', session.id)
    memory = store.recall(pending.session, before=pending.interaction.sequence)
    assert [turn.query for turn in memory.window] == ['one', 'two']
    earlier = store.recall(session, before=2)
    assert [turn.query for turn in earlier.window] == ['one']
    assert [shown.sequence for shown in earlier.lists] == [1]


def test_turns_that_came_to_nothing_are_left_out(store):
    session = talk(store, 'asked back', open_question=QUESTION).session
    for status in (InteractionStatus.FAILED, InteractionStatus.STOPPED, InteractionStatus.INTERRUPTED):
        store.fail(ask(store, status.value, session.id), status, 'test')
    ask(store, 'pending', session.id)
    memory = store.recall(session)
    assert [turn.query for turn in memory.window] == ['asked back']
    assert memory.open_question == QUESTION


def test_only_the_last_turn_leaves_a_question_open(store):
    session = talk(store, 'what is in the rack?', open_question=QUESTION).session
    assert store.recall(session).open_question == QUESTION
    talk(store, 'never mind', session.id)
    assert store.recall(session).open_question is None


def test_focus_topic_and_agent_stay_until_replaced(store):
    suspended = {'power': SuspendedTopic(3, 7, (ObjectKey('dcim.powerfeed', 3),), {'action': 'list'})}
    first = talk(store, 'R1', focus=(rack(1).key,), topic_domain='infrastructure', suspended=suspended)
    assert first.session.suspended == suspended
    second = talk(store, 'thanks', first.session.id, agent='')
    assert second.session.focus == (rack(1).key,)
    assert (second.session.topic_domain, second.session.active_agent) == ('infrastructure', 'inventory')
    assert second.session.suspended == suspended
    third = talk(store, 'none', first.session.id, focus=(), topic_domain='network', suspended={})
    assert (third.session.focus, third.session.topic_domain, third.session.suspended) == ((), 'network', {})
    memory = store.recall(store.find(first.session.id))
    assert (memory.focus, memory.topic_domain) == ((), 'network')


def test_recorded_interactions_are_remembered(world, store):
    session = talk(store, 'first', focus=(rack(9).key,)).session
    refs = {ref.key: ref for ref in (rack(1), rack(2), device(7), device(8))}
    recorded = Recorded(
        'show R1',
        'R1 is active.',
        'my-agent',
        entities=(RecordedEntity(rack(2).key, SaidBy.ANSWER), RecordedEntity(rack(1).key)),
        listed=(device(7).key, device(8).key),
    )
    turn = store.record(session.id, recorded, refs)
    assert (turn.sequence, turn.status, turn.agent) == (2, InteractionStatus.ANSWERED, 'my-agent')
    assert (turn.response, turn.reply['text'], turn.reply['kind']) == ('R1 is active.', 'R1 is active.', 'answer')
    assert [item['display'] for item in turn.reply['objects']] == ['sw7', 'sw8']
    assert [(ref['phrase'], ref['start'], ref['end']) for ref in turn.reading['references']] == [
        ('', 0, 0),
        ('R1', 5, 7),
    ]
    memory = store.recall(store.find(session.id))
    assert memory.focus == (rack(1).key,)
    assert [(entity.display, entity.said_by) for entity in memory.entities] == [
        ('R1', SaidBy.USER),
        ('R2', SaidBy.ANSWER),
    ]
    assert memory.lists == (ShownList(2, (device(7).key, device(8).key)),)
    assert memory.window[-1] == turn


@pytest.mark.parametrize(
    ('query', 'start', 'end'), [('what is in the comms closet?', 15, 27), ('how full is it?', 15, 15)]
)
def test_a_recorded_question_stays_open(store, query, start, end):
    session = store.open()
    refs = {ref.key: ref for ref in (rack(1, 'Comms closet'), rack(2, 'Comms closet'))}
    turn = store.record(session.id, Recorded(query, 'Which one?', choices=tuple(refs)), refs)
    assert turn.reply['kind'] == ReplyKind.CLARIFICATION
    assert store.recall(session).open_question == OpenQuestion(query, start, end, (rack(1).key, rack(2).key))
    assert not store.recall(session).entities


def test_recording_twice_is_recording_once(world, store):
    session = store.open()
    refs = {rack(1).key: rack(1)}
    recorded = Recorded('R1', entities=(RecordedEntity(rack(1).key),), turn_id=UUID(int=1))
    assert store.record(session.id, recorded, refs) == store.record(session.id, recorded, refs)
    assert store.entities(session)[0].mention_count == 1
    assert len(world.turns(session.id)) == 1


def test_a_forgotten_object_is_nowhere(store):
    suspended = {'power': SuspendedTopic(1, 2, (rack(1).key, rack(2).key), {'action': 'list'})}
    session = talk(
        store, 'both', mentions=said(rack(1), rack(2)), focus=(rack(1).key, rack(2).key), suspended=suspended
    ).session
    store.forget(session.id, store.entities(session)[-1].id)
    session = store.find(session.id)
    assert displays(store.recall(session)) == ['R2']
    assert session.focus == (rack(2).key,)
    assert session.suspended == {'power': SuspendedTopic(1, 2, (rack(2).key,))}


def test_a_turn_brings_back_nothing_that_was_forgotten_while_it_ran(store):
    asked = ask(store, 'and R1?')
    store.forget_all(asked.session.id)
    after = outcome(
        mentions=said(rack(1)),
        focus=(rack(1).key,),
        topic_domain='infrastructure',
        topic_start=1,
        suspended={'power': SuspendedTopic(1)},
    )
    session = store.remember(asked, after).session
    assert store.recall(session).empty
    assert (session.focus, session.suspended, session.topic_domain, session.topic_start) == ((), {}, None, 2)
    assert session == store.find(session.id)


def test_everything_can_be_forgotten(world, store):
    session = talk(
        store,
        'R1',
        mentions=said(rack(1)),
        focus=(rack(1).key,),
        listed=(device(1).key,),
        open_question=QUESTION,
        topic_domain='infrastructure',
        suspended={'power': SuspendedTopic(1)},
    ).session
    store.forget_all(session.id)
    session = store.find(session.id)
    memory = store.recall(session)
    assert memory.empty
    assert (memory.focus, memory.open_question, memory.topic_domain, session.suspended) == ((), None, None, {})
    assert len(world.turns(session.id)) == 1
    talk(store, 'R2', session.id, mentions=said(rack(2)))
    assert [turn.query for turn in store.recall(session).window] == ['R2']


def test_memory_belongs_to_its_session(world, store):
    mine, other = talk(store, 'R1', mentions=said(rack(1))).session, talk(store, 'R2', mentions=said(rack(2))).session
    reference = store.entities(mine)[0]
    for change in (store.forget, lambda session, pk: store.pin(session, pk, True)):
        with pytest.raises(ReferenceNotFound):
            change(other.id, reference.id)
        with pytest.raises(ReferenceNotFound):
            change(mine.id, reference.id + 1000)
    assert displays(store.recall(mine)) == ['R1']


@pytest.mark.parametrize(('who', 'error'), [('guest', PermissionMissing), ('stranger', SessionNotFound)])
def test_who_may_tidy_a_memory(world, store, who, error):
    session = talk(store, 'R1', mentions=said(rack(1))).session
    world.share(session.id, 'guest')
    reference, person = store.entities(session)[0], world.store(who)
    for change in (
        lambda: person.forget(session.id, reference.id),
        lambda: person.forget_all(session.id),
        lambda: person.pin(session.id, reference.id, True),
    ):
        with pytest.raises(error):
            change()
    assert store.entities(session) == (reference,)


def test_sharing_shares_the_memory(world, store):
    session = talk(store, 'R1', mentions=said(rack(1))).session
    world.share(session.id, 'guest')
    talk(world.store('guest'), 'and R2', session.id, mentions=said(rack(2)))
    assert displays(store.recall(session)) == displays(world.store('guest').recall(session)) == ['R2', 'R1']
