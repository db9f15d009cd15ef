"""A statement that takes too long is given up, and the limit does not stay behind."""

import pytest
from django.db import connection

from netbox_chat_sessions.inventory.errors import TooSlow
from netbox_chat_sessions.inventory.limits import time_limited


@pytest.mark.django_db(transaction=True)
def test_a_slow_statement_is_given_up():
    with pytest.raises(TooSlow), time_limited(0.1), connection.cursor() as cursor:
        cursor.execute('SELECT pg_sleep(3)')
    with connection.cursor() as cursor:
        cursor.execute('SHOW statement_timeout')
        assert cursor.fetchone() == ('0',)


@pytest.mark.django_db(transaction=True)
def test_other_errors_of_the_database_stay_what_they_are():
    with pytest.raises(Exception, match='division by zero'), time_limited(), connection.cursor() as cursor:
        cursor.execute('SELECT 1 / 0')
