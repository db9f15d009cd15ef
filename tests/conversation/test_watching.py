"""What observers are told of a turn, whatever becomes of it; never what was said."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from netbox_chat_sessions.conversation.decisions import disabled
from netbox_chat_sessions.conversation.errors import Busy, SessionNotFound
from netbox_chat_sessions.conversation.reading import Reading
from netbox_chat_sessions.conversation.reply import Reply
from netbox_chat_sessions.conversation.results import Accepted, Stage, TurnReport, TurnResult, turn_json
from netbox_chat_sessions.conversation.session import Interaction, InteractionStatus, Session
from netbox_chat_sessions.conversation.watching import watched

SESSION = Session(12, 1)
ASKED = Interaction(99, 7, None, InteractionStatus.PENDING, 'how many?', datetime(2026, 1, 1, tzinfo=UTC))
DONE = replace(ASKED, status=InteractionStatus.ANSWERED, tokens=30)
STOPPED = replace(DONE, status=InteractionStatus.STOPPED)
ACCEPTED, STAGE = Accepted(SESSION, ASKED), Stage('answering')


def result(session=SESSION, interaction=DONE, tokens=30):
    turn = turn_json(disabled(), 'inventory', Reading('how many?').as_json())
    return TurnResult(session, interaction, turn, Reply('Three.').as_json(), None, tokens=tokens)


class Observer:
    def __init__(self):
        self.told = []

    def finished(self, report):
        self.told.append(report)

    def refused(self, code):
        self.told.append(code)


ANSWERED = TurnReport(12, 99, 'answered', 'answer', 'route', 'disabled', 'disabled', 'inventory', tokens=30)
STATELESS = TurnReport(None, None, 'answered', 'answer', 'route', 'disabled', 'disabled', 'inventory', tokens=5)
# what happens; how many steps are read (None: all); what is told
CASES = {
    'answered': ([ACCEPTED, STAGE, result()], None, [ANSWERED]),
    'stateless': ([STAGE, result(None, None, 5)], None, [STATELESS]),
    'stopped': ([ACCEPTED, STAGE, result()], 2, [TurnReport(12, 99, 'stopped')]),
    'stopped elsewhere': (
        [ACCEPTED, STAGE, result(interaction=STOPPED)],
        None,
        [replace(ANSWERED, status='stopped', kind='')],
    ),
    'its reader left after the answer': ([ACCEPTED, STAGE, result()], 3, [ANSWERED]),
    'failed': ([ACCEPTED, STAGE, KeyError('secret')], None, [TurnReport(12, 99, 'failed', reason='KeyError')]),
    'deleted': ([ACCEPTED, SessionNotFound('secret')], None, [TurnReport(12, 99, 'failed', reason='not_found')]),
    'refused': ([Busy('secret')], None, ['busy']),
    'no database': ([OSError('secret')], None, ['OSError']),
    'answered before': ([Accepted(SESSION, DONE), result()], None, []),
}


def happening(what):
    for step in what:
        if isinstance(step, Exception):
            raise step
        yield step


@pytest.mark.parametrize('case', CASES)
def test_each_turn_is_told_once(case):
    happens, read, expected = CASES[case]
    observer = Observer()
    turn = watched([observer])(happening(happens))
    error = next((step for step in happens if isinstance(step, Exception)), None)
    if error:
        with pytest.raises(type(error)):
            list(turn)
    else:
        passed = [next(turn) for _ in range(read)] if read else list(turn)
        assert passed == happens[:read]
    turn.close()
    told = [replace(report, seconds=0.0) if isinstance(report, TurnReport) else report for report in observer.told]
    assert told == expected


def test_what_a_reader_does_between_the_steps_is_no_time_of_the_turn(monkeypatch):
    now = 0.0
    monkeypatch.setattr('netbox_chat_sessions.conversation.watching.monotonic', lambda: now)

    def working():
        nonlocal now
        for step in (ACCEPTED, STAGE, result()):
            now += 1
            yield step

    observer = Observer()
    for _step in watched([observer])(working()):
        now += 100
    assert observer.told[0].seconds == 3
