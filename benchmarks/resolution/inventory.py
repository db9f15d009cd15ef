"""A generated inventory that grows in all its parts, as real ones do. Runs inside NetBox."""

import ipaddress
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from circuits.models import Circuit, CircuitType, Provider
from dcim.models import Device, DeviceRole, DeviceType, Location, Manufacturer, Rack, Region, Site
from django.db import connection
from django.db.models import Model
from ipam.models import VLAN, IPAddress
from tenancy.models import Tenant
from virtualization.models import Cluster, ClusterType, VirtualMachine

__all__ = ('Landmarks', 'build')

DEVICES_IN_RACK = 20
RACKS_AT_SITE = 5
SITES_OF_TENANT = 10
# One site is as large as a tenth of the inventory.
AT_HUB = 10
HUB = 'HUB-Grandholm'
DEVICES_TO_A_VIRTUAL_MACHINE = 20
ROLES = {'Router': 'rtr', 'Access Switch': 'sw', 'Firewall': 'fw', 'Server': 'srv'}
VLANS = {100: 'Data', 200: 'Voice', 300: 'Guest', 400: 'Cameras', 500: 'Management'}
FIRST_ADDRESS = ipaddress.ip_address('10.0.0.1')
BATCH = 2000
_SYLLABLES = (
    'bal bren cor dal dun fal gar hal jor kel lor mal nor ost pel quin rav sol tar thal ulm ves wol zan',
    'a e i o u',
    'beck berg by dorf fell fors gard holm land lund mar minde mond nes stad strand vik wick',
)


@dataclass(frozen=True)
class Landmarks:
    """Names of an inventory, for what is said in turns."""

    place: str
    site: str
    device: str
    other: str
    misspelled: str
    address: str
    hub: str = HUB
    unknown: str = 'xqj-r777-zz99'
    repeated: str = 'R101'

    @classmethod
    def find(cls) -> 'Landmarks':
        """The landmarks of the inventory in the database, the same from one run to the next."""
        sites = Site.objects.exclude(name=HUB).order_by('name')
        site = sites[sites.count() * 3 // 4]
        device, *_, other = Device.objects.filter(site=site).order_by('pk')
        address = IPAddress.objects.order_by('-pk').first()
        place = site.name.partition('-')[2]
        # Two letters of the place are swapped.
        misspelled = f'{other.name[:2]}{other.name[3]}{other.name[2]}{other.name[4:]}'
        return cls(place, site.name, device.name, other.name, misspelled, str(address.address.ip))


def build(devices: int) -> None:
    """Write the inventory into an empty database, with the statistics that PostgreSQL plans by."""
    plan = _Plan(devices)
    for rows in plan.rows():
        _insert(rows)
    with connection.cursor() as cursor:
        cursor.execute('VACUUM ANALYZE')


def _insert(rows: Iterator[Model]) -> None:
    for batch in itertools.batched(rows, BATCH):
        type(batch[0])._default_manager.bulk_create(batch)


class _Plan:
    """What the inventory consists of; each part is made from what the parts before it left in the database."""

    def __init__(self, devices: int) -> None:
        self.devices = devices
        self.at_hub = devices // AT_HUB
        per_site = DEVICES_IN_RACK * RACKS_AT_SITE
        self.sites = max(1, (devices - self.at_hub) // per_site)

    def rows(self) -> Iterable[Iterator[Model]]:
        """The objects of one model after the other."""
        slugged: tuple[tuple[type[Model], Iterable[str]], ...] = (
            (Region, ('Northland', 'Southland', 'Westland')),
            (Tenant, (f'Customer {number:04}' for number in range(self.sites // SITES_OF_TENANT + 1))),
            (Manufacturer, ('Acme', 'Globex', 'Initech')),
            (DeviceRole, ROLES),
            (Provider, ('Nordlink', 'Baltnet')),
            (CircuitType, ('Dark fibre',)),
            (ClusterType, ('KVM',)),
        )
        for model, names in slugged:
            yield (model(name=name, slug=_slug(name)) for name in names)
        yield self._device_types()
        yield self._sites()
        yield (Location(name='Hall A', slug='hall-a', site=site) for site in Site.objects.order_by('name'))
        yield self._racks()
        yield self._devices()
        yield (
            VLAN(vid=vid, name=name, site=site, status='active')
            for site in Site.objects.order_by('name') for vid, name in VLANS.items()
        )  # fmt: skip
        yield (IPAddress(address=f'{FIRST_ADDRESS + number}/16', status='active') for number in range(self.devices))
        provider, kind = Provider.objects.first(), CircuitType.objects.first()
        yield (
            Circuit(cid=f'{site.slug.upper()}-001', provider=provider, type=kind, status='active')
            for site in Site.objects.order_by('name')
        )
        yield from self._virtual()

    def _device_types(self) -> Iterator[Model]:
        makers = Manufacturer.objects.all()
        for number, (maker, role) in enumerate(itertools.product(makers, ROLES.values())):
            model = f'{role.upper()}{number}00'
            yield DeviceType(manufacturer=maker, model=model, slug=model.lower(), u_height=1)

    def _sites(self) -> Iterator[Model]:
        regions, tenants = list(Region.objects.all()), list(Tenant.objects.order_by('pk'))
        places = (''.join(parts).title() for parts in itertools.product(*map(str.split, _SYLLABLES)))
        # Not in alphabetical order.
        spread = sorted(places, key=lambda place: place[::-1])
        names = [HUB, *(f'DM-{place}' for place in spread[: self.sites])]
        for number, name in enumerate(names):
            tenant = tenants[number // SITES_OF_TENANT % len(tenants)]
            yield Site(name=name, slug=_slug(name), region=regions[number % len(regions)], tenant=tenant)

    def _racks(self) -> Iterator[Model]:
        for location in Location.objects.select_related('site').order_by('pk'):
            site = location.site
            count = self.at_hub // DEVICES_IN_RACK + 1 if site.name == HUB else RACKS_AT_SITE
            first = 10001 if site.name == HUB else 101
            for number in range(first, first + count):
                yield Rack(name=f'R{number}', site=site, location=location, u_height=42)

    def _devices(self) -> Iterator[Model]:
        types, roles = list(DeviceType.objects.all()), list(DeviceRole.objects.order_by('pk'))
        racks: Iterable[Any] = Rack.objects.select_related('site').order_by('pk')
        places = itertools.product(racks, range(1, DEVICES_IN_RACK + 1))
        for number, (rack, position) in enumerate(itertools.islice(places, self.devices)):
            role = roles[number % len(roles)]
            place = rack.site.slug.partition('-')[2]
            yield Device(
                name=f'{place}-{rack.name.lower()}-{ROLES[role.name]}{position:02}',
                device_type=types[number % len(types)],
                role=role,
                site_id=rack.site_id,
                location_id=rack.location_id,
                rack=rack,
                position=position,
                face='front',
                serial=f'SN{number:07}',
            )

    def _virtual(self) -> Iterable[Iterator[Model]]:
        kind = ClusterType.objects.first()
        yield (Cluster(name=f'kvm-{number:04}', type=kind) for number in range(self.sites // 10 + 1))
        clusters = list(Cluster.objects.all())
        yield (
            VirtualMachine(name=f'vm{number:06}', cluster=clusters[number % len(clusters)])
            for number in range(self.devices // DEVICES_TO_A_VIRTUAL_MACHINE)
        )


def _slug(name: str) -> str:
    return name.lower().replace(' ', '-')
