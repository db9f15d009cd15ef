"""The models of equipment that the company buys, with the ports that each of them has."""

from dataclasses import dataclass

COPPER = '1000base-t'
SFP_PLUS = '10gbase-x-sfpp'
SFP28 = '25gbase-x-sfp28'
QSFP28 = '100gbase-x-qsfp28'
WIFI = 'ieee802.11ax'


@dataclass(frozen=True)
class InterfaceSpec:
    """A network interface; `{vc_position:1}` in its name becomes the position in a virtual chassis."""

    name: str
    type: str
    mgmt_only: bool = False
    poe_mode: str | None = None


@dataclass(frozen=True)
class SupplySpec:
    """A power inlet; draws in watts."""

    name: str
    type: str
    maximum_draw: int | None = None
    allocated_draw: int | None = None


@dataclass(frozen=True)
class PanelSpec:
    """Front ports in order, dealt to rear ports of `positions` positions each."""

    front_prefix: str
    front_type: str
    fronts: int
    rear_prefix: str
    rear_type: str
    positions: int

    @property
    def rears(self) -> int:
        """How many rear ports the front ports need."""
        return self.fronts // self.positions


@dataclass(frozen=True)
class Hardware:
    """A device type: what the manufacturer calls it, its size, and its ports."""

    manufacturer: str
    model: str
    slug: str
    part_number: str
    u_height: int = 1
    full_depth: bool = True
    weight: str | None = None
    airflow: str | None = None
    platform: str = ''
    end_of_life: str | None = None
    interfaces: tuple[InterfaceSpec, ...] = ()
    consoles: tuple[str, ...] = ()
    console_servers: tuple[str, ...] = ()
    supplies: tuple[SupplySpec, ...] = ()
    outlets: tuple[tuple[str, str], ...] = ()
    panel: PanelSpec | None = None


def ports(pattern: str, first: int, last: int, kind: str, **options: str) -> tuple[InterfaceSpec, ...]:
    """Interfaces named by `pattern` with its `#` replaced by the numbers first to last."""
    return tuple(InterfaceSpec(pattern.replace('#', str(n)), kind, **options) for n in range(first, last + 1))


def dual(draw: int, allocated: int, names: tuple[str, str] = ('PSU1', 'PSU2')) -> tuple[SupplySpec, ...]:
    """Two redundant C14 inlets."""
    return tuple(SupplySpec(name, 'iec-60320-c14', draw, allocated) for name in names)


def management(name: str) -> tuple[InterfaceSpec, ...]:
    """A management port."""
    return (InterfaceSpec(name, COPPER, mgmt_only=True),)


def loopback(name: str) -> tuple[InterfaceSpec, ...]:
    """The interface inside a router by which it is known to the others."""
    return (InterfaceSpec(name, 'virtual'),)


