"""How many there are and which ones, by place, role, status, maker, owner and what they belong to."""

from circuits.models import Circuit
from dcim.models import (
    Cable,
    Device,
    DeviceType,
    Interface,
    Location,
    PowerFeed,
    PowerOutlet,
    PowerPanel,
    Rack,
    RackReservation,
    Region,
    Site,
)  # fmt: skip
from extras.models import JournalEntry
from ipam.models import ASN, VLAN, VRF, IPAddress, IPRange, Prefix
from tenancy.models import Contact, Tenant
from virtualization.models import VirtualMachine
from wireless.models import WirelessLAN

from .variation import Says, asked, compare, variations

SITES = (
    'Hamburg DC', 'Rotterdam DC', 'Zürich Office', "Dublin O'Connell Street", 'Lyon / Saint-Priest', 'Newark Warehouse',
    'Gdańsk Depot',
)  # fmt: skip
STATUSES = ('active', 'planned', 'offline', 'staged', 'failed', 'decommissioning')
ROLES = {
    'routers': 'Router', 'firewalls': 'Firewall', 'core switches': 'Core switch', 'access switches': 'Access switch',
    'distribution switches': 'Distribution switch', 'patch panels': 'Patch panel', 'PDUs': 'PDU',
    'console servers': 'Console server', 'application servers': 'Application server', 'hypervisors': 'Hypervisor',
    'database servers': 'Database server', 'access points': 'Access point', 'industrial gateways': 'Industrial gateway',
}  # fmt: skip
MAKERS = ('APC', 'Arista', 'Cisco', 'Dell', 'Fortinet', 'HPE', 'Juniper', 'Moxa', 'NetApp', 'Opengear', 'Panduit')
TENANTS = ('Network Operations', 'Data Science', 'Customer Portal', 'Warehouse Systems', 'Finance')
KINDS = {
    'sites': Site, 'locations': Location, 'racks': Rack, 'devices': Device, 'device types': DeviceType,
    'cables': Cable, 'interfaces': Interface, 'power panels': PowerPanel, 'power feeds': PowerFeed,
    'power outlets': PowerOutlet, 'prefixes': Prefix, 'IP addresses': IPAddress, 'IP ranges': IPRange, 'VLANs': VLAN,
    'VRFs': VRF, 'ASNs': ASN, 'circuits': Circuit, 'tenants': Tenant, 'contacts': Contact,
    'virtual machines': VirtualMachine, 'wireless LANs': WirelessLAN, 'rack reservations': RackReservation,
    'journal entries': JournalEntry,
}  # fmt: skip


def inside(region, path='region'):
    """What is in a region or in one below it."""
    found = Region.objects.get(name=region).get_descendants(include_self=True)
    return {f'{path}__in': list(found.values_list('pk', flat=True))}


