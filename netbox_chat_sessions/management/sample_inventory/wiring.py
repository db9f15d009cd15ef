"""Which data and console port leads where."""

from dcim.models import ConsolePort, ConsoleServerPort, FrontPort, Interface, RearPort

from .cabling import CONSOLE, COPPER, FIBER, LONG_FIBER, TRUNK, CablePlant, Medium
from .devices import Fleet
from .layout import Spot, closets
from .plan import SITES, RackKind, RoomPlan, SitePlan

UPLINKS = (1, 2)


def wire(plant: CablePlant, fleet: Fleet) -> None:
    """Plan every cable that is not power; nothing is cabled where nothing has been delivered."""
    for site in SITES:
        if site.status == 'planned':
            continue
        if site.is_data_center:
            for room in site.rooms:
                wire_room(plant, fleet, site, room)
        else:
            wire_office(plant, site)
    core_to_core(plant)
    wire_consoles(plant, fleet)


def wire_room(plant: CablePlant, fleet: Fleet, site: SitePlan, room: RoomPlan) -> None:
    """Servers to the switch of their rack, rack switches through two panels and a trunk to the core, core to router."""
    core = next((rack for rack in room.racks if rack.kind is RackKind.CORE), None)
    if core is None:
        return
    hub = Spot(site, room, core).prefix
    number = 0
    for rack in room.racks:
        if rack.kind is not RackKind.COMPUTE:
            continue
        number += 1
        spot = Spot(site, room, rack)
        wire_servers(plant, fleet, spot)
        plant.connect(
            plant.port(RearPort, f'{spot.prefix}-fp1', 'MPO1'),
            plant.port(RearPort, f'{hub}-fp1', f'MPO{number}'),
            TRUNK,
        )
        for uplink in UPLINKS:
            far = len(UPLINKS) * (number - 1) + uplink
            join(plant, f'{spot.prefix}-acc1', f'xe-0/2/{uplink - 1}', f'{spot.prefix}-fp1', f'LC{uplink}')
            join(plant, f'{hub}-core1', f'Ethernet{far}', f'{hub}-fp1', f'LC{12 * (number - 1) + uplink}')
    link(plant, (f'{hub}-core1', 'Ethernet49'), (f'{hub}-dist1', 'HundredGigE1/0/25'), FIBER)
    link(plant, (f'{hub}-dist1', 'TwentyFiveGigE1/0/1'), (f'{hub}-fw1', 'x1'), FIBER)
    link(plant, (f'{hub}-fw1', 'x2'), (f'{hub}-rtr1', 'xe-0/1/0'), FIBER)


def wire_servers(plant: CablePlant, fleet: Fleet, spot: Spot) -> None:
    """The first port of each server and its remote management port to the switch of the rack."""
    switch = f'{spot.prefix}-acc1'
    servers = [
        plan
        for plan in fleet.plans.values()
        if plan.spot == spot and plan.hardware.interfaces[:1] and plan.hardware.interfaces[0].name == 'eno1'
    ]
    for number, plan in enumerate(servers):
        link(plant, (plan.key, 'eno1'), (switch, f'ge-0/0/{number}'), COPPER)
        link(plant, (plan.key, plan.hardware.interfaces[-1].name), (switch, f'ge-0/0/{number + 24}'), COPPER)


def wire_office(plant: CablePlant, site: SitePlan) -> None:
    """Router, firewall, distribution switch; a bundle of two fibers to each closet; access points through a panel."""
    hub = Spot(site, site.rooms[0], site.rooms[0].racks[0]).prefix
    link(plant, (f'{hub}-rtr1', 'GigabitEthernet0/0/1'), (f'{hub}-fw1', 'port1'), COPPER)
    link(plant, (f'{hub}-fw1', 'x1'), (f'{hub}-dist1', 'TwentyFiveGigE1/0/1'), FIBER)
    link(plant, (f'{hub}-srv01', 'eno1'), (f'{hub}-fw1', 'port2'), COPPER)
    rooms = closets(site)
    for index, room in enumerate(rooms):
        closet = f'{site.code}-{room.code}'
        for member in (1, 2):
            far = f'TwentyFiveGigE1/0/{2 + 2 * index + member - 1}'
            near = (f'{closet}-acc/{member}', f'TenGigabitEthernet{member}/1/1')
            link(plant, near, (f'{hub}-dist1', far), LONG_FIBER)
    for number in range(1, 4):
        closet = f'{site.code}-{rooms[(number - 1) % len(rooms)].code}'
        access_point = plant.port(Interface, f'{site.code}-ap{number}', 'GigabitEthernet0')
        plant.connect(plant.port(RearPort, f'{closet}-cp1', f'Rear {number}'), access_point, COPPER)
        join(plant, f'{closet}-acc/1', f'GigabitEthernet1/0/{number}', f'{closet}-cp1', f'Port {number}')


def core_to_core(plant: CablePlant) -> None:
    """The two rooms of Hamburg back each other up."""
    link(plant, ('ham-r101-core1', 'Ethernet50'), ('ham-r201-core1', 'Ethernet50'), LONG_FIBER)


def wire_consoles(plant: CablePlant, fleet: Fleet) -> None:
    """Console ports of a rack to its console server."""
    for server in [plan for plan in fleet.plans.values() if plan.hardware.console_servers and plan.status == 'active']:
        number = 0
        for plan in fleet.plans.values():
            if plan.spot == server.spot and plan.hardware.consoles:
                number += 1
                plant.connect(
                    plant.port(ConsoleServerPort, server.key, f'Serial {number}'),
                    plant.port(ConsolePort, plan.key, plan.hardware.consoles[0]),
                    CONSOLE,
                )


def link(plant: CablePlant, a: tuple[str, str], b: tuple[str, str], medium: Medium) -> None:
    """Plan a cable between two interfaces, each given as device and name."""
    plant.connect(plant.port(Interface, *a), plant.port(Interface, *b), medium)


def join(plant: CablePlant, device: str, interface: str, panel: str, front: str) -> None:
    """Plan a patch cord from an interface to the front of a panel."""
    medium = FIBER if front.startswith('LC') else COPPER
    plant.connect(plant.port(Interface, device, interface), plant.port(FrontPort, panel, front), medium)
