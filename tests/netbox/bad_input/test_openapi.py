"""What the OpenAPI document allows and what it forbids, at random: each answer is one that it describes, and no error.

NETBOX_CHAT_CASES says how many requests are made in all.
"""

import json
import os
from collections import Counter
from contextlib import suppress
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from dcim.models import Site
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client, override_settings
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core import NOT_SET

from netbox_chat_sessions.models import ChatSession
from tests.netbox.api.described import check_described
from tests.netbox.api.document import document as own_document
from tests.netbox.hidden.records import places
from tests.netbox.undone import undone
from tests.netbox.views.records import exchange, mention, open_session, proposed

CASES = int(os.environ.get('NETBOX_CHAT_CASES', '400'))
UNTHROTTLED = settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}
# Whose IDs stand in a path, by what stands before them.
RECORDS = {
    'sessions': 'session',
    'interactions': 'interaction',
    'entity-references': 'reference',
    'memory': 'reference',
    'proposals': 'proposal',
}


@pytest.fixture
def ids(db):
    """A session of somebody who may do everything, and what is in it."""
    user = get_user_model().objects.create_superuser('anna')
    session = open_session(user, 'Own')
    site = Site.objects.get(pk=places()['site'])
    interaction = exchange(session, 'Akron')
    return {
        'session': session.pk,
        'interaction': interaction.pk,
        'proposal': proposed(interaction, site).pk,
        'reference': mention(session, site).pk,
    }


@pytest.fixture
def client(ids):
    client = Client(raise_request_exception=False)
    client.force_login(ChatSession.objects.get(pk=ids['session']).user)
    return client


def operations():
    """Every operation of the plugin's part of the document."""
    document = own_document()
    return [found.ok() for found in schemathesis.openapi.from_dict(document).get_all_operations()]


def existing(path, ids):
    """The parameters of a path, for records that are there."""
    parts = path.split('/')
    return {
        part[1:-1]: ids[RECORDS[before]] for before, part in zip(parts, parts[1:], strict=False) if part.startswith('{')
    }


def send(client, case):
    """One request as a case describes it: its address and the answer."""
    path = case.path
    for name, value in case.path_parameters.items():
        path = path.replace(f'{{{name}}}', quote(str(value).encode('utf-8', 'surrogatepass'), safe=''))
    query = {name: value if isinstance(value, list) else str(value) for name, value in (case.query or {}).items()}
    address = f'{path}?{urlencode(query, doseq=True, errors="surrogatepass")}'
    body = b'' if case.body is NOT_SET else raw(case.body)
    return address, client.generic(case.method.upper(), address, body, content_type='application/json')


def raw(body):
    """A body as bytes."""
    return body if isinstance(body, bytes) else json.dumps(body, default=str).encode()


def test_no_operation_fails(client, ids):
    found = operations()
    ways = [(mode, known) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE) for known in (True, False)]
    share, left = divmod(CASES, len(found) * len(ways))
    statuses, failed = Counter(), []
    with override_settings(PLUGINS_CONFIG=UNTHROTTLED):
        for number, (operation, (mode, known)) in enumerate((each, way) for each in found for way in ways):
            for answer in answers(
                client,
                operation,
                mode,
                existing(operation.path, ids) if known else None,
                number,
                share + (number < left),
            ):
                statuses[answer[1]] += 1
                if answer[2]:
                    failed.append(answer)
    print(f'\n{sum(statuses.values())} requests to {len(found)} operations: {dict(sorted(statuses.items()))}')
    assert failed == [], '\n'.join(map(str, failed))
    assert sum(statuses.values()) >= CASES // 2
    assert statuses[200] > CASES // 20, 'too few get through to what may fail'


def fault_of(operation, address, answer):
    """Why an answer is none that is promised."""
    # 503 of the health is an answer: it says which part does not work.
    if answer.status_code >= 500 and not (answer.status_code == 503 and operation.path.endswith('/health/')):
        return 'failed'
    try:
        check_described(operation.method, address, answer)
    except (AssertionError, schemathesis.core.failures.Failure) as error:
        return str(error)
    return ''


def answers(client, operation, mode, parameters, number, count):
    """Requests for one operation with their status, and what is wrong with the answer."""
    gathered = []
    try:
        cases = operation.as_strategy(generation_mode=mode, path_parameters=parameters)
    except schemathesis.errors.SchemathesisError:
        return gathered

    @seed(number)
    @hypothesis_settings(
        max_examples=max(count, 1),
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case):
        with undone():
            address, answer = send(client, case)
            if answer.streaming:
                b''.join(answer.streaming_content)
        if fault := fault_of(operation, address, answer):
            fault = f'{fault}\n{case.path_parameters} {case.query} {case.body}'
        gathered.append((operation.label, answer.status_code, fault))

    # There may be nothing that the document forbids.
    with suppress(Unsatisfiable):
        ask()
    return gathered
