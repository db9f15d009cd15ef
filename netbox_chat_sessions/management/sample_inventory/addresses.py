"""Addresses of new devices: loopbacks, management, servers, public, and which of them are primary."""

from collections import defaultdict

from dcim.models import Device, Interface, MACAddress
from ipam.models import IPAddress
from netaddr import IPNetwork

from .addressing import MANAGEMENT, SERVERS
from .cabling import CablePlant, save
from .devices import Fleet
from .errors import SampleInventoryError
from .layout import DevicePlan
from .ledger import Ledger

ON_MANAGEMENT = frozenset(
    {
        'Router',
        'Firewall',
        'Core switch',
        'Distribution switch',
        'Access switch',
        'Console server',
        'PDU',
        'Storage',
        'Access point',
    }
)
FIRST_HOST = 10
UNADDRESSED = frozenset({'inventory', 'planned', 'staged'})


class Hosts:
    """Hands out the next address of a network; the same device gets the same address on every run."""

    def __init__(self) -> None:
        """Start every network at its tenth address."""
        self._next: defaultdict[str, int] = defaultdict(lambda: FIRST_HOST)

    def take(self, network: IPNetwork) -> IPNetwork:
        """The next address, with the length of its network."""
        number = self._next[str(network)]
        self._next[str(network)] += 1
        return IPNetwork(f'{network[number]}/{network.prefixlen}')


def write_addresses(ledger: Ledger, plant: CablePlant, fleet: Fleet) -> None:
    """Give every delivered device that has a network port its addresses."""
    hosts = Hosts()
    wanted: list[tuple[str, str, Interface, IPAddress]] = []
    for plan in fleet.plans.values():
        if plan.status in UNADDRESSED:
            continue
        for field, port, address, options in requests(plan, hosts):
            interface = plant.port(Interface, plan.key, port)
            if plan.key in fleet.fresh and interface is not None:
                name = '' if not plan.named else f'{dns_label(plan.key)}.nordwind.example'
                wanted.append(
                    (
                        plan.key,
                        field,
                        interface,
                        IPAddress(
                            address=address,
                            assigned_object=interface,
                            tenant=fleet.devices[plan.key].tenant,
                            dns_name=name,
                            **options,
                        ),
                    )
                )
    refuse_taken([address for *_, address in wanted])
    ledger.insert(IPAddress, [address for *_, address in wanted])
    changed: list[Device] = []
    for key, field, _, address in wanted:
        if field:
            setattr(fleet.devices[key], field, address)
            changed.append(fleet.devices[key])
    save(list(dict.fromkeys(changed)), 'primary_ip4', 'primary_ip6', 'oob_ip')
    write_mac_addresses(ledger, plant, fleet)


def requests(plan: DevicePlan, hosts: Hosts) -> list[tuple[str, str, IPNetwork, dict[str, str]]]:
    """The addresses of a device: which field of the device names it, on which port, and its role."""
    site = plan.spot.site
    ports = [port.name.replace('{vc_position:1}', str(plan.stack_position or 1)) for port in plan.hardware.interfaces]
    found: list[tuple[str, str, IPNetwork, dict[str, str]]] = []
    if plan.role in ON_MANAGEMENT:
        port = next((port.name for port in plan.hardware.interfaces if port.mgmt_only), ports[0])
        found.append(('primary_ip4', port, hosts.take(MANAGEMENT.prefix_at(site)), {}))
    elif 'eno1' in ports:
        address = hosts.take(SERVERS.prefix_at(site))
        found.append(('primary_ip4', 'eno1', address, {}))
        found.append(('oob_ip', ports[-1], hosts.take(MANAGEMENT.prefix_at(site)), {}))
        if plan.role == 'Hypervisor':
            host = f'2001:db8:{site.number}:20::{address.ip.words[-1]}/64'
            found.append(('primary_ip6', 'eno1', IPNetwork(host), {}))
    if plan.role == 'Router':
        loopback = hosts.take(IPNetwork(f'10.{140 + site.number}.255.0/27'))
        found.append(('', ports[-1], IPNetwork(f'{loopback.ip}/32'), {'role': 'loopback'}))
    if plan.role == 'Firewall':
        transfer = IPNetwork(f'10.{140 + site.number}.254.0/24')
        number = hosts.take(transfer).ip.words[-1] - FIRST_HOST
        outside = IPNetwork(f'203.0.113.{8 * site.number}/29')[2 + number]
        found.append(
            ('', 'x2' if site.is_data_center else 'port1', IPNetwork(f'{outside}/29'), {'description': 'Public'})
        )
        found.append(('', 'x1', IPNetwork(f'{transfer[2 * number + 1]}/31'), {'description': 'To the core'}))
    return found


def refuse_taken(addresses: list[IPAddress]) -> None:
    """Check that none of the addresses is in use outside of VRFs.

    Raises:
        SampleInventoryError: One of them is.
    """
    taken = {address.address.ip for address in IPAddress.objects.filter(vrf=None)} if addresses else set()
    for address in addresses:
        if address.address.ip in taken:
            raise SampleInventoryError(f'IP address {address.address.ip} is in use already')


def write_mac_addresses(ledger: Ledger, plant: CablePlant, fleet: Fleet) -> None:
    """Give the first port of each server a MAC address made from its serial number."""
    ports: list[Interface] = []
    rows: list[MACAddress] = []
    for plan, _ in fleet.fresh_plans():
        port = plant.port(Interface, plan.key, 'eno1')
        if port is not None:
            pairs = [plan.serial[index : index + 2] for index in range(0, 6, 2)]
            rows.append(MACAddress(mac_address=':'.join(('02', '4E', '57', *pairs)), assigned_object=port))
            ports.append(port)
    for port, row in zip(ports, ledger.insert(MACAddress, rows), strict=True):
        port.primary_mac_address = row
    save(ports, 'primary_mac_address')


def dns_label(name: str) -> str:
    """A device name as a host name: letters, digits and hyphens only."""
    return '-'.join(''.join(c if c.isascii() and c.isalnum() else ' ' for c in name.lower()).split())
