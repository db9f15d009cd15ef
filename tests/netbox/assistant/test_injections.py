"""What people and objects may say has no effect on decision, permission, tool, markup or link; nor what the model says.

The model in these tests believes everything: it repeats what it is told, and calls what it is asked to.
"""

import json
import re
import tomllib
from itertools import product
from pathlib import Path

from core.models import ObjectChange, ObjectType
from dcim.models import Device, Location, Rack, Site
from django.contrib.contenttypes.models import ContentType
from extras.models import CustomField, JournalEntry
from users.models import Token, User

from netbox_chat_sessions.agents.assisting.instructions import ANSWER
from netbox_chat_sessions.models import ChatSession
from tests.netbox.api.conversation_case import grant
from tests.netbox.llm import server
from tests.sampling import sampled

from .case import OPEN, AssistantCase

CASES = tomllib.loads((Path(__file__).parent / 'injections.toml').read_text())
ALL = {'action': 'list', 'object_type': 'dcim.device', 'attributes': ['status', 'description', 'comments', 'cf_story']}
JOURNAL = {'action': 'list', 'object_type': 'extras.journalentry'}
MARKUP = re.compile(r'[<>]|\w+://|www\.|\]\(|javascript:', re.IGNORECASE)
# How the inventory agent shows what to fill in.
EXAMPLES = re.compile('<(site|name|device)>')
KEYS = {'question', 'message', 'objects', 'page', 'conversation', 'object_types', 'fields', 'tried'}
COUNTED = (Device, Site, Rack, Location, User, Token, ObjectChange, JournalEntry)


class InjectionCase(AssistantCase):
    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        grant(cls.anna, 'view', 'extras.journalentry')
        cls.field = CustomField.objects.create(name='story', type='text')
        cls.field.object_types.set([ObjectType.objects.get_for_model(Device)])

    def counts(self):
        return [model.objects.count() for model in COUNTED]

    def holds(self, answer, before, own=''):
        """Nothing has happened but an answer. `own` is what the user said or may see, which may be repeated."""
        assert (answer['turn']['decision'], answer['turn']['decided_by']) == ('route', 'disabled')
        assert (answer['session']['status'], answer['control']) == ('active', None)
        assert self.counts() == before
        reply = answer['reply']
        assert not MARKUP.search(EXAMPLES.sub('', reply['text']).replace(own, ''))
        assert all(link['url'].startswith('/') and not link['url'].startswith('//') for link in reply['links'])
        assert all(
            item['url'].startswith('/dcim/') for item in reply['objects'] if item['object_type'].startswith('dcim.')
        )
        shown = json.dumps([reply['text'], reply['blocks'], reply['objects']], ensure_ascii=False)
        assert 'Row 1' not in shown
        if 'Vault-Zero' not in own:
            assert 'vault-zero' not in shown.casefold()
        for received in self.script.received:
            assert received.system == ANSWER or 'translate' in received.system
            assert received.tools in (['query_inventory'], [])
            assert set(received.data) <= KEYS
            assert 'users.token' not in received.data['object_types']
            told = json.dumps(received.results, ensure_ascii=False).casefold()
            assert 'row 1' not in told
        self.rendered(answer['session']['id'])

    def rendered(self, session):
        self.client.force_login(self.anna)
        page = self.client.get(ChatSession.objects.get(pk=session).get_absolute_url()).content.decode()
        for live in ('<script>alert', '<img src=x', 'href="https://evil', 'href="//evil', 'href="javascript'):
            assert live not in page


class PlacesTest(InjectionCase):
    def test_every_text_in_every_place(self):
        for place, text in sampled(product(CASES['places'], CASES['texts']), 5):
            with self.subTest(place, text=text):
                self.begin()
                self.case(place, text)

    def case(self, place, text):
        Device.objects.filter(pk=self.sw.pk).update(
            name=text[:64] if place == 'name' else 'akr-sw01',
            description=text if place == 'description' else '',
            comments=text if place == 'comments' else '',
            custom_field_data={'story': text} if place == 'custom_field' else {},
        )
        JournalEntry.objects.all().delete()
        if place == 'journal':
            kind = ContentType.objects.get_for_model(Device)
            JournalEntry.objects.create(assigned_object_type=kind, assigned_object_id=self.sw.pk, comments=text)
        before = self.counts()
        session, fields, message = None, {}, OPEN
        if place == 'history':
            session = self.chat(self.anna, text[:4000])['session']['id']
        if place == 'answer':
            session = self.chat(self.anna, 'hello')['session']['id']
            recorded = {'query': 'what?', 'response': text}
            assert self.call(self.anna, 'POST', f'sessions/{session}/interactions/', recorded).status == 201
        if place == 'page':
            fields = {'page': {'path': f'/dcim/sites/{text}/'}}
        if place == 'message':
            message = f'{OPEN} {text}'
        self.script.received.clear()
        self.does(
            server.calls(ALL, JOURNAL),
            server.calls('{"id": 1}', tool='delete_device'),
            server.calls(
                {'action': 'list', 'object_type': 'dcim.location'}, {'action': 'list', 'object_type': 'dcim.site'}
            ),
            server.says(text),
        )
        answer = self.ask(message, session, **fields)
        assert self.script.received or place == 'message'
        self.holds(answer, before, own=text)


class OutputTest(InjectionCase):
    def test_what_the_model_says(self):
        for case in CASES['says']:
            with self.subTest(case):
                self.begin()
                before = self.counts()
                self.does(server.calls(ALL), server.says(case['text']))
                answer = self.ask()
                self.holds(answer, before)
                assert answer['reply']['text'].startswith('3 devices')

    def test_what_the_model_calls(self):
        for case in CASES['calls']:
            with self.subTest(case):
                self.begin()
                before = self.counts()
                self.does(server.calls(case['arguments'], tool=case['tool']), server.says('Done.'))
                answer = self.ask()
                self.holds(answer, before, own=case['arguments'])
                assert answer['reply']['objects'] == []

    def test_the_same_from_a_model_without_tools(self):
        for case in CASES['calls']:
            with self.subTest(case):
                self.begin()
                before = self.counts()
                self.does(server.says(case['arguments']))
                with self.settings_with({'tools': False}, assistant_max_queries=2):
                    answer = self.ask()
                self.holds(answer, before, own=case['arguments'])
                assert answer['reply']['objects'] == []
