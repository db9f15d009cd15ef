"""An inventory of names as they are in real life: repeated, missing, ordinary words, inside each other, badly spelt."""

from circuits.models import Circuit, CircuitType, Provider
from dcim.models import (
    Cable,
    Device,
    DeviceRole,
    DeviceType,
    Interface,
    Location,
    MACAddress,
    Manufacturer,
    PowerOutlet,
    Rack,
    Region,
    Site,
)
from ipam.models import ASN, RIR, VLAN, Aggregate, IPAddress, Prefix
from tenancy.models import Contact, Tenant
from virtualization.models import Cluster, ClusterType, VirtualMachine

LONG = f'{"long-" * 12}name'


def site(name):
    return Site.objects.create(name=name, slug=f's{Site.objects.count()}')


def tenant(name):
    return Tenant.objects.create(name=name, slug=f't{Tenant.objects.count()}')


def build():
    oslo, akron = site('HQ-Oslo'), site('DM-Akron')
    for name in (
        'Rack',
        'Straße',
        'İstanbul',
        'Zürich',
        'München ‘Süd’',
        '東京',
        'Москва',
        'Scranton  Annex',
        'Yahoo!',
    ):
        site(name)
    Region.objects.create(name='Oslo Region', slug='oslo-region')
    for name in ("Jimbob's Banking & Trust", 'Dunder-Mifflin, Inc.', 'Pied Piper', "McDonald's", 'O’Reilly “Press”'):
        tenant(name)
    for name in ('Ada Lovelace', 'Grace Hopper'):
        Contact.objects.create(name=name)
    rows = [Location.objects.create(name=f'Row {n}', slug=f'row-{n}', site=oslo) for n in (2, 10)]
    for row in reversed(rows):
        Rack.objects.create(name='Comms closet', site=oslo, location=row)
    Rack.objects.create(name='Comms closet', site=akron)
    for name in ('R1', 'R101', 'R102', 'R1-A', '2048', 'A/B 7', 'Lower', 'KÜHL-7', 'ISPARTA-2'):
        Rack.objects.create(name=name, site=oslo, asset_tag=f'RACK-{name}')
    carrier = Provider.objects.create(name='Telco', slug='telco')
    internet = CircuitType.objects.create(name='Internet', slug='internet')
    for cid in ('KKDG4923/A', '1002842917'):
        Circuit.objects.create(cid=cid, provider=carrier, type=internet)
    equipment(oslo, akron)
    addresses(oslo)


def equipment(oslo, akron):
    maker = Manufacturer.objects.create(name='Acme', slug='acme')
    kind = DeviceType.objects.create(manufacturer=maker, model='C9200-48P', slug='c9200')
    roles = [
        DeviceRole.objects.create(name=name, slug=name.lower().replace(' ', '-'))
        for name in ('Server', 'Access Switch', 'Router')
    ]
    common = {'device_type': kind, 'site': oslo}
    switch = Device.objects.create(name='oslo-sw01', role=roles[1], serial='FDO1234X0AB', asset_tag='004711', **common)
    router = Device.objects.create(name='oslo-rtr01', role=roles[2], serial='88776655', **common)
    for name in ('oslo-sw1', 'Data', LONG, 'core', 'Straße 7', "gate 7's", 'rtr O’Hare'):
        Device.objects.create(name=name, role=roles[0], **common)
    Device.objects.create(name='twin', role=roles[0], **common)
    Device.objects.create(name='twin', role=roles[0], device_type=kind, site=akron)
    Device.objects.create(name=None, role=roles[0], **common)
    for name in ('GigabitEthernet1/0/1', 'GigabitEthernet1/0/2', 'TenGigabitEthernet1/0/1', 'Port-channel10', 'mgmt'):
        Interface.objects.create(device=switch, name=name, type='1000base-t')
    for name in ('xe-0/0/1', 'eth12', 'Eth1/1', 'Gi0/1', 'Te0/1'):
        Interface.objects.create(device=router, name=name, type='1000base-t')
    PowerOutlet.objects.create(device=router, name='Outlet 3')
    port = Interface.objects.get(name='eth12')
    MACAddress.objects.create(mac_address='AA:BB:CC:DD:EE:FF', assigned_object=port)
    ends = Interface.objects.filter(name__in=('xe-0/0/1', 'mgmt'))
    Cable(a_terminations=[ends[0]], b_terminations=[ends[1]]).save()
    cluster = Cluster.objects.create(name='Farm', type=ClusterType.objects.create(name='KVM', slug='kvm'))
    VirtualMachine.objects.create(name='vm-web', cluster=cluster)
    VirtualMachine.objects.create(name='vm-lone', site=oslo)
    VirtualMachine.objects.create(name='vm-edge', site=oslo, device=router)


def addresses(oslo):
    rir = RIR.objects.create(name='RIPE', slug='ripe')
    Aggregate.objects.create(prefix='10.0.0.0/8', rir=rir)
    ASN.objects.create(asn=65001, rir=rir)
    ASN.objects.create(asn=65546, rir=rir)
    for vid, name in ((100, 'Data'), (200, 'Voice'), (300, 'Guest')):
        VLAN.objects.create(vid=vid, name=name, site=oslo)
    for network in ('10.1.2.0/24', '2001:db8::/32', '10.9.9.9/32'):
        Prefix.objects.create(prefix=network)
    for address in ('10.1.2.3/24', '10.1.2.4/32', '2001:db8::a/64'):
        IPAddress.objects.create(address=address)
