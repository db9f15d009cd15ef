"""A NetBox over one inventory that takes turns when it is told to. Talks JSON, one line for each turn."""

import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TextIO

import django
from django.db import connection
from django.test.utils import CaptureQueriesContext

# Where a transaction begins and ends.
BRACKETS = ('BEGIN', 'COMMIT', 'SAVEPOINT', 'RELEASE SAVEPOINT')
USER = 'benchmark'


class Worker:
    """Takes turns in sessions of several lengths."""

    def __init__(self, lengths: Sequence[int]) -> None:
        """Open the sessions anew."""
        from dcim.models import Device

        from netbox_chat_sessions.models import ChatSession

        from .inventory import Landmarks
        from .processor import ProcessorTime
        from .sessions import open_session
        from .turns import TURNS

        ChatSession.objects.all().delete()
        self.user = _user()
        self.landmarks = asdict(Landmarks.find())
        self.turns = {turn.name: turn for turn in TURNS}
        first = Device.objects.filter(pk__lt=Device.objects.get(name=self.landmarks['device']).pk).count()
        self.sessions = {length: open_session(self.user, length, first) for length in lengths}
        self.processor = ProcessorTime()
        self.tidy()
        # What NetBox's start has left is not searched for garbage in the midst of a turn.
        gc.collect()
        gc.freeze()

    def take(self, call: str, turn: str, interactions: int, count: bool = False) -> dict[str, Any]:
        """Take one turn and undo it; what it took, and what was wrong with what came of it.

        Args:
            call: `turn` for a whole turn, `resolve` for understanding alone.
            turn: Name of one of `turns.TURNS`.
            interactions: Length of the session.
            count: Count the statements, which takes time itself, rather than measure.
        """
        kind, session = self.turns[turn], self.sessions[interactions]
        said = kind.message.format(**self.landmarks)
        # Each request has a user of its own, who does not know his permissions yet.
        user = type(self.user).objects.get(pk=self.user.pk)
        try:
            if count:
                with CaptureQueriesContext(connection) as captured:
                    found = _call(call, user, session.pk, said)
                statements = [query['sql'] for query in captured.captured_queries]
                result = {'statements': sum(not sql.startswith(BRACKETS) for sql in statements)}
            else:
                spent, started = self.processor.now(), time.perf_counter()
                found = _call(call, user, session.pk, said)
                wall = (time.perf_counter() - started) * 1000
                result = {'wall': wall, 'processor': self.processor.now() - spent}
            fault = kind.fault(found)
        finally:
            if call == 'turn':
                session.restore()
        return result | {'fault': f'"{said}": {fault}' if fault else ''}

    def tidy(self) -> None:
        """Let no rows lie about that were undone."""
        with connection.cursor() as cursor:
            cursor.execute(
                'VACUUM ANALYZE netbox_chat_sessions_interaction, netbox_chat_sessions_entityreference,'
                ' netbox_chat_sessions_chatsession'
            )


def _call(call: str, user: Any, session_id: int, said: str) -> Any:
    from netbox_chat_sessions.conversation.requests import TurnRequest
    from netbox_chat_sessions.wiring import turn_service

    service, request = turn_service(user), TurnRequest(said, session_id)
    if call == 'turn':
        return service.handle(request).turn
    return service.preview(service.store.find(session_id), request)


def _user() -> Any:
    """A user who may view the inventory, by a permission as most users have it."""
    from users.models import User

    from devtools.accounts import allow_viewing

    user, new = User.objects.get_or_create(username=USER)
    if new:
        allow_viewing(user)
    return user


def main(arguments: Sequence[str]) -> None:
    """`build DEVICES` makes the inventory; `serve LENGTH…` takes turns until the input ends."""
    answers = _answers()
    django.setup()
    if arguments[0] == 'build':
        from .inventory import build

        os.nice(10)
        build(int(arguments[1]))
        return
    worker = Worker([int(length) for length in arguments[1:]])
    print('{}', file=answers)
    for line in sys.stdin:
        asked = json.loads(line)
        found = worker.take(**asked) if asked else worker.tidy()
        print(json.dumps(found), file=answers)


def _answers() -> TextIO:
    """The standard output for answers alone: what else is printed goes where errors go."""
    answers = os.fdopen(os.dup(1), 'w', buffering=1)
    os.dup2(2, 1)
    return answers


if __name__ == '__main__':
    main(sys.argv[1:])
