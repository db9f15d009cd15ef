"""Alternatives, negations, numbers, texts, times and networks as conditions."""

from datetime import timedelta

from circuits.models import Circuit
from core.models import ObjectChange
from dcim.models import Cable, Device, Interface, Rack, Site
from django.utils import timezone
from ipam.models import VLAN, IPAddress, Prefix
from netaddr import IPNetwork
from virtualization.models import VirtualMachine

from .variation import asked, compare, variations


def devices(**filters):
    return Device.objects.filter(**filters)


def masks(fits):
    """Prefixes whose mask length fits."""
    return [prefix for prefix in Prefix.objects.all() if fits(IPNetwork(prefix.prefix).prefixlen)]


@variations(
    asked('which devices are {one} or {other}?', lambda one, other: devices(status__in=(one, other)),
          one=('offline', 'failed'), other=('planned', 'staged')),
    asked('show {one} and {other} devices', lambda one, other: devices(status__in=(one, other)),
          one=('offline',), other=('failed', 'decommissioning')),
    asked('switches and routers at {site}',
          lambda site: devices(role__name__in=('Router', 'Access switch', 'Core switch', 'Distribution switch'),
                               site__name=site), site=('Hamburg DC', 'Newark Warehouse')),
    asked('firewalls or routers in {region}',
          lambda region: devices(role__name__in=('Router', 'Firewall'), site__region__parent__name=region),
          region=('Germany', 'France')),
    asked('{one} or {other} devices', lambda one, other: devices(device_type__manufacturer__name__in=(one, other)),
          one=('Cisco', 'Juniper'), other=('Arista', 'Fortinet')),
    asked('devices at {one} and {other}', lambda one, other: devices(site__name__in=(one, other)),
          one=('Zürich Office',), other=('Newark Warehouse', 'Gdańsk Depot')),
    asked('devices of Finance, Data Science or Customer Portal',
          lambda: devices(tenant__name__in=('Finance', 'Data Science', 'Customer Portal'))),
    asked('show racks R101, R102 and R103 at {site}',
          lambda site: Rack.objects.filter(name__in=('R101', 'R102', 'R103'), site__name=site),
          site=('Hamburg DC', 'Rotterdam DC')),
    asked('show ham-r101-rtr1, ham-r101-fw1 and ham-r101-core1',
          lambda: devices(name__in=('ham-r101-rtr1', 'ham-r101-fw1', 'ham-r101-core1'))),
    asked('VLANs 10, 20 and 99', lambda: VLAN.objects.filter(vid__in=(10, 20, 99))),
)  # fmt: skip
def test_alternatives(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('How many devices are not {status}?', 'devices that are not {status}'),
          lambda status: Device.objects.exclude(status=status), status=('active', 'planned')),
    asked(('devices not at {site}', 'which devices are not in {site}?', 'devices outside {site}'),
          lambda site: Device.objects.exclude(site__name=site), site=('Hamburg DC', 'Rotterdam DC')),
    asked(('devices other than {maker}', 'which devices are not made by {maker}?'),
          lambda maker: Device.objects.exclude(device_type__manufacturer__name=maker), maker=('Cisco', 'Dell')),
    asked('list all sites except {site}', lambda site: Site.objects.exclude(name=site),
          site=('Hamburg DC', 'Gdańsk Depot')),
    asked('firewalls not in {region}',
          lambda region: devices(role__name='Firewall').exclude(site__region__parent__name=region),
          region=('Germany', 'United States')),
    asked('devices at Hamburg DC that are not active',
          lambda: devices(site__name='Hamburg DC').exclude(status='active')),
    asked('devices at Hamburg DC that are not servers',
          lambda: devices(site__name='Hamburg DC').exclude(
              role__name__in=('Server', 'Application server', 'Database server', 'Hypervisor'))),
    asked('racks not owned by Warehouse Systems', lambda: Rack.objects.exclude(tenant__name='Warehouse Systems')),
    asked('circuits that are neither active nor planned',
          lambda: Circuit.objects.exclude(status__in=('active', 'planned'))),
)  # fmt: skip
def test_negations(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('VLANs {low}-{high}', 'VLANs {low} to {high}', 'VLANs between {low} and {high}'),
          lambda low, high: VLAN.objects.filter(vid__gte=low, vid__lte=high), low=(10, 40), high=(50, 100)),
    asked(('prefixes /{size} and larger', 'prefixes /{size} or larger'),
          lambda size: masks(lambda length: length <= size), size=(22, 24)),
    asked('prefixes smaller than /{size}', lambda size: masks(lambda length: length > size), size=(24, 26)),
    asked('/{size} prefixes', lambda size: masks(lambda length: length == size), size=(24, 25, 29)),
    asked(('racks higher than {height}U', 'racks taller than {height} U'),
          lambda height: Rack.objects.filter(u_height__gt=height), height=(12, 40, 42)),
    asked('racks with at least 42 units', lambda: Rack.objects.filter(u_height__gte=42)),
    asked('racks smaller than 20U', lambda: Rack.objects.filter(u_height__lt=20)),
    asked('VMs with {words} {cores} vCPUs', lambda lookup, cores: VirtualMachine.objects.filter(**{lookup: cores}),
          words={'more than': 'vcpus__gt', 'at least': 'vcpus__gte', 'fewer than': 'vcpus__lt', 'exactly': 'vcpus'},
          cores=(4,)),
    asked('virtual machines with at least 32 GB memory', lambda: VirtualMachine.objects.filter(memory__gte=32000)),
    asked('circuits faster than {speed}', lambda kbps: Circuit.objects.filter(commit_rate__gt=kbps),
          speed={'1 Gbps': 1_000_000, '10G': 10_000_000, '200 Mbps': 200_000}),
    asked('circuits of at most 1 Gbps', lambda: Circuit.objects.filter(commit_rate__lte=1_000_000)),
    asked('interfaces with an MTU of 9000', lambda: Interface.objects.filter(mtu=9000)),
    asked('cables longer than 10 m',
          lambda: [cable for cable in Cable.objects.exclude(length=None) if cable._abs_length > 10]),
)  # fmt: skip
def test_numbers(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('devices whose name starts with {text}', 'devices with a name starting with {text}'),
          lambda text: devices(name__istartswith=text), text=('ham-r101', 'zrh')),
    asked('devices whose name ends with {text}', lambda text: devices(name__iendswith=text), text=('srv01', 'rtr1')),
    asked(('devices whose name contains {text}', 'devices with {text} in the name'),
          lambda text: devices(name__icontains=text), text=('acc', 'pdu', 'con1')),
    asked('prefixes with "{text}" in the description', lambda text: Prefix.objects.filter(description__icontains=text),
          text=('growth', 'Transfer', 'Voice at')),
    asked('interfaces where the description contains uplink',
          lambda: Interface.objects.filter(description__icontains='uplink')),
    asked('devices with water in the comments', lambda: devices(comments__icontains='water')),
    asked('which device has the asset tag NWL-00007?', lambda: devices(asset_tag='NWL-00007')),
    asked('circuits whose cid contains MPLS', lambda: Circuit.objects.filter(cid__icontains='mpls')),
    asked('devices with service level {level}', lambda level: devices(custom_field_data__service_level=level),
          level=('gold', 'silver')),
)  # fmt: skip
def test_texts(ask, question, expected):
    compare(ask(question), expected())


