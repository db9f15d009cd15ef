"""The setting `topic_domains`: what it adds and moves, and what is said of mistakes in it."""

import pytest
from core.models import ObjectType
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from netbox_chat_sessions.inventory.topics import SettingsTopics
from netbox_chat_sessions.settings import get, validate


def topics(domains=None):
    """The topics with this setting; without it the default."""
    chosen = {} if domains is None else {'topic_domains': domains}
    with override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': chosen}):
        return SettingsTopics(get().topic_domains)


@pytest.mark.parametrize(
    ('domains', 'object_type', 'domain'),
    [
        (None, 'dcim.rack', 'infrastructure'),
        (None, 'virtualization.virtualmachine', 'infrastructure'),
        (None, 'dcim.interface', 'network'),
        (None, 'ipam.prefix', 'network'),
        (None, 'wireless.wirelesslan', 'network'),
        (None, 'dcim.powerfeed', 'power'),
        (None, 'tenancy.tenant', None),
        (None, 'extras.tag', None),
        (None, 'netbox_dns.zone', None),
        ({'network': ['netbox_dns']}, 'netbox_dns.zone', 'network'),
        ({'network': ['netbox_dns']}, 'ipam.prefix', 'network'),
        ({'cabling': ['dcim.cable']}, 'dcim.cable', 'cabling'),
        ({'cabling': ['dcim.cable']}, 'dcim.interface', 'network'),
        ({'customers': ['tenancy']}, 'tenancy.tenant', 'customers'),
        ({None: ['wireless']}, 'wireless.wirelesslan', None),
        ({'power': ['dcim']}, 'dcim.rack', 'power'),
        ({'power': ['dcim']}, 'dcim.interface', 'network'),
        ({'network': []}, 'ipam.prefix', 'network'),
    ],
)
def test_a_type_belongs_to_the_domain_that_was_set_last(domains, object_type, domain):
    assert topics(domains).of_type(object_type) == domain


def test_every_object_type_belongs_to_one_domain_or_to_none(db):
    known = topics()
    found = {known.of_type(f'{kind.app_label}.{kind.model}') for kind in ObjectType.objects.public()}
    assert found == {'infrastructure', 'network', 'power', None}


def test_added_domains_can_be_named():
    known = topics({'cabling': ['dcim.cable']})
    assert (known.of_words(['cabling']), known.of_words(['power']), known.of_words(['racks'])) == (
        'cabling',
        'power',
        None,
    )


@pytest.mark.parametrize(
    'domains',
    [['dcim'], {'cabling': 'dcim.cable'}, {'cabling': [7]}, {'': ['dcim']}, {7: ['dcim']}, {'x' * 51: ['dcim']}, None],
)
def test_what_is_no_mapping_of_domains_stops_at_start(domains):
    with pytest.raises(ImproperlyConfigured, match='topic_domains'):
        validate({'topic_domains': domains})


@pytest.mark.parametrize(
    ('chosen', 'told'),
    [
        ({'topic_domains': {'cabling': ['dcim.cables']}}, 'dcim.cables'),
        ({'topic_domains': {'network': ['netbox_dsn']}}, 'netbox_dsn'),
        ({'reference_tabs': ['dcim.rak']}, 'dcim.rak'),
        ({'topic_domains': {'cabling': ['dcim.cable'], None: ['users']}, 'reference_tabs': ['dcim.rack']}, None),
    ],
)
def test_a_typing_error_is_told_by_a_check(chosen, told):
    with override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': chosen}):
        found = [warning for warning in run_checks() if warning.id == 'netbox_chat_sessions.W005']
    assert [told in warning.msg for warning in found] == ([True] if told else [])
