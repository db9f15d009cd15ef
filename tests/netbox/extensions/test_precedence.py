"""NetBox's own words win over those of extensions, and those of one package over those of the next; all is told."""

import pytest
from django.core.checks import run_checks

ANSWERING = "lambda request: Reply('Mine.')"


def refused():
    return [found.msg for found in run_checks() if found.id == 'netbox_chat_sessions.W004']


@pytest.mark.parametrize(
    ('given', 'question', 'total', 'reason'),
    [
        ("nouns={'rack': ('dcim.site',)}", 'how many racks are there?', 6, "'rack' stands for dcim.rack already"),
        ("nouns={'cabinet': ('dcim.site',)}", 'how many cabinets are there?', 6, "'cabinet' stands for dcim.rack"),
        ("nouns={'the': ('dcim.site',)}", 'how many racks are there?', 6, "'the' is a word of the language"),
        ("nouns={'mast': ('masts.mast',)}", 'how many racks are there?', 6, 'masts.mast, which NetBox does not have'),
        (
            "values={'offline': {'dcim.device': {'status': 'active'}}}",
            'how many devices are offline?',
            1,
            "'offline' of dcim.device has a meaning already",
        ),
        (
            "values={'shiny': {'dcim.device': {'shine': 'yes'}}}",
            'how many devices are offline?',
            1,
            'is no filter of NetBox: shine',
        ),
        (
            f"actions=(ExtensionAction('a', ('how many',), ('dcim.rack',), {ANSWERING}),)",
            'how many racks are there?',
            6,
            "the cue 'how many' has a meaning",
        ),
        (
            f"actions=(ExtensionAction('a', ('racks',), ('dcim.rack',), {ANSWERING}),)",
            'how many racks are there?',
            6,
            "the cue 'racks' has a meaning",
        ),
        ("contents={'dcim.rack': 'dcim.site'}", 'what is in R101?', 2, 'what is in a dcim.rack is known already'),
    ],
)
def test_netboxs_own_words_stay(package, talk, given, question, total, reason):
    package('netbox-a', f'extension = Extension({given})')
    assert talk(question)['total'] == total
    assert [reason in message for message in refused()] == [True]


def test_an_own_attribute_stays(package, talk):
    package('netbox-a', "extension = Extension(attributes={'serial': ('asset_tag',)})")
    assert 'JN1001' in talk('what is the serial of oslo-rtr01?')['text']
    assert ["'serial' has a meaning already" in message for message in refused()] == [True]


def test_of_two_packages_the_first_has_the_word(package, talk):
    package('netbox-b', "extension = Extension(nouns={'mast': ('dcim.site',)})")
    package('netbox-a', "extension = Extension(nouns={'mast': ('dcim.rack',)})")
    assert talk('how many masts are there?')['total'] == 6
    assert refused() == ["The extension netbox-b: the noun 'mast' stands for dcim.rack already."]


def test_the_same_word_for_the_same_thing_is_no_clash(package, talk):
    package('netbox-a', "extension = Extension(nouns={'mast': ('dcim.rack',)}, attributes={'height': ('u_height',)})")
    package('netbox-b', "extension = Extension(nouns={'mast': ('dcim.rack',)})")
    assert talk('how many masts are there?')['total'] == 6
    assert refused() == []


def test_a_cue_may_hold_a_noun_and_takes_only_its_own_questions(package, talk):
    action = f"ExtensionAction('a', ('which contracts does',), ('dcim.device',), {ANSWERING})"
    package('netbox-a', f'extension = Extension(actions=({action},))')
    assert talk('which contracts does oslo-rtr01 have?')['text'] == 'Mine.'
    assert talk('which contracts does Nordlink have?')['total'] == 3


def test_an_action_may_need_no_object(package, talk):
    action = f"ExtensionAction('a', ('next maintenance',), (), {ANSWERING})"
    package('netbox-a', f'extension = Extension(actions=({action},))')
    assert talk('when is the next maintenance?')['text'] == 'Mine.'


def test_a_property_of_the_model_can_be_told(package, talk):
    package('netbox-a', "extension = Extension(attributes={'heft': ('total_weight',)})")
    assert talk('what is the heft of R101?')['text'] == 'Total weight of R101: 0.'
