"""What the model is sent: what it needs, and nothing of what is kept back."""

import json

import pytest
from core.models import ObjectType
from dcim.models import Device
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from extras.models import CustomField

from netbox_chat_sessions.llm import library
from netbox_chat_sessions.settings import validate
from tests.netbox.llm import server

from .case import DEVICES, OPEN, AssistantCase

SHOW = {'action': 'show', 'object_type': 'dcim.device', 'filters': {'name': ['akr-rtr01']}}
FULL = DEVICES | {'attributes': ['serial', 'tenant', 'status', 'comments']}


def custom_field(name):
    CustomField.objects.create(name=name, type='text').object_types.add(ObjectType.objects.get_for_model(Device))


class DocumentTest(AssistantCase):
    def test_what_is_sent_with_a_question(self):
        self.does(server.calls(DEVICES), server.says(''))
        self.ask('should I be worried about the resilience of akr-rtr01?')
        sent = self.script.received[0].data
        assert sent['question'].startswith('should I be worried')
        assert sent['objects'] == [{'object_type': 'dcim.device', 'object_id': self.rtr.pk, 'name': 'akr-rtr01'}]
        assert {'site[_id]', 'status'} <= set(sent['fields']['dcim.device']['filters'].split(', '))
        assert 'serial' in sent['fields']['dcim.device']['attributes'].split(', ')
        assert not [name for name in sent['object_types'].split(', ') if 'token' in name or 'chat' in name]
        assert 'anna' not in self.sent()
        assert len(self.script.received[0].raw) < 12_500

    def test_the_conversation_goes_along(self):
        session = self.chat(self.anna, 'which devices are at DM-Akron?')['session']['id']
        self.does(server.calls(DEVICES), server.says(''))
        self.ask(session=session)
        history = self.script.received[0].data['conversation']['history']
        assert [turn['user'] for turn in history] == ['which devices are at DM-Akron?']

    def test_credentials_never_are(self):
        custom_field('snmp_password')
        Device.objects.filter(pk=self.rtr.pk).update(custom_field_data={'snmp_password': 'hunter2'})
        self.does(server.calls(SHOW, DEVICES | {'attributes': ['cf_snmp_password']}), server.says(''))
        self.ask()
        assert 'hunter2' not in self.sent()


class ExclusionTest(AssistantCase):
    def told(self, *queries, excluded, message=OPEN, session=None):
        """What the model is sent, all requests together."""
        self.script.received.clear()
        self.does(server.calls(*queries), server.says(''))
        with self.settings_with(llm_excluded=excluded):
            self.answer = self.ask(message, session)
        return self.sent()

    def test_without_exclusions_it_is_all_there(self):
        told = self.told(FULL, SHOW, excluded=())
        assert 'Hush Corp' in told
        assert 'SN-4711' in told

    def test_a_type_or_its_app(self):
        for excluded in (['tenancy.tenant'], ['tenancy']):
            with self.subTest(excluded):
                told = self.told(FULL, SHOW, excluded=excluded)
                assert 'Hush' not in told
                assert 'tenancy.tenant' not in self.script.received[0].data['object_types'].split(', ')
                assert 'SN-4711' in told, 'nothing else is kept back'
                assert 'Hush Corp' in json.dumps(self.answer['reply']), 'the user sees it'

    def test_a_type_cannot_be_asked_for_or_chosen_by(self):
        for query in (
            {'action': 'list', 'object_type': 'tenancy.tenant'},
            {'action': 'show', 'subjects': [['tenancy.tenant', self.tenant.pk]]},
            {'action': 'group', 'object_type': 'dcim.device', 'group_by': 'tenant'},
            DEVICES | {'filters': {'tenant': ['hush-corp']}},
            DEVICES | {'filters': {'tenant_id': [self.tenant.pk]}},
            DEVICES | {'subjects': [['tenancy.tenant', self.tenant.pk]]},
            DEVICES | {'having': [{'object_type': 'tenancy.tenant'}]},
            {'action': 'extreme', 'object_type': 'dcim.site', 'rank': {'object_type': 'tenancy.tenant'}},
            {'action': 'summary', 'object_type': 'dcim.site', 'subjects': [['dcim.site', self.akron.pk]]},
            {'action': 'changes', 'object_type': 'dcim.device'},
        ):
            with self.subTest(query):
                self.told(query, excluded=['tenancy'])
                [result] = self.script.received[1].results
                assert 'error' in result
                assert 'Hush' not in json.dumps(result)

    def test_a_field(self):
        for excluded in (['dcim.device.serial'], ['*.serial']):
            with self.subTest(excluded):
                told = self.told(DEVICES, SHOW, excluded=excluded)
                assert 'SN-47' not in told
                assert 'SN-4711' in json.dumps(self.answer['reply'])
                assert 'serial' not in self.script.received[0].data['fields']['dcim.device']['attributes']

    def test_a_field_cannot_be_asked_for_or_chosen_by(self):
        for query in (
            FULL,
            DEVICES | {'filters': {'serial': ['SN-4711']}},
            DEVICES | {'filters': {'serial__isw': ['SN']}},
            DEVICES | {'filters': {'q': ['SN-4711']}},
            DEVICES | {'order': ['-serial']},
            {'action': 'extreme', 'object_type': 'dcim.device', 'rank': {'attribute': 'serial'}},
        ):
            with self.subTest(query):
                self.told(query, excluded=['dcim.device.serial'])
                [result] = self.script.received[1].results
                assert 'error' in result

    def test_a_field_or_type_that_a_filter_of_another_type_passes(self):
        for excluded, of, filters in (
            ('dcim.device.status', 'dcim.interface', {'device_status': ['active']}),
            ('dcim.macaddress', 'dcim.device', {'mac_address': ['00:00:00:00:00:01']}),
        ):
            with self.subTest(excluded):
                self.told({'action': 'count', 'object_type': of, 'filters': filters}, excluded=[excluded])
                [result] = self.script.received[1].results
                assert 'error' in result

    def test_custom_fields(self):
        custom_field('owner')
        Device.objects.filter(pk=self.rtr.pk).update(custom_field_data={'owner': 'Mata Hari'})
        assert 'Mata Hari' in self.told(SHOW, excluded=())
        assert 'Mata Hari' not in self.told(SHOW, excluded=['dcim.device.cf_owner'])

    def test_what_was_said_before_may_hold_it(self):
        session = self.chat(self.anna, 'show akr-rtr01')['session']['id']
        told = self.told(DEVICES, excluded=['tenancy', 'dcim.device.serial'], session=session)
        assert 'Hush' not in told
        assert 'SN-4711' not in told

    def test_a_reference_to_it_is_not_filled_in(self):
        session = self.chat(self.anna, 'show tenant Hush Corp')['session']['id']
        message = 'should I be worried about the resilience of it?'
        assert 'Hush Corp' in self.told(DEVICES, excluded=(), message=message, session=session)
        assert 'Hush Corp' not in self.told(DEVICES, excluded=['tenancy'], message=message, session=session).replace(
            'show tenant Hush Corp', ''
        )


