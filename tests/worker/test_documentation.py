"""The commands that docs/celery.md tells people to run are commands of this Celery."""

import configparser
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery.bin.celery import celery as program

from netbox_chat_sessions.worker import app

PAGE = (Path(__file__).parents[2] / 'docs' / 'celery.md').read_text()
COMMAND = re.compile(r'celery -A netbox_chat_sessions\.worker ((?:worker|beat)\b(?:[^\n]*\n +-)?[^\n]*)')


@pytest.mark.parametrize('command', COMMAND.findall(PAGE))
def test_commands_are_understood(command):
    name, *options = shlex.split(command)
    assert (
        program.commands[name].make_context(name, options, resilient_parsing=False, obj=SimpleNamespace(app=app)).params
    )


@pytest.mark.parametrize('unit', re.findall(r'```ini\n(.*?)```', PAGE, re.DOTALL))
def test_units_are_complete(unit):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(unit)
    assert parser.sections() == ['Unit', 'Service', 'Install']
    assert parser['Service']['ExecStart'].startswith('/opt/netbox/venv/bin/celery -A netbox_chat_sessions.worker ')


def test_the_compose_file_starts_the_worker():
    yaml = pytest.importorskip('yaml')
    (service,) = yaml.safe_load(re.search(r'```yaml\n(.*?)```', PAGE, re.DOTALL)[1])['services'].values()
    assert shlex.split(service['command'])[1:5] == ['-A', 'netbox_chat_sessions.worker', 'worker', '-B']
