"""Without, with, at least so many, most and least, and per: what depends on other objects."""

from circuits.models import Circuit, Provider
from dcim.models import Device, DeviceRole, DeviceType, Interface, Location, Manufacturer, PowerPanel, Rack, Site
from django.db.models import Count
from ipam.models import VLAN, VRF, IPAddress, Prefix
from tenancy.models import Tenant
from virtualization.models import Cluster, VirtualMachine

from .variation import Best, Groups, asked, compare, variations


def counted(model, relation, **filters):
    """Objects with how many of them there are."""
    return model.objects.filter(**filters).annotate(related=Count(relation, distinct=True))


def counted_below(model, related, path):
    """The same for objects that hold others of their kind: what is in those counts as well, as in NetBox's lists."""
    manager = model.objects
    return manager.add_related_count(manager.all(), related, path, 'related', cumulative=True)


def figures(queryset, name='related'):
    return {obj: getattr(obj, name) for obj in queryset}


def counts(model, field, **filters):
    """How many there are by the name of what a field leads to."""
    found = model.objects.filter(**filters).order_by().values_list(field).annotate(Count('pk'))
    return Groups({'None' if name is None else str(name): count for name, count in found})


def active_circuits(site):
    return Circuit.objects.filter(terminations___site=site, status='active').distinct()


KINDS = {
    'racks': (Rack, 'devices'),
    'tenants': (Tenant, 'racks'), 'power panels': (PowerPanel, 'powerfeeds'), 'VLANs': (VLAN, 'prefixes'),
    'sites': (Site, 'circuit_terminations'), 'device types': (DeviceType, 'instances'),
    'manufacturers': (Manufacturer, 'device_types'), 'VRFs': (VRF, 'prefixes'),
}  # fmt: skip
WORDS = {
    'devices': 'devices', 'racks': 'racks', 'powerfeeds': 'power feeds', 'prefixes': 'prefixes',
    'circuit_terminations': 'circuit terminations', 'instances': 'devices', 'device_types': 'device types',
}  # fmt: skip
PAIRS = {f'{kind} {{}} {WORDS[relation]}': (model, relation) for kind, (model, relation) in KINDS.items()}


def pairs(words):
    return {pair.format(words): value for pair, value in PAIRS.items()}


