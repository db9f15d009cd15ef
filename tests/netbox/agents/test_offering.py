"""Agents by setting: registered, switched off, for those with a permission; refused at start, named by the checks."""

from io import StringIO
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from netbox_chat_sessions.agents.registry import agents_for
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.settings import validate
from netbox_chat_sessions.wiring import turn_service
from tests.netbox.api.conversation_case import grant
from tests.netbox.conversations.inventory import build

from .configured import configured

PARROTS = 'tests.netbox.agents.parrots'
PARROT = {'class': f'{PARROTS}.Parrot'}
VIEW = {'permission': 'dcim.view_device'}
PROFILES = {'p': {'provider': 'ollama', 'model': 'qwen3:4b'}}


@pytest.fixture
def anna(db):
    return get_user_model().objects.create_user('anna')


@pytest.mark.parametrize(
    ('agents', 'said'),
    [
        (['parrot'], "['agents'] must be a mapping of names to mappings of 'class', 'enabled' and 'permission'"),
        ({'parrot': PARROTS}, "['agents'] must be a mapping of names to mappings"),
        ({'': {}}, "['agents'] must name agents in 1 to 100 characters, not ''"),
        ({'parrot': {'clas': PARROTS}}, "['agents']['parrot']['clas'] is not a setting. Did you mean 'class'?"),
        ({'parrot': {'class': 'Parrot'}}, "['agents']['parrot']['class'] must be the dotted path of a class"),
        ({'parrot': {'class': 'parrots:Parrot'}}, "['agents']['parrot']['class'] must be the dotted path of a class"),
        ({'help': {'enabled': 'no'}}, "['agents']['help']['enabled'] must be True or False, not 'no'"),
        ({'help': {'permission': 'view_device'}}, "['agents']['help']['permission'] must be the name of a permission"),
        ({'help': {'permission': 'dcim.device'}}, "['agents']['help']['permission'] must be the name of a permission"),
        ({'inventory': PARROT}, "['agents']['inventory']['class'] cannot be set: this agent is the chat's own"),
    ],
)
def test_what_is_wrong_is_named_at_start(agents, said):
    with pytest.raises(ImproperlyConfigured) as caught:
        validate({'agents': agents})
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ('agents', 'values', 'offered'),
    [
        ({}, {}, ['inventory', 'help']),
        ({}, {'assistant_llm_profile': 'p'}, ['inventory', 'help', 'assistant']),
        ({'parrot': PARROT}, {}, ['inventory', 'help', 'parrot']),
        ({'parrot': PARROT | {'enabled': False}}, {}, ['inventory', 'help']),
        ({'parrot': PARROT | VIEW}, {}, ['inventory', 'help']),
        ({'parrot': PARROT | {'permission': 'dcim.view_site'}}, {}, ['inventory', 'help', 'parrot']),
        ({'parrot': PARROT | {'permission': 'dcim.question_site'}}, {}, ['inventory', 'help', 'parrot']),
        ({'parrot': PARROT | {'permission': None}}, {}, ['inventory', 'help', 'parrot']),
        ({'assistant': VIEW}, {'assistant_llm_profile': 'p'}, ['inventory', 'help']),
        ({'help': VIEW}, {'assistant_llm_profile': 'p'}, ['inventory', 'assistant']),
        ({'inventory': VIEW}, {}, ['', 'help']),
        ({'inventory': VIEW, 'help': {'enabled': False}}, {}, ['']),
        # What cannot be used is in nobody's way; one that calls itself otherwise escapes no rule.
        ({'silent': {'class': f'{PARROTS}.Silent'}}, {}, ['inventory', 'help']),
        ({'broken': {'class': f'{PARROTS}.Broken'}}, {}, ['inventory', 'help']),
        ({'none': {'class': f'{PARROTS}.None'}}, {}, ['inventory', 'help']),
        ({'polly': PARROT, 'parrot': VIEW}, {}, ['inventory', 'help']),
    ],
)
def test_who_is_offered_what(anna, agents, values, offered):
    grant(anna, 'view', 'dcim.site')
    grant(anna, 'question', 'dcim.site')
    with configured(agents=agents, profiles=PROFILES, **values):
        assert [agent.name for agent in agents_for(anna)] == offered
        admin = get_user_model().objects.create_superuser('admin')
        refused = {name for name, chosen in agents.items() if not chosen.get('enabled', True)}
        assert {'inventory', 'help'} - refused <= {agent.name for agent in agents_for(admin)}


ALLOWED = 'An administrator of this NetBox can give you the permission.'
REFUSED = {'inventory': VIEW, 'help': VIEW}


