"""What the pages list is what the code has: settings, permissions, metrics, preferences, codes, addresses, commands."""

import ast
import json
import re
from dataclasses import MISSING, fields
from importlib.util import find_spec

import pytest
from django.core.management import get_commands, load_command_class
from prometheus_client import Counter
from prometheus_client.metrics import MetricWrapperBase

from netbox_chat_sessions import agent_settings, checks, permissions, settings
from netbox_chat_sessions.api.schema import ERRORS
from netbox_chat_sessions.conversation.errors import ConversationError
from netbox_chat_sessions.events import EVENT_TYPES
from netbox_chat_sessions.llm_settings import ADDRESSES, Profile, Provider
from netbox_chat_sessions.models import ChatSession
from netbox_chat_sessions.observability import gauges, turn_metrics
from netbox_chat_sessions.preferences import preferences
from tests.netbox.api.test_schema import BASE, OPERATIONS

from .pages import PAGES, ROOT, anchors, blocks, links, quoted, table, text

EVERYWHERE = '\n'.join(text(page) for page in PAGES)


def defaults(kind):
    """Default of each field of a dataclass, as an administrator would write it."""
    plain = {
        item.name: item.default if item.default_factory is MISSING else item.default_factory() for item in fields(kind)
    }
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}


def told(names, known):
    """The names that a table is about: `route_stickiness_…` stands for all that begin so."""
    return {
        name for given in names for name in known if name == given or (given[-1] == '…' and name.startswith(given[:-1]))
    }


SETTINGS = table('README.md', 'name', 'default', 'meaning')


def test_every_setting_is_in_the_readme():
    known = {item.name for item in fields(settings.Settings)}
    names = SETTINGS.column(0)
    assert told(names, known) == known
    assert [name for name in names if not told([name], known)] == []


@pytest.mark.parametrize('row', SETTINGS.rows, ids=lambda row: row[0])
def test_defaults_in_the_readme(row):
    known = defaults(settings.Settings)
    names, values = quoted(row[0]), re.findall(r'`([^`]+)`', row[1])
    for name, value in zip(names, values, strict=False):
        assert ast.literal_eval(value) == known[name] or (value == '{}' and name == 'celery')


def test_parts_of_the_celery_setting():
    (row,) = (row for row in SETTINGS.rows if row[0] == '`celery`')
    assert set(quoted(row[2])) == {item.name for item in fields(settings.CelerySettings)}
    assert f'({settings.CelerySettings.cleanup_interval} s)' in row[2]


@pytest.mark.parametrize('row', table('docs/language-models.md', 'setting', 'default').rows, ids=lambda row: row[0])
def test_settings_of_language_models(row):
    assert ast.literal_eval(quoted(row[1])[0]) == defaults(settings.Settings)[quoted(row[0])[0]]


def test_profiles():
    found = table('docs/language-models.md', 'key', 'default')
    known = defaults(Profile)
    assert set(found.column(0)) == set(known) - {'name'}
    for row in found.rows:
        for value in quoted(row[1])[:1]:
            assert ast.literal_eval(value) == known[quoted(row[0])[0]], row


def test_providers():
    found = {quoted(row[0])[0]: row for row in table('docs/language-models.md', '`provider`', 'for').rows}
    assert set(found) == set(Provider)
    for provider in Provider:
        _, _, address, key = found[provider]
        assert (key == 'needed') is provider.needs_key
        assert (address == 'needed') is (provider not in ADDRESSES)
        assert all(url == ADDRESSES[provider] for url in quoted(address))


def test_keys_of_agents():
    assert set(table('docs/agents.md', 'key', 'default').column(0)) == set(agent_settings.RULES)


@pytest.mark.parametrize('page', PAGES)
def test_code_is_python_and_settings_are_valid(page):
    for code in blocks(page, 'python'):
        if code.startswith("'"):
            # One setting, without what stands around it.
            code = f"PLUGINS_CONFIG = {{'netbox_chat_sessions': {{\n{code}}}}}"
        for node in ast.parse(code).body:
            if isinstance(node, ast.Assign) and node.targets[0].id == 'PLUGINS_CONFIG':
                settings.validate(ast.literal_eval(node.value)['netbox_chat_sessions'])


@pytest.mark.parametrize('page', PAGES)
def test_examples_of_json_are_json(page):
    for code in blocks(page, 'json'):
        json.loads(code)


WHO = {
    'everybody, for themselves': {'add_chatsession'},
    'owner, participants': {name for name, given in permissions.DEFAULTS.items() if len(given) == 2},
    'whoever asked': {'view_proposal', 'change_proposal'},
}
OWNERS = set(permissions.DEFAULTS) - set().union(*WHO.values())
NOBODYS = {'release_chatsession', 'view_cleanuprun'}


