"""Racks, what they are made of, and who has reserved units in them."""

from dcim.models import Manufacturer, Rack, RackReservation, RackRole, RackType

from .ledger import Ledger
from .organisation import Organisation
from .plan import RackKind, racks

type RackKey = tuple[str, str, str]

ROLES = {
    RackKind.CORE: ('Network', '2196f3'),
    RackKind.COMPUTE: ('Compute', '4caf50'),
    RackKind.STORAGE: ('Storage', 'ff9800'),
    RackKind.MAIN: ('Network', '2196f3'),
    RackKind.CLOSET: ('Comms closet', '9c27b0'),
    RackKind.EMPTY: ('Unassigned', '9e9e9e'),
}
RESERVATIONS = (
    (('ham', 'a1', 'R107'), tuple(range(1, 13)), 'anna.petersen', 'Storage expansion for the customer portal'),
    (('ham', 'a1', 'R102'), (25, 26, 27, 28), 'anna.petersen', 'Two hypervisors on order'),
    (('ham', 'a2', 'R208'), (20, 21, 22), 'marc.dubois', 'Tape library, delivery in spring'),
    (('rtm', 'h1', 'R108'), tuple(range(1, 9)), 'marc.dubois', 'Move of the Lyon servers'),
)


def write_racks(ledger: Ledger, organisation: Organisation) -> dict[RackKey, Rack]:
    """Write all racks; the result is keyed by site code, room code and rack name."""
    cabinet = rack_type(ledger, 'APC', 'NetShelter SX 42U', '4-post-cabinet', 42, 'AR3100')
    wall = rack_type(ledger, 'APC', 'NetShelter WX 13U', 'wall-cabinet', 13, 'AR100')
    written: dict[RackKey, Rack] = {}
    for number, (site, room, plan) in enumerate(racks(), start=1):
        role, color = ROLES[plan.kind]
        owner = 'Warehouse Systems' if site.is_warehouse else 'Network Operations'
        key = (site.code, room.code, plan.name)
        written[key] = ledger.put(
            Rack,
            {
                'site': organisation.sites[site.code],
                'location': organisation.locations[site.code, room.code],
                'name': plan.name,
            },
            role=ledger.put_named(RackRole, role, color=color),
            rack_type=wall if plan.kind is RackKind.CLOSET else cabinet,
            status=plan.status,
            facility_id=f'{site.facility}-{number:02d}',
            asset_tag=f'NWL-R{number:03d}',
            serial=f'SN-{site.code.upper()}-{number:04d}',
            tenant=organisation.tenants[owner],
            custom_field_data={'cost_center': f'NWL-{site.number}000'},
        )
    for key, units, user, reason in RESERVATIONS:
        ledger.put(
            RackReservation,
            {'rack': written[key], 'user': organisation.users[user], 'description': reason},
            units=list(units),
            tenant=organisation.tenants['Network Operations'],
        )
    return written


def rack_type(ledger: Ledger, maker: str, model: str, form: str, height: int, part: str) -> RackType:
    """A model of rack, 19 inches wide."""
    manufacturer = ledger.put_named(Manufacturer, maker)
    return ledger.put(
        RackType,
        {'manufacturer': manufacturer, 'model': model},
        slug=f'{maker}-{part}'.lower(),
        form_factor=form,
        u_height=height,
        outer_width=600,
        outer_depth=1070 if height == 42 else 584,
        outer_unit='mm',
        weight=125,
        max_weight=1361 if height == 42 else 91,
        weight_unit='kg',
        description=f'{maker} {part}',
    )
