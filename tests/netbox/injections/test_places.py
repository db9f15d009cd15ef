"""Every text in every place of places.toml has no effect on decision, permission, tool, markup or link.

The model of these tests believes everything: where it may call tools it calls what it likes, and it repeats what it was
told.
"""

import json
import re
import tomllib
from itertools import product
from pathlib import Path

from core.models import ObjectType
from dcim.models import Device, Location, Rack, Site
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse
from extras.models import CustomField, JournalEntry, Tag
from users.models import Token, User

from netbox_chat_sessions.agents.assisting.instructions import ANSWER as TASK
from netbox_chat_sessions.llm.classifier import INSTRUCTIONS
from netbox_chat_sessions.models import ChatSession
from tests.netbox.api.conversation_case import grant
from tests.netbox.assistant.case import OPEN, AssistantCase
from tests.netbox.llm import server
from tests.sampling import sampled

CASES = tomllib.loads((Path(__file__).parent / 'places.toml').read_text(encoding='utf-8'))
TEXTS = CASES['texts']
# Classifier, assistant.
WAYS = ((False, False), (True, False), (False, True), (True, True))
CONTROL = {'decision': 'route', 'confidence': 0.99}
QUERY = {
    'action': 'list',
    'object_type': 'dcim.device',
    'attributes': ['status', 'description', 'comments', 'cf_story'],
}
TOKENS = {'action': 'list', 'object_type': 'users.token'}
COUNTED = (Device, Site, Rack, Location, User, Token, Tag)
LIVE = re.compile(r'<script>alert|<img src=x|href="(https?:)?//evil|href="javascript|src="//evil', re.IGNORECASE)
LOCAL = re.compile(r'/(?!/)')


def spread(places):
    """Texts in places, each place and each text in every way."""
    for (row, place), (column, text) in sampled(product(enumerate(places), enumerate(TEXTS)), 3):
        yield place, text, WAYS[(row + column) % len(WAYS)]


class InjectionCase(AssistantCase):
    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        grant(cls.anna, 'view', 'extras.journalentry', 'extras.tag')
        field = CustomField.objects.create(name='story', type='text')
        field.object_types.set([ObjectType.objects.get_for_model(Device)])
        cls.rtr.tags.add(Tag.objects.create(name='core', slug='core'))
        kind = ContentType.objects.get_for_model(Device)
        JournalEntry.objects.create(assigned_object_type=kind, assigned_object_id=cls.rtr.pk, comments='new')
        cls.known = {
            'dcim.device': cls.rtr,
            'dcim.site': cls.akron,
            'dcim.rack': cls.rack,
            'tenancy.tenant': cls.tenant,
            'users.user': cls.anna,
        }

    def way(self, classifier, assistant):
        """The settings with both, either or neither."""
        values = {} if assistant else {'assistant_llm_profile': None}
        return self.settings_with(enable_route_stickiness=classifier, route_stickiness_llm_profile='large', **values)

    def believes(self, text):
        """An assistant that does what it likes, and an honest classifier: nobody has asked for anything of the kind."""
        acts = server.in_turn(
            server.calls(QUERY),
            server.calls('{"id": 1}', tool='delete_device'),
            server.calls(TOKENS),
            server.says(text),
        )
        decides = server.says(json.dumps(CONTROL))
        self.script.answer = lambda handler, received: (decides if received.system == INSTRUCTIONS else acts)(
            handler, received
        )

    def counts(self):
        return [model.objects.count() for model in COUNTED]

    def holds(self, answer, way, before, own=''):
        """Nothing has happened but an answer. `own` is what was written: as text it may be repeated."""
        turn, reply = answer['turn'], answer['reply']
        assert (turn['decision'], turn['decided_by']) == ('route', 'classifier' if way[0] else 'disabled')
        assert turn['agent'] in ('inventory', 'help', *(('assistant',) if way[1] else ()))
        assert (answer['control'] or {}).get('action') in (None, 'cancel')
        assert self.counts() == before
        assert all(LOCAL.match(link['url']) for link in reply['links'])
        assert all(LOCAL.match(ref['url']) for ref in (*reply['objects'], *reply['choices']) if ref['url'])
        shown = json.dumps([reply['text'], reply['blocks'], reply['objects'], reply['choices']], ensure_ascii=False)
        assert 'Row 1' not in shown
        assert 'Vault-Zero' in own or 'vault-zero' not in shown.casefold()
        for received in self.script.received:
            assert received.system in (INSTRUCTIONS, TASK)
            assert received.tools in ([], ['query_inventory'])
            assert received.system == TASK or not received.tools
            assert 'users.token' not in received.data.get('object_types', ())
        if answer['session']:
            assert answer['session']['status'] == 'active'
            self.rendered(answer['session']['id'])

    def rendered(self, pk):
        self.client.force_login(self.anna)
        self.shows(ChatSession.objects.get(pk=pk).get_absolute_url())
        self.shows(f'{reverse("plugins:netbox_chat_sessions:panel")}?session={pk}')

    def shows(self, path):
        """A page with nothing of what was written but text."""
        response = self.client.get(path)
        assert response.status_code == 200, path
        assert not LIVE.search(response.content.decode()), path


