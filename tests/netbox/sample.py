"""The sample inventory, written once for many tests and taken back at their end."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction

__all__ = ('sample_inventory',)


@contextmanager
def sample_inventory(blocker: Any) -> Iterator[None]:
    """Hold the inventory in a transaction; it takes about 20 seconds to write.

    Args:
        blocker: pytest-django's `django_db_blocker`.
    """
    block = transaction.atomic()
    # As in Django's TestCase: what is durable may stand inside.
    block._from_testcase = True
    with blocker.unblock(), block:
        call_command('chat_sample_inventory', stdout=StringIO(), stderr=StringIO())
        with connection.cursor() as cursor:
            # Nobody else sees the rows, so autovacuum would leave the planner with statistics of empty tables.
            cursor.execute('ANALYZE')
        yield
        transaction.set_rollback(True)
