"""Values are written as the reader's language and time zone have it."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from dcim.models import Cable, Device, Rack, Site
from django.utils import timezone, translation
from ipam.models import ASN, RIR, Prefix

from netbox_chat_sessions.agents.answers.cells import Cells, number, percent
from netbox_chat_sessions.inventory.attributes import find_attribute
from netbox_chat_sessions.inventory.catalogue import kind

from .conftest import ask, key

NOON = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)


def text(value, attribute=None, owner=None):
    return Cells(frozenset()).text(value, attribute, owner)


@pytest.mark.parametrize(
    ('value', 'english', 'german'),
    [
        (1234567, '1,234,567', '1.234.567'),
        (Decimal('1234.50'), '1,234.5', '1.234,5'),
        (0.25, '0.25', '0,25'),
        (12.0, '12', '12'),
        (2**100, '1,267,650,600,228,229,401,496,703,205,376', '1.267.650.600.228.229.401.496.703.205.376'),
    ],
)
def test_numbers(value, english, german):
    assert number(value) == english
    with translation.override('de'):
        assert number(value) == german


def test_shares():
    assert [percent(value) for value in (41.666, 100.0, 0.04)] == ['41.7 %', '100 %', '0 %']
    with translation.override('de'):
        assert percent(41.666) == '41,7 %'


def test_yes_and_no():
    assert (text(True), text(False)) == ('Yes', 'No')
    with translation.override('de'):
        assert (text(True), text(False)) == ('Ja', 'Nein')


def test_dates():
    assert text(date(2026, 3, 4)) == '2026-03-04'


def test_times_are_those_of_the_reader():
    with timezone.override('Asia/Tokyo'):
        assert text(NOON) == '2026-03-05 08:30'
    with timezone.override('UTC'):
        assert text(NOON) == '2026-03-04 23:30'


@pytest.mark.parametrize(
    ('object_type', 'name', 'value', 'english', 'german'),
    [
        ('dcim.interface', 'speed', 2_500_000, '2.5 Gbps', '2,5 Gbps'),
        ('circuits.circuit', 'commit_rate', 1_544, '1.544 Mbps', '1,544 Mbps'),
        ('dcim.interface', 'speed', 10_000_000, '10 Gbps', '10 Gbps'),
        ('virtualization.virtualmachine', 'memory', 1_500, '1.50 GB', '1,50 GB'),
    ],
)
def test_humanized_figures(object_type, name, value, english, german):
    attribute = find_attribute(kind(object_type), name)
    assert text(value, attribute) == english
    with translation.override('de'):
        assert text(value, attribute) == german


def test_a_number_that_names_something_has_no_separators(world, admin):
    asn = ASN.objects.create(asn=65001, rir=RIR.objects.create(name='R', slug='r'))
    reply = ask(admin, 'show', subjects=(key(asn),), attributes=('asn',))
    assert '65001' in reply.text


def test_figures_of_a_rack_in_german(world, admin):
    rack = Rack.objects.create(name='Schwer', site=world.oslo, weight=Decimal('1234.50'), weight_unit='kg')
    with translation.override('de'):
        reply = ask(admin, 'show', subjects=(key(rack),), attributes=('weight',))
    assert '1.234,5' in reply.text


def test_lengths_of_cables(world, admin):
    Cable.objects.filter(pk=world.cable.pk).update(length=Decimal('2.50'), length_unit='m')
    for language, expected in (('en', '2.5'), ('de', '2,5')):
        with translation.override(language):
            assert expected in ask(admin, 'show', subjects=(key(world.cable),), attributes=('length',)).text


def test_places_on_earth_keep_their_digits(world, admin):
    site = Site.objects.create(name='Pole', slug='pole', latitude=Decimal('59.913900'), longitude=Decimal('10.752200'))
    reply = ask(admin, 'show', subjects=(key(site),), attributes=('latitude',))
    assert '59.9139' in reply.text


def test_free_and_used_are_grouped(world, admin):
    big = Prefix.objects.create(prefix='10.64.0.0/16')
    with translation.override('de'):
        assert '65.534' in ask(admin, 'available', 'ipam.ipaddress', subjects=(key(big),)).text
    assert '65,534' in ask(admin, 'available', 'ipam.ipaddress', subjects=(key(big),)).text


def test_created_in_the_time_zone_of_the_reader(world, admin):
    Device.objects.filter(pk=world.router.pk).update(created=NOON)
    with timezone.override('Asia/Tokyo'):
        assert '2026-03-05 08:30' in ask(admin, 'show', subjects=(key(world.router),), attributes=('created',)).text


@pytest.mark.parametrize(('language', 'told'), [('en', "Height of O'Rack: 12 U."), ('de', "O'Rack – Höhe: 12 U.")])
def test_a_unit_that_netbox_names_in_the_label_stands_behind_the_number(world, admin, language, told):
    with translation.override(language):
        assert ask(admin, 'show', subjects=(key(world.rack),), attributes=('u_height',)).text == told
