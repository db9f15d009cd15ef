"""Packages with extensions on the path, and a conversation with the service that knows them."""

import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model

from netbox_chat_sessions.agents.language import extended
from netbox_chat_sessions.agents.language.lexicon import lexicon
from netbox_chat_sessions.agents.packages import imported, packages
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.inventory import attributes, catalogue, nouns, states
from netbox_chat_sessions.inventory.extensions.registry import registry
from netbox_chat_sessions.wiring import turn_service
from tests.netbox.conversations.inventory import build

EXAMPLES = Path(__file__).parents[3] / 'docs' / 'examples'
# What is read from the extensions once, the outermost last.
CACHES = (
    registry,
    catalogue.kinds,
    attributes.attribute_names,
    attributes.attribute_labels,
    nouns.noun_index,
    states.added_values,
    lexicon,
    extended.cues,
    packages,
    imported,
)
METADATA = 'Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n'
ENTRY_POINT = '[netbox_chat_sessions.{group}]\nmain = {module}:{name}\n'


def forget():
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture(autouse=True)
def fresh():
    """No test sees the extensions of another."""
    forget()
    yield
    forget()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Install a package with one entry point: `package('netbox-a', 'extension = Extension(…)')`."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(name, source, group='extensions', named='extension'):
        module = name.replace('-', '_')
        info = tmp_path / f'{module}-1.0.dist-info'
        info.mkdir()
        (info / 'METADATA').write_text(METADATA.format(name=name))
        (info / 'entry_points.txt').write_text(ENTRY_POINT.format(module=module, group=group, name=named))
        imports = 'from netbox_chat_sessions.extending import *\n'
        (tmp_path / f'{module}.py').write_text(imports + source)
        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.syspath_prepend(tmp_path)

    return install


@pytest.fixture(scope='session')
def example_wheel(tmp_path_factory):
    """Makes the wheel of a documented example."""

    @cache
    def wheel(name):
        source = shutil.copytree(EXAMPLES / name, tmp_path_factory.mktemp('example') / 'source')
        command = [sys.executable, '-m', 'build', '--wheel', '--no-isolation', '--outdir', source.parent, source]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return next(source.parent.glob('*.whl'))

    return wheel


@pytest.fixture
def example(example_wheel, tmp_path, monkeypatch):
    """Installs a documented example: `example('netbox-contracts')`."""

    def install(name):
        with zipfile.ZipFile(example_wheel(name)) as wheel:
            wheel.extractall(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, name.replace('-', '_'), raising=False)
        forget()

    return install


@pytest.fixture
def inventory(db):
    build()


@pytest.fixture
def admin(db):
    return get_user_model().objects.create_superuser('talker')


@pytest.fixture
def talk(inventory, admin):
    """Take a turn; all turns of a test are of one session unless a user begins another."""
    sessions = {}

    def say(message, user=admin):
        result = turn_service(user).handle(TurnRequest(message, session_id=sessions.get(user.pk)))
        sessions[user.pk] = result.session.id
        return result.reply

    return say
