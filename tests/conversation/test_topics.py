"""When a turn leaves the topic, and what comes of topics that were left."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.decisions import DecidedBy, Decision, DecisionKind
from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.objects import Annotations, Noun, NounSpan, ObjectKey, ObjectRef
from netbox_chat_sessions.conversation.outcomes import outcome_of
from netbox_chat_sessions.conversation.reading import Reading, Reference, ReferenceStatus, Source, TopicReading
from netbox_chat_sessions.conversation.reply import Reply, ReplyKind
from netbox_chat_sessions.conversation.session import Interaction, InteractionStatus, SuspendedTopic
from netbox_chat_sessions.conversation.topics import topic_after
from netbox_chat_sessions.conversation.vocabulary import vocabulary

from .topics import TOPICS

RACK, VLAN, FEED = ('dcim.rack', 'ipam.vlan', 'power.feed')
MEMORY, RELATION = Source.MEMORY, Source.RELATION
ROUTE = Decision(DecisionKind.ROUTE, DecidedBy.DISABLED)


def ref(object_type, pk=1):
    return ObjectRef(ObjectKey(object_type, pk), f'{object_type} {pk}')


def reference(source, *object_types):
    objects = tuple(map(ref, object_types))
    return Reference('it', 0, 2, ReferenceStatus.RESOLVED, source, objects)


def read(memory, *, nouns=(), references=(), signals=(), text='x'):
    spans = tuple(NounSpan(0, 1, Noun((object_type,))) for object_type in nouns)
    return TOPICS.read(Annotations(text, nouns=spans), references, signals, memory, vocabulary())


NETWORK = Memory(topic_domain='network', topic_start=4, suspended={'infrastructure': SuspendedTopic(1, 4)})
SAME_THREAD = Memory(topic_domain='network', topic_start=1, suspended={'infrastructure': SuspendedTopic(1, 3)})


@pytest.mark.parametrize(
    ('memory', 'said', 'expected'),
    [
        # The first topic is no change.
        (Memory(), {'nouns': [RACK]}, ('infrastructure', None, False, False)),
        (NETWORK, {'nouns': [VLAN]}, ('network', 'network', False, False)),
        # A kind that is asked for counts more than what it is asked of.
        (NETWORK, {'nouns': [VLAN], 'references': [reference(Source.NAME, RACK)]},
         ('network', 'network', False, False)),
        (NETWORK, {'references': [reference(Source.NAME, RACK)]}, ('infrastructure', 'network', True, False)),
        (NETWORK, {'nouns': [FEED]}, ('power', 'network', True, False)),
        # What refers back carries the topic on.
        (NETWORK, {'nouns': [FEED], 'references': [reference(MEMORY, VLAN)]}, ('power', 'network', False, False)),
        (NETWORK, {'nouns': [FEED], 'signals': ['substitution']}, ('power', 'network', False, False)),
        (NETWORK, {'nouns': [FEED], 'signals': ['definite_reference'], 'references': [reference(RELATION, FEED)]},
         ('power', 'network', False, False)),
        # A relation of something that was named refers to nothing said before.
        (NETWORK, {'references': [reference(RELATION, FEED)]}, ('power', 'network', True, False)),
        # What is remembered of a topic that was left leads back to it.
        (NETWORK, {'references': [reference(MEMORY, RACK)]}, ('infrastructure', 'network', True, True)),
        (SAME_THREAD, {'references': [reference(MEMORY, RACK)]}, ('infrastructure', 'network', False, False)),
        (NETWORK, {'nouns': [RACK]}, ('infrastructure', 'network', True, False)),
        (NETWORK, {'nouns': [RACK], 'text': 'back to the racks'}, ('infrastructure', 'network', True, True)),
        # A request to change something is provisioning, whatever it changes.
        (NETWORK, {'nouns': [RACK], 'text': 'create a rack'}, ('provisioning', 'network', True, False)),
        # What belongs nowhere changes nothing.
        (NETWORK, {'nouns': ['extras.tag'], 'text': 'tags'}, (None, 'network', False, False)),
        (NETWORK, {'text': 'thanks'}, (None, 'network', False, False)),
        (NETWORK, {'text': 'more about power'}, ('power', 'network', True, False)),
    ],
)  # fmt: skip
def test_what_a_turn_is_about(memory, said, expected):
    assert read(memory, **said) == TopicReading(*expected)


@pytest.mark.parametrize(
    ('memory', 'kind', 'asked', 'domain'),
    [
        (Memory(), ReplyKind.ANSWER, RACK, 'infrastructure'),
        (Memory(), ReplyKind.NOT_FOUND, RACK, 'infrastructure'),
        (NETWORK, ReplyKind.ANSWER, RACK, 'infrastructure'),
        (NETWORK, ReplyKind.NOT_FOUND, RACK, None),
        (NETWORK, ReplyKind.NOT_UNDERSTOOD, RACK, None),
        (NETWORK, ReplyKind.ANSWER, None, None),
        (NETWORK, ReplyKind.ANSWER, 'extras.tag', None),
    ],
)
def test_where_words_do_not_tell_the_query_does(memory, kind, asked, domain):
    reading = Reading('x', topic=TopicReading(None, memory.topic_domain))
    reply = Reply('x', kind, query={'object_type': asked} if asked else None)
    assert TOPICS.answered(reading, reply, memory).domain == domain
    named = replace(reading, topic=TopicReading('power', memory.topic_domain))
    assert TOPICS.answered(named, reply, memory) == named.topic


@pytest.mark.parametrize(
    ('topic', 'focus'),
    [
        (TopicReading('power', 'network', changed=True), ()),
        (TopicReading('infrastructure', 'network', changed=True, returned=True), (ObjectKey(RACK, 3),)),
        (TopicReading('power', 'network'), None),
        (TopicReading(None, 'network'), None),
    ],
)
def test_a_topic_takes_its_focus_along_and_brings_it_back(topic, focus):
    memory = replace(NETWORK, suspended={'infrastructure': SuspendedTopic(1, 4, (ObjectKey(RACK, 3),))})
    outcome = outcome_of(memory, Reading('x', topic=topic), ROUTE, Reply('x'), sequence=9, agent='', duration_ms=0)
    assert outcome.focus == focus


turns = st.lists(st.tuples(st.sampled_from([RACK, VLAN, FEED, None]), st.sampled_from(['new', 'carried', 'back'])))


@given(turns)
def test_laws(said):
    """Over any conversation: what is shown is of the topic, and one that was left comes back only when it is meant."""
    memory, turns_so_far = Memory(), []
    for sequence, (object_type, how) in enumerate(said, 1):
        references = [reference(MEMORY, object_type)] if how == 'back' and object_type else []
        signals = ['ellipsis'] if how == 'carried' else []
        topic = read(memory, nouns=[object_type] if object_type else [], references=references, signals=signals)
        state = topic_after(topic, memory, sequence)
        starts = {turn.topic_start for turn in turns_so_far}
        # A topic begins with its first turn, goes on, or is one that was there.
        assert state.start == sequence or state.start in starts or not starts
        assert (state.start != memory.topic_start) <= topic.changed
        if state.start != memory.topic_start and state.start != sequence:
            assert topic.returned
        # What was left is what is neither the current domain nor forgotten.
        domain = topic.domain or memory.topic_domain
        assert domain not in state.suspended
        assert all(left.left <= sequence for left in state.suspended.values())
        turn = Interaction(
            None, sequence, None, InteractionStatus.ANSWERED, '', datetime.now(UTC), topic_start=state.start
        )
        turns_so_far.append(turn)
        window = tuple(turn for turn in turns_so_far if turn.topic_start == state.start)
        assert window[-1].sequence == sequence
        if topic.changed and not topic.returned:
            assert len(window) == 1
        memory = replace(memory, window=window, topic_domain=domain, topic_start=state.start, suspended=state.suspended)
