"""The loader of SQL dumps does what psql would do."""

import gzip

import psycopg
import pytest

from devtools.sql_dump import load_dump

DUMP = r"""\restrict KEY
SET statement_timeout = 0;
SET transaction_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA loaded;
CREATE FUNCTION loaded.answer() RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
        RETURN 42; -- a semicolon; inside
    END
    $$;
CREATE TABLE loaded.site (id integer, name text, note text);
COPY loaded.site (id, name, note) FROM stdin;
1	Zürich's "MDF"	line one\nline two
2	\\.	\N
\.
CREATE UNIQUE INDEX site_id ON loaded.site (id);
\unrestrict KEY
"""


@pytest.fixture
def connection(instance):
    """A connection to this run's database, whose changes are taken back."""
    database = instance['database']
    names = {'dbname': 'NAME', 'user': 'USER', 'password': 'PASSWORD', 'host': 'HOST', 'port': 'PORT'}
    reach = {name: database[key] for name, key in names.items() if database[key]}
    with psycopg.connect(**reach, autocommit=True) as connection:
        yield connection
        connection.execute('DROP SCHEMA IF EXISTS loaded CASCADE')


@pytest.fixture(params=['plain.sql', 'compressed.sql.gz'])
def dump_file(request, tmp_path):
    """The dump as a file, plain and compressed."""
    path = tmp_path / request.param
    path.write_bytes(gzip.compress(DUMP.encode()) if path.suffix == '.gz' else DUMP.encode())
    return path


def test_statements_and_rows_arrive(connection, dump_file):
    load_dump(connection, dump_file)
    rows = connection.execute('SELECT * FROM loaded.site ORDER BY id').fetchall()
    assert rows == [(1, 'Zürich\'s "MDF"', 'line one\nline two'), (2, '\\.', None)]
    assert connection.execute('SELECT loaded.answer()').fetchone() == (42,)


def test_the_connection_finds_its_tables_again(connection, dump_file):
    load_dump(connection, dump_file)
    assert connection.execute('SHOW search_path').fetchone() == ('"$user", public',)


def test_a_dump_that_fails_leaves_nothing(connection, tmp_path):
    path = tmp_path / 'broken.sql'
    path.write_text(DUMP + 'CREATE TABLE loaded.site ();\n', encoding='utf-8')
    with pytest.raises(psycopg.errors.DuplicateTable):
        load_dump(connection, path)
    assert connection.execute("SELECT to_regnamespace('loaded')").fetchone() == (None,)
