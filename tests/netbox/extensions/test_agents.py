"""Agents and agent types of other packages: the documented example, and packages that cannot be used."""

import pytest
from core.models import ObjectType
from dcim.models import Site
from django.core.checks import run_checks
from tenancy.models import Contact, ContactAssignment, ContactRole

from netbox_chat_sessions.agents.registry import agent_types, agents_for
from netbox_chat_sessions.agents.roster import roster
from netbox_chat_sessions.wiring import context_builder, session_store
from tests.netbox.agents.configured import configured


@pytest.fixture
def on_call(example, inventory):
    """Berit is on call for HQ-Oslo, nobody for BR-Bergen."""
    example('netbox-oncall')
    ContactAssignment.objects.create(
        object_type=ObjectType.objects.get_for_model(Site),
        object_id=Site.objects.get(name='HQ-Oslo').pk,
        contact=Contact.objects.create(name='Berit'),
        role=ContactRole.objects.create(name='On call', slug='on-call'),
    )


@pytest.mark.parametrize(
    ('said', 'kind', 'text'),
    [
        (('who is on call at HQ-Oslo?',), 'answer', 'On call for HQ-Oslo: Berit.'),
        (('who is on call at BR-Bergen?',), 'not_found', 'Nobody is on call for BR-Bergen.'),
        (('how many racks are at HQ-Oslo?', 'who is on call?'), 'answer', 'On call for HQ-Oslo: Berit.'),
        (('who is on call?',), 'clarification', 'Which site do you mean?'),
        (('who is on call at HQ-Oslo?', 'how many racks are there?'), 'answer', '3 racks at site HQ-Oslo.'),
    ],
)
def test_an_agent_answers_what_it_is_made_for(on_call, talk, said, kind, text):
    *_, reply = map(talk, said)
    assert (reply['kind'], reply['text']) == (kind, text)


def test_it_may_be_set_as_well(on_call, talk, admin):
    """The example of docs/agents.md: the package has an entry point beside, and there is one agent."""
    for chosen, offered in (({}, True), ({'permission': 'tenancy.view_contact'}, True), ({'enabled': False}, False)):
        with configured(agents={'on-call': {'class': 'netbox_oncall.OnCallAgent'} | chosen}):
            names = [agent.name for agent in agents_for(admin)]
            assert names == ['inventory', 'help', *(['on-call'] if offered else [])]
            assert (talk('who is on call at HQ-Oslo?')['text'] == 'On call for HQ-Oslo: Berit.') is offered
            assert not [listed for listed in roster() if listed.broken]


def test_its_type_has_a_context_of_its_own(on_call, talk, admin):
    talk('how many racks are at HQ-Oslo?')
    store = session_store(admin)
    context = context_builder(admin).build('on_call', store.recall(store.find(admin.chat_sessions.get().pk)))
    assert context['sites'] == [Site.objects.get(name='HQ-Oslo').pk]
    assert (context['agent_type'], 'conversation_history' in context) == ('on_call', False)


BROKEN = [
    ('raise RuntimeError("no licence")', 'agents', 'agent', 'RuntimeError: no licence'),
    ('agent = 7', 'agents', 'agent', 'cannot be called'),
    ('kind = "on_call"', 'agent_types', 'kind', 'is no AgentType but a str'),
    ('kind = AgentType("response_generation")', 'agent_types', 'kind', 'is the chat’s own'),
]


@pytest.mark.parametrize(('source', 'group', 'named', 'reason'), BROKEN)
def test_one_that_cannot_be_used_is_named_and_in_nobodys_way(package, talk, admin, source, group, named, reason):
    package('netbox-broken', source, group, named)
    assert talk('how many racks are at HQ-Oslo?')['total'] == 3
    assert [agent.name for agent in agents_for(admin)] == ['inventory', 'help']
    assert set(agent_types()) == {'intent_recognition', 'response_generation'}
    (warning,) = (found for found in run_checks() if found.id == 'netbox_chat_sessions.W007')
    assert 'netbox-broken' in warning.msg
    assert reason in warning.msg
