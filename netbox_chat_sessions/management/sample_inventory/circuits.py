"""Lines of carriers: internet access at every site, a pair between the data centers, MPLS to the warehouses."""

from dataclasses import dataclass

from circuits.models import Circuit, CircuitTermination, CircuitType, Provider, ProviderAccount, ProviderNetwork
from dcim.models import Interface
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from .cabling import LONG_FIBER, CablePlant
from .ledger import Ledger
from .organisation import Organisation

PROVIDERS = {
    'Hanse Telecom': ('HT-88412', 'Hanse IP transit'),
    'Polder Fiber': ('PF-20077', 'Polder backbone'),
    'Atlantic Crossing': ('AC-5519', 'Atlantic MPLS'),
}
TYPES = ('Internet access', 'Dark fiber', 'MPLS')


@dataclass(frozen=True)
class Line:
    """A circuit from a router port to a provider network, or to a router port at another site."""

    cid: str
    provider: str
    type: str
    kbps: int
    near: tuple[str, str, str]
    far: tuple[str, str, str] | None = None
    status: str = 'active'
    kilometres: int | None = None


LINES = (
    Line('HT-IP-HAM-001', 'Hanse Telecom', 'Internet access', 10_000_000, ('ham', 'ham-r101-rtr1', 'xe-0/1/1')),
    Line('HT-IP-HAM-002', 'Hanse Telecom', 'Internet access', 10_000_000, ('ham', 'ham-r201-rtr1', 'xe-0/1/1')),
    Line('PF-IP-RTM-001', 'Polder Fiber', 'Internet access', 10_000_000, ('rtm', 'rtm-r101-rtr1', 'xe-0/1/1')),
    Line(
        'PF-DF-4711',
        'Polder Fiber',
        'Dark fiber',
        100_000_000,
        ('ham', 'ham-r101-rtr1', 'et-0/0/0'),
        ('rtm', 'rtm-r101-rtr1', 'et-0/0/0'),
        kilometres=498,
    ),
    Line(
        'PF-DF-4712',
        'Polder Fiber',
        'Dark fiber',
        100_000_000,
        ('ham', 'ham-r201-rtr1', 'et-0/0/0'),
        ('rtm', 'rtm-r101-rtr1', 'et-0/0/1'),
        status='provisioning',
        kilometres=531,
    ),
    Line(
        'HT-IP-ZRH-001', 'Hanse Telecom', 'Internet access', 1_000_000, ('zrh', 'zrh-eg-rtr1', 'GigabitEthernet0/0/0')
    ),
    Line(
        'AC-IP-DUB-001',
        'Atlantic Crossing',
        'Internet access',
        500_000,
        ('dub', 'dub-bas-rtr1', 'GigabitEthernet0/0/0'),
    ),
    Line('AC-MPLS-LYS', 'Atlantic Crossing', 'MPLS', 200_000, ('lys', 'lys-bur-rtr1', 'GigabitEthernet0/0/0')),
    Line('AC-MPLS-EWR', 'Atlantic Crossing', 'MPLS', 200_000, ('ewr', 'ewr-off-rtr1', 'GigabitEthernet0/0/0')),
    Line(
        'HT-IP-GDN-001',
        'Hanse Telecom',
        'Internet access',
        100_000,
        ('gdn', 'gdn-dep-rtr1', 'GigabitEthernet0/0/0'),
        status='planned',
    ),
    Line(
        'HT-IP-LYS-OLD',
        'Hanse Telecom',
        'Internet access',
        50_000,
        ('lys', 'lys-bur-rtr1', ''),
        status='decommissioned',
    ),
)


def write_circuits(ledger: Ledger, organisation: Organisation, plant: CablePlant) -> None:
    """Write providers and circuits with both ends, and plan the cables to the routers."""
    kinds = {name: ledger.put_named(CircuitType, name) for name in TYPES}
    providers: dict[str, tuple[Provider, ProviderAccount, ProviderNetwork]] = {}
    for name, (account, network) in PROVIDERS.items():
        provider = ledger.put_named(Provider, name)
        organisation.assign(ledger, provider, 'Carrier service desk', 'Service desk')
        providers[name] = (
            provider,
            ledger.put(ProviderAccount, {'provider': provider, 'account': account}, name='Nordwind Logistics'),
            ledger.put(ProviderNetwork, {'provider': provider, 'name': network}),
        )
    for line in LINES:
        provider, account, network = providers[line.provider]
        circuit = ledger.put(
            Circuit,
            {'provider': provider, 'cid': line.cid},
            provider_account=account,
            type=kinds[line.type],
            status=line.status,
            commit_rate=line.kbps,
            tenant=organisation.tenants['Network Operations'],
            distance=line.kilometres,
            distance_unit='km' if line.kilometres else None,
            install_date='2024-03-01',
        )
        end(ledger, organisation, plant, line, circuit, 'A', line.near)
        if line.far:
            end(ledger, organisation, plant, line, circuit, 'Z', line.far)
        else:
            terminate(ledger, circuit, 'Z', network, line.kbps)


def end(
    ledger: Ledger,
    organisation: Organisation,
    plant: CablePlant,
    line: Line,
    circuit: Circuit,
    side: str,
    place: tuple[str, str, str],
) -> None:
    """One end of a line at a site; cabled to the router when the line is in service."""
    site, router, interface = place
    termination = terminate(ledger, circuit, side, organisation.sites[site], line.kbps)
    if line.status == 'active':
        plant.connect(plant.port(Interface, router, interface), termination, LONG_FIBER)


def terminate(ledger: Ledger, circuit: Circuit, side: str, place: Model, kbps: int) -> CircuitTermination:
    """One termination of a circuit at a site or in a provider network."""
    return ledger.put(
        CircuitTermination,
        {'circuit': circuit, 'term_side': side},
        port_speed=kbps,
        termination_type=ContentType.objects.get_for_model(place),
        termination_id=place.pk,
        xconnect_id=f'XC-{circuit.cid}-{side}',
    )
