"""What stands where: one plan per device, in the same order and with the same names on every run. No database here."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1

from . import hardware as hw
from .hardware import Hardware
from .plan import SITES, RackKind, RackPlan, RoomPlan, SitePlan

SERVERS_PER_RACK = 9
ACCESS_POINTS_PER_SITE = 3
TEAMS = ('Customer Portal', 'Warehouse Systems', 'Finance', 'Data Science')
UNUSUAL_STATES = {5: 'offline', 17: 'decommissioning', 29: 'staged', 41: 'failed'}


@dataclass(frozen=True)
class Spot:
    """A place in the company; no rack for a device on a wall or a shelf."""

    site: SitePlan
    room: RoomPlan
    rack: RackPlan | None = None

    @property
    def prefix(self) -> str:
        """How device names here begin: `ham-r101`, `zrh-1og`."""
        numbered = self.rack is not None and self.site.is_data_center
        return f'{self.site.code}-{self.rack.name.lower() if numbered else self.room.code}'

    @property
    def is_planned(self) -> bool:
        """Whether nothing has been delivered here yet."""
        return self.site.status == 'planned' or (self.rack is not None and self.rack.status == 'planned')


@dataclass(frozen=True)
class DevicePlan:
    """One device; `key` is its name, or what to call it here when it has none."""

    key: str
    hardware: Hardware
    role: str
    spot: Spot
    position: int | None = None
    status: str = 'active'
    tenant: str = 'Network Operations'
    named: bool = True
    stack: str = ''
    stack_position: int | None = None
    lags: tuple[str, ...] = ()

    @property
    def serial(self) -> str:
        """A serial number that depends on nothing but the device."""
        return sha1(self.key.encode(), usedforsecurity=False).hexdigest()[:10].upper()


def devices() -> tuple[DevicePlan, ...]:
    """Every device of the company."""
    plans: list[DevicePlan] = []
    for site in SITES:
        for room in site.rooms:
            for rack in room.racks:
                plans.extend(FURNISH[rack.kind](Spot(site, room, rack)))
        if not site.is_data_center:
            plans.extend(access_points(site))
    plans.extend(oddities())
    return tuple(plans)


def power_strips(spot: Spot, sides: str) -> Iterator[DevicePlan]:
    """One PDU per side, in no unit of the rack."""
    for side in sides:
        yield DevicePlan(f'{spot.prefix}-pdu-{side}', hw.PDU, 'PDU', spot, status=_state(spot))


def core(spot: Spot) -> Iterator[DevicePlan]:
    """The network rack of a data center room."""
    yield from power_strips(spot, 'ab')
    lags = tuple(f'Port-Channel{number}' for number in range(1, 7))
    for name, model, role, position, bundles in (
        ('fp1', hw.CORE_FIBER_PANEL, 'Patch panel', 42, ()),
        ('cp1', hw.COPPER_PANEL, 'Patch panel', 41, ()),
        ('rtr1', hw.ROUTER_DC, 'Router', 39, ()),
        ('fw1', hw.FIREWALL, 'Firewall', 37, ()),
        ('core1', hw.CORE_SWITCH, 'Core switch', 35, lags),
        ('dist1', hw.DISTRIBUTION_SWITCH, 'Distribution switch', 33, ()),
        ('con1', hw.CONSOLE_SERVER, 'Console server', 31, ()),
    ):
        yield DevicePlan(f'{spot.prefix}-{name}', model, role, spot, position, _state(spot), lags=bundles)


def compute(spot: Spot) -> Iterator[DevicePlan]:
    """A rack of servers with its switch and its fiber panel."""
    yield from power_strips(spot, 'ab')
    state = _state(spot)
    yield DevicePlan(f'{spot.prefix}-fp1', hw.RACK_FIBER_PANEL, 'Patch panel', spot, 42, state)
    yield DevicePlan(f'{spot.prefix}-acc1', hw.RACK_SWITCH, 'Access switch', spot, 40, state, lags=('ae0',))
    for number in range(1, SERVERS_PER_RACK + 1):
        yield server(spot, number, position=2 * number - 1)


def server(spot: Spot, number: int, position: int) -> DevicePlan:
    """One server; the first two of a rack are the big ones, virtualisation hosts in R102 and R103."""
    key = f'{spot.prefix}-srv{number:02d}'
    big = number <= 2
    role = 'Application server'
    if big:
        role = 'Hypervisor' if spot.rack is not None and spot.rack.name in ('R102', 'R103') else 'Database server'
    draw = int(sha1(key.encode(), usedforsecurity=False).hexdigest(), 16)
    state = 'planned' if spot.is_planned else UNUSUAL_STATES.get(draw % 47, 'active')
    if role == 'Hypervisor':
        state = 'active'
    tenant = 'Network Operations' if role == 'Hypervisor' else TEAMS[draw % len(TEAMS)]
    return DevicePlan(key, hw.BIG_SERVER if big else hw.SERVER, role, spot, position, state, tenant)


def storage(spot: Spot) -> Iterator[DevicePlan]:
    """A rack with two storage arrays."""
    yield from power_strips(spot, 'ab')
    for number, position in ((1, 10), (2, 20)):
        name = f'{spot.prefix}-sto{number}'
        yield DevicePlan(name, hw.STORAGE, 'Storage', spot, position, tenant='Data Science')


def main(spot: Spot) -> Iterator[DevicePlan]:
    """The rack where the lines of an office or warehouse arrive."""
    yield from power_strips(spot, 'a')
    state = _state(spot)
    bundles = ('Port-channel11', 'Port-channel12')
    for name, model, role, position, lags in (
        ('cp1', hw.COPPER_PANEL, 'Patch panel', 40, ()),
        ('rtr1', hw.ROUTER_OFFICE, 'Router', 38, ()),
        ('fw1', hw.FIREWALL, 'Firewall', 36, ()),
        ('dist1', hw.DISTRIBUTION_SWITCH, 'Distribution switch', 34, bundles),
        ('con1', hw.CONSOLE_SERVER, 'Console server', 32, ()),
    ):
        yield DevicePlan(f'{spot.prefix}-{name}', model, role, spot, position, state, lags=lags)
    tenant = 'Warehouse Systems' if spot.site.is_warehouse else 'Finance'
    yield DevicePlan(f'{spot.prefix}-srv01', hw.SERVER, 'Application server', spot, 10, state, tenant)


def comms_closet(spot: Spot) -> Iterator[DevicePlan]:
    """A closet on a floor or in a hall: a panel and a stack of two switches, `…-acc/1` and `…-acc/2`."""
    yield from power_strips(spot, 'a')
    state = _state(spot)
    yield DevicePlan(f'{spot.prefix}-cp1', hw.COPPER_PANEL, 'Patch panel', spot, 12, state)
    for member, position in ((1, 10), (2, 9)):
        yield DevicePlan(
            f'{spot.prefix}-acc/{member}',
            hw.ACCESS_SWITCH,
            'Access switch',
            spot,
            position,
            state,
            stack=f'{spot.prefix}-stack',
            stack_position=member,
            lags=('Port-channel1',) if member == 1 else (),
        )


def access_points(site: SitePlan) -> Iterator[DevicePlan]:
    """Access points on ceilings, in the rooms that have a closet, in turn."""
    rooms = closets(site)
    for number in range(1, ACCESS_POINTS_PER_SITE + 1):
        spot = Spot(site, rooms[(number - 1) % len(rooms)])
        yield DevicePlan(f'{site.code}-ap{number}', hw.ACCESS_POINT, 'Access point', spot, status=_state(spot))


def closets(site: SitePlan) -> list[RoomPlan]:
    """The rooms of a site that hold a comms closet."""
    return [room for room in site.rooms if any(rack.kind is RackKind.CLOSET for rack in room.racks)]


def oddities() -> Iterator[DevicePlan]:
    """Names that are all digits, hold an apostrophe, an umlaut or a slash, and devices without a name."""
    ham, rtm, zrh, dub, lys, ewr, _ = SITES
    for name, model, role, spot, status in (
        ('4711', hw.GATEWAY, 'Industrial gateway', Spot(lys, lys.rooms[3]), 'active'),
        ('0815', hw.GATEWAY, 'Industrial gateway', Spot(ewr, ewr.rooms[1]), 'failed'),
        ("O'Brien's lab switch", hw.GATEWAY, 'Access switch', Spot(dub, dub.rooms[2]), 'offline'),
        ('Prüfstand Küche', hw.SERVER, 'Application server', Spot(zrh, zrh.rooms[3]), 'staged'),
        ('Förderband/Dock 12', hw.GATEWAY, 'Industrial gateway', Spot(lys, lys.rooms[3]), 'active'),
    ):
        yield DevicePlan(name, model, role, spot, status=status, tenant='Warehouse Systems')
    for key, model, role, spot in (
        ('spare access switch 1', hw.ACCESS_SWITCH, 'Access switch', Spot(ham, ham.rooms[1])),
        ('spare access switch 2', hw.ACCESS_SWITCH, 'Access switch', Spot(ham, ham.rooms[1])),
        ('spare server', hw.SERVER, 'Application server', Spot(rtm, rtm.rooms[0])),
        ('spare access point', hw.ACCESS_POINT, 'Access point', Spot(ewr, ewr.rooms[0])),
    ):
        yield DevicePlan(key, model, role, spot, status='inventory', named=False)


def _state(spot: Spot) -> str:
    return 'planned' if spot.is_planned else 'active'


def empty(_spot: Spot) -> Iterator[DevicePlan]:
    """Nothing yet."""
    return iter(())


FURNISH = {
    RackKind.CORE: core,
    RackKind.COMPUTE: compute,
    RackKind.STORAGE: storage,
    RackKind.MAIN: main,
    RackKind.CLOSET: comms_closet,
    RackKind.EMPTY: empty,
}
