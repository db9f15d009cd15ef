"""Answers to "which one?": by click, place, number, name or description; anything else is a new question."""

import pytest

from netbox_chat_sessions.conversation.choosing import choose
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.vocabulary import vocabulary

from .finder import thing

OSLO, BERGEN, TROMSO, VADSO = CLOSETS = tuple(
    thing('dcim.rack', number, 'Comms closet', detail=f'site {site}', words=(state,))
    for number, (site, state) in enumerate(
        (('HQ-Oslo', 'active'), ('BR-Bergen', 'planned'), ('BR-Tromsø', 'planned'), ('BR-Vadsø', 'active')), 1
    )
)
PICKS = {
    '2': [BERGEN],
    '#2': [BERGEN],
    'number 2': [BERGEN],
    'option 2 please': [BERGEN],
    'the second': [BERGEN],
    'the second one, please': [BERGEN],
    '2nd': [BERGEN],
    'last': [VADSO],
    'the last one please': [VADSO],
    'second to last': [TROMSO],
    'the penultimate': [TROMSO],
    '1 and 3': [OSLO, TROMSO],
    'the first and the last': [OSLO, VADSO],
    'Bergen': [BERGEN],
    'BR-Bergen': [BERGEN],
    'bergen, thanks': [BERGEN],
    'the one in Bergen': [BERGEN],
    'I mean the one at BR-Bergen': [BERGEN],
    'in Tromsø': [TROMSO],
    'the planned one in Tromsø': [TROMSO],
    'the planned one': [BERGEN, TROMSO],
    'all': [*CLOSETS],
    'all of them': [*CLOSETS],
    'all of them please': [*CLOSETS],
    'everything': [*CLOSETS],
}
OTHERWISE = (
    '5', '#9', '0', 'the fifth', 'number 17', '1 and 5',  # no such place
    'Stavanger', 'the one in Stavanger', 'the offline one',  # fits none
    'Comms closet', 'the closet',  # fits all: says nothing
    'how many sites are there?', 'show me all circuits', 'what is in Bergen', 'racks at HQ-Oslo',  # a new question
    'none', 'none of them', 'never mind', 'please', 'yes', '', '…',  # picks nothing
)  # fmt: skip


@pytest.mark.parametrize('answer', PICKS)
def test_an_answer_picks(answer):
    assert choose(answer, None, CLOSETS, vocabulary()) == PICKS[answer]


@pytest.mark.parametrize('answer', OTHERWISE)
def test_anything_else_picks_nothing(answer):
    assert choose(answer, None, CLOSETS, vocabulary()) == []


@pytest.mark.parametrize('answer', [*PICKS, *OTHERWISE])
def test_nothing_is_picked_of_nothing(answer):
    assert choose(answer, None, (), vocabulary()) == []


@pytest.mark.parametrize('message', ['', 'the last one'])
def test_a_click_counts_more_than_words(message):
    assert choose(message, BERGEN.key, CLOSETS, vocabulary()) == [BERGEN]


def test_a_click_on_something_else_picks_nothing():
    assert choose('2', ObjectKey('dcim.rack', 99), CLOSETS, vocabulary()) == []
    assert choose('2', ObjectKey('dcim.site', BERGEN.key.object_id), CLOSETS, vocabulary()) == []


def test_the_only_candidate_is_picked_by_its_name():
    assert choose('the Comms closet', None, [BERGEN], vocabulary()) == [BERGEN]
