"""Whatever is written, no way in fails: it is answered, or refused for a reason."""

import json
from itertools import product
from urllib.parse import urlencode
from uuid import uuid4

from dcim.models import Rack, Site
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client, TestCase, override_settings

from netbox_chat_sessions.models import Interaction
from tests.netbox.hidden.urls import all_urls
from tests.netbox.undone import undone
from tests.netbox.views.records import exchange, mention, open_session, proposed
from tests.sampling import sampled

from .texts import BLOCKS, SHARP, TEXTS

API = '/api/plugins/chat-sessions/'
PAGES = '/plugins/chat-sessions/'
UNTHROTTLED = settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}
SESSION = f'{API}sessions/{{session}}/'

# Where texts are sent as JSON: method, path, and what the body is made of; None stands for the text.
BODIES = [
    ('POST', f'{API}chat/', {'message': 'hello', 'page': {'path': None}}),
    ('POST', f'{API}chat/', {'message': 'hello', 'session': None}),
    ('POST', f'{API}chat/', {'message': 'hello', 'turn_id': None}),
    ('POST', f'{API}chat/', {'message': 'hello', 'choice': {'object_type': None, 'object_id': None}}),
    ('POST', f'{API}chat/', {'message': 'hello', 'stateless': True, 'history': [{'role': 'user', 'content': None}]}),
    ('POST', f'{API}chat/', {'message': 'hello', 'stateless': None}),
    ('POST', f'{SESSION}interactions/', {'query': None, 'response': None, 'agent': None}),
    ('POST', f'{SESSION}interactions/', {'query': 'q', 'response': None}),
    ('POST', f'{SESSION}interactions/', {'query': 'q', 'agent': None}),
    (
        'POST',
        f'{SESSION}interactions/',
        {'query': 'q', 'entities': [{'object_type': 'dcim.site', 'object_id': None, 'said_by': None}]},
    ),
    ('POST', f'{SESSION}interactions/', {'query': 'q', 'listed': [{'object_type': None, 'object_id': 1}]}),
    ('POST', f'{SESSION}resolve/', {'message': None}),
    ('POST', f'{SESSION}classify/', {'message': None}),
    ('POST', f'{SESSION}end/', {'reason': None}),
    ('POST', f'{SESSION}handoff/', {'reason': None}),
    ('POST', f'{SESSION}release/', {'reason': None}),
    ('POST', f'{SESSION}messages/', {'message': None}),
    ('PATCH', SESSION, {'title': None}),
    ('PATCH', SESSION, {'participants': [None]}),
    ('PATCH', SESSION, {'tags': [None]}),
    ('PATCH', SESSION, {'tags': [{'name': None}]}),
    ('PATCH', SESSION, {'tags': [{'slug': None}]}),
    ('PATCH', SESSION, {'custom_fields': {'x': None}}),
    ('PATCH', f'{API}sessions/', [{'id': None, 'title': None}]),
    ('DELETE', f'{API}sessions/', [{'id': None}]),
    ('POST', f'{API}sessions/', {'title': None}),
    ('PATCH', f'{API}interactions/{{interaction}}/', {'rating': None}),
    ('PATCH', f'{API}interactions/{{interaction}}/', {'rating_comment': None}),
    ('PATCH', f'{SESSION}memory/{{reference}}/', {'pinned': None}),
]
# Where they are sent from pages, in forms.
FORMS = [
    (f'{PAGES}panel/send/', ('message', 'session', 'turn_id', 'page', 'choice_type', 'choice_id', 'as_person')),
    (f'{PAGES}panel/sessions/{{session}}/end/', ('reason',)),
    (f'{PAGES}panel/sessions/{{session}}/handoff/', ('reason',)),
    (f'{PAGES}sessions/{{waiting}}/answer/', ('message', 'turn_id')),
    (f'{PAGES}sessions/{{waiting}}/release/', ('note',)),
    (f'{PAGES}sessions/{{session}}/edit/', ('title', 'participants', 'tags')),
]
PARAMETERS = ('q', 'ordering', 'limit', 'offset', 'fields', 'omit', 'brief', 'format', 'agent_type', 'session')
IN_ADDRESSES = ('NUL', 'lone surrogate', 'a number that no column holds', 'a date before all dates')
PARAMETERS += ('before', 'after', 'page', 'current', 'per_page', 'sort', 'export', 'return_url')


