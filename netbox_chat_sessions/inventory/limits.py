"""A generated query must not keep the database busy, whatever was asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.db import DataError, OperationalError, connection, transaction
from django.utils.translation import gettext
from psycopg.errors import QueryCanceled

from .errors import NotApplicable, TooSlow
from .query import InventoryQuery

__all__ = ('MAX_PAGE', 'bounded', 'time_limited')

MAX_PAGE = 1000
STATEMENT_SECONDS = 15
# PostgreSQL compares the orders of so many tables to join, the filtered ones before those that only say more of an
# object; of its usual eight it compares them for longer than it then reads a page of devices.
JOINS_COMPARED = 5
LIMITS = "SELECT set_config('statement_timeout', %s, true), set_config('join_collapse_limit', %s, true)"


def bounded(query: InventoryQuery) -> InventoryQuery:
    """The query with a page that lies in the list and is not endless."""
    return replace(query, offset=max(query.offset, 0), limit=min(max(query.limit, 1), MAX_PAGE))


@contextmanager
def time_limited(seconds: float = STATEMENT_SECONDS) -> Iterator[None]:
    """Let no statement inside run or be planned for long; inside somebody else's transaction nothing is changed.

    The limits last for one transaction, so that they cannot stay behind on a pooled connection.

    Raises:
        TooSlow: A statement ran out of time.
    """
    if connection.in_atomic_block:
        yield
        return
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(LIMITS, [str(int(seconds * 1000)), str(JOINS_COMPARED)])
            yield
    except DataError as error:
        # An expression that is none, a number that no column holds.
        text = gettext('The database does not take that value: %(reason)s') % {'reason': error.__cause__}
        raise NotApplicable(text.strip()) from error
    except OperationalError as error:
        if isinstance(error.__cause__, QueryCanceled):
            raise TooSlow from error
        raise
