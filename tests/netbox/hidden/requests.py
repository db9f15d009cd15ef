"""Requests for every URL, and answers without what differs in any two of them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import ndiff
from itertools import product
from typing import Any

from django.http import HttpResponse
from django.test import Client
from users.models import User

from tests.netbox.undone import undone

from .urls import Url

__all__ = ('METHODS', 'WRITING', 'Asked', 'Request', 'naming', 'suitable')

METHODS = ('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE')
WRITING = ('POST', 'PUT', 'PATCH', 'DELETE')
TURN_ID = '6f1c0000-0000-4000-8000-000000000001'
ONCE = {'message': 'hello', 'turn_id': TURN_ID}
# Bodies to choose from; `<session>` and the like stand for an ID.
BODIES = (
    {},
    {'message': 'hello'},
    {'query': 'hello'},
    {'title': 'Mine now'},
    {'rating': 'up'},
    {'pinned': True},
    {'message': 'hello', 'session': '<session>'},
    [{'id': '<session>'}],
    [{'id': '<session>', 'title': 'Mine now'}],
)
FORMS = (
    ONCE,
    {'confirm': 'true'},
    {'title': 'Mine now'},
    {'note': 'Mine now', 'comments': 'Mine now'},
    ONCE | {'session': '<session>'},
    ONCE | {'session': '<session>', 'selected_type': 'dcim.site', 'selected': '<site>'},
    {'pk': '<session>', 'confirm': 'true', '_confirm': 'true'},
)
# Parameters of addresses that name a record, and which.
QUERIES = (
    ('session', 'session'),
    ('session_id', 'session'),
    ('current', 'session'),
    ('pk', 'session'),
    ('id', 'session'),
    ('id', 'interaction'),
    ('id', 'reference'),
)
# Made anew for every answer: Django's CSRF tokens, the time, and what was recorded of the request itself.
FRESH = re.compile(
    rb'\b[A-Za-z0-9]{64}\b'
    rb'|\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d]*|\b\d\d:\d\d</span>|\d+\xc2\xa0(?:second|minute)s? ago|value="\d{10}\.\d+"'
    rb'|\d+(?=/feedback/)'
)


@dataclass(frozen=True)
class Request:
    """A request in which IDs are filled later."""

    method: str
    url: Url
    body: Any = None
    query: str = ''

    def send(self, client: Client, ids: Mapping[str, Any], mentioned: Mapping[str, Any] | None = None) -> HttpResponse:
        """The answer.

        Args:
            client: Logged in or not.
            ids: What the path names.
            mentioned: What the body and the query name; the same where none are given.
        """
        filled = {**ids, **(mentioned or {})}
        path = self.url.path(ids) + filled_in(self.query, filled)
        body = json.loads(filled_in(json.dumps(self.body), filled)) if self.body is not None else {}
        if self.url.is_api:
            return client.generic(self.method, path, json.dumps(body), content_type='application/json')
        return getattr(client, self.method.lower())(path, body if self.method == 'POST' else None)


@dataclass(frozen=True)
class Asked:
    """What an answer says of the IDs in the request, with names in their place."""

    status: int
    location: str
    body: bytes

    @classmethod
    def of(cls, response: HttpResponse, ids: Mapping[str, Any]) -> 'Asked':
        """The answer to a request that names these records."""
        body = b''.join(response.streaming_content) if response.streaming else response.content
        location = response.headers.get('Location', '')
        for name, number in ids.items():
            location = location.replace(str(number), f'<{name}>')
            body = body.replace(str(number).encode(), f'<{name}>'.encode())
        return cls(response.status_code, location, FRESH.sub(b'', body))

    def unlike(self, other: 'Asked') -> list[str]:
        """In what it differs."""
        if (self.status, self.location) != (other.status, other.location):
            return [f'{self.status} {self.location}', f'{other.status} {other.location}']
        lines = (asked.body.decode().splitlines() for asked in (self, other))
        return [line for line in ndiff(*lines) if line[:1] in '+-'] if self.body != other.body else []


def filled_in(text: str, ids: Mapping[str, Any]) -> str:
    """A text with IDs for its placeholders."""
    for name, number in ids.items():
        text = text.replace(f'"<{name}>"', str(number)).replace(f'<{name}>', str(number))
    return text


def naming(url: Url) -> Iterator[Request]:
    """Requests for a URL that name records outside its path."""
    queries = [f'{parameter}=<{record}>' for parameter, record in QUERIES]
    # Pages take long: they are asked for all at once.
    for query in queries if url.is_api else ['&'.join(queries)]:
        yield Request('GET', url, query=f'?{query}')
    for method, body in product(WRITING, BODIES if url.is_api else FORMS):
        # What is posted to the list of sessions makes new ones.
        if '<' in json.dumps(body) and not (method == 'POST' and url.route.endswith('plugins/chat-sessions/sessions/')):
            yield Request(method, url, body)


def suitable(url: Url, method: str, people: tuple[User, ...], choices: list[Mapping[str, Any]]) -> Request:
    """A request that does something for somebody who may, so that it says something when a stranger sends it.

    Raises:
        LookupError: None of the known bodies suits; add one.
    """
    statuses = set()
    for body in BODIES if url.is_api else FORMS:
        request = Request(method, url, body)
        for person, ids in product(people, choices):
            client = Client()
            client.force_login(person)
            with undone():
                status = request.send(client, ids).status_code
            # What has been decided or cannot be done any more is said of a record as well.
            if status < 400 or status in (405, 409):
                return request
            statuses.add(status)
            if status == 400:
                break
    raise LookupError(f'Nothing is known that {method} {url.route} takes: {statuses}')
