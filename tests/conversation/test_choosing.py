"""Answers to "which one?": by click, place, number, name or description; anything else is a new question."""

import pytest

from netbox_chat_sessions.conversation import choosing
from netbox_chat_sessions.conversation.choosing import Picked
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
    'all': [*CLOSETS],
    'all of them': [*CLOSETS],
    'all of them please': [*CLOSETS],
    'everything': [*CLOSETS],
}
NARROWS = {'the planned one': [BERGEN, TROMSO], 'the active one please': [OSLO, VADSO], 'BR': [BERGEN, TROMSO, VADSO]}
OTHERWISE = (
    '5', '#9', '0', 'the fifth', 'number 17', '1 and 5',  # no such place
    'Stavanger', 'the one in Stavanger', 'the offline one',  # fits none
    'Comms closet', 'the closet',  # fits all: says nothing
    'how many sites are there?', 'show me all circuits', 'what is in Bergen', 'racks at HQ-Oslo',  # a new question
    'none', 'none of them', 'never mind', 'please', 'yes', '', '…',  # picks nothing
)  # fmt: skip


def choose(message, shown=CLOSETS, choice=None):
    return choosing.choose(message, choice, shown, vocabulary())


@pytest.mark.parametrize('answer', PICKS)
def test_an_answer_picks(answer):
    assert choose(answer) == Picked(tuple(PICKS[answer]))


@pytest.mark.parametrize('answer', NARROWS)
def test_an_answer_that_fits_several_leaves_the_question_open(answer):
    assert choose(answer) == Picked(tuple(NARROWS[answer]), meant=False)


@pytest.mark.parametrize('answer', OTHERWISE)
def test_anything_else_is_no_answer(answer):
    assert not choose(answer)


@pytest.mark.parametrize('answer', [*PICKS, *NARROWS, *OTHERWISE])
def test_nothing_is_picked_of_nothing(answer):
    assert not choose(answer, ())
    assert not choose(answer, (None, None, None, None))


@pytest.mark.parametrize('message', ['', 'the last one'])
def test_a_click_counts_more_than_words(message):
    assert choose(message, choice=BERGEN.key) == Picked((BERGEN,))


def test_a_click_on_something_else_is_no_answer():
    assert not choose('2', choice=ObjectKey('dcim.rack', 99))
    assert not choose('2', choice=ObjectKey('dcim.site', BERGEN.key.object_id))


def test_the_only_candidate_is_picked_by_its_name_or_by_agreeing():
    for answer in ('the Comms closet', 'yes', 'yes please', 'that one', 'do it', 'go on'):
        assert choose(answer, [BERGEN]) == Picked((BERGEN,)), answer
    assert not choose('no', [BERGEN])


def test_what_stands_behind_a_candidate_that_is_gone_does_not_move_up():
    left = (OSLO, None, TROMSO, None)
    assert choose('3', left) == choose('the second to last', left) == choose('Tromsø', left) == Picked((TROMSO,))
    assert choose('2', left) == choose('the last one', left) == choose('1 and 2', left) == Picked(gone=True)
    assert choose('all of them', left) == Picked((OSLO, TROMSO))
    assert not choose('5', left)
    assert not choose('yes', (OSLO, None))
