"""One NetBox for all tests of this folder, and the lock that keeps other runs of this clone off it."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from users.constants import TOKEN_PREFIX
from users.models import Token

from devtools.locks import exclusive
from devtools.paths import DEV

from .machines import DATABASE, Machines, own_cluster

SETTINGS = {'session_timeout': 60, 'retention_days': 30, 'throttle': None, 'celery': {'cleanup_interval': 1}}


@pytest.fixture(scope='package')
def machines(tmp_path_factory):
    """PostgreSQL with an empty NetBox, and Valkey; the rest is started by who needs it."""
    with exclusive(DEV / 'faults.lock', 'it breaks things'):
        try:
            cluster = own_cluster()
        except RuntimeError as error:
            pytest.skip(str(error))
        made = Machines(tmp_path_factory.mktemp('faults'), cluster, settings=json.dumps(SETTINGS))
        try:
            made.start_postgres()
            made.start_valkey()
            made.make_database()
            yield made
        finally:
            made.close()


@pytest.fixture(scope='package')
def user(machines, django_db_setup, django_db_blocker):
    """Somebody with an API token; the ORM finds their NetBox as `faults`."""
    there = {'HOST': machines.services.host, 'PORT': '5432', 'USER': machines.services.user, 'NAME': DATABASE}
    connections.settings[DATABASE] = connections.settings['default'] | there
    with django_db_blocker.unblock():
        made = get_user_model().objects.db_manager(DATABASE).create_superuser('grace')
        token = Token(user=made)
        token.save(using=DATABASE)
        machines.token = f'Bearer {TOKEN_PREFIX}{token.key}.{token.token}'
        connections[DATABASE].close()
        yield made
    del connections.settings[DATABASE]


@pytest.fixture(scope='package')
def web(machines, user):
    """The machines with a web server that answers."""
    machines.start_web()
    machines.await_web()
    return machines


@pytest.fixture
def pool():
    """Lets things happen at the same time."""
    with ThreadPoolExecutor(max_workers=8) as found:
        yield found