@override_settings(PLUGINS_CONFIG=UNTHROTTLED)
class TextsTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user = get_user_model().objects.create_superuser('anna')
        site = Site.objects.create(name='Akron', slug='akron')
        Rack.objects.create(name='R101', site=site)
        session = open_session(cls.user)
        waiting = open_session(get_user_model().objects.create_user('ben'), status='handoff')
        interaction = exchange(session, 'Akron')
        cls.ids = {'session': session.pk, 'waiting': waiting.pk, 'interaction': interaction.pk}
        cls.ids['proposal'] = proposed(interaction, site).pk
        cls.ids['reference'] = mention(session, site).pk

    def setUp(self):
        self.client = Client(raise_request_exception=False)
        self.client.force_login(self.user)

    def send(self, method, path, body):
        """JSON in, as any client may write it: lone surrogates stand in it as escapes."""
        return self.client.generic(method, path.format(**self.ids), json.dumps(body), content_type='application/json')

    def test_messages(self):
        for name, text in {**TEXTS, **SHARP}.items():
            with self.subTest(name):
                with undone():
                    answer = self.send('POST', f'{API}chat/', {'message': text, 'session': self.ids['session']})
                    self.answered_or_refused(answer)
                    if answer.status_code == 200:
                        self.kept(answer.json()['interaction']['id'], text)
                with undone():
                    form = {'message': text, 'turn_id': uuid4(), 'session': self.ids['session']}
                    page = self.client.post(f'{PAGES}panel/send/', encoded(form), content_type=FORM)
                    assert page.status_code in (200, 400), page.content
                    self.harmless(page)
                again = self.send('POST', f'{API}chat/', {'message': text, 'stateless': True})
                assert again.status_code == answer.status_code

    def test_every_block_of_unicode(self):
        for text in BLOCKS:
            with self.subTest(f'U+{ord(text[0]):04X}'), undone():
                answer = self.send('POST', f'{API}chat/', {'message': text, 'session': self.ids['session']})
                assert answer.status_code == 200, answer.content[:300]
                self.kept(answer.json()['interaction']['id'], text)

    def answered_or_refused(self, answer):
        assert answer.status_code in (200, 400, 413), answer.content
        if answer.status_code != 200:
            assert set(answer.json()) >= {'code', 'detail'}

    def kept(self, pk, text):
        """It is stored as it was written, and shown as text."""
        assert Interaction.objects.get(pk=pk).query == text.strip()
        self.harmless(self.client.get(f'{PAGES}interactions/{pk}/'))

    def harmless(self, page):
        shown = page.content.decode()
        for live in ('<script>alert', '<img src=x', '<svg onload', 'onmouseover="alert', '"javascript:', '<https:'):
            assert live not in shown
        assert 'Set-Cookie: admin' not in str(page.headers)

    def test_texts_in_every_field(self):
        for (method, path, body), (name, text) in self.product(BODIES):
            for sent in (text, *self.more(text)):
                with self.subTest(f'{method} {path}', body=body, text=name), undone():
                    answer = self.send(method, path, filled(body, sent))
                    assert answer.status_code < 500, answer.content[:300]

    def test_texts_as_keys(self):
        for (method, path, _), (name, text) in self.product({(method, path, None) for method, path, _ in BODIES}):
            if len(text) < 10_000:
                with self.subTest(f'{method} {path}', text=name), undone():
                    answer = self.send(method, path, {'message': 'hello', text: 1})
                    assert answer.status_code < 500, answer.content[:300]

    def test_texts_in_forms(self):
        for (path, fields), (name, text) in self.product(FORMS):
            for field in fields:
                with self.subTest(path, field=field, text=name), undone():
                    form = {'message': 'hello', 'turn_id': uuid4(), field: text}
                    answer = self.client.post(path.format(**self.ids), encoded(form), content_type=FORM)
                    assert answer.status_code < 500, answer.content[:300]

    def test_texts_in_addresses(self):
        """Every filter and parameter of every list and page."""
        places = dict.fromkeys(('site', 'location', 'rack', 'device', 'place'), 1) | {'turn': uuid4()}
        for url, together, label in sampled(self.addresses(), 7):
            query = encoded(dict.fromkeys(together, SHARP[label]))
            with self.subTest(url.route, parameters=together, text=label), undone():
                answer = self.client.get(f'{url.path({**self.ids, **places})}?{query}')
                assert answer.status_code < 500, answer.content[:300]

    def addresses(self):
        for url in all_urls():
            # Pages that are no part of the panel are in `test_pages`.
            if not url.is_api and '/panel/' not in url.route:
                continue
            found = getattr(url.view, 'filterset_class', None)
            # Lists are asked for each by itself; what reads few of them, for all at once.
            names = [[name] for name in (*PARAMETERS, *found.base_filters)] if found else [PARAMETERS]
            yield from product([url], names, IN_ADDRESSES)

    def product(self, ways):
        return [(way, text) for way in ways for text in SHARP.items()]

    def more(self, text):
        """What else than a text may be sent in its place."""
        return (None, True, [text], {text: text}, 10**400, -(2**63) - 1) if not text else ()


FORM = 'application/x-www-form-urlencoded'


def encoded(form):
    """A form or query; lone surrogates become bytes that are no UTF-8."""
    return urlencode({name: str(value).encode('utf-8', 'surrogatepass') for name, value in form.items()})


def filled(body, text):
    """The body with the text for each None."""
    match body:
        case dict():
            return {name: filled(value, text) for name, value in body.items()}
        case list():
            return [filled(value, text) for value in body]
    return text if body is None else body