@pytest.mark.parametrize(
    ('values', 'said'),
    [
        ({'assistant_max_queries': 0}, "['assistant_max_queries'] must be a whole number from 1 to 20"),
        ({'assistant_max_seconds': 0}, "['assistant_max_seconds'] must be a number from 1 to 100"),
        ({'assistant_max_tokens': 10}, "['assistant_max_tokens'] must be a whole number from 1000"),
        ({'llm_excluded': 'tenancy'}, "['llm_excluded'] must be a list of"),
        ({'llm_excluded': ['tenancy.contact.email.x']}, "['llm_excluded'] must be a list of"),
        ({'llm_excluded': ['Tenancy']}, "['llm_excluded'] must be a list of"),
        ({'llm_excluded': ['*']}, "['llm_excluded'] must be a list of"),
    ],
)
def test_wrong_settings(values, said):
    with pytest.raises(ImproperlyConfigured) as caught:
        validate(values)
    assert said in str(caught.value)


def checked(**values):
    with override_settings(PLUGINS_CONFIG={'netbox_chat_sessions': values}):
        return {found.id.partition('.')[2]: found for found in run_checks() if 'netbox_chat_sessions' in found.id}


@pytest.mark.parametrize(
    ('entry', 'hint'),
    [
        ('tenancy.contcat', 'Did you mean tenancy.contact?'),
        ('tenanzy', 'Did you mean tenancy?'),
        ('dcim.device.serail', 'Did you mean dcim.device.serial?'),
    ],
)
def test_a_misspelt_exclusion_is_found_by_the_checks(entry, hint):
    assert checked(llm_excluded=[entry])['W005'].hint == hint


def test_right_exclusions_are_not():
    right = ['tenancy', 'tenancy.contact', 'dcim.device.serial', 'dcim.device.cf_any', '*.comments', 'dcim.site.slug']
    assert checked(llm_excluded=right) == {}


def test_a_library_that_is_missing_is_found_by_the_checks(monkeypatch):
    profiles = {'large': {'provider': 'ollama', 'model': 'x'}}
    assert checked(assistant_llm_profile='large', profiles=profiles) == {}
    monkeypatch.setattr(library, 'find_spec', lambda name: None)
    found = checked(assistant_llm_profile='large', profiles=profiles)['W006']
    assert 'openai, pydantic_ai' in found.msg
    assert checked(profiles=profiles) == {}