def since(**ago):
    return timezone.now() - timedelta(**ago)


@variations(
    asked(('racks created {when}', 'how many devices were created {when}?'),
          lambda found: found, when={'before 2020': 0, 'last month': 0}),
    asked('devices created today', lambda: Device.objects.all()),
    asked('racks added in the last {number} days', lambda _: Rack.objects.filter(created__gte=since(days=3)),
          number=(3, 7)),
    asked('circuits installed before 2025', lambda: Circuit.objects.filter(install_date__lt='2025-01-01')),
    asked('circuits installed since 2025', lambda: Circuit.objects.filter(install_date__gte='2025-01-01')),
    asked(('devices changed in the past {days} days', 'which devices were changed in the last {days} days?'),
          lambda days: ObjectChange.objects.filter(
              changed_object_type__model='device', time__gte=since(days=days)).count(), days=(2, 7)),

    asked('changes since yesterday', lambda: ObjectChange.objects.filter(time__gte=since(days=1)).count()),
)  # fmt: skip
def test_times(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('which prefixes contain {address}?', 'which prefix is {address} in?'),
          lambda address: Prefix.objects.filter(prefix__net_contains_or_equals=address),
          address=('10.141.20.5', '10.143.30.77', '203.0.113.10')),
    asked('prefixes in {network}', lambda network: Prefix.objects.filter(prefix__net_contained=network),
          network=('10.141.0.0/16', '203.0.113.0/24')),
    asked('how many IP addresses are in {network}?',
          lambda network: IPAddress.objects.filter(address__net_host_contained=network).count(),
          network=('10.141.0.0/16', '10.0.0.0/8')),
    asked('IPv{family} prefixes', lambda family: Prefix.objects.filter(prefix__family=family), family=(4, 6)),
    asked('prefixes in VRF {vrf}', lambda vrf: Prefix.objects.filter(vrf__name=vrf), vrf=('Guest', 'Warehouse')),
    asked('prefixes with the role {role}', lambda role: Prefix.objects.filter(role__name=role),
          role=('Servers', 'Voice', 'Loopback')),
)  # fmt: skip
def test_networks(ask, question, expected):
    compare(ask(question), expected())