@variations(
    asked('which {pair}?', lambda pair: counted(*pair).filter(related=0), pair=pairs('without')),
    asked('{pair}', lambda pair: counted(*pair).filter(related=0), pair=dict(list(pairs('with no').items())[:4])),
    asked('{pair}', lambda pair: counted(*pair).filter(related__gt=0), pair=dict(list(pairs('with').items())[:6])),
    asked(('locations {words} racks', 'which locations are {words} racks?'),
          lambda lookup: counted_below(Location, Rack, 'location').filter(**lookup),
          words={'without': {'related': 0}, 'with': {'related__gt': 0}}),
    asked('device roles {words} devices', lambda lookup: counted_below(DeviceRole, Device, 'role').filter(**lookup),
          words={'without': {'related': 0}, 'with no': {'related': 0}, 'with': {'related__gt': 0}}),
    asked('how many {pair}?', lambda pair: counted(*pair).filter(related=0),
          pair={'racks have no devices': (Rack, 'devices'), 'devices have no rack': (Device, 'rack'),
                'devices have no interfaces': (Device, 'interfaces'),
                'tenants have no VMs': (Tenant, 'virtual_machines')}),
    asked('are there any racks without devices at {site}?',
          lambda site: counted(Rack, 'devices', site__name=site).filter(related=0),
          site=('Hamburg DC', 'Zürich Office', 'Newark Warehouse')),
    asked('devices without a primary IP at {site}',
          lambda site: Device.objects.filter(site__name=site, primary_ip4=None, primary_ip6=None),
          site=('Hamburg DC', 'Newark Warehouse')),
    asked(('devices without a serial number', 'devices with no tenant'), lambda: Device.objects.none()),
    asked('devices without a platform', lambda: Device.objects.filter(platform=None)),
    asked('interfaces of ham-r101-core1 without a cable',
          lambda: Interface.objects.filter(device__name='ham-r101-core1', cable=None)),
    asked('VLANs without a role', lambda: VLAN.objects.filter(role=None)),
    asked('prefixes without a VLAN', lambda: Prefix.objects.filter(vlan=None)),
    asked('racks with a reservation', lambda: counted(Rack, 'reservations').filter(related__gt=0)),
)  # fmt: skip
def test_without_and_with(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('sites with {words} {number} racks', lambda lookup, number: counted(Site, 'racks').filter(**{lookup: number}),
          words={'more than': 'related__gt', 'at least': 'related__gte', 'fewer than': 'related__lt',
                 'exactly': 'related', 'at most': 'related__lte'}, number=(3, 10)),
    asked('racks with more than {number} devices at {site}',
          lambda number, site: counted(Rack, 'devices', site__name=site).filter(related__gt=number),
          number=(5, 12), site=('Hamburg DC', 'Rotterdam DC')),
    asked('devices with more than {number} interfaces',
          lambda number: counted(Device, 'interfaces').filter(related__gt=number), number=(10, 52)),
    asked('clusters with at least {number} VMs',
          lambda number: counted(Cluster, 'virtual_machines').filter(related__gte=number), number=(12, 20)),
    asked('providers with more than 3 circuits', lambda: counted(Provider, 'circuits').filter(related__gt=3)),
    asked('sites with {number} or more active circuits',
          lambda number: [site for site in Site.objects.all() if len(active_circuits(site)) >= number],
          number=(1, 2)),
    asked('racks with offline devices', lambda: Rack.objects.filter(devices__status='offline').distinct()),
    asked('sites with more than 2 firewalls',
          lambda: counted(Site, 'devices', devices__role__name='Firewall').filter(related__gt=2)),
    asked('sites that have hypervisors', lambda: Site.objects.filter(devices__role__name='Hypervisor').distinct()),
    asked('racks with between 3 and 5 devices',
          lambda: counted(Rack, 'devices').filter(related__gte=3, related__lte=5)),
)  # fmt: skip
def test_so_many(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('which {pair}?', lambda found: Best(figures(counted(*found[:2])), descending=found[2]),
          pair={f'{kind} has the {word} {related}': (model, relation, word == 'most')
                for word in ('most', 'fewest')
                for kind, related, model, relation in (
                    ('site', 'racks', Site, 'racks'), ('site', 'devices', Site, 'devices'),
                    ('rack', 'devices', Rack, 'devices'), ('tenant', 'devices', Tenant, 'devices'),
                    ('cluster', 'VMs', Cluster, 'virtual_machines'), ('provider', 'circuits', Provider, 'circuits'),
                    ('manufacturer', 'device types', Manufacturer, 'device_types'))}),
)  # fmt: skip
def test_most_and_fewest(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked('the {number} sites with the most {related}',
          lambda number, relation: Best(figures(counted(Site, relation)), size=number),
          number=(2, 3), related={'devices': 'devices', 'racks': 'racks'}),
    asked('top {number} racks by number of devices',
          lambda number: Best(figures(counted(Rack, 'devices')), size=number), number=(3, 5)),
    asked('what is the {word} rack?', lambda most: Best(figures(Rack.objects.all(), 'u_height'), descending=most),
          word={'tallest': True, 'smallest': False}),
    asked('which is the fastest circuit?', lambda: Best(figures(Circuit.objects.all(), 'commit_rate'))),
    asked('which rack is the fullest?',
          lambda: Best({rack: rack.get_utilization() for rack in Rack.objects.all()})),
    asked('which rack at {site} is the fullest?',
          lambda site: Best({rack: rack.get_utilization() for rack in Rack.objects.filter(site__name=site)}),
          site=('Hamburg DC', 'Newark Warehouse')),
    asked('which VM has the most memory?', lambda: Best(figures(VirtualMachine.objects.all(), 'memory'))),
    asked('which rack at Hamburg DC has the most servers?',
          lambda: Best(figures(counted(Rack, 'devices', site__name='Hamburg DC', devices__role__name__in=(
              'Server', 'Application server', 'Database server', 'Hypervisor'))))),
)  # fmt: skip
def test_the_first_of_an_order(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('devices per {group}', 'how many devices are there by {group}?', 'count devices by {group}'),
          lambda field: counts(Device, field),
          group={'site': 'site__name', 'role': 'role__name', 'tenant': 'tenant__name', 'region': 'site__region__name',
                 'manufacturer': 'device_type__manufacturer__name', 'platform': 'platform__name'}),
    asked('racks per {group}', lambda field: counts(Rack, field),
          group={'site': 'site__name', 'role': 'role__name', 'tenant': 'tenant__name'}),
    asked('{pair}', lambda found: counts(*found),
          pair={'VMs per cluster': (VirtualMachine, 'cluster__name'), 'prefixes by role': (Prefix, 'role__name'),
                'circuits per provider': (Circuit, 'provider__name'), 'VLANs per site': (VLAN, 'site__name'),
                'IP addresses by tenant': (IPAddress, 'tenant__name'), 'sites by group': (Site, 'group__name'),
                'sites per region': (Site, 'region__name')}),
    asked('devices at {site} by role', lambda site: counts(Device, 'role__name', site__name=site),
          site=('Hamburg DC', 'Zürich Office')),
    asked('active devices per site', lambda: counts(Device, 'site__name', status='active')),
    asked('firewalls per site', lambda: counts(Device, 'site__name', role__name='Firewall')),
)  # fmt: skip
def test_per(ask, question, expected):
    compare(ask(question), expected())
