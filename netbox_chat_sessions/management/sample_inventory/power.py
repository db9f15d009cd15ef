"""Power from panel to device: panels, feeds, power strips, outlets."""

from dcim.models import PowerFeed, PowerOutlet, PowerPanel, PowerPort, Rack

from .cabling import POWER, CablePlant
from .devices import Fleet
from .layout import DevicePlan
from .ledger import Ledger
from .organisation import Organisation
from .plan import RackKind, RoomPlan, SitePlan, racks
from .racks import RackKey

VOLTAGE, AMERICAN_VOLTAGE = 230, 208
FAILED_FEED = ('ham', 'R203', 'b')


def write_power(
    ledger: Ledger, organisation: Organisation, written: dict[RackKey, Rack], fleet: Fleet, plant: CablePlant
) -> None:
    """Write panels and feeds, and plan the cables from feed to power strip and from outlet to device."""
    for site, room, rack in racks():
        if rack.kind is RackKind.EMPTY:
            continue
        for side in 'ab' if site.is_data_center else 'a':
            panel = power_panel(ledger, organisation, site, room, side)
            status = 'planned' if rack.status == 'planned' else 'active'
            if (site.code, rack.name, side) == FAILED_FEED:
                status = 'failed'
            feed = ledger.put(
                PowerFeed,
                {'power_panel': panel, 'name': f'{room.code.upper()} {rack.name} {side.upper()}'},
                rack=written[site.code, room.code, rack.name],
                status=status,
                type='primary' if side == 'a' else 'redundant',
                amperage=32,
                max_utilization=80,
                voltage=AMERICAN_VOLTAGE if site.code == 'ewr' else VOLTAGE,
                tenant=organisation.tenants['Network Operations'],
            )
            strip = next(
                plan
                for plan in in_rack(fleet, site, room, rack.name)
                if plan.role == 'PDU' and plan.key.endswith(f'-pdu-{side}')
            )
            link = 'planned' if status == 'planned' else 'connected'
            plant.connect(feed, plant.port(PowerPort, strip.key, 'Inlet'), POWER, link)
            plug_in(plant, strip, in_rack(fleet, site, room, rack.name), side, link)


def power_panel(ledger: Ledger, organisation: Organisation, site: SitePlan, room: RoomPlan, side: str) -> PowerPanel:
    """Panels A and B of a data center room; one main panel elsewhere."""
    lookup = {'site': organisation.sites[site.code], 'name': 'Main panel'}
    location = None
    if site.is_data_center:
        lookup['name'] = f'Panel {room.name} {side.upper()}'
        location = organisation.locations[site.code, room.code]
    return ledger.put(PowerPanel, lookup, location=location, description=f'Fed by utility {side.upper()}')


def in_rack(fleet: Fleet, site: SitePlan, room: RoomPlan, rack: str) -> list[DevicePlan]:
    """The devices of one rack."""
    return [
        plan
        for plan in fleet.plans.values()
        if plan.spot.rack and (plan.spot.site, plan.spot.room, plan.spot.rack.name) == (site, room, rack)
    ]


def plug_in(plant: CablePlant, strip: DevicePlan, neighbours: list[DevicePlan], side: str, status: str) -> None:
    """Plug the first inlet of each device into strip A and its second into strip B, one outlet after the other."""
    number = 0
    for plan in neighbours:
        supplies = plan.hardware.supplies
        index = 'ab'.index(side)
        if plan.role == 'PDU' or len(supplies) <= index:
            continue
        number += 1
        outlet = plant.port(PowerOutlet, strip.key, f'Outlet {number}')
        plant.connect(outlet, plant.port(PowerPort, plan.key, supplies[index].name), POWER, status)
