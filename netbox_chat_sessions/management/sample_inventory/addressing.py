"""The address plan: registries, aggregates, VRFs, VLANs, prefixes and ranges, with room left in most of them."""

from dataclasses import dataclass

from dcim.models import Site
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q
from ipam.models import ASN, RIR, VLAN, VRF, Aggregate, IPRange, Prefix, Role, RouteTarget, VLANGroup
from netaddr import IPNetwork

from .ledger import Ledger
from .organisation import Organisation
from .plan import SITES, SitePlan

AGGREGATES = (
    ('10.0.0.0/8', 'RFC 1918', 'rfc-1918', True),
    ('203.0.113.0/24', 'RIPE NCC', 'ripe-ncc', False),
    ('2001:db8::/32', 'RIPE NCC', 'ripe-ncc', False),
)
PRIVATE_ASN = 4_200_140_000


@dataclass(frozen=True)
class Segment:
    """A VLAN that sites have, and the third octet of its prefix at each of them."""

    vid: int
    name: str
    role: str
    where: str
    vrf: str = ''
    length: int = 24

    def exists_at(self, site: SitePlan) -> bool:
        """Whether a site has this VLAN."""
        kind = 'center' if site.is_data_center else 'warehouse' if site.is_warehouse else 'office'
        return kind in self.where.split()

    def prefix_at(self, site: SitePlan) -> IPNetwork:
        """The IPv4 prefix of the VLAN at a site."""
        if self.vrf == 'Guest':
            return IPNetwork(f'192.168.{self.vid}.0/{self.length}')
        return IPNetwork(f'10.{140 + site.number}.{self.vid}.0/{self.length}')


MANAGEMENT = Segment(10, 'Management', 'Management', 'center office warehouse')
SERVERS = Segment(20, 'Servers', 'Servers', 'center office warehouse')
USERS = Segment(30, 'Users', 'Users', 'office warehouse')
SEGMENTS = (
    MANAGEMENT,
    SERVERS,
    USERS,
    Segment(40, 'Voice', 'Voice', 'office warehouse', length=25),
    Segment(50, 'Wi-Fi', 'Users', 'office warehouse'),
    Segment(60, 'Scanners', 'Warehouse', 'warehouse', vrf='Warehouse', length=26),
    Segment(99, 'Guest', 'Guest', 'office', vrf='Guest', length=25),
)
ROLES = ('Management', 'Servers', 'Users', 'Voice', 'Warehouse', 'Guest', 'Transit', 'Loopback')


@dataclass(frozen=True)
class AddressPlan:
    """VLANs by site and number, VRFs by name."""

    vlans: dict[tuple[str, int], VLAN]
    vrfs: dict[str, VRF]


def write_addressing(ledger: Ledger, organisation: Organisation) -> AddressPlan:
    """Write everything of the address plan except the addresses of devices."""
    for prefix, name, slug, private in AGGREGATES:
        registry = ledger.put_named(RIR, name, slug=slug, is_private=private)
        overlaps = Q(prefix__net_contains_or_equals=prefix) | Q(prefix__net_contained=prefix)
        if not Aggregate.objects.filter(overlaps).exists():
            ledger.put(Aggregate, {'prefix': IPNetwork(prefix), 'rir': registry})
    roles = {name: ledger.put_named(Role, name) for name in ROLES}
    vrfs = write_vrfs(ledger, organisation)
    vlans: dict[tuple[str, int], VLAN] = {}
    for plan in SITES:
        site = organisation.sites[plan.code]
        write_site_space(ledger, organisation, plan, site, roles)
        vlans.update(write_segments(ledger, organisation, plan, site, roles, vrfs))
    write_public_space(ledger, organisation, roles)
    return AddressPlan(vlans, vrfs)


def write_vrfs(ledger: Ledger, organisation: Organisation) -> dict[str, VRF]:
    """Guests and warehouse devices are kept apart from everything else."""
    vrfs: dict[str, VRF] = {}
    for number, (name, owner) in enumerate((('Guest', 'Network Operations'), ('Warehouse', 'Warehouse Systems')), 1):
        tenant = organisation.tenants[owner]
        target = ledger.put(RouteTarget, {'name': f'65140:{number}'}, tenant=tenant)
        vrfs[name] = vrf = ledger.put(
            VRF,
            {'name': name, 'rd': f'65140:{number}'},
            tenant=tenant,
            enforce_unique=False,
        )
        vrf.import_targets.add(target)
        vrf.export_targets.add(target)
    return vrfs


