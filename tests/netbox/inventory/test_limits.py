"""A statement that takes too long is given up, and the limits do not stay behind."""

import pytest
from django.db import connection

from netbox_chat_sessions.agents.inventory import InventoryAgent
from netbox_chat_sessions.inventory import execution
from netbox_chat_sessions.inventory.errors import TooSlow
from netbox_chat_sessions.inventory.limits import time_limited
from netbox_chat_sessions.inventory.query import Action, InventoryQuery


def setting(name):
    with connection.cursor() as cursor:
        cursor.execute('SELECT current_setting(%s)', [name])
        return cursor.fetchone()[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ('name', 'inside', 'outside'), [('statement_timeout', '100ms', '0'), ('join_collapse_limit', '5', '8')]
)
def test_limits_do_not_stay_behind(name, inside, outside):
    with time_limited(0.1):
        assert setting(name) == inside
    assert setting(name) == outside


@pytest.mark.django_db(transaction=True)
def test_a_slow_statement_is_given_up():
    with pytest.raises(TooSlow), time_limited(0.1), connection.cursor() as cursor:
        cursor.execute('SELECT pg_sleep(3)')
    assert setting('statement_timeout') == '0'


@pytest.mark.django_db(transaction=True)
def test_other_errors_of_the_database_stay_what_they_are():
    with pytest.raises(Exception, match='division by zero'), time_limited(), connection.cursor() as cursor:
        cursor.execute('SELECT 1 / 0')


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(('action', 'name'), [('utilisation', 'utilisation_of'), ('available', 'available')])
def test_who_asks_for_too_much_is_told_to_ask_for_less(monkeypatch, action, name):
    def slow(query, user):
        with connection.cursor() as cursor:
            cursor.execute('SELECT pg_sleep(3)')

    monkeypatch.setattr(execution, name, slow)
    monkeypatch.setattr(execution, 'time_limited', lambda: time_limited(0.1))
    reply = InventoryAgent(user=None)._ask(InventoryQuery(Action(action), 'dcim.rack'))
    assert (reply.kind, reply.total) == ('not_understood', None)
    assert reply.text == (
        'That question takes the database too long; ask about fewer objects, such as those of one site.'
    )
