"""Prose against results, without NetBox: what is traced, and what is not."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.agents.assisting.facts import Fact, Names, numbers_in
from netbox_chat_sessions.agents.assisting.prose import is_plain, plain_prose
from netbox_chat_sessions.agents.assisting.verifying import Results, untraced

TABLE = tomllib.loads((Path(__file__).parent / 'prose.toml').read_text())
NAMES = Names.of(TABLE['names'])
FACTS = tuple(Fact.of(fact['about'], fact['says'], NAMES) for fact in TABLE['fact'])
RESULTS = Results(FACTS, NAMES.folded, TABLE['message'], frozenset(TABLE['terms']))


@pytest.mark.parametrize('prose', TABLE['traced']['texts'])
def test_traced(prose):
    assert untraced(prose, RESULTS) == ()


@pytest.mark.parametrize(('prose', 'words'), TABLE['untraced'].items())
def test_untraced(prose, words):
    assert list(untraced(prose, RESULTS)) == words


@pytest.mark.parametrize(
    ('named', 'found'),
    [('dm-akron', ()), ('Akron', ()), ('router', ()), ('vault-zero', ('vault-zero',)), ('sales', ('sales',))],
)
def test_names_that_somebody_else_knows(named, found):
    assert untraced(f'it is at {named.casefold()}', RESULTS, named=[named]) == found


def test_states_that_somebody_else_knows():
    assert untraced('akr-rtr01 is in quarantine.', RESULTS, states=['in quarantine']) == ('in quarantine',)


@given(st.integers(min_value=13, max_value=10**9), st.sampled_from(['{} devices', 'DM-Akron has {}.', 'it is {}%']))
def test_no_number_comes_through_that_is_nowhere(number, text):
    prose = text.format(number)
    told = {value for fact in FACTS for value in fact.numbers} | {'77'}
    assert (untraced(prose, RESULTS) == ()) is (str(number) in told and 'Akron' not in prose)


@given(st.text(max_size=200))
def test_any_text_can_be_looked_at(text):
    untraced(text, RESULTS)
    prose = plain_prose(text)
    assert prose == ' '.join(prose.split())
    assert not set(prose) & set('<>\n\u202e\u200b')


@pytest.mark.parametrize(
    ('text', 'numbers'),
    [('1,204 of 007', {'1204', '7'}), ('41.70 %', {'41.7'}), ('10.0.0.1', {'10.0.0.1'}), ('none', set())],
)
def test_numbers(text, numbers):
    assert numbers_in(text) == numbers


@pytest.mark.parametrize(
    ('text', 'prose'),
    [
        ('Fine.', 'Fine.'),
        ('  Two\n\nlines. ', 'Two lines.'),
        ('**akr-rtr01** is `active`.', 'akr-rtr01 is active.'),
        ('# Result\n- akr-rtr01\n- akr_sw_01', 'Result akr-rtr01 akr_sw_01'),
        ('re\u200bve\u202ersed', 'reversed'),
        ('See https://example.com.', ''),
        ('See ftp://example.com.', ''),
        ('See www.example.com.', ''),
        ('mailto:a@example.com', ''),
        ('[here](/dcim/devices/)', ''),
        ('[here]: /dcim/devices/', ''),
        ('![x](y)', ''),
        ('<b>bold</b>', ''),
        ('&lt;b&gt;', ''),
        ('＜script＞', ''),
        ('| a | b |', ''),
        ('```\ncode\n```', ''),
        ('java\u200bscript:alert(1)', ''),
        ('x' * 2001, ''),
    ],
)
def test_plain_prose(text, prose):
    assert plain_prose(text) == prose


def test_what_a_query_is_chosen_by_may_be_any_name():
    for text in ('DM-Akron', 'Müller & Söhne', '10.0.0.1/24', 'Row 1, "left"', 'a_b*c'):
        assert is_plain(text)
    for text in ('https://example.com', '<b>', 'a\u202eb', 'a\nb'):
        assert not is_plain(text)
