"""The part that runs inside NetBox: makes users and sessions, and times what the server does.

`… prepare LENGTH…` prints the sessions, `… measure REPEAT SESSION…` the figures, both as JSON.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import django

PASSWORD = 'a long enough password'  # noqa: S105 (a database that is dropped afterwards)
WITH, WITHOUT = 'bench_with', 'bench_without'
QUESTIONS = ('which devices are there?', 'how many racks are there?', 'which sites are there?', 'and the racks?')
# What the panel shows at once.
SHOWN = 20


def prepare(lengths: Sequence[int]) -> dict[str, int]:
    """Make the two users and a session of each length; the sessions by length."""
    from users.models import User

    users = {}
    for name in (WITH, WITHOUT):
        User.objects.filter(username=name).delete()
        users[name] = User.objects.create_superuser(username=name, password=PASSWORD)
    users[WITHOUT].config.set('plugins.netbox_chat_sessions.panel', 'hidden', commit=True)
    return {str(length): _open_session(users[WITH], length) for length in lengths}


def _open_session(user: Any, length: int) -> int:
    """A session whose last interactions are real turns with their tables; older ones are copies of the first."""
    from django.db.models import F
    from django.forms.models import model_to_dict

    from netbox_chat_sessions.conversation.requests import TurnRequest
    from netbox_chat_sessions.models import ChatSession, Interaction
    from netbox_chat_sessions.wiring import turn_service

    session_id = None
    for number in range(SHOWN):
        turn = TurnRequest(QUESTIONS[number % len(QUESTIONS)], session_id)
        session_id = turn_service(user).handle(turn).session.id
    session = ChatSession.objects.get(pk=session_id)
    older = length - SHOWN
    if older > 0:
        session.interactions.update(sequence=F('sequence') + length)
        session.interactions.update(sequence=F('sequence') - SHOWN)
        first = session.interactions.earliest('sequence')
        copied = model_to_dict(first, exclude=['id', 'turn_id', 'sequence', 'session', 'author'])
        rows = (Interaction(**copied, sequence=number, session=session, author=user) for number in range(1, older + 1))
        Interaction.objects.bulk_create(rows, batch_size=1000)
        ChatSession.objects.filter(pk=session.pk).update(interaction_count=length)
    return int(session.pk)


def pages() -> dict[str, str]:
    """NetBox's pages that are looked at, by name."""
    from dcim.models import Device, Rack

    device, rack = Device.objects.exclude(rack=None).first(), Rack.objects.first()
    return {
        'home': '/',
        'list of devices': '/dcim/devices/',
        'a device': device.get_absolute_url(),
        'a rack': rack.get_absolute_url(),
        'sessions': '/plugins/chat-sessions/sessions/',
    }


def measure(repeat: int, sessions: Sequence[int]) -> dict[str, Any]:
    """How long the server takes, in milliseconds, and how many statements: pages for both users, and transcripts."""
    from django.test import Client
    from users.models import User

    clients = {name: Client() for name in (WITH, WITHOUT)}
    for name, client in clients.items():
        client.force_login(User.objects.get(username=name))
    asked = {f'{name}|{who}': (clients[who], path) for name, path in pages().items() for who in clients}
    panel = '/plugins/chat-sessions/panel/'
    asked |= {f'session {pk}': (clients[WITH], f'{panel}?session={pk}') for pk in sessions}
    asked |= {'sessions of the panel': (clients[WITH], f'{panel}sessions/')}
    return {'pages': pages(), 'server': dict(_timed(asked, repeat))}


def _timed(asked: dict[str, tuple[Any, str]], repeat: int) -> Iterator[tuple[str, Any]]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    statements, times = {}, {name: [] for name in asked}
    for name, (client, path) in asked.items():
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f'{path} answers {answer.status_code}.')
        statements[name] = len(captured)
    order = random.Random(repeat)  # noqa: S311
    for _round in range(repeat):
        for name in order.sample(list(asked), len(asked)):
            client, path = asked[name]
            started = time.perf_counter()
            client.get(path)
            times[name].append((time.perf_counter() - started) * 1000)
    for name in asked:
        yield name, {'statements': statements[name], 'times': times[name]}


if __name__ == '__main__':
    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ['*']
    command, *numbers = sys.argv[1:]
    given = [int(number) for number in numbers]
    print(json.dumps(prepare(given) if command == 'prepare' else measure(given[0], given[1:])))