@pytest.mark.parametrize('page', ['README.md', 'docs/proposals.md'])
def test_permissions(page):
    found = table(page, 'permission', 'who has it by default')
    for row in found.rows:
        assert set(quoted(row[0])) <= (WHO | {'owner': OWNERS, 'nobody': NOBODYS})[row[1]], row
    if page == 'README.md':
        assert set(found.column(0)) == {*permissions.DEFAULTS, *NOBODYS}


def test_permissions_of_their_own_are_told():
    assert {f'{action}_chatsession' for action, _ in ChatSession._meta.permissions} <= set(
        table('README.md', 'permission').column(0)
    )


def test_metrics():
    """Counters are exported with `_total` behind their names."""
    found = {quoted(row[0])[0]: tuple(quoted(row[1])) for row in table('docs/operations.md', 'metric', 'labels').rows}
    metrics = [value for module in (gauges, turn_metrics) for value in vars(module).values()]
    assert found == {
        f'{metric._name}_total' if isinstance(metric, Counter) else metric._name: metric._labelnames
        for metric in metrics
        if isinstance(metric, MetricWrapperBase)
    }


def test_metrics_in_alerts_exist():
    names = set(re.findall(r'netbox_chat_sessions_\w+(?=[{\[ ]|$)', text('docs/operations.md'), re.MULTILINE))
    known = set(table('docs/operations.md', 'metric').column(0))
    assert {name.removesuffix('_bucket') for name in names} - known == set()


@pytest.mark.django_db
def test_parts_of_the_health():
    from netbox_chat_sessions.health import examine

    assert table('docs/operations.md', 'part', 'out of order when').column(0) == [part.name for part in examine()]


def test_preferences():
    assert table('docs/sessions.md', 'preference (`plugins.netbox_chat_sessions.…`)').column(0) == list(preferences)
    for row in table('docs/sessions.md', 'preference (`plugins.netbox_chat_sessions.…`)').rows:
        choices = {value for value, _ in preferences[quoted(row[0])[0]].choices if value}
        assert set(quoted(row[1])) == choices


def test_event_types():
    found = {quoted(row[0])[0]: row[1] for row in table('docs/handoff.md', 'event type').rows}
    assert found == {event.name: str(event.text) for event in EVENT_TYPES}


def errors(kind=ConversationError):
    """Every error of the conversation."""
    for inner in kind.__subclasses__():
        yield inner
        yield from errors(inner)


def test_codes_of_errors():
    codes = {error.code: error.status for error in errors()}
    described = set(re.findall(r'\b\w+_\w+\b', ERRORS[409]))
    assert described == {code for code, status in codes.items() if status == 409}
    for status, names in re.findall(r'\b(4\d\d|503) ((?:`[a-z_]+`(?:, )?)+)', EVERYWHERE):
        assert {codes.get(name) for name in quoted(names)} == {int(status)}, names


@pytest.mark.parametrize('page', PAGES)
def test_addresses_of_the_rest_api(page):
    known = {(method.upper(), path.removeprefix(BASE)) for path, method in OPERATIONS}
    for method, path in re.findall(r'`(GET|POST|PATCH|PUT|DELETE) ([^`?]+)[^`]*`', text(page)):
        plain = re.sub(r'/\d+/', '/{id}/', path.removeprefix(BASE))
        if not plain.startswith(('panel/', '/api/extras/')):
            assert (method, plain) in known, f'{method} {path}'


@pytest.mark.parametrize('page', PAGES)
def test_checks_that_are_named_exist(page):
    known = set(re.findall(r'W\d{3}', (ROOT / 'netbox_chat_sessions' / 'checks.py').read_text()))
    assert checks.PLUGIN and set(re.findall(r'\bW\d{3}\b', text(page))) <= known


def test_commands_exist():
    assert set(re.findall(r'\bchat_(?:check|cleanup|sample_\w+)', EVERYWHERE)) <= set(get_commands())
    for name in set(re.findall(r'\bscript/(\w+)', EVERYWHERE)):
        assert (ROOT / 'script' / name).exists(), name
    for name in set(re.findall(r'python -m (benchmarks\.\w+)', EVERYWHERE)):
        assert find_spec(name), name
    for name, options in re.findall(r'\b(chat_(?:check|cleanup))((?: --[a-z-]+)+)', EVERYWHERE):
        parser = load_command_class('netbox_chat_sessions', name).create_parser('netbox', name)
        assert set(options.split()) <= set(parser._option_string_actions), (name, options)


@pytest.mark.parametrize('page', PAGES)
def test_links_lead_somewhere(page):
    for target in links(page):
        name, _, anchor = target.partition('#')
        path = ((ROOT / page).parent / name).resolve() if name else ROOT / page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path.relative_to(ROOT).as_posix()), target


@pytest.mark.parametrize('page', PAGES)
def test_files_that_are_named_exist(page):
    for name in re.findall(r'`((?:docs|tests|script|benchmarks|netbox_chat_sessions)/[\w./-]+)`', text(page)):
        # Capitals stand for something else: LANGUAGE, VERSION.
        assert (ROOT / name).exists() or re.search(r'/[A-Z]+\b', name), name
