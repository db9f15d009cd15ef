"""Questions that go on from the one before: another part, more or less of it, how many, told otherwise."""

from circuits.models import Circuit
from dcim.models import Cable, Device, DeviceType, Interface, PowerFeed, Rack
from django.db.models import Count
from ipam.models import VLAN, IPAddress, Prefix
from tenancy.models import Tenant
from virtualization.models import VirtualMachine

from .variation import Best, Groups, Says, asked, compare, variations

HAMBURG, ROTTERDAM, ZURICH = 'Hamburg DC', 'Rotterdam DC', 'Zürich Office'
SWITCHES = ('Core switch', 'Distribution switch', 'Access switch')


def at(site, model=Device, **filters):
    return model.objects.filter(site__name=site, **filters)


def in_rack(**filters):
    return Device.objects.filter(rack__name='R102', rack__site__name=ROTTERDAM, **filters)


def counts(found, name):
    return Groups(dict(found.order_by(name).values_list(name).annotate(Count('pk'))))


@variations(
    asked('how many {kind} are at Hamburg DC? → and at {site}?', lambda model, site: at(site, model),
          kind={'devices': Device, 'racks': Rack, 'VLANs': VLAN}, site=(ZURICH, 'Newark Warehouse')),
    asked(('how many devices are at Hamburg DC? → {words} {site}',),
          lambda words, site: at(site),
          words=('same for', 'the same for', 'what about', 'how about', 'at', 'and', 'same question for', 'now for'),
          site=(ROTTERDAM,)),
    asked('how many devices are at Hamburg DC? → {site} instead', at, site=(ROTTERDAM, ZURICH)),
    asked('active devices at Hamburg DC → switches only → and at {site}?',
          lambda site: at(site, status='active', role__name__in=SWITCHES), site=(ROTTERDAM, ZURICH)),
    asked('devices at Hamburg DC → only the active ones → and at {site}? → how many is that?',
          lambda site: at(site, status='active'), site=(ROTTERDAM, ZURICH)),
    asked('devices at Hamburg DC → which of them are offline? → and at Rotterdam DC?',
          lambda: at(ROTTERDAM, status='offline')),
    asked('how many racks are at Hamburg DC? → what about {kind}? → same for Rotterdam DC',
          lambda model: at(ROTTERDAM, model), kind={'devices': Device, 'VLANs': VLAN, 'prefixes': Prefix}),
    asked('circuits from Hanse Telecom → only active → and {name}',
          lambda name: Circuit.objects.filter(provider__name=name, status='active'),
          name=('Polder Fiber', 'Atlantic Crossing')),
    asked('VMs in ham-vsphere-01 → only active → more than 2 vcpus → and rtm-proxmox-01',
          lambda: VirtualMachine.objects.filter(cluster__name='rtm-proxmox-01', status='active', vcpus__gt=2)),
    asked('IP addresses in 10.141.10.0/24 → and in 10.141.20.0/24?',
          lambda: IPAddress.objects.filter(address__net_host_contained='10.141.20.0/24')),
    asked('interfaces of ham-r101-core1 → without a cable → same for ham-r101-fw1',
          lambda: Interface.objects.filter(device__name='ham-r101-fw1', cable=None)),
    asked('devices tagged Critical → and Lab?', lambda: Device.objects.filter(tags__name='Lab')),
    asked('how full is R102 at Rotterdam DC? → and R108?', lambda: Says.all('R108')),
    asked('where is {name}? → and its serial number?', lambda name: Says.all(Device.objects.get(name=name).serial),
          name=('zrh-eg-fw1', 'ham-r101-core1')),
    asked('where is ham-r101-core1? → same for ham-r101-fw1 and ham-r101-dist1',
          lambda: Says.all('ham-r101-fw1', 'ham-r101-dist1', total=2)),
    asked('active switches without a rack at Atlantis → and at Hamburg DC?',
          lambda: at(HAMBURG, status='active', role__name__in=SWITCHES, rack=None)),
)  # fmt: skip
def test_another_part(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('list the racks at Rotterdam DC → which of them are {status}?',
           'list the racks at Rotterdam DC → only the {status} ones', 'list the racks at Rotterdam DC → {status}?',
           'list the racks at Rotterdam DC → {status} only', 'list the racks at Rotterdam DC → just the {status} ones'),
          lambda status: at(ROTTERDAM, Rack, status=status), status=('planned', 'active')),
    asked(('devices in rack R102 at Rotterdam DC → only the {status} ones',
           'devices in rack R102 at Rotterdam DC → which of them are {status}?'),
          lambda status: in_rack(status=status), status=('offline', 'active')),
    asked(('racks at Rotterdam DC → not the planned ones', 'racks at Rotterdam DC → not planned'),
          lambda: at(ROTTERDAM, Rack).exclude(status='planned')),
    asked('devices at Hamburg DC → except the PDUs → and not the patch panels',
          lambda: at(HAMBURG).exclude(role__name__in=('PDU', 'Patch panel'))),
    asked('devices at Hamburg DC → {words} rack R101', lambda words: at(HAMBURG).exclude(rack__name='R101'),
          words=('not in', 'except in')),
    asked('devices at Hamburg DC → other than Juniper → and at Rotterdam DC',
          lambda: at(ROTTERDAM).exclude(device_type__manufacturer__name='Juniper')),
    asked('which devices have no primary IP → at Hamburg DC → switches only',
          lambda: at(HAMBURG, primary_ip4=None, primary_ip6=None, role__name__in=SWITCHES)),
    asked('list all devices → at Zürich Office → without a rack → switches only',
          lambda: at(ZURICH, rack=None, role__name__in=SWITCHES)),
    asked('list devices at Rotterdam DC → the ones in R102 → just the servers → which are offline?',
          lambda: in_rack(status='offline', role__name__in=('Server', 'Application server', 'Database server'))),
    asked('device types → height over 1 → from HPE',
          lambda: DeviceType.objects.filter(u_height__gt=1, manufacturer__name='HPE')),
    asked('cables at Hamburg DC → longer than 5 m', lambda: Cable.objects.filter(
        _abs_length__gt=5, terminations___site__name=HAMBURG).distinct()),
    asked('power feeds at Hamburg DC → in rack R101', lambda: PowerFeed.objects.filter(
        rack__name='R101', rack__site__name=HAMBURG)),
    asked('racks with more than 10 devices → with fewer than 14 devices → at Hamburg DC',
          lambda: at(HAMBURG, Rack).annotate(number=Count('devices')).filter(number__gt=10, number__lt=14)),
    asked('show rtm-r102-srv03 → what is in its rack?', in_rack),
    asked('show rtm-r102-srv03 → how full is the rack? → what is in it? → only the offline ones',
          lambda: in_rack(status='offline')),
    asked('show R102 at Rotterdam DC → devices?', in_rack),
)  # fmt: skip
def test_less_of_it(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('racks at Rotterdam DC → only the planned ones → {words}', lambda words: at(ROTTERDAM, Rack),
          words=('regardless of status', 'all statuses', 'whatever the status', 'any status')),
    asked('offline devices at Hamburg DC → {words}', lambda words: Device.objects.filter(status='offline'),
          words=('at all sites', 'anywhere', 'everywhere', 'at any site', 'regardless of the site')),
    asked('VMs in ham-vsphere-01 → only active → in any cluster',
          lambda: VirtualMachine.objects.filter(status='active')),
    asked('circuits at Hamburg DC → {words}', lambda words: Circuit.objects.exclude(
        pk__in=Circuit.objects.filter(terminations___site__name=HAMBURG)),
        words=('the other circuits', 'any others?', 'and the others?')),
)  # fmt: skip
def test_more_of_it(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('list the racks at {site} → {words}', lambda site, words: at(site, Rack),
          site=(ROTTERDAM, 'Lyon / Saint-Priest'), words=('how many?', 'how many is that?', 'count them')),
    asked('devices at Hamburg DC → how many of those are {status}?', lambda status: at(HAMBURG, status=status),
          status=('active', 'offline')),
    asked(('how many devices are at Zürich Office? → {words}',),
          lambda words: counts(at(ZURICH), 'role__name'),
          words=('by role', 'per role', 'group by role', 'grouped by role')),
    asked('how many devices are at Hamburg DC? → per status → only PDUs → by manufacturer',
          lambda: counts(at(HAMBURG, role__name='PDU'), 'device_type__manufacturer__name')),
    asked('devices by manufacturer → at Rotterdam DC → only active',
          lambda: counts(at(ROTTERDAM, status='active'), 'device_type__manufacturer__name')),
    asked('how many devices are at Hamburg DC? → vs Rotterdam DC',
          lambda: counts(Device.objects.filter(site__name__in=(HAMBURG, ROTTERDAM)), 'site__name')),
    asked('list tenants → which has the most devices?',
          lambda: Best({tenant: tenant.devices.count() for tenant in Tenant.objects.all()})),
    asked('list tenants → which has the most devices? → and the fewest?',
          lambda: Best({tenant: tenant.devices.count() for tenant in Tenant.objects.all()}, descending=False)),
    asked('compare R101 and R102 at Hamburg DC → which has more devices?',
          lambda: Best({rack: rack.devices.count() for rack in at(HAMBURG, Rack, name__in=('R101', 'R102'))})),
)  # fmt: skip
def test_how_many(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('VMs in ham-vsphere-01 → {words}', lambda words: Best(
        {vm: vm.memory for vm in VirtualMachine.objects.filter(cluster__name='ham-vsphere-01')}, 22),
        words=('sort by memory descending', 'sorted by memory → descending', 'by memory descending')),
    asked('VMs in ham-vsphere-01 → sort by memory → give me 5', lambda: Best(
        {vm: vm.memory for vm in VirtualMachine.objects.filter(cluster__name='ham-vsphere-01')}, 5, descending=False)),
    asked('VLANs at Zürich Office → highest first', lambda: Best({vlan: vlan.vid for vlan in at(ZURICH, VLAN)}, 7)),
    asked('list devices at Rotterdam DC → {words}', lambda words: Says.all('26 to 50 shown', total=92),
          words=('more', 'next', 'next page', 'show me more', 'the next 25', 'more → more → previous page')),
    asked('list devices at Rotterdam DC → the next 10', lambda: Says.all('26 to 35 shown', total=92)),
    asked('list devices at Rotterdam DC → more → the rest', lambda: Says.all('51 to 92 shown', total=92)),
    asked('list devices at Rotterdam DC → more → {words}', lambda words: Says.all('1 to 25 shown', total=92),
          words=('back', 'go back', 'previous page', 'first page')),
    asked('devices in rack R102 at Rotterdam DC → {words}',
          lambda words: Says(tuple(in_rack().exclude(serial='').values_list('serial', flat=True)), 13),
          words=('and the serial?', 'serial numbers?', 'with their serial', 'also show the serial', 'which serial?',
                 'also show the rack → and the serial')),
    asked('list the firewalls → show the second one', lambda: Says.all('Firewall', total=1)),
    asked('devices at Zürich Office → only active → {words}', lambda words: Says.all('status=active'),
          words=('why?', 'how do you know?', 'are you sure?', 'how come?')),
)  # fmt: skip
def test_told_otherwise(ask, question, expected):
    compare(ask(question), expected())
