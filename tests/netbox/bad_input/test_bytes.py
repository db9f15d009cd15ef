"""Bytes of any kind as the body of every request that may have one: no error, unless NetBox's own page has it too."""

from itertools import product
from random import Random
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client, TestCase, override_settings

from tests.netbox.hidden.requests import WRITING
from tests.netbox.hidden.urls import all_urls
from tests.netbox.undone import undone
from tests.sampling import sampled

from .records import own_records

UNTHROTTLED = settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}
OWN = '/plugins/chat-sessions/sessions/'
# A model of NetBox with the same generic views.
CORE = '/dcim/sites/'
JSON, FORM = 'application/json', 'application/x-www-form-urlencoded'
PARTS = 'multipart/form-data; boundary=x'
RANDOM = Random(2026)  # noqa: S311
SOME, MANY = RANDOM.randbytes(300), RANDOM.randbytes(100_000)
BODIES = {
    'nothing': (JSON, b''),
    'random': (JSON, SOME),
    'random, long': (JSON, MANY),
    'null': (JSON, b'null'),
    'no number': (JSON, b'NaN'),
    'half of JSON': (JSON, b'{"message": "hel'),
    'half of an escape': (JSON, b'{"message": "\\ud8'),
    'a text': (JSON, b'"{}"'),
    'a list': (JSON, b'[1, null, {}]'),
    'too deep': (JSON, b'[' * 60_000),
    'the same key twice': (JSON, b'{"message": "a", "message": {"message": []}}'),
    'UTF-16': (f'{JSON}; charset=utf-16', '{"message": "hello"}'.encode('utf-16')),
    'Latin-1': (JSON, '{"message": "Malmö"}'.encode('latin-1')),
    'no such encoding': (f'{JSON}; charset=x', b'{}'),
    'compressed': (JSON, bytes.fromhex('1f8b0800000000000003abae050043bfa6a302000000')),
    'random form': (FORM, SOME),
    'odd form': (FORM, b'message=%ff%00&message=&=&&session=%&pk=%ff'),
    'random parts': (PARTS, SOME),
    'half of a part': (PARTS, b'--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nhel'),
    'a part without a name': (PARTS, b'--x\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--x--\r\n'),
    'a file for a text': (
        PARTS,
        b'--x\r\nContent-Disposition: form-data; name="message"; filename="a"\r\n\r\n\xff\r\n--x--\r\n',
    ),
    'parts without a boundary': ('multipart/form-data', SOME),
    'no such type': ('x', SOME),
    'no type': ('', SOME),
}


@override_settings(PLUGINS_CONFIG=UNTHROTTLED)
class BytesTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user = get_user_model().objects.create_superuser('anna')
        cls.ids = own_records(cls.user) | {'turn': uuid4()}

    def test_bodies(self):
        client = Client(raise_request_exception=False)
        client.force_login(self.user)
        ways = ((url, method) for url in all_urls() for method in (WRITING if url.is_api else ('POST',)))
        for (url, method), (name, (content_type, body)) in sampled(product(ways, BODIES.items()), 5):
            with self.subTest(f'{method} {url.route}', body=name), undone():
                answer = client.generic(method, url.path(self.ids), body, content_type=content_type)
                if answer.status_code >= 500:
                    core = url.path(self.ids | {'session': self.ids['site']}).replace(OWN, CORE)
                    assert core.startswith(CORE), answer.content[:300]
                    assert client.generic(method, core, body, content_type=content_type).status_code >= 500
