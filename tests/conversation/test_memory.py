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


def turn(sequence, about=None, **reply):
    reading = {'references': [{'objects': [{'object_type': about, 'object_id': 1}]}]} if about else {}
    return Interaction(sequence, sequence, None, InteractionStatus.ANSWERED, 'q', NOW, reply=reply, reading=reading)


def test_a_follow_up_continues_the_latest_query_about_such_an_object_or_else_the_latest():
    racks, sites = {'action': 'utilisation'}, {'action': 'count'}
    memory = Memory(window=(turn(1, 'dcim.rack', query=racks), turn(2, 'dcim.site', query=sites), turn(3, query=None)))
    assert memory.query_about({'dcim.rack'}) == racks
    assert memory.query_about({'dcim.site'}) == sites
    assert memory.query_about({'dcim.device'}) == memory.query_about(()) == sites
    assert Memory(window=(turn(1),)).query_about(()) is None
    assert Memory().query_about(()) is None


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