ROUTER_DC = Hardware(
    'Juniper',
    'MX204',
    'mx204',
    'MX204-R',
    weight='10.4',
    airflow='front-to-rear',
    platform='Juniper Junos',
    interfaces=(
        ports('et-0/0/#', 0, 3, QSFP28) + ports('xe-0/1/#', 0, 7, SFP_PLUS) + management('fxp0') + loopback('lo0')
    ),
    consoles=('CON',),
    supplies=dual(480, 300, ('PEM 0', 'PEM 1')),
)
ROUTER_OFFICE = Hardware(
    'Cisco',
    'ISR 4331',
    'isr-4331',
    'ISR4331/K9',
    weight='6.1',
    airflow='front-to-rear',
    platform='Cisco IOS-XE',
    end_of_life='2028-11-30',
    interfaces=ports('GigabitEthernet0/0/#', 0, 2, COPPER) + management('GigabitEthernet0') + loopback('Loopback0'),
    consoles=('Console',),
    supplies=(SupplySpec('PSU1', 'iec-60320-c14', 250, 120),),
)
FIREWALL = Hardware(
    'Fortinet',
    'FortiGate 100F',
    'fortigate-100f',
    'FG-100F',
    weight='3.3',
    airflow='side-to-rear',
    platform='FortiOS',
    interfaces=ports('port#', 1, 12, COPPER) + ports('x#', 1, 2, SFP_PLUS) + management('mgmt'),
    consoles=('Console',),
    supplies=dual(39, 35),
)
CORE_SWITCH = Hardware(
    'Arista',
    'DCS-7050SX3-48YC8',
    'dcs-7050sx3-48yc8',
    'DCS-7050SX3-48YC8-F',
    weight='9.5',
    airflow='front-to-rear',
    platform='Arista EOS',
    interfaces=ports('Ethernet#', 1, 48, SFP28) + ports('Ethernet#', 49, 56, QSFP28) + management('Management1'),
    consoles=('Console',),
    supplies=dual(290, 180),
)
DISTRIBUTION_SWITCH = Hardware(
    'Cisco',
    'Catalyst 9500-24Y4C',
    'catalyst-9500-24y4c',
    'C9500-24Y4C',
    weight='9.9',
    airflow='front-to-rear',
    platform='Cisco IOS-XE',
    interfaces=(
        ports('TwentyFiveGigE1/0/#', 1, 24, SFP28)
        + ports('HundredGigE1/0/#', 25, 28, QSFP28)
        + management('GigabitEthernet0/0')
    ),
    consoles=('Console',),
    supplies=dual(650, 240),
)
RACK_SWITCH = Hardware(
    'Juniper',
    'EX4300-48T',
    'ex4300-48t',
    'EX4300-48T-AFI',
    weight='7.3',
    airflow='rear-to-front',
    platform='Juniper Junos',
    end_of_life='2027-09-30',
    interfaces=ports('ge-0/0/#', 0, 47, COPPER) + ports('xe-0/2/#', 0, 3, SFP_PLUS) + management('me0'),
    consoles=('CON',),
    supplies=dual(350, 120),
)
ACCESS_SWITCH = Hardware(
    'Cisco',
    'Catalyst 9300-24P',
    'catalyst-9300-24p',
    'C9300-24P',
    weight='7.4',
    airflow='front-to-rear',
    platform='Cisco IOS-XE',
    interfaces=(
        ports('GigabitEthernet{vc_position:1}/0/#', 1, 24, COPPER, poe_mode='pse')
        + ports('TenGigabitEthernet{vc_position:1}/1/#', 1, 8, SFP_PLUS)
        + management('GigabitEthernet0/0')
    ),
    consoles=('Console',),
    supplies=(SupplySpec('PSU1', 'iec-60320-c14', 715, 350),),
)
SERVER = Hardware(
    'Dell',
    'PowerEdge R650',
    'poweredge-r650',
    'R650',
    weight='21.2',
    airflow='front-to-rear',
    platform='Ubuntu 24.04',
    interfaces=ports('eno#', 1, 4, COPPER) + management('iDRAC'),
    supplies=dual(800, 350),
)
BIG_SERVER = Hardware(
    'HPE',
    'ProLiant DL380 Gen10',
    'proliant-dl380-gen10',
    '868703-B21',
    u_height=2,
    weight='14.7',
    airflow='front-to-rear',
    platform='VMware ESXi 8',
    end_of_life='2027-06-30',
    interfaces=ports('eno#', 1, 4, COPPER) + management('iLO'),
    supplies=dual(800, 420),
)
STORAGE = Hardware(
    'NetApp',
    'AFF A250',
    'aff-a250',
    'AFF-A250A',
    u_height=2,
    weight='24.6',
    airflow='front-to-rear',
    platform='ONTAP 9',
    interfaces=ports('e0#', 1, 4, SFP28) + management('e0M'),
    consoles=('Console',),
    supplies=dual(600, 400),
)
PDU = Hardware(
    'APC',
    'AP8959EU3',
    'ap8959eu3',
    'AP8959EU3',
    u_height=0,
    full_depth=False,
    weight='5.8',
    interfaces=management('Network'),
    supplies=(SupplySpec('Inlet', 'iec-60309-p-n-e-6h'),),
    outlets=tuple((f'Outlet {n}', 'iec-60320-c13') for n in range(1, 22))
    + tuple((f'Outlet {n}', 'iec-60320-c19') for n in range(22, 25)),
)
CONSOLE_SERVER = Hardware(
    'Opengear',
    'OM1208-8E',
    'om1208-8e',
    'OM1208-8E',
    weight='1.3',
    airflow='passive',
    interfaces=management('NET1') + management('NET2'),
    console_servers=tuple(f'Serial {n}' for n in range(1, 9)),
    supplies=(SupplySpec('PSU1', 'iec-60320-c14', 30, 20),),
)
COPPER_PANEL = Hardware(
    'Panduit',
    'CP24BLY',
    'cp24bly',
    'CP24BLY',
    full_depth=False,
    weight='0.7',
    panel=PanelSpec('Port ', '8p8c', 24, 'Rear ', '8p8c', 1),
)
RACK_FIBER_PANEL = Hardware(
    'Panduit',
    'FAP12 cassette panel',
    'fap12',
    'FAP12WAQDLCZ',
    full_depth=False,
    weight='0.9',
    panel=PanelSpec('LC', 'lc', 12, 'MPO', 'mpo', 12),
)
CORE_FIBER_PANEL = Hardware(
    'Panduit',
    'FCE1U panel',
    'fce1u',
    'FCE1U',
    full_depth=False,
    weight='3.1',
    panel=PanelSpec('LC', 'lc', 72, 'MPO', 'mpo', 12),
)
ACCESS_POINT = Hardware(
    'Cisco',
    'Catalyst 9120AXI',
    'catalyst-9120axi',
    'C9120AXI-E',
    u_height=0,
    full_depth=False,
    weight='1.3',
    interfaces=(InterfaceSpec('GigabitEthernet0', COPPER, poe_mode='pd'), InterfaceSpec('Dot11Radio0', WIFI)),
    consoles=('Console',),
)
GATEWAY = Hardware(
    'Moxa',
    'EDS-408A',
    'eds-408a',
    'EDS-408A',
    u_height=0,
    full_depth=False,
    weight='0.7',
    airflow='passive',
    end_of_life='2026-03-31',
    interfaces=ports('Port #', 1, 8, COPPER),
)

ALL: tuple[Hardware, ...] = (
    ROUTER_DC,
    ROUTER_OFFICE,
    FIREWALL,
    CORE_SWITCH,
    DISTRIBUTION_SWITCH,
    RACK_SWITCH,
    ACCESS_SWITCH,
    SERVER,
    BIG_SERVER,
    STORAGE,
    PDU,
    CONSOLE_SERVER,
    COPPER_PANEL,
    RACK_FIBER_PANEL,
    CORE_FIBER_PANEL,
    ACCESS_POINT,
    GATEWAY,
)
