"""One line for each turn; what was said is in no line of any logger, whatever goes wrong."""

import logging
from unittest.mock import patch

import pytest
from dcim.models import Rack, Site
from django.contrib.auth import get_user_model
from django.db import OperationalError

from netbox_chat_sessions import wiring
from netbox_chat_sessions.conversation.errors import Busy, SessionNotFound
from netbox_chat_sessions.conversation.gate import Gate
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import cleanup_service, turn_service

SECRET = 'zyxwv'
AGENT = 'netbox_chat_sessions.agents.inventory.InventoryAgent.answer'

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    Rack.objects.create(name=f'{SECRET}-101', site=Site.objects.create(name='DM-Akron', slug='dm-akron'))
    return get_user_model().objects.create_user('ada', is_superuser=True)


@pytest.fixture
def lines(caplog):
    """Every line that has been written, with its traceback and extra values."""
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, 'netbox_chat_sessions')
    formatter = logging.Formatter('%(name)s %(levelname)s %(message)s')
    return lambda: [f'{formatter.format(record)} {vars(record)}' for record in caplog.records]


def turn_lines(caplog):
    return [record for record in caplog.records if record.name == 'netbox_chat_sessions.observability.turn_log']


def test_a_turn_is_a_line(user, caplog, lines):
    result = turn_service(user).handle(TurnRequest(f'how full is {SECRET}-101?'))
    assert f'{SECRET}-101' in result.reply['text']
    [record] = turn_lines(caplog)
    pairs = dict(pair.split('=') for pair in record.getMessage().split()[1:])
    assert pairs.pop('duration_ms').isdigit()
    assert pairs == {
        'session_id': str(result.session.id),
        'interaction_id': str(result.interaction.id),
        'status': 'answered',
        'kind': 'answer',
        'decision': 'route',
        'decided_by': 'disabled',
        'reason': 'disabled',
        'agent': 'inventory',
        'tokens': '0',
    }
    assert record.turn['session_id'] == result.session.id
    assert not [line for line in lines() if SECRET in line]


def stream_and_leave(service, turn):
    steps = service.stream(turn)
    next(steps)
    steps.close()


def handle(service, turn):
    service.handle(turn)


# what goes wrong: what is out of order, the error, how the turn is taken, the line
FAULTS = [
    (AGENT, KeyError('broken'), handle, 'status=failed reason=KeyError'),
    (AGENT, OperationalError('gone'), handle, 'status=failed reason=OperationalError'),
    (AGENT, SessionNotFound('deleted'), handle, 'status=failed reason=not_found'),
    ('netbox_chat_sessions.storage.orm_store.OrmSessionStore.admit', OSError('gone'), handle, 'refused code=OSError'),
    (None, None, stream_and_leave, 'status=stopped'),
]


@pytest.mark.parametrize(('target', 'error', 'take', 'expected'), FAULTS)
def test_what_was_said_is_in_no_line(user, caplog, lines, target, error, take, expected):
    turn = TurnRequest(f'what is in {SECRET}-101, and what about {SECRET}?')
    if target:
        with patch(target, side_effect=error), pytest.raises(type(error)):
            take(turn_service(user), turn)
    else:
        take(turn_service(user), turn)
    [record] = turn_lines(caplog)
    assert expected in record.getMessage()
    cleanup_service().run()
    assert len(lines()) >= 3
    assert not [line for line in lines() if SECRET in line]


def test_a_turn_without_a_place_is_a_line_too(user, caplog, lines, monkeypatch):
    full = Gate()
    full.running = 2
    monkeypatch.setattr(wiring, 'GATE', full)
    with pytest.raises(Busy, match='Send it again'):
        turn_service(user).handle(TurnRequest('hello'))
    assert [record.getMessage() for record in turn_lines(caplog)] == ['turn refused code=busy']