def write_site_space(
    ledger: Ledger, organisation: Organisation, plan: SitePlan, site: Site, roles: dict[str, Role]
) -> None:
    """The AS number of a site and its containers for IPv4, IPv6, loopbacks and transfer networks."""
    registry = RIR.objects.get(Q(slug='rfc-1918') | Q(name='RFC 1918'))
    asn = ledger.put(ASN, {'asn': PRIVATE_ASN + plan.number}, rir=registry, description=f'Nordwind {plan.name}')
    site.asns.add(asn)
    tenant = organisation.tenants['Network Operations']
    base = f'10.{140 + plan.number}'
    for prefix, status, role, pool, text in (
        (f'{base}.0.0/16', 'container', None, False, f'Everything at {plan.name}'),
        (f'{base}.254.0/24', 'active', 'Transit', False, 'Transfer networks'),
        (f'{base}.255.0/27', 'active', 'Loopback', True, 'Router loopbacks'),
        (f'{base}.200.0/22', 'reserved', None, False, 'Held for growth'),
        (f'2001:db8:{plan.number}::/48', 'container', None, False, f'Everything at {plan.name}'),
        (f'2001:db8:{plan.number}:20::/64', 'active', 'Servers', False, 'Servers'),
    ):
        put_prefix(
            ledger,
            prefix,
            site,
            status=status,
            role=roles[role] if role else None,
            is_pool=pool,
            tenant=tenant,
            description=text,
        )


def write_segments(
    ledger: Ledger, organisation: Organisation, plan: SitePlan, site: Site, roles: dict[str, Role], vrfs: dict[str, VRF]
) -> dict[tuple[str, int], VLAN]:
    """The VLANs of a site with their prefixes, and a DHCP range for users."""
    kind = ContentType.objects.get_for_model(Site)
    group = ledger.put(
        VLANGroup,
        {'scope_type': kind, 'scope_id': site.pk, 'name': f'{plan.name} VLANs'},
        slug=f'{plan.slug}-vlans',
    )
    vlans: dict[tuple[str, int], VLAN] = {}
    for segment in SEGMENTS:
        if not segment.exists_at(plan):
            continue
        owner = organisation.tenants['Warehouse Systems' if segment.vrf == 'Warehouse' else 'Network Operations']
        vlans[plan.code, segment.vid] = vlan = ledger.put(
            VLAN,
            {'group': group, 'vid': segment.vid},
            name=segment.name,
            site=site,
            tenant=owner,
            role=roles[segment.role],
            status='reserved' if plan.status == 'planned' else 'active',
        )
        network, vrf = segment.prefix_at(plan), vrfs.get(segment.vrf)
        put_prefix(
            ledger,
            str(network),
            site,
            vrf=vrf,
            vlan=vlan,
            role=roles[segment.role],
            tenant=owner,
            status='reserved' if plan.status == 'planned' else 'active',
            description=f'{segment.name} at {plan.name}',
        )
        if segment.role in ('Users', 'Guest'):
            first, last = network[100] if segment.length == 24 else network[20], network[-2]
            ledger.put(
                IPRange,
                {'start_address': f'{first}/{segment.length}', 'vrf': vrf},
                end_address=f'{last}/{segment.length}',
                description=f'DHCP for {segment.name.lower()} at {plan.name}',
                mark_utilized=segment.name == 'Guest' and plan.code == 'zrh',
                role=roles[segment.role],
            )
    ledger.put(VLAN, {'group': group, 'vid': 666}, name='Quarantine', site=site, status='reserved')
    return vlans


def write_public_space(ledger: Ledger, organisation: Organisation, roles: dict[str, Role]) -> None:
    """One /29 of public addresses for each site, and one that is no longer used."""
    tenant = organisation.tenants['Network Operations']
    put_prefix(ledger, '203.0.113.0/24', None, status='container', tenant=tenant, description='Public addresses')
    for plan in SITES:
        put_prefix(
            ledger,
            f'203.0.113.{8 * plan.number}/29',
            organisation.sites[plan.code],
            role=roles['Transit'],
            tenant=tenant,
            description=f'Public addresses of {plan.name}',
        )
    put_prefix(
        ledger,
        '203.0.113.64/29',
        None,
        status='deprecated',
        tenant=tenant,
        description='Former VPN gateway, Lyon',
    )


def put_prefix(ledger: Ledger, prefix: str, site: Site | None, vrf: VRF | None = None, **fields: object) -> Prefix:
    """One prefix, of a site or of the whole company; several sites may use the same one in a VRF."""
    scope = {'scope_type': ContentType.objects.get_for_model(Site) if site else None, 'scope_id': site and site.pk}
    return ledger.put(Prefix, {'prefix': IPNetwork(prefix), 'vrf': vrf, **scope}, **fields)
