"""A small inventory for conversations: two sites that are alike, and names that are hard."""

from circuits.models import Circuit, CircuitType, Provider
from dcim.models import (
    Device,
    DeviceRole,
    DeviceType,
    Interface,
    Location,
    Manufacturer,
    PowerFeed,
    PowerPanel,
    Rack,
    Region,
    Site,
)
from django.contrib.contenttypes.models import ContentType
from ipam.models import VLAN, IPAddress, Prefix
from tenancy.models import Tenant
from virtualization.models import Cluster, ClusterType, VirtualMachine

__all__ = ('build',)


def build() -> None:
    """Write it into the database."""
    tenant = Tenant.objects.create(name='Blue Sky, Inc.', slug='blue-sky')
    region = Region.objects.create(name='Lakeland', slug='lakeland')
    sites = {
        name: Site.objects.create(name=name, slug=slug, status=status, region=region, tenant=tenant)
        for name, slug, status in (
            ('HQ-Oslo', 'hq-oslo', 'active'), ('BR-Bergen', 'br-bergen', 'active'), ("O'Hare", 'ohare', 'planned'),
        )
    }  # fmt: skip
    juniper = Manufacturer.objects.create(name='Juniper', slug='juniper')
    cisco = Manufacturer.objects.create(name='Cisco', slug='cisco')
    types = {
        'Router': DeviceType.objects.create(manufacturer=juniper, model='MX204', slug='mx204', u_height=1),
        'Access Switch': DeviceType.objects.create(manufacturer=cisco, model='C9200', slug='c9200', u_height=2),
        'PDU': DeviceType.objects.create(manufacturer=cisco, model='PDU-8', slug='pdu-8', u_height=0),
    }
    roles = {name: DeviceRole.objects.create(name=name, slug=name.lower().replace(' ', '-')) for name in types}
    row = Location.objects.create(name='Row 1', slug='row-1', site=sites['HQ-Oslo'])
    racks = {
        ('HQ-Oslo', 'R101'): Rack.objects.create(name='R101', site=sites['HQ-Oslo'], location=row, u_height=10),
        ('HQ-Oslo', 'R102'): Rack.objects.create(name='R102', site=sites['HQ-Oslo'], location=row, u_height=42),
        ('HQ-Oslo', 'Closet'): Rack.objects.create(name='Comms closet', site=sites['HQ-Oslo'], u_height=12),
        ('BR-Bergen', 'Closet'): Rack.objects.create(name='Comms closet', site=sites['BR-Bergen'], u_height=12),
        ("O'Hare", 'Closet'): Rack.objects.create(name='Comms closet', site=sites["O'Hare"], u_height=12),
        ('BR-Bergen', '2048'): Rack.objects.create(name='2048', site=sites['BR-Bergen'], u_height=20, status='planned'),
    }
    devices = {}
    for name, role, rack, position, serial in (
        ('oslo-rtr01', 'Router', ('HQ-Oslo', 'R101'), 1, 'JN1001'),
        ('oslo-sw01', 'Access Switch', ('HQ-Oslo', 'R101'), 3, 'CS2001'),
        ('oslo-sw02', 'Access Switch', ('HQ-Oslo', 'R102'), 3, 'CS2002'),
        ('bergen-rtr01', 'Router', ('BR-Bergen', 'Closet'), 1, 'JN1002'),
        ('bergen-sw01', 'Access Switch', ('BR-Bergen', 'Closet'), 2, ''),
        ('gate "7" o\'hare', 'Access Switch', ("O'Hare", 'Closet'), 1, 'CS2003'),
    ):
        where = racks[rack]
        devices[name] = Device.objects.create(
            name=name, role=roles[role], device_type=types[role], site=where.site, rack=where, location=where.location,
            position=position, face='front', serial=serial, status='offline' if name == 'oslo-sw02' else 'active',
        )  # fmt: skip
    Interface.objects.bulk_create(
        Interface(device=devices['oslo-rtr01'], name=f'ge-0/0/{number}', type='1000base-t') for number in range(4)
    )
    for site in (sites['HQ-Oslo'], sites['BR-Bergen']):
        for vid, name in ((100, 'Data'), (200, 'Voice')):
            VLAN.objects.create(vid=vid, name=name, site=site)
    Prefix.objects.create(
        prefix='10.1.0.0/29', scope=sites['HQ-Oslo'], vlan=VLAN.objects.get(vid=100, site=sites['HQ-Oslo'])
    )
    interface = Interface.objects.get(name='ge-0/0/0')
    for host in (1, 2):
        IPAddress.objects.create(
            address=f'10.1.0.{host}/29', assigned_object_type=ContentType.objects.get_for_model(Interface),
            assigned_object_id=interface.pk,
        )  # fmt: skip
    provider = Provider.objects.create(name='Nordlink', slug='nordlink')
    fibre = CircuitType.objects.create(name='Dark fibre', slug='dark-fibre')
    for cid in ('NL-1', 'NL-2', 'NL-3'):
        Circuit.objects.create(cid=cid, provider=provider, type=fibre)
    panel = PowerPanel.objects.create(name='Panel A', site=sites['HQ-Oslo'])
    PowerFeed.objects.create(name='Feed A1', power_panel=panel, rack=racks['HQ-Oslo', 'R101'])
    cluster = Cluster.objects.create(name='oslo-kvm', type=ClusterType.objects.create(name='KVM', slug='kvm'))
    for number in (1, 2, 3):
        VirtualMachine.objects.create(name=f'vm{number}', cluster=cluster)
