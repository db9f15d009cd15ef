"""Emptying the database after tests that commit.

Django truncates every table and makes all permissions anew, which takes seconds with NetBox's two hundred tables. Here
the few rows that a test has written are deleted, and what NetBox's migrations have put there stays.
"""

from dataclasses import dataclass
from typing import Any

from django.core.management.commands import flush
from django.db import connection

__all__ = ('delete_rows_only',)


@dataclass(frozen=True)
class Deletion:
    """Takes the place of Django's `sql_flush`.

    Attributes:
        kept: Tables that are left alone.
    """

    kept: frozenset[str]

    def __call__(self, style: Any, connection: Any, **options: Any) -> list[str]:
        """The statements that empty the tables; references between them are looked at when the last one is done."""
        return [f'DELETE FROM {connection.ops.quote_name(table)}' for table in filled() - self.kept]  # noqa: S608


def filled() -> set[str]:
    """The tables that have rows."""
    quote = connection.ops.quote_name
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    looks = (f"SELECT '{table}' WHERE EXISTS (SELECT FROM {quote(table)})" for table in tables)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(' UNION ALL '.join(looks))
        return {table for (table,) in cursor.fetchall()}


def delete_rows_only() -> None:
    """Have Django empty the database so from now on; nothing has been written yet."""
    flush.sql_flush = Deletion(frozenset(filled()))
    flush.emit_post_migrate_signal = lambda *arguments: None
