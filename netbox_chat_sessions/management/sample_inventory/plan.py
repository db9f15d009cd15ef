"""Where Nordwind Logistics works: sites, rooms and racks. No database here; names repeat on purpose."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class RackKind(StrEnum):
    """What a rack is for, which decides what stands in it."""

    CORE = 'core'
    COMPUTE = 'compute'
    STORAGE = 'storage'
    MAIN = 'main'
    CLOSET = 'closet'
    EMPTY = 'empty'


@dataclass(frozen=True)
class RackPlan:
    """One rack of a room."""

    name: str
    kind: RackKind
    status: str = 'active'


@dataclass(frozen=True)
class RoomPlan:
    """A location that holds racks, perhaps inside another location (a floor, a building)."""

    code: str
    name: str
    racks: tuple[RackPlan, ...]
    inside: str = ''


@dataclass(frozen=True)
class SitePlan:
    """A site; `number` is the N of its address plan, 10.(140+N).0.0/16 and 2001:db8:N::/48."""

    code: str
    number: int
    name: str
    slug: str
    region: tuple[str, str, str]
    group: str
    facility: str
    time_zone: str
    address: str
    latitude: str
    longitude: str
    rooms: tuple[RoomPlan, ...]
    status: str = 'active'

    @property
    def is_data_center(self) -> bool:
        """Whether the site houses servers in rows of racks; the others are offices and warehouses."""
        return self.group == 'Data centers'

    @property
    def is_warehouse(self) -> bool:
        """Whether goods are handled here, so that scanners and gateways have a network of their own."""
        return self.group == 'Warehouses'


def row(kinds: str, first: int, status: str = 'active') -> tuple[RackPlan, ...]:
    """Racks R<first>, R<first + 1>… of the kinds given by letter: c(ore), s(erver), d(isk), - (empty)."""
    letters = {'c': RackKind.CORE, 's': RackKind.COMPUTE, 'd': RackKind.STORAGE, '-': RackKind.EMPTY}
    return tuple(RackPlan(f'R{first + offset}', letters[kind], status) for offset, kind in enumerate(kinds))


def closet(code: str, name: str, inside: str = '', status: str = 'active') -> RoomPlan:
    """A room with the one rack that every site calls "Comms closet"."""
    return RoomPlan(code, name, (RackPlan('Comms closet', RackKind.CLOSET, status),), inside)


def main_room(code: str, name: str, inside: str = '', status: str = 'active') -> RoomPlan:
    """The room where the lines of an office or warehouse arrive."""
    return RoomPlan(code, name, (RackPlan('MDF', RackKind.MAIN, status),), inside)


SITES: tuple[SitePlan, ...] = (
    SitePlan(
        'ham',
        1,
        'Hamburg DC',
        'hamburg-dc',
        ('Europe', 'Germany', 'Hamburg'),
        'Data centers',
        'NWL-HAM1',
        'Europe/Berlin',
        'Wendenstraße 375\n20537 Hamburg\nGermany',
        '53.552300',
        '10.045600',
        (
            RoomPlan('a1', 'Room A1', row('csssss-s', 101), 'Building A'),
            RoomPlan('a2', 'Room A2', row('csssd-s-', 201), 'Building A'),
        ),
    ),
    SitePlan(
        'rtm',
        2,
        'Rotterdam DC',
        'rotterdam-dc',
        ('Europe', 'Netherlands', 'South Holland'),
        'Data centers',
        'NWL-RTM1',
        'Europe/Amsterdam',
        'Van Nelleweg 1\n3044 BC Rotterdam\nNetherlands',
        '51.923600',
        '4.432400',
        (
            RoomPlan('h1', 'Hall 1', row('csssssd-', 101)),
            RoomPlan('h2', 'Hall 2', row('s-', 201, 'planned')),
        ),
    ),
    SitePlan(
        'zrh',
        3,
        'Zürich Office',
        'zurich-office',
        ('Europe', 'Switzerland', 'Zürich'),
        'Offices',
        'NWL-ZRH1',
        'Europe/Zurich',
        'Hardturmstrasse 161\n8005 Zürich\nSwitzerland',
        '47.391600',
        '8.512300',
        (
            main_room('eg', 'Server room', 'Ground floor'),
            closet('1og', 'Comms room', '1st floor'),
            closet('2og', 'Comms room', '2nd floor'),
            RoomPlan('kue', 'Küche/Lager', (RackPlan("Müller's test rack", RackKind.EMPTY, 'available'),), '2nd floor'),
        ),
    ),
    SitePlan(
        'dub',
        4,
        "Dublin O'Connell Street",
        'dublin-oconnell',
        ('Europe', 'Ireland', 'Leinster'),
        'Offices',
        'NWL-DUB1',
        'Europe/Dublin',
        "42 O'Connell Street Upper\nDublin 1\nIreland",
        '53.350100',
        '-6.260300',
        (
            main_room('bas', 'Basement'),
            closet('1f', '1st floor'),
            closet('3f', '3rd floor'),
        ),
    ),
    SitePlan(
        'lys',
        5,
        'Lyon / Saint-Priest',
        'lyon-saint-priest',
        ('Europe', 'France', 'Auvergne-Rhône-Alpes'),
        'Warehouses',
        'NWL-LYS1',
        'Europe/Paris',
        '12 rue du Lyonnais\n69800 Saint-Priest\nFrance',
        '45.696500',
        '4.943700',
        (
            main_room('bur', 'Office block'),
            closet('nord', 'Hall Nord'),
            closet('sud', 'Hall Sud'),
            RoomPlan('dock', 'Dock 12', (RackPlan('4711', RackKind.EMPTY, 'available'),), 'Hall Sud'),
        ),
    ),
    SitePlan(
        'ewr',
        6,
        'Newark Warehouse',
        'newark-warehouse',
        ('North America', 'United States', 'New Jersey'),
        'Warehouses',
        'NWL-EWR1',
        'America/New_York',
        '180 Port Street\nNewark, NJ 07114\nUnited States',
        '40.703200',
        '-74.144800',
        (
            main_room('off', 'Office block'),
            closet('east', 'Hall East'),
            closet('west', 'Hall West'),
        ),
    ),
    SitePlan(
        'gdn',
        7,
        'Gdańsk Depot',
        'gdansk-depot',
        ('Europe', 'Poland', 'Pomerania'),
        'Warehouses',
        'NWL-GDN1',
        'Europe/Warsaw',
        'ul. Kontenerowa 7\n80-601 Gdańsk\nPoland',
        '54.386900',
        '18.714500',
        (
            main_room('dep', 'Depot', status='planned'),
            closet('hala', 'Hala 1', status='planned'),
        ),
        status='planned',
    ),
)


def racks() -> Iterator[tuple[SitePlan, RoomPlan, RackPlan]]:
    """Every rack of the company with its site and room, in the order of the plan."""
    for site in SITES:
        for room in site.rooms:
            for rack in room.racks:
                yield site, room, rack