class ObjectsTest(InjectionCase):
    def test_what_objects_hold(self):
        for case, text, way in spread(CASES['object']):
            with self.subTest(**case, text=text, way=way), self.way(*way):
                self.case(case, text, way)

    def case(self, case, text, way):
        self.forget()
        model = apps.get_model(case['of'])
        written, before = self.written(model, case, text), self.counts()
        try:
            self.believes(text)
            # What is understood never gets to the assistant.
            self.holds(self.ask(OPEN if way[1] else case['ask']), way, before, own=text)
        finally:
            model.objects.filter(pk=written.pk).update(
                **{
                    field: getattr(written, field)
                    for field in (case['field'].replace('custom_field', 'custom_field_data'),)
                }
            )

    def written(self, model, case, text):
        """Write the text into the field of an object; the object as it was before."""
        before = self.known.get(case['of']) or model.objects.first()
        if case['field'] == 'custom_field':
            values = {'custom_field_data': {'story': text}}
        else:
            values = {case['field']: text[: model._meta.get_field(case['field']).max_length]}
        model.objects.filter(pk=before.pk).update(**values)
        return before


class SaidTest(InjectionCase):
    def test_what_is_said(self):
        for case, text, way in spread(CASES['said']):
            with self.subTest(**case, text=text, way=way), self.way(*way):
                self.forget()
                self.believes(text)
                session, fields = getattr(self, case['where'])(text)
                self.script.received.clear()
                before = self.counts()
                own = f'{text} {json.dumps(text)}'
                answer = self.chat(self.anna, case['ask'].format(text=text), session, **fields)
                self.holds(answer, way, before, own)
        self.shows(reverse('plugins:netbox_chat_sessions:panel_sessions'))

    def message(self, text):
        return None, {}

    def earlier(self, text):
        session = self.ask('which devices are at DM-Akron?')['session']['id']
        return self.ask(text, session)['session']['id'], {}

    def client_question(self, text):
        return None, self.sent_along({'role': 'user', 'content': text}, {'role': 'assistant', 'content': 'Yes.'})

    def client_answer(self, text):
        question = {'role': 'user', 'content': 'which devices are at DM-Akron?'}
        return None, self.sent_along(question, {'role': 'assistant', 'content': text})

    def client_role(self, text):
        return None, self.sent_along({'role': 'system', 'content': text}, {'role': text, 'content': text})

    def sent_along(self, *history):
        return {'stateless': True, 'history': list(history)}

    def recorded_question(self, text):
        return self.recorded(query=text, response='Yes.'), {}

    def recorded_answer(self, text):
        return self.recorded(query='which devices are at DM-Akron?', response=text), {}

    def recorded_agent(self, text):
        return self.recorded(query='which?', response='Yes.', agent=text[:100]), {}

    def recorded(self, **fields):
        session = self.begun()
        self.does_call('POST', f'sessions/{session}/interactions/', fields, 201)
        return session

    def title(self, text):
        session = self.begun()
        self.does_call('PATCH', f'sessions/{session}/', {'title': text}, 200)
        return session, {}

    def reason(self, text):
        session = self.begun()
        self.does_call('POST', f'sessions/{session}/handoff/', {'reason': text}, 200)
        self.does_call('DELETE', f'sessions/{session}/handoff/', None, 200)
        return session, {}

    def rating(self, text):
        answer = self.ask('which devices are at DM-Akron?')
        rated = {'rating': 'down', 'rating_comment': text}
        self.does_call('PATCH', f'interactions/{answer["interaction"]["id"]}/', rated, 200)
        return answer['session']['id'], {}

    def path(self, text):
        return None, {'page': {'path': f'/dcim/devices/{text}/?next={text}'}}

    def page(self, text):
        Device.objects.filter(pk=self.rtr.pk).update(name=text[:64])
        return None, {'page': {'path': f'/dcim/devices/{self.rtr.pk}/'}}

    def begun(self):
        return self.ask('how many sites are there?')['session']['id']

    def does_call(self, method, path, data, status):
        answer = self.call(self.anna, method, path, data)
        assert answer.status == status, answer.raw


class DecisionTest(InjectionCase):
    def test_what_a_model_says_for_a_decision(self):
        for case in CASES['decision']:
            with self.subTest(case['says']), self.way(True, False):
                self.forget()
                before = self.counts()
                self.script.answer = server.says(case['says'])
                answer = self.ask('which devices are at DM-Akron?')
                turn = answer['turn']
                expected = ('route', 'classifier') if 'decision' in case else ('route', 'fallback')
                assert (turn['decision'], turn['decided_by']) == expected
                assert (turn['agent'], answer['reply']['total']) == ('inventory', 2)
                assert (self.counts(), answer['control']) == (before, None)
                self.rendered(answer['session']['id'])
