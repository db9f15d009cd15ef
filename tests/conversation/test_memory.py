"""Mention counts, who said what, and what memory offers to phrases."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.memory import (
    Memory,
    Mention,
    OpenQuestion,
    ShownList,
    mentioned,
    strongest,
)
from netbox_chat_sessions.conversation.session import EntityReference, Interaction, InteractionStatus, SaidBy
from tests.contracts.turns import device, rack

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
OBJECTS = [rack(1), rack(2), device(1)]


def entity(ref, at=NOW, sequence=1):
    return EntityReference(ref.key, ref.display, at, at, sequence)


def test_the_first_mention():
    found = mentioned(None, Mention(rack(1), SaidBy.PAGE), sequence=3, now=NOW)
    assert found == EntityReference(rack(1).key, 'R1', NOW, NOW, 3, mention_count=1, said_by=SaidBy.PAGE)


@pytest.mark.parametrize(('sequence', 'count'), [(1, 1), (2, 2)], ids=['the same interaction', 'the next one'])
def test_another_mention(sequence, count):
    known = EntityReference(rack(1).key, 'R1', NOW, NOW, 1, pinned=True, id=7)
    found = mentioned(known, Mention(rack(1, 'R1 renamed'), SaidBy.ANSWER), sequence=sequence, now=LATER)
    assert (found.mention_count, found.last_sequence, found.said_by) == (count, sequence, SaidBy.ANSWER)
    assert (found.first_mentioned, found.last_mentioned, found.display) == (NOW, LATER, 'R1 renamed')
    assert (found.pinned, found.id) == (True, 7)


mentions = st.lists(st.builds(Mention, st.sampled_from(OBJECTS), st.sampled_from(SaidBy)))


@given(mentions)
def test_one_mention_of_each_object_the_strongest(said):
    found = strongest(said)
    keys = [mention.ref.key for mention in found]
    assert keys == list(dict.fromkeys(mention.ref.key for mention in said))
    for mention in found:
        by = {other.said_by for other in said if other.ref.key == mention.ref.key}
        assert mention.said_by is next(who for who in (SaidBy.USER, SaidBy.PAGE, SaidBy.ANSWER) if who in by)


@given(st.lists(mentions, max_size=8))
def test_counts_are_numbers_of_interactions(interactions):
    known = {}
    for sequence, said in enumerate(interactions, 1):
        for mention in said:
            key = mention.ref.key
            known[key] = mentioned(known.get(key), mention, sequence=sequence, now=NOW)
    for key, found in known.items():
        naming = [
            sequence for sequence, said in enumerate(interactions, 1) if any(mention.ref.key == key for mention in said)
        ]
        assert (found.mention_count, found.last_sequence) == (len(naming), naming[-1])


def turn(sequence, **reply):
    return Interaction(sequence, sequence, None, InteractionStatus.ANSWERED, 'q', NOW, reply=reply)


def test_the_last_query_is_that_of_the_latest_answer_that_had_one():
    first, second = {'action': 'list'}, {'action': 'count'}
    assert Memory(window=(turn(1, query=first), turn(2, query=second), turn(3, query=None))).last_query == second
    assert Memory(window=(turn(1),)).last_query is None
    assert Memory().last_query is None


def test_every_object_a_phrase_could_stand_for():
    memory = Memory(
        entities=(entity(rack(1)), entity(rack(2))),
        focus=(rack(2).key,),
        lists=(ShownList(1, (device(1).key, rack(1).key)),),
        open_question=OpenQuestion('which?', 0, 5, (device(2).key,)),
    )
    assert memory.keys == (rack(2).key, rack(1).key, device(1).key, device(2).key)


def test_empty_until_something_was_said():
    assert Memory().empty
    assert not Memory(window=(turn(1),)).empty
    assert not Memory(entities=(entity(rack(1)),)).empty
