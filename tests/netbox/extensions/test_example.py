"""The example of docs/extending.md, installed from its wheel."""

from datetime import timedelta

import pytest
from circuits.models import Circuit
from django.core.checks import run_checks
from django.utils import timezone


@pytest.fixture(autouse=True)
def contracts(example, inventory):
    """NL-1 ends in 30 days, NL-2 in 400, NL-3 never; NL-2 is planned."""
    example('netbox-contracts')
    today = timezone.localdate()
    Circuit.objects.filter(cid='NL-1').update(termination_date=today + timedelta(30), install_date='2020-05-04')
    Circuit.objects.filter(cid='NL-2').update(termination_date=today + timedelta(400), status='planned')


@pytest.mark.parametrize(
    ('question', 'told', 'objects'),
    [
        ('how many leased lines does Nordlink have?', '3 circuits', None),
        ('list the lit leased lines', '2 circuits', ['NL-1', 'NL-3']),
        ('which circuits are unlit?', '1 circuit', ['NL-2']),
        ('what is the handover date of NL-1?', '2020-05-04', ['NL-1']),
        ('show the contract end of NL-3', 'NL-3 has no terminates', ['NL-3']),
        ('what is in Dark fibre?', '3 circuits', ['NL-1', 'NL-2', 'NL-3']),
        ('how long does NL-1 run?', 'NL-1: 30 days.', ['NL-1']),
        ('how long does the contract of NL-3 run?', 'NL-3: runs without an end.', ['NL-3']),
        ('which circuits are up for renewal?', '1 circuit', ['NL-1']),
        ('is NL-1 up for renewal?', '1 circuit', ['NL-1']),
        ('how many leased lines of Nordlink are due for renewal?', '1 circuit', ['NL-1']),
    ],
)
def test_its_words_are_understood(talk, question, told, objects):
    reply = talk(question)
    assert reply['kind'] == 'answer', reply['text']
    assert told in reply['text']
    assert objects is None or [ref['display'] for ref in reply['objects']] == objects


def test_nothing_that_fits_is_said_to_be_nothing(talk):
    reply = talk('is NL-2 due for renewal?')
    assert (reply['kind'], reply['total']) == ('not_found', 0)


def test_its_questions_are_part_of_the_conversation(talk):
    talk('show NL-1')
    assert talk('how long does it run?')['text'] == 'NL-1: 30 days.'
    assert talk('and NL-2?')['text'] == 'NL-2: 400 days.'
    assert talk('list the circuits of Nordlink')['total'] == 3
    reply = talk('how long does the second one run?')
    assert reply['text'] == 'NL-2: 400 days.'
    assert reply['query']['extension'] == 'netbox-contracts:remaining'
    assert talk('which provider is it of?')['objects'][0]['display'] == 'Nordlink'


def test_two_questions_of_one_message_may_be_of_two_kinds(talk):
    reply = talk('how long does NL-1 run, and what is its status?')
    assert 'NL-1: 30 days.' in reply['text']
    assert 'Status of NL-1: Active.' in reply['text']


def test_what_it_needs_is_asked_for(talk):
    reply = talk('how long does the contract of')
    assert (reply['kind'], reply['text']) == ('clarification', 'Which circuit do you mean?')


@pytest.mark.parametrize(
    ('question', 'unknown'),
    [
        ('which racks are up for renewal?', 'renewal'),
        ('is R101 up for renewal?', 'renewal'),
        ('how many circuits are up for renewal per provider?', 'renewal'),
        ('who changed the circuits that are up for renewal?', 'renewal'),
    ],
)
def test_what_it_cannot_answer_is_read_without_it(talk, question, unknown):
    reply = talk(question)
    assert reply['kind'] == 'not_understood'
    assert unknown in reply['text']


def test_checks_find_nothing_to_complain_about():
    assert [message.msg for message in run_checks() if 'xtension' in message.msg] == []
