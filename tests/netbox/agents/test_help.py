"""The help agent: each question of help.toml, what the settings change, and that its examples are answered."""

import tomllib
from pathlib import Path

import pytest
from core.models import ObjectType
from dcim.models import Rack
from django.contrib.auth import get_user_model
from users.models import ObjectPermission

from netbox_chat_sessions.agents.helping.examples import examples_of
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.requests import PageHint, TurnRequest
from netbox_chat_sessions.inventory.catalogue import kinds
from netbox_chat_sessions.models import Interaction
from netbox_chat_sessions.storage.withholding import withheld
from netbox_chat_sessions.wiring import turn_service
from tests.netbox.api.conversation_case import grant
from tests.netbox.conversations.inventory import build

from .configured import configured

DATA = tomllib.loads((Path(__file__).parent / 'help.toml').read_text(encoding='utf-8'))
PROFILE = {'provider': 'ollama', 'model': 'qwen3:4b'}


@pytest.fixture
def reader(db):
    build()
    user = get_user_model().objects.create_user('reader')
    grant(user, 'view', 'dcim.site', 'dcim.rack', 'dcim.device')
    grant(user, 'add', 'dcim.rack')
    return user


@pytest.fixture
def ask(reader):
    def reply(message, on=None, user=reader):
        page = PageHint(key=ObjectKey(on, Rack.objects.get(name='R101').pk)) if on else None
        return turn_service(user).handle(TurnRequest(message, stateless=True, page=page))

    return reply


def told(reply):
    return '\n'.join([reply['text'], *(block['text'] for block in reply['blocks'][1:])])


@pytest.mark.parametrize('case', DATA['case'], ids=lambda case: case['ask'][0])
def test_what_is_answered(ask, case):
    for question in case['ask']:
        result = ask(question, case.get('on'))
        assert (result.turn['agent'], result.reply['kind']) == ('help', case.get('kind', 'answer')), question
        text = told(result.reply)
        assert [part for part in case.get('says', ()) if part.casefold() not in text.casefold()] == [], (question, text)
        assert [part for part in case.get('never', ()) if part.casefold() in text.casefold()] == [], (question, text)
        assert [link['url'] for link in result.reply['links']] == case.get('links', []) or 'links' not in case, question
        # It is no question about objects: nothing of it is remembered, or goes on.
        assert (result.reply['objects'], result.reply['query']) == ([], None)


def test_what_is_not_its_business(ask):
    asked = {question: ask(question).turn['agent'] for question in DATA['other'][0]['ask']}
    assert asked == dict.fromkeys(asked, 'inventory')


@pytest.mark.parametrize(
    ('values', 'question', 'said'),
    [
        ({'session_timeout': 90 * 60, 'retention_days': 1}, 'what do you store?', 'for 90 minutes expires'),
        ({'session_timeout': 2 * 86400}, 'what do you store?', 'for 2 days expires'),
        ({'retention_days': 1}, 'what do you store?', 'deleted 1 day after'),
        ({'retention_days': 0}, 'what do you store?', 'said in for 1 hour is deleted.'),
        ({'assistant_llm_profile': 'p'}, 'are you an AI?', 'qwen3:4b at 127.0.0.1 is sent what is not understood'),
        ({'assistant_llm_profile': 'p'}, 'who can read this?', 'qwen3:4b at 127.0.0.1 is sent what is not understood'),
        ({'context_summary_llm_profile': 'p'}, 'are you an AI?', 'is sent what was said earlier'),
        (
            {'assistant_llm_profile': 'p', 'agents': {'assistant': {'enabled': False}}},
            'are you an AI?',
            'No language model is used.',
        ),
    ],
)
def test_the_settings_are_told_as_they_are(ask, values, question, said):
    with configured(profiles={'p': PROFILE}, **values):
        reply = ask(question).reply
    assert said in reply['text'], reply['text']


def test_examples_name_nothing_that_may_not_be_seen(ask, db):
    nobody = get_user_model().objects.create_user('nobody')
    result = ask('help', user=nobody)
    assert result.reply['text'] == 'Ask about anything in NetBox, in plain words.'
    racks = ObjectType.objects.get_for_model(Rack)
    limited = ObjectPermission.objects.create(name='one', actions=['view'], constraints={'name': 'R102'})
    limited.object_types.add(racks)
    limited.users.add(nobody)
    nobody = get_user_model().objects.get(pk=nobody.pk)
    text = ask('what do you know about racks?', user=nobody).reply['text']
    assert 'R102' in text
    assert 'R101' not in text


def test_an_answer_is_withheld_from_who_may_not_see_its_example(reader):
    result = turn_service(reader).handle(TurnRequest('help'))
    turn = Interaction.objects.get(session=result.session.id)
    stranger = get_user_model().objects.create_user('stranger')
    assert (withheld([turn], reader), withheld([turn], stranger)) == (set(), {turn.pk})


def test_every_example_is_answered(ask, db):
    admin = get_user_model().objects.create_superuser('admin')
    asked = 0
    for object_type in kinds():
        for question in examples_of(object_type, admin).questions:
            asked += 1
            reply = ask(question, user=admin).reply
            assert reply['kind'] in ('answer', 'not_found'), (question, reply['text'])
    assert asked > 30


def test_without_it_the_inventory_agent_says_what_it_understands(ask):
    with configured(agents={'help': {'enabled': False}}):
        result = ask('what can you do?')
    assert (result.turn['agent'], result.reply['kind']) == ('inventory', 'not_understood')
    assert 'how full is rack' in result.reply['text']
