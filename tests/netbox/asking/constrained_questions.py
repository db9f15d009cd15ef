"""Ten questions of each action, with what the answer is to somebody."""

from circuits.models import Circuit, Provider
from core.models import ObjectChange
from dcim.constants import NONCONNECTABLE_IFACE_TYPES
from dcim.models import (
    Cable,
    Device,
    DeviceRole,
    DeviceType,
    Interface,
    Manufacturer,
    PowerFeed,
    Rack,
    Region,
    Site,
)  # fmt: skip
from ipam.models import VLAN, IPAddress, Prefix
from tenancy.models import Tenant
from virtualization.models import Cluster, VirtualMachine

from .constrained_truth import best, full_network, full_rack, is_none, is_some, per, related, says, some, told, without
from .variation import Best, Groups, Says

__all__ = ('AT_ONE_SITE', 'HIDDEN_FROM_BOTH', 'OF_ONE_TENANT')

LISTS = [
    ('list all devices', some(Device)),
    ('which sites are there?', some(Site)),
    ('list the racks', some(Rack)),
    ('which devices are made by Cisco?', some(Device, device_type__manufacturer__name='Cisco')),
    ('offline or failed devices', some(Device, status__in=('offline', 'failed'))),
    ('devices that are not active', without(Device, status='active')),
    ('routers and firewalls', some(Device, role__name__in=('Router', 'Firewall'))),
    ('devices in Europe', some(Device)),
    ('prefixes /24 or larger', lambda see: [p for p in see(Prefix) if p.prefix.prefixlen <= 24]),
    ('IP addresses in 10.0.0.0/8', some(IPAddress, address__net_host_contained='10.0.0.0/8')),
]
COUNTS = [
    ('how many devices are there?', some(Device)),
    ('how many racks do we have?', some(Rack)),
    ('how many sites are there in Europe?', some(Site)),
    ('how many interfaces are there?', some(Interface)),
    ('how many VLANs are there?', some(VLAN)),
    ('how many devices belong to Finance?', some(Device, tenant__name='Finance')),
    ('how many power feeds are there?', some(PowerFeed)),
    ('how many cables are there?', some(Cable)),
    ('how many circuits does Hanse Telecom have?', some(Circuit, provider__name='Hanse Telecom')),
    ('how many patch panels do we have?', some(Device, role__name='Patch panel')),
]
SHOWS = [
    ('show ham-r101-core1', told(Device, 'serial', name='ham-r101-core1')),
    ('serial number of ham-r101-fw1', told(Device, 'serial', name='ham-r101-fw1')),
    ('show site Hamburg DC', told(Site, 'facility', name='Hamburg DC')),
    ('show rack R101', told(Rack, 'facility_id', name='R101')),
    ('show Germany', some(Region, name='Germany')),
    ('what is the primary IP of ham-r101-rtr1?', told(Device, 'primary_ip4', name='ham-r101-rtr1')),
    ('show 10.141.20.0/24', told(Prefix, 'description', prefix='10.141.20.0/24')),
    ('show PF-DF-4711', told(Circuit, 'provider', cid='PF-DF-4711')),
    ('how high is rack R102?', told(Rack, 'u_height', name='R102')),
    ('asset tag of ham-r102-srv01', told(Device, 'asset_tag', name='ham-r102-srv01')),
]
PLACES = [
    *((f'where is {name}?', told(Device, 'rack.name', name=name))
      for name in ('ham-r101-core1', 'ham-r102-srv01', 'ham-r203-acc1', 'ham-r101-pdu-a')),
    ('where is rack R105?', told(Rack, 'location.name', name='R105')),
    ('which rack is ham-r101-fw1 in?', told(Device, 'rack.name', name='ham-r101-fw1')),
    ('at which site is ham-r101-fw1?', says('Hamburg DC')),
    ('where is PF-DF-4711?', says('Hamburg DC')),
    ('locate ham-r201-rtr1', told(Device, 'location.name', name='ham-r201-rtr1')),
    ('where is 10.141.20.0/24?', says('Hamburg DC')),
]  # fmt: skip
FULLNESS = [
    *((f'how full is rack {name}?', full_rack(name)) for name in ('R101', 'R102', 'R104', 'R207')),
    *((f'how full is {network}?', full_network(network)) for network in ('10.141.20.0/24', '10.141.10.0/24')),
    ('utilization of all racks', lambda see: see(Rack).count()),
    ('how full are the racks in Room A1?', lambda see: see(Rack).filter(location__name='Room A1').count()),
    ('how full are the racks?', lambda see: see(Rack).count()),
    ('utilization of the prefixes', lambda see: see(Prefix).count()),
]  # fmt: skip
FREE = [
    *((f'{words} in {network}', lambda see, network=network: Says.all(
        see(Prefix).get(prefix=network).get_first_available_ip()))
      for words in ('first free IP', 'next available address') for network in ('10.141.20.0/24', '10.141.10.0/24')),
    ('how many IP addresses are free in 10.141.20.0/24?',
     lambda see: see(Prefix).get(prefix='10.141.20.0/24').get_available_ips().size),
    ('free units in R108', says('R108')),
    ('free units in rack R102', says('25 U free')),
    ('which racks have 20 free units in a row?', says('R108')),
    ('free prefixes in 10.141.0.0/16', says('10.141.0.0/21')),
    ('free interfaces of ham-r101-rtr1',
     lambda see: see(Interface).filter(device__name='ham-r101-rtr1', cable=None, mark_connected=False).exclude(
         type__in=NONCONNECTABLE_IFACE_TYPES)),
]  # fmt: skip
TRACES = [
    ('what is ham-r102-acc1 connected to?', says('ham-r101-core1')),
    ('what is connected to ham-r101-core1?', says('ham-r102-acc1', 'ham-r103-acc1')),
    ('trace ham-r102-srv01', says('ham-r102-acc1')),
    ('what feeds ham-r102-srv01?', says('ham-r102-pdu-a', 'ham-r102-pdu-b')),
    ('where does PF-DF-4711 go?', says('Hamburg DC')),
    ('what is plugged into ham-r102-pdu-a?', says('ham-r102-srv01')),
    ('trace ham-r101-rtr1 et-0/0/0', says('PF-DF-4711')),
    ('what is ham-r101-rtr1 connected to?', says('PF-DF-4711')),
    ('which devices are connected to ham-r101-fw1?', says('ham-r101-rtr1')),
    ('trace PF-DF-4711', says('ham-r101-rtr1')),
]
COMPARISONS = [
    *((f'{words[0]}{one}{words[1]}{other}', lambda see, one=one, other=other: Says.all(
        one, other, see(Device).get(name=one).serial, see(Device).get(name=other).serial, total=2))
      for words in (('compare ', ' and '), ('what is the difference between ', ' and '))
      for one, other in (('ham-r101-core1', 'ham-r201-core1'), ('ham-r102-srv01', 'ham-r102-srv03'),
                         ('ham-r101-rtr1', 'ham-r101-fw1'), ('ham-r101-pdu-a', 'ham-r101-pdu-b'))),
    ('compare R101 and R102', says('R101', 'R102', total=2)),
    ('compare 10.141.20.0/24 and 10.141.10.0/24', says('10.141.20.0/24', '10.141.10.0/24', total=2)),
]  # fmt: skip
GROUPS = [
    ('devices per site', per(Device, 'site__name')),
    ('devices by role', per(Device, 'role__name')),
    ('devices per tenant', per(Device, 'tenant__name')),
    ('racks per site', per(Rack, 'site__name')),
    ('racks by role', per(Rack, 'role__name')),
    ('devices by manufacturer', per(Device, 'device_type__manufacturer__name')),
    ('active devices per site', per(Device, 'site__name', status='active')),
    ('circuits per provider', per(Circuit, 'provider__name')),
    ('VLANs per site', per(VLAN, 'site__name')),
    ('VMs per cluster', per(VirtualMachine, 'cluster__name')),
]
FIRSTS = [
    ('which site has the most devices?', best(Site, Device, 'site')),
    ('which rack has the most devices?', best(Rack, Device, 'rack')),
    ('which rack has the fewest devices?', best(Rack, Device, 'rack', descending=False)),
    ('which tenant has the most devices?', best(Tenant, Device, 'tenant')),
    ('which tenant has the fewest devices?', best(Tenant, Device, 'tenant', descending=False)),
    ('which manufacturer has the most devices?', best(Manufacturer, Device, 'device_type__manufacturer')),
    ('top 3 racks by number of devices', best(Rack, Device, 'rack', 3)),
    ('which provider has the most circuits?', best(Provider, Circuit, 'provider')),
    (
        'which region has the most sites?',
        lambda see: Best(
            {
                region: see(Site).filter(region__in=region.get_descendants(include_self=True)).count()
                for region in see(Region)
            }
        ),
    ),
    ('which cluster has the most VMs?', best(Cluster, VirtualMachine, 'cluster')),
]
EXISTENCE = [
    ('racks without devices', related(Rack, Device, 'rack', is_none)),
    ('sites without devices', related(Site, Device, 'site', is_none)),
    ('tenants without devices', related(Tenant, Device, 'tenant', is_none)),
    ('manufacturers without devices', related(Manufacturer, Device, 'device_type__manufacturer', is_none)),
    ('device roles without devices', related(DeviceRole, Device, 'role', is_none)),
    ('device types with devices', related(DeviceType, Device, 'device_type', is_some)),
    ('racks with more than 10 devices', related(Rack, Device, 'rack', lambda number: number > 10)),
    ('providers with at least 2 circuits', related(Provider, Circuit, 'provider', lambda number: number >= 2)),
    ('VLANs without prefixes', related(VLAN, Prefix, 'vlan', is_none)),
    ('racks with offline devices', related(Rack, Device, 'rack', is_some, status='offline')),
]
CHANGES = [
    ('who changed ham-r101-fw1?', says('anna.petersen', total=1)),
    ('history of ham-r101-fw1', says('anna.petersen', total=1)),
    ('changes of ham-r101-fw1', says('anna.petersen', total=1)),
    ('when was ham-r101-fw1 changed?', says('anna.petersen')),
    ('what changed today?', lambda see: see(ObjectChange).count()),
    ('what changed in the past 7 days?', lambda see: see(ObjectChange).count()),
    ('changes since yesterday', lambda see: see(ObjectChange).count()),
    ('what was changed in the last 2 hours?', lambda see: see(ObjectChange).count()),
    ('which devices were changed in the last 7 days?', lambda see: see(ObjectChange).count()),
    ('what was deleted today?', lambda see: see(ObjectChange).filter(action='delete').count()),
]
AT_ONE_SITE = [
    *LISTS, *COUNTS, *SHOWS, *PLACES, *FULLNESS, *FREE, *TRACES, *COMPARISONS, *GROUPS, *FIRSTS, *EXISTENCE, *CHANGES,
]  # fmt: skip
OF_ONE_TENANT = [
    ('how many devices are there?', some(Device)),
    ('list all devices', some(Device)),
    ('how many application servers are there?', some(Device, role__name='Application server')),
    ('active devices', some(Device, status='active')),
    ('devices that are not active', without(Device, status='active')),
    ('how many IP addresses are there?', some(IPAddress)),
    ('how many interfaces are there?', some(Interface)),
    ('devices by role', per(Device, 'role__name')),
    ('devices by status', lambda see: Groups({obj.get_status_display(): see(Device).filter(status=obj.status).count()
                                              for obj in see(Device)})),
    ('which rack has the most devices?', best(Rack, Device, 'rack')),
    ('racks without devices', related(Rack, Device, 'rack', is_none)),
    ('device roles without devices', related(DeviceRole, Device, 'role', is_none)),
    ('racks with more than 2 devices', related(Rack, Device, 'rack', lambda number: number > 2)),
    ('which device role has the most devices?', best(DeviceRole, Device, 'role')),
    ('devices without a primary IP', some(Device, primary_ip4=None, primary_ip6=None)),
    ('how many sites are there?', lambda see: 0),
    ('how many prefixes are there?', lambda see: 0),
]  # fmt: skip
HIDDEN_FROM_BOTH = [
    'show rtm-r101-core1', 'where is zrh-eg-fw1?', 'how many devices are at Rotterdam DC?', 'list the racks at MDF',
    'how full is 10.142.10.0/24?', 'first free IP in 10.143.30.0/24', 'what is rtm-r101-core1 connected to?',
    'who changed rtm-r101-core1?', 'compare rtm-r101-core1 and zrh-eg-fw1', 'summary of Newark Warehouse',
]  # fmt: skip
