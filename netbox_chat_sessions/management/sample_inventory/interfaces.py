"""How the interfaces of new devices are set up: bundles, VLANs, descriptions."""

from dcim.models import Interface

from . import hardware
from .addressing import SEGMENTS, SERVERS, USERS, AddressPlan
from .cabling import CablePlant, save
from .devices import Fleet
from .layout import DevicePlan, closets
from .plan import SITES, RackKind

LAG = 'lag'
ACCESS_PORTS = ('ge-0/0/', 'GigabitEthernet1/0/', 'GigabitEthernet2/0/')


def configure(plant: CablePlant, fleet: Fleet, addresses: AddressPlan) -> None:
    """Set up the interfaces of the devices that this run has made; after the cables, whose far ends they name."""
    touched: list[Interface] = []
    tagged: list[tuple[Interface, str]] = []
    bundles = bundle_members(plant)
    for plan, _ in fleet.fresh_plans():
        for port in plant.ports_of(Interface, plan.key):
            port.lag = bundles.get((plan.key, port.name))
            set_vlans(plan, port, addresses)
            port.description = describe(plan, port) or far_end(plant, fleet, port)
            if port.mode == 'tagged':
                tagged.append((port, plan.spot.site.code))
            if port.lag or port.mode or port.description or port.rf_role:
                touched.append(port)
    save(touched, 'lag', 'mode', 'untagged_vlan', 'description', 'mtu', 'rf_role')
    through = Interface.tagged_vlans.through
    through.objects.bulk_create(
        through(interface_id=port.pk, vlan_id=addresses.vlans[site, segment.vid].pk)
        for port, site in tagged
        for segment in SEGMENTS
        if (site, segment.vid) in addresses.vlans
    )


def bundle_members(plant: CablePlant) -> dict[tuple[str, str], Interface | None]:
    """Which port of which device belongs to which bundle, at both ends of the bundle."""
    members: dict[tuple[str, str], Interface | None] = {}
    for site in SITES:
        if site.is_data_center:
            for room in site.rooms:
                racks = [rack.name.lower() for rack in room.racks if rack.kind is RackKind.COMPUTE]
                hub = next((rack.name.lower() for rack in room.racks if rack.kind is RackKind.CORE), None)
                for number, rack in enumerate(racks, start=1) if hub else ():
                    switch, core = f'{site.code}-{rack}-acc1', f'{site.code}-{hub}-core1'
                    for port in ('xe-0/2/0', 'xe-0/2/1'):
                        members[switch, port] = plant.port(Interface, switch, 'ae0')
                    for port in (2 * number - 1, 2 * number):
                        bundle = plant.port(Interface, core, f'Port-Channel{number}')
                        members[core, f'Ethernet{port}'] = bundle
            continue
        hub = f'{site.code}-{site.rooms[0].code}-dist1'
        for index, room in enumerate(closets(site)):
            stack = f'{site.code}-{room.code}-acc'
            for member in (1, 2):
                near = plant.port(Interface, f'{stack}/1', 'Port-channel1')
                members[f'{stack}/{member}', f'TenGigabitEthernet{member}/1/1'] = near
                far = plant.port(Interface, hub, f'Port-channel{11 + index}')
                members[hub, f'TwentyFiveGigE1/0/{2 * index + member + 1}'] = far
    return members


def set_vlans(plan: DevicePlan, port: Interface, addresses: AddressPlan) -> None:
    """Access ports carry one VLAN, bundles carry all of their site; radios are access points."""
    site = plan.spot.site
    if port.type == LAG:
        port.mode, port.mtu = 'tagged', 9000
    elif plan.role == 'Access switch' and port.name.startswith(ACCESS_PORTS):
        port.mode = 'access'
        port.untagged_vlan = addresses.vlans[site.code, (SERVERS if site.is_data_center else USERS).vid]
    elif port.type == hardware.WIFI:
        port.rf_role = 'ap'


def describe(plan: DevicePlan, port: Interface) -> str:
    """What a port is for, when that does not depend on a cable."""
    if port.type == LAG:
        return 'Uplink bundle' if plan.role == 'Access switch' else 'Downlink bundle'
    if port.mgmt_only:
        return 'Out-of-band management' if plan.role.endswith(('server', 'Hypervisor')) else 'Management'
    return ''


def far_end(plant: CablePlant, fleet: Fleet, port: Interface) -> str:
    """What hangs on the other end of a cable that goes from port to port."""
    far = plant.neighbours.get(port)
    return f'to {fleet.devices[plant.owner(far)].name} {far.name}' if far is not None else ''