@pytest.mark.parametrize(
    ('agents', 'question', 'agent', 'said'),
    [
        ({'parrot': PARROT}, 'polly', 'parrot', 'anna: polly'),
        ({'parrot': PARROT}, 'how many sites are there?', 'inventory', '3 sites.'),
        ({'parrot': PARROT | VIEW}, 'polly', 'inventory', 'I did not understand “polly”.'),
        (REFUSED, 'how many sites are there?', None, f'You may not ask any of the agents that answer here. {ALLOWED}'),
        (REFUSED | {'parrot': PARROT}, 'polly', 'parrot', 'anna: polly'),
        (
            REFUSED | {'parrot': PARROT},
            'how many sites are there?',
            None,
            f'None of the agents that you may ask can answer this. {ALLOWED}',
        ),
        ({'inventory': VIEW}, 'what do you store?', 'help', 'What is asked and answered is kept'),
    ],
)
def test_what_is_answered(anna, agents, question, agent, said):
    build()
    grant(anna, 'view', 'dcim.site')
    with configured(agents=agents):
        result = turn_service(anna).handle(TurnRequest(question))
    assert (result.turn['agent'], result.reply['text'][: len(said)]) == (agent, said)
    assert result.reply['kind'] == ('error' if agent is None else result.reply['kind'])


def test_who_was_refused_can_try_again(anna):
    build()
    grant(anna, 'view', 'dcim.site')
    with configured(agents=REFUSED):
        refused = turn_service(anna).handle(TurnRequest('how many sites are there?'))
    assert refused.interaction.status == 'failed'
    request = TurnRequest('how many sites are there?', refused.session.id, refused.interaction.turn_id)
    assert turn_service(anna).handle(request).reply['total'] == 3


def chat_check(*names, **options):
    """What the command says of agents, and whether it is content; other parts are not looked at."""
    said = StringIO()
    try:
        with patch('netbox_chat_sessions.management.commands.chat_check.examine', return_value=[]):
            call_command('chat_check', *names, stdout=said, no_color=True, **options)
    except CommandError as error:
        return f'{said.getvalue()}{error}', False
    return said.getvalue(), True


@pytest.mark.parametrize(
    ('agents', 'said', 'content'),
    [
        ({}, 'inventory: Answers questions about the objects in NetBox from live data.\nhelp: Explains', True),
        ({}, 'assistant: There is none, as assistant_llm_profile names no language model.', True),
        ({'parrot': PARROT | VIEW}, 'parrot: Repeats. Only for those with the permission dcim.view_device.', True),
        ({'parrot': PARROT | {'enabled': False}}, 'parrot: It is switched off in the settings.', True),
        ({'help': {'enabled': False}}, 'help: It is switched off in the settings.', True),
        ({'silent': {'class': f'{PARROTS}.Silent'}}, 'silent: Silent is no agent: it lacks context_type,', False),
        ({'broken': {'class': f'{PARROTS}.Broken'}}, 'broken: RuntimeError: no licence', False),
        ({'none': {'class': f'{PARROTS}.None'}}, 'none: ImportError: ', False),
        ({'polly': PARROT}, 'polly: It calls itself parrot: set it under that name.', False),
        ({'parot': VIEW}, 'parot: Something is set for it, and there is no agent of that name.', False),
    ],
)
def test_chat_check_names_the_agents(db, agents, said, content):
    with configured(agents=agents):
        told, found = chat_check()
    assert said in told
    assert found is content
    assert ('Agents that cannot be used: ' in told) is not content


def test_chat_check_says_what_a_user_is_offered(anna):
    with configured(agents={'parrot': PARROT | VIEW, 'help': VIEW}):
        told, content = chat_check(user='anna')
        assert 'parrot: anna lacks the permission dcim.view_device.' in told
        assert 'help: anna lacks the permission dcim.view_device.' in told
        assert content
        grant(anna, 'view', 'dcim.device')
        assert 'parrot: Repeats.' in chat_check(user='anna')[0]
        assert chat_check(user='berta') == ('There is no user berta.', False)


@pytest.mark.parametrize(
    ('agents', 'said', 'hint'),
    [
        (
            {'none': {'class': f'{PARROTS}.None'}},
            f'names {PARROTS}.None, which cannot be used: ImportError',
            'without it',
        ),
        ({'hlep': {'enabled': False}}, "['hlep'] is for no agent that there is", 'Did you mean help?'),
        (
            {'help': {'permission': 'dcim.view_devise'}},
            'dcim.view_devise, which NetBox',
            'Did you mean dcim.view_device?',
        ),
        ({'help': {'permission': 'x.view_y'}}, 'x.view_y, which NetBox', 'Nobody but superusers'),
        ({'help': {'permission': 'dcim.question_rack'}, 'parrot': PARROT, 'assistant': VIEW}, '', ''),
    ],
)
def test_checks_name_what_is_misspelt(agents, said, hint):
    with configured(agents=agents):
        found = [warning for warning in run_checks() if warning.id == 'netbox_chat_sessions.W008']
    assert len(found) == bool(said)
    for warning in found:
        assert said in warning.msg
        assert hint in warning.hint
