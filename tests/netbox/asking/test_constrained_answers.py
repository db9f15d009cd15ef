"""Everything that is told to somebody who sees one site, or one tenant, is the truth of what they may see."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import override_settings

from tests.netbox.api.conversation_case import BASE, DescribedClient, grant, make_user

from .constrained_questions import AT_ONE_SITE, HIDDEN_FROM_BOTH, OF_ONE_TENANT
from .variation import compare

NAMES = {'name', 'cid', 'model', 'ssid', 'prefix', 'address', 'serial', 'asset_tag', 'facility_id'}
TEXTS = {'description', 'comments', 'physical_address', 'facility', 'custom_field_data'}
SITE, TENANT = 'Hamburg DC', 'Customer Portal'
UNLIMITED = (
    'dcim.region', 'dcim.sitegroup', 'dcim.manufacturer', 'dcim.devicetype', 'dcim.devicerole', 'dcim.platform',
    'dcim.racktype', 'dcim.rackrole', 'ipam.role', 'ipam.rir', 'tenancy.tenant', 'tenancy.tenantgroup',
    'circuits.provider', 'circuits.circuittype', 'extras.tag', 'virtualization.clustertype',
    'virtualization.clustergroup',
)  # fmt: skip
ONE_SITE = {
    'dcim.site': {'name': SITE}, 'dcim.location': {'site__name': SITE}, 'dcim.rack': {'site__name': SITE},
    'dcim.device': {'site__name': SITE}, 'dcim.interface': {'device__site__name': SITE},
    'dcim.powerport': {'device__site__name': SITE}, 'dcim.poweroutlet': {'device__site__name': SITE},
    'dcim.powerpanel': {'site__name': SITE}, 'dcim.powerfeed': {'power_panel__site__name': SITE},
    'dcim.cable': {'terminations___site__name': SITE}, 'ipam.vlan': {'site__name': SITE},
    'ipam.prefix': {'_site__name': SITE}, 'ipam.ipaddress': {'interface__device__site__name': SITE},
    'circuits.circuit': {'terminations___site__name': SITE},
    'circuits.circuittermination': {'_site__name': SITE}, 'core.objectchange': {'user_name': 'anna.petersen'},
    'virtualization.cluster': {'_site__name': SITE},
    'virtualization.virtualmachine': {'cluster___site__name': SITE},
}  # fmt: skip
ONE_TENANT = {
    'dcim.device': {'tenant__name': TENANT}, 'dcim.interface': {'device__tenant__name': TENANT},
    'ipam.ipaddress': {'tenant__name': TENANT}, 'dcim.rack': {'role__name': 'Compute'}, 'dcim.devicerole': None,
}  # fmt: skip


@dataclass(frozen=True)
class Asker:
    """Somebody with a token, and the names that must not reach them."""

    user: Any
    hidden: frozenset[str]

    def see(self, model):
        """What they may see of a model, by NetBox's own rule."""
        return model.objects.restrict(self.user, 'view')

    def ask(self, message):
        client = DescribedClient()
        client.credentials(HTTP_AUTHORIZATION=self.user.plain_token)
        response = client.post(f'{BASE}chat/', {'message': message, 'stateless': True}, format='json')
        assert response.status_code == 200, response.content
        return json.loads(response.content)


def asker(name, constraints, unlimited=()):
    user = make_user(name)
    if unlimited:
        grant(user, 'view', *unlimited)
    for object_type, fitting in constraints.items():
        grant(user, 'view', object_type, constraints=fitting)
    return Asker(user, hidden_from(user))


def hidden_from(user):
    """Names of what the user may not see, but for those that stand in something visible as well."""
    told, unseen = [], set()
    for model in named_models():
        visible = model.objects.restrict(user, 'view')
        told += [str(text) for row in visible.values_list(*texts_of(model)) for text in row]
        hidden = model.objects.exclude(pk__in=visible.values('pk')).values_list(*names_of(model))
        unseen |= {str(name) for row in hidden for name in row if name}
    seen = '\n'.join(told)
    return frozenset(name for name in unseen if len(name) > 2 and name not in seen)


def named_models():
    apps_asked = ('dcim', 'ipam', 'circuits', 'tenancy', 'virtualization', 'wireless')
    models = [model for label in apps_asked for model in apps.get_app_config(label).get_models()]
    return [model for model in models if hasattr(model.objects, 'restrict') and names_of(model)]


def names_of(model):
    return sorted(NAMES & {field.name for field in model._meta.concrete_fields})


def texts_of(model):
    return sorted((NAMES | TEXTS) & {field.name for field in model._meta.concrete_fields})


@pytest.fixture(scope='module')
def unthrottled(sample):
    with override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}):
        yield


@pytest.fixture(scope='module')
def at_one_site(unthrottled):
    return asker('local', ONE_SITE, UNLIMITED)


@pytest.fixture(scope='module')
def of_one_tenant(unthrottled):
    return asker('portal', ONE_TENANT)


def cases(questions):
    return [pytest.param(question, expected, id=question) for question, expected in questions]


def check(asked, question, expected):
    answer = asked.ask(question)
    compare(answer['reply'], expected(asked.see))
    deny(asked, question, answer)


def deny(asked, question, answer):
    """No hidden name stands anywhere in the answer, unless the user has said it."""
    told = json.dumps(answer, ensure_ascii=False)
    assert sorted(name for name in asked.hidden if name in told and name not in question) == []


def test_there_is_much_to_hide(at_one_site, of_one_tenant):
    for asked, names in (
        (at_one_site, {'Rotterdam DC', 'rtm-r101-core1', 'zrh-eg-fw1', '10.142.20.0/24', 'Küche/Lager'}),
        (of_one_tenant, {'Hamburg DC', 'ham-r101-core1', 'Room A1', 'Juniper', 'Finance', '10.141.20.0/24'}),
    ):
        assert names <= asked.hidden


@pytest.mark.parametrize(('question', 'expected'), cases(AT_ONE_SITE))
def test_somebody_who_sees_one_site(at_one_site, question, expected):
    check(at_one_site, question, expected)


@pytest.mark.parametrize(('question', 'expected'), cases(OF_ONE_TENANT))
def test_somebody_who_sees_one_tenant_and_no_places(of_one_tenant, question, expected):
    check(of_one_tenant, question, expected)


@pytest.mark.parametrize('question', HIDDEN_FROM_BOTH)
def test_what_is_hidden_is_as_if_it_were_not_there(at_one_site, of_one_tenant, question):
    for asked in (at_one_site, of_one_tenant):
        answer = asked.ask(question)
        assert answer['reply']['kind'] in ('not_found', 'not_understood')
        assert answer['reply']['objects'] == []
        deny(asked, question, answer)
