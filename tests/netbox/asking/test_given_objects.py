"""Questions about objects that are named: show, locate, how full, what is free, cables, compare, history, help."""

from dcim.constants import NONCONNECTABLE_IFACE_TYPES
from dcim.models import Device, Interface, Rack
from ipam.models import VLAN, IPRange, Prefix, VLANGroup

from .variation import Says, asked, compare, variations

DEVICES = ('ham-r101-core1', 'rtm-r102-srv03', 'zrh-eg-fw1', 'dub-bas-dist1', 'ewr-off-rtr1', 'lys-bur-con1')
PREFIXES = ('10.141.20.0/24', '10.142.10.0/24', '10.143.30.0/24', '10.144.40.0/25')
RACKS = {f'{name} at {site}': (name, site)
         for name, site in (('R102', 'Hamburg DC'), ('R103', 'Rotterdam DC'), ('MDF', 'Zürich Office'),
                            ('4711', 'Lyon / Saint-Priest'))}  # fmt: skip


def device(name):
    return Device.objects.get(name=name)


def rack(key):
    return Rack.objects.get(name=key[0], site__name=key[1])


def prefix(network):
    return Prefix.objects.filter(prefix=network).first()


def free_units(item):
    """Units that a device of 1 U fits into and nobody has reserved."""
    reserved = {unit for reservation in item.reservations.all() for unit in reservation.units}
    return {int(unit) for unit in item.get_available_units() if unit == int(unit)} - reserved


def percent(figure):
    return f'{round(float(figure), 1):g} %'


@variations(
    asked('show {name}', lambda name: Says.all(name, device(name).role.name, device(name).serial, total=1),
          name=DEVICES),
    asked(('what is the serial number of {name}?', '{name} serial'), lambda name: Says.all(device(name).serial),
          name=DEVICES[:3]),
    asked('asset tag of {name}', lambda name: Says.all(device(name).asset_tag), name=DEVICES[3:]),
    asked('what is the primary IP of {name}?', lambda name: Says.all(device(name).primary_ip4), name=DEVICES[:3]),
    asked('what is the status of {name}?', lambda name: Says.all(device(name).get_status_display()),
          name=('ham-r106-srv04', "O'Brien's lab switch", 'Prüfstand Küche')),
    asked('who is the tenant of {name}?', lambda name: Says.all(device(name).tenant), name=DEVICES[1:3]),
    asked('how high is rack {rack}?', lambda key: Says.all(rack(key).u_height), rack=RACKS),
    asked('when was {name} last changed?', lambda name: Says.all('anna.petersen'), name=('dub-bas-dist1',)),
)  # fmt: skip
def test_show(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('where is {name}?', 'in which rack is {name}?'),
          lambda name: Says.all(device(name).rack.name, device(name).site.name), name=DEVICES),
    asked('at which site is {name}?', lambda name: Says.all(device(name).site.name),
          name=('zrh-ap1', 'ham-r101-fw1')),
    asked('where is rack {rack}?', lambda key: Says.all(rack(key).location.name, key[1]), rack=RACKS),
    asked('which rack unit is {name} in?', lambda name: Says.all(f'U{float(device(name).position):g}'),
          name=DEVICES[:3]),
    asked('locate {name}', lambda name: Says.all(device(name).location.name), name=DEVICES[3:]),
)  # fmt: skip
def test_locate(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('how full is rack {rack}?', 'utilization of rack {rack}'),
          lambda key: Says.all(percent(rack(key).get_utilization()), total=1), rack=RACKS),
    asked(('how full is {network}?', "what's the utilization of {network}?"),
          lambda network: Says.all(percent(prefix(network).get_utilization()), total=1), network=PREFIXES),
    asked('how many free units does rack {rack} have?',
          lambda key: Says.all(f'{len(free_units(rack(key)))} U free'),
          rack=RACKS),
    asked('how full are the racks at {site}?',
          lambda site: Says.all(*{percent(item.get_utilization()) for item in Rack.objects.filter(site__name=site)},
                                total=Rack.objects.filter(site__name=site).count()),
          site=('Zürich Office', 'Newark Warehouse')),
)  # fmt: skip
def test_how_full(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('first free IP in {network}', 'what is the next available IP address in {network}?'),
          lambda network: Says.all(prefix(network).get_first_available_ip()), network=PREFIXES),
    asked('how many IP addresses are free in {network}?',
          lambda network: prefix(network).get_available_ips().size, network=PREFIXES),
    asked('which prefixes are free in {network}?',
          lambda network: Says.all(*list(prefix(network).get_available_prefixes().iter_cidrs())[:5]),
          network=('10.141.0.0/16', '203.0.113.0/24')),
    asked('free VLANs in {group}', lambda name: Says.all(total=len(
        VLANGroup.objects.get(name=name).get_available_vids())),
          group=('Hamburg DC VLANs', 'Zürich Office VLANs')),
    asked('free interfaces on {name}',
          lambda name: Interface.objects.filter(device__name=name, cable=None, mark_connected=False).exclude(
              type__in=NONCONNECTABLE_IFACE_TYPES),
          name=('ham-r101-rtr1', 'zrh-eg-rtr1')),
    asked('first free address in {name}',
          lambda name: Says.all(IPRange.objects.get(start_address=name).first_available_ip),
          name={'10.143.30.100-254/24': '10.143.30.100/24'}),
)  # fmt: skip
def test_what_is_free(ask, question, expected):
    compare(ask(question), expected())


