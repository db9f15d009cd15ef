"""An extension that fails is named, and nothing else fails with it."""

import logging

import pytest
from dcim.models import Rack
from django.core.checks import run_checks
from django.core.management import call_command

from netbox_chat_sessions.inventory.extensions.registry import registry
from tests.netbox.api.conversation_case import grant, make_user

ACTION = """
def answer(request):
    {body}

extension = Extension(actions=(ExtensionAction('age', ('how old is the warranty',), ('dcim.device',), answer),))
"""
QUESTION = 'how old is the warranty of oslo-rtr01?'


@pytest.mark.parametrize(
    ('source', 'reason'),
    [
        ('import no_such_module', 'ModuleNotFoundError'),
        ('extension = {"nouns": {}}', 'no Extension but a dict'),
        ('extension = Extension(nouns={"line": "circuits.circuit"})', 'nouns has to map words to tuples'),
        ('extension = Extension(values={"lit": {"circuits.circuit": "active"}})', 'values has to map words'),
        ('extension = Extension(actions=(ExtensionAction("age", (), (), print),))', 'needs cues'),
        ('raise SystemError', 'SystemError'),
    ],
)
def test_one_that_cannot_be_loaded_is_in_nobodys_way(package, talk, caplog, source, reason):
    package('netbox-bad', source)
    package('netbox-good', 'extension = Extension(nouns={"leased line": ("circuits.circuit",)})')
    assert talk('how many leased lines are there?')['total'] == 3
    reply = talk(QUESTION)
    assert reply['kind'] == 'not_understood'
    assert 'The extension netbox-bad could not be loaded' in reply['text']
    assert [record.getMessage() for record in caplog.records].count('Extension netbox-bad cannot be loaded.') == 1
    assert any('netbox-bad' in found.msg and reason in found.msg for found in run_checks() if found.id.endswith('W003'))
    call_command('check', verbosity=0)


@pytest.mark.parametrize(
    'body',
    [
        '1 / 0',
        'from dcim.models import Device; Device.objects.get(name=None)',
        'from django.db import connection; connection.cursor().execute("SELECT no_such_column")',
        'return "three years"',
        'return Reply("Old.", objects=request.objects)',
        'return Reply("Old.", ReplyKind.CONTROL)',
        'return Reply("Old.", blocks=(Table((), ()),))',
        'return InventoryQuery(Action.EXTENSION, "dcim.device")',
    ],
)
def test_an_action_that_fails_says_so(package, talk, caplog, body):
    package('netbox-bad', ACTION.format(body=body))
    reply = talk(QUESTION)
    assert reply['kind'] == 'error'
    assert reply['text'].startswith('The extension netbox-bad failed')
    assert sum('netbox-bad' in record.getMessage() for record in caplog.records if record.levelno > logging.INFO) == 1
    assert talk('show oslo-rtr01')['kind'] == 'answer'


def test_a_query_that_netbox_does_not_take_is_told_as_any_other(package, talk):
    package('netbox-bad', ACTION.format(body="return InventoryQuery(Action.LIST, 'dcim.device', {'warranty': (1,)})"))
    reply = talk(QUESTION)
    assert (reply['kind'], 'warranty' in reply['text']) == ('not_understood', True)


def test_a_question_of_a_package_that_is_gone_is_not_asked_again(package, talk):
    package('netbox-old', ACTION.format(body='return Reply("Old.")'))
    assert talk(QUESTION)['text'] == 'Old.'
    registry().installed = ()
    assert 'no longer installed' in talk('and oslo-sw01?')['text']


class TestPermissions:
    """A reader sees the rack R102 and what stands in it."""

    NAMES = "return Reply('See ' + ', '.join(str(item) for item in request.objects), total=request.total)"

    @pytest.fixture
    def reader(self, inventory):
        user = make_user('reader', view=('dcim.site',))
        grant(user, 'view', 'dcim.rack', constraints={'name': 'R102'})
        grant(user, 'view', 'dcim.device', constraints={'rack__name': 'R102'})
        return user

    def test_an_action_is_given_what_the_user_may_see(self, package, talk, reader):
        package('netbox-age', ACTION.format(body=self.NAMES))
        question = 'how old is the warranty of the devices at HQ-Oslo?'
        assert (talk(question)['total'], talk(question, reader)['total']) == (3, 1)
        assert talk(question, reader)['text'] == 'See oslo-sw02'
        assert talk(QUESTION, reader)['kind'] == 'not_found'

    @pytest.mark.parametrize('part', ['objects', 'focus', 'mentions'])
    def test_what_it_refers_to_unseen_is_not_shown(self, package, talk, reader, part):
        body = f'from dcim.models import Rack; return Reply("R101", {part}=request.describe(Rack.objects.all()[:4]))'
        package('netbox-age', ACTION.format(body=body))
        assert talk('how old is the warranty of oslo-sw02?')['kind'] == 'answer'
        reply = talk('how old is the warranty of oslo-sw02?', reader)
        assert (reply['kind'], reply['objects']) == ('error', [])
        assert 'R101' not in reply['text']

    def test_rows_and_names_in_passing_count_as_well(self, package, talk, reader):
        pk = Rack.objects.get(name='R101').pk
        table = f"Table(('Rack',), (('R101',),), (('dcim.rack', {pk}),)).as_json()"
        package('netbox-age', ACTION.format(body=f'return Reply("R101", blocks=({table},))'))
        assert talk('how old is the warranty of oslo-sw02?', reader)['kind'] == 'error'

    def test_a_query_of_it_is_run_as_the_user(self, package, talk, reader):
        package('netbox-age', ACTION.format(body="return InventoryQuery(Action.LIST, 'dcim.device')"))
        assert talk('how old is the warranty of oslo-sw02?')['total'] == 6
        assert talk('how old is the warranty of oslo-sw02?', reader)['total'] == 1

    def test_it_can_restrict_what_it_looks_for_itself(self, package, talk, reader):
        body = 'from dcim.models import Rack; return Reply("", total=request.restricted(Rack.objects.all()).count())'
        package('netbox-age', ACTION.format(body=body))
        assert talk('how old is the warranty of oslo-sw02?', reader)['total'] == 1