@variations(
    asked('How many {kind} are there?', lambda model: model.objects.count(), kind=KINDS),
    asked('How many devices are at {site}?', lambda site: Device.objects.filter(site__name=site), site=SITES),
    asked('list the racks at {site}', lambda site: Rack.objects.filter(site__name=site), site=SITES),
    asked('which VLANs are there at {site}?', lambda site: VLAN.objects.filter(site__name=site), site=SITES[1:5]),
    asked('prefixes at {site}', lambda site: Prefix.objects.filter(_site__name=site), site=SITES[:4]),
    asked('How many power feeds does {site} have?', lambda site: PowerFeed.objects.filter(power_panel__site__name=site),
          site=SITES[:3]),
    asked('show all power panels in {site}', lambda site: PowerPanel.objects.filter(site__name=site), site=SITES[:3]),
    asked('locations of {site}', lambda site: Location.objects.filter(site__name=site), site=SITES[2:5]),
)  # fmt: skip
def test_at_a_site(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('How many devices have the status {status}?', lambda status: Device.objects.filter(status=status),
          status=(*STATUSES, 'inventory')),
    asked('show me {status} devices', lambda status: Device.objects.filter(status=status), status=STATUSES),
    asked('count the {status} devices at {site}',
          lambda status, site: Device.objects.filter(status=status, site__name=site),
          status=('active', 'planned', 'failed'), site=('Hamburg DC', 'Newark Warehouse', 'Gdańsk Depot')),
    asked('which {status} racks are there?', lambda status: Rack.objects.filter(status=status),
          status=('active', 'planned', 'available')),
    asked('{status} prefixes', lambda status: Prefix.objects.filter(status=status),
          status=('container', 'reserved', 'deprecated')),
    asked('list {status} circuits', lambda status: Circuit.objects.filter(status=status),
          status=('active', 'planned', 'provisioning', 'decommissioned')),
    asked('offline VMs', lambda: VirtualMachine.objects.filter(status='offline')),
    asked('failed power feeds', lambda: PowerFeed.objects.filter(status='failed')),
)  # fmt: skip
def test_in_a_state(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('How many {role} do we have?', lambda role: Device.objects.filter(role__name=role), role=ROLES),
    asked('{role} at {site}', lambda role, site: Device.objects.filter(role__name=role, site__name=site),
          role=dict(list(ROLES.items())[:4]), site=('Rotterdam DC', "Dublin O'Connell Street")),
    asked('which servers are at {site}?',
          lambda site: Device.objects.filter(role__name__in=('Server', 'Application server', 'Database server',
                                                             'Hypervisor'), site__name=site),
          site=('Rotterdam DC', 'Zürich Office')),
    asked(('How many devices are made by {maker}?', '{maker} devices'),
          lambda maker: Device.objects.filter(device_type__manufacturer__name=maker), maker=MAKERS),
    asked('which devices are of type {model}?', lambda model: Device.objects.filter(device_type__model=model),
          model=('MX204', 'ISR 4331', 'FortiGate 100F', 'Catalyst 9300-24P')),
    asked('devices running {platform}', lambda platform: Device.objects.filter(platform__name=platform),
          platform=('FortiOS', 'Arista EOS')),
)  # fmt: skip
def test_of_a_make(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('which devices belong to {tenant}?', lambda tenant: Device.objects.filter(tenant__name=tenant),
          tenant=TENANTS),
    asked('How many IP addresses does {tenant} have?', lambda tenant: IPAddress.objects.filter(tenant__name=tenant),
          tenant=TENANTS[:3]),
    asked('circuits of {provider}', lambda provider: Circuit.objects.filter(provider__name=provider),
          provider=('Hanse Telecom', 'Polder Fiber', 'Atlantic Crossing')),
    asked('how many virtual machines run on {cluster}?',
          lambda cluster: VirtualMachine.objects.filter(cluster__name=cluster),
          cluster=('ham-vsphere-01', 'rtm-proxmox-01')),
    asked('interfaces of {device}', lambda device: Interface.objects.filter(device__name=device),
          device=('ham-r101-core1', 'zrh-eg-fw1', "O'Brien's lab switch")),
    asked('list the IP addresses in {prefix}',
          lambda prefix: IPAddress.objects.filter(address__net_host_contained=prefix),
          prefix=('10.141.20.0/24', '10.142.0.0/16', '10.145.60.0/26')),
    asked('devices tagged {tag}', lambda tag: Device.objects.filter(tags__name=tag),
          tag=('Critical', 'Monitored', 'PCI DSS', 'Lab', 'End of life')),
    asked('devices in rack R102 at {site}', lambda site: Device.objects.filter(rack__name='R102', site__name=site),
          site=('Hamburg DC', 'Rotterdam DC')),
    asked('what is in the Comms closet at {site}?',
          lambda site: Device.objects.filter(rack__name='Comms closet', site__name=site), site=('Gdańsk Depot',)),
)  # fmt: skip
def test_of_an_owner_or_a_container(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('devices in {region}', lambda region: Device.objects.filter(**inside(region, 'site__region')),
          region=('Germany', 'Europe', 'North America', 'Leinster', 'Auvergne-Rhône-Alpes')),
    asked('How many racks are there in {region}?', lambda region: Rack.objects.filter(**inside(region, 'site__region')),
          region=('Netherlands', 'Europe', 'Poland')),
    asked('which sites are in {region}?', lambda region: Site.objects.filter(**inside(region)),
          region=('Europe', 'Switzerland')),
    asked('racks in the site group {group}', lambda group: Rack.objects.filter(site__group__name=group),
          group=('Data centers', 'Offices', 'Warehouses')),
    asked('which sites belong to {group}?', lambda group: Site.objects.filter(group__name=group),
          group=('Data centers', 'Warehouses')),
    asked('firewalls in {group}', lambda group: Device.objects.filter(role__name='Firewall', site__group__name=group),
          group=('Offices', 'Warehouses')),
)  # fmt: skip
def test_in_a_region_or_group(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('is there a {role} at {site}?', lambda role, site: Device.objects.filter(role__name=role, site__name=site),
          role={'firewall': 'Firewall', 'hypervisor': 'Hypervisor'}, site=('Zürich Office', 'Hamburg DC')),
    asked('are there any offline devices at {site}?',
          lambda site: Device.objects.filter(status='offline', site__name=site), site=SITES[:4]),
    asked('do we have Arista devices in {region}?',
          lambda region: Device.objects.filter(
              device_type__manufacturer__name='Arista', **inside(region, 'site__region')),
          region=('Netherlands', 'France')),
    asked('which sites have VLAN {vid}?', lambda vid: Site.objects.filter(vlans__vid=vid), vid=(30, 60, 99)),
    asked('at how many sites is VLAN {vid} defined?', lambda vid: Site.objects.filter(vlans__vid=vid).count(),
          vid=(10, 40)),
    asked('who is the contact for {site}?', lambda site: Says.all('Anna Petersen'), site=SITES[:2]),
)  # fmt: skip
def test_whether_there_is_one(ask, question, expected):
    compare(ask(question), expected())