def rooms(site, size):
    """Racks with so many free units without a gap."""

    def fits(item):
        free, run = free_units(item), 0
        for unit in range(1, int(item.u_height) + 1):
            run = run + 1 if unit in free else 0
            if run >= size:
                return True
        return False

    return [item for item in Rack.objects.filter(site__name=site) if fits(item)]


@variations(
    asked(('which racks at {site} have {size} free units in a row?', 'is there room for a {size}U box at {site}?'),
          lambda site, size: Says.all(*(item.name for item in rooms(site, size))),
          site=('Newark Warehouse', 'Rotterdam DC'), size=(5, 20)),
)  # fmt: skip
def test_room(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('summary of {site}', 'what belongs to {site}?'),
          lambda site: Says.all(*(model.objects.filter(site__name=site).count() for model in (Device, Rack, VLAN))),
          site=('Zürich Office', 'Rotterdam DC')),
)  # fmt: skip
def test_summary(ask, question, expected):
    compare(ask(question), expected())


def far_ends(name):
    """Names of the devices at the other ends of a device's cables."""
    ports = Interface.objects.filter(device__name=name).exclude(cable=None)
    found = {end.device.name for port in ports for end in port.connected_endpoints if hasattr(end, 'device')}
    return Says.all(*found)


@variations(
    asked(('what is {name} connected to?', 'trace {name}', "what's plugged into {name}?"), far_ends,
          name=('ham-r102-acc1', 'rtm-r101-core1', 'zrh-eg-fw1')),
    asked('where does {circuit} go?', lambda site: Says.all(site),
          circuit={'PF-DF-4711': 'Rotterdam DC', 'HT-IP-ZRH-001': 'Zürich Office'}),
    asked('what feeds ham-r102-srv01?', lambda: Says.all('ham-r102-pdu-a', 'ham-r102-pdu-b')),
)  # fmt: skip
def test_cables(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('compare {one} and {other}', 'what is the difference between {one} and {other}?', '{one} vs {other}'),
          lambda one, other: Says.all(one, other, device(one).serial, device(other).serial, total=2),
          one=('ham-r101-core1',), other=('rtm-r101-core1', 'zrh-eg-fw1')),
    asked(('who changed {name}?', 'history of {name}'), lambda name: Says.all('anna.petersen', total=1),
          name=('ham-r101-fw1', 'dub-bas-dist1')),
    asked('what did marc.dubois change?', lambda: 2),
    asked(('help', 'what can I ask?', 'what can you do?'), lambda: Says.all('How full is')),
    asked('How many devices are at {site} and how many racks are at {other}?',
          lambda site, other: Says.all(f'{Device.objects.filter(site__name=site).count()} devices',
                                       f'{Rack.objects.filter(site__name=other).count()} racks'),
          site=('Hamburg DC', 'Zürich Office'), other=('Rotterdam DC', 'Newark Warehouse')),
    asked('Where is {name}? How full is its rack?',
          lambda name: Says.all(device(name).site.name, percent(device(name).rack.get_utilization())),
          name=('ham-r101-core1', 'zrh-eg-fw1')),
    asked('where is {name} and what is its serial number?',
          lambda name: Says.all(device(name).site.name, device(name).serial), name=('ham-r101-core1', 'zrh-eg-fw1')),
)  # fmt: skip
def test_compare_history_and_several(ask, question, expected):
    compare(ask(question), expected())
