"""Load a plain SQL dump of pg_dump without psql, which the npm build of PostgreSQL lacks."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

COPY = re.compile(r'COPY .* FROM stdin;\n')
END_OF_DATA = '\\.\n'
# psql's own commands, which newer versions of pg_dump write around a dump, and a setting that PostgreSQL 17 writes
# into its dumps and earlier versions do not know.
SKIPPED = ('\\restrict', '\\unrestrict', 'SET transaction_timeout')


def read_dump(path: Path) -> Iterator[str]:
    """Yield the lines of a dump, compressed or not, that every supported server understands."""
    with gzip.open(path, 'rt', encoding='utf-8') if path.suffix == '.gz' else path.open(encoding='utf-8') as lines:
        for line in lines:
            if not line.startswith(SKIPPED):
                yield line


def load_dump(connection: psycopg.Connection[Any], path: Path) -> None:
    """Load a dump into an empty database, all of it or nothing.

    Raises:
        psycopg.Error: A statement failed.
    """
    lines = read_dump(path)
    statements: list[str] = []
    with connection.transaction(), connection.cursor() as cursor:
        for line in lines:
            if not COPY.fullmatch(line):
                statements.append(line)
                continue
            cursor.execute(''.join(statements))
            statements.clear()
            with cursor.copy(line) as copy:
                for row in lines:
                    if row == END_OF_DATA:
                        break
                    copy.write(row)
        cursor.execute(''.join(statements))
    # A dump clears the search path for the rest of its session.
    connection.execute('RESET ALL')
