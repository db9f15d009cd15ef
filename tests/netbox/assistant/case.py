"""A small inventory, and turns with an assistant whose model is scripted."""

import json

from dcim.models import Device, DeviceRole, DeviceType, Location, Manufacturer, Rack, Site
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings
from tenancy.models import Tenant

from netbox_chat_sessions.llm import circuit, library
from netbox_chat_sessions.llm_settings import Provider
from tests.netbox.api.conversation_case import ConversationCase, grant, make_user
from tests.netbox.llm import server

# Nothing that the inventory agent understands.
OPEN = 'should I be worried about the resilience of DM-Akron?'
DEVICES = {'action': 'list', 'object_type': 'dcim.device', 'filters': {'site': ['dm-akron']}}


class AssistantCase(ConversationCase):
    provider = 'openai_compatible'
    profile: dict = {}

    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna')
        grant(cls.anna, 'view', 'dcim.rack', 'dcim.device', 'dcim.devicerole', 'dcim.devicetype', 'dcim.manufacturer')
        grant(cls.anna, 'view', 'tenancy.tenant')
        grant(cls.anna, 'view', 'dcim.site', constraints={'slug__startswith': 'dm-'})
        cls.tenant = Tenant.objects.create(name='Hush Corp', slug='hush-corp')
        cls.akron, cls.albany = (
            Site.objects.create(name=name, slug=name.lower(), status=status)
            for name, status in (('DM-Akron', 'active'), ('DM-Albany', 'planned'))
        )
        cls.vault = Site.objects.create(name='Vault-Zero', slug='vault-zero')
        cls.rack = Rack.objects.create(name='R101', site=cls.akron, location=None)
        maker = Manufacturer.objects.create(name='Cisco', slug='cisco')
        hardware = DeviceType.objects.create(manufacturer=maker, model='ISR', slug='isr')
        role = DeviceRole.objects.create(name='Router', slug='router')
        Location.objects.create(name='Row 1', slug='row-1', site=cls.vault)
        common = {'device_type': hardware, 'role': role}
        cls.rtr, cls.sw, cls.spare = (
            Device.objects.create(name=name, site=site, status=status, serial=serial, tenant=cls.tenant, **common)
            for name, site, status, serial in (
                ('akr-rtr01', cls.akron, 'active', 'SN-4711'),
                ('akr-sw01', cls.akron, 'offline', 'SN-4712'),
                ('alb-rtr01', cls.albany, 'active', 'SN-4713'),
            )
        )
        library.calling(Provider(cls.provider), 120)

    def setUp(self):
        self.forget()
        self.url, self.script = self.enterContext(server.serving(server.says('nothing is scripted')))
        self.enterContext(self.settings_with())

    def forget(self):
        """Nothing is known of what the provider did in the turns before."""
        cache.clear()
        circuit._local.until.clear()
        circuit._local.failures.clear()

    def begin(self):
        """One more case of a table, with the same server: it has received nothing, and nothing is known of it."""
        self.forget()
        self.script.received.clear()
        self.does(server.says('nothing is scripted'))

    def settings_with(self, profile=None, **values):
        base_url = self.url if self.provider == 'anthropic' else f'{self.url}/v1'
        described = {
            'provider': self.provider,
            'model': 'small',
            'base_url': base_url,
            'timeout_seconds': 1.5,
            **({'api_key_env': 'PATH'} if self.provider == 'anthropic' else {}),
        }
        profiles = {'large': described | self.profile | (profile or {})}
        chosen = {'throttle': None, 'assistant_llm_profile': 'large', 'profiles': profiles} | values
        return override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': chosen})

    def does(self, *answers):
        self.script.answer = server.in_turn(*answers)

    def ask(self, message=OPEN, session=None, **fields):
        """One turn of somebody who sees part of the inventory."""
        return self.chat(self.anna, message, session, **fields)

    def reply(self, message=OPEN, session=None, **fields):
        return self.ask(message, session, **fields)['reply']

    def sent(self):
        """Everything that the model was sent, as one text."""
        return '\n'.join(json.dumps(received.body, ensure_ascii=False) for received in self.script.received)


def note(reply):
    """What is said of an answer behind its blocks."""
    return reply['blocks'][-1]['text']
