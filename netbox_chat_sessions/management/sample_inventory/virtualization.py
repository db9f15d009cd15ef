"""Two clusters on the hypervisors of the data centers, and the machines that run on them."""

from dataclasses import dataclass

from dcim.models import Device, Site
from django.contrib.contenttypes.models import ContentType
from ipam.models import IPAddress, Service
from netaddr import IPNetwork
from virtualization.models import Cluster, ClusterGroup, ClusterType, VirtualDisk, VirtualMachine, VMInterface

from .addressing import SERVERS, AddressPlan
from .cabling import save
from .devices import Fleet
from .equipment import Equipment
from .layout import TEAMS
from .ledger import Ledger
from .organisation import Organisation
from .plan import SITES, SitePlan

FIRST_HOST = 150
PURPOSES = {
    'web': ('Application server', 2, 4096, 40, ('http', ('tcp/80', 'tcp/443'))),
    'app': ('Application server', 4, 8192, 60, ('api', ('tcp/8443',))),
    'db': ('Database server', 8, 32768, 500, ('postgresql', ('tcp/5432',))),
    'mon': ('Application server', 2, 4096, 100, ('grafana', ('tcp/3000',))),
}


@dataclass(frozen=True)
class Pool:
    """A cluster and how many machines of each purpose it runs."""

    name: str
    type: str
    site: SitePlan
    machines: tuple[tuple[str, int], ...]


POOLS = (
    Pool('ham-vsphere-01', 'VMware vSphere', SITES[0], (('web', 8), ('app', 8), ('db', 4), ('mon', 2))),
    Pool('rtm-proxmox-01', 'Proxmox VE', SITES[1], (('web', 5), ('app', 4), ('db', 3))),
)


def write_virtualization(
    ledger: Ledger, organisation: Organisation, equipment: Equipment, addresses: AddressPlan, fleet: Fleet
) -> None:
    """Write the clusters with their hosts and machines."""
    group = ledger.put_named(ClusterGroup, 'Nordwind production')
    for pool in POOLS:
        site = organisation.sites[pool.site.code]
        cluster = ledger.put(
            Cluster,
            {'name': pool.name, 'group': group},
            type=ledger.put_named(ClusterType, pool.type),
            scope_type=ContentType.objects.get_for_model(Site),
            scope_id=site.pk,
            tenant=organisation.tenants['Network Operations'],
        )
        hosts = [
            device for plan, device in fleet.fresh_plans() if plan.role == 'Hypervisor' and plan.spot.site == pool.site
        ]
        for host in hosts:
            host.cluster = cluster
        save(hosts, 'cluster')
        write_machines(ledger, organisation, equipment, addresses, pool, cluster)


def write_machines(
    ledger: Ledger,
    organisation: Organisation,
    equipment: Equipment,
    addresses: AddressPlan,
    pool: Pool,
    cluster: Cluster,
) -> None:
    """Write the machines of a cluster, each with a disk, an interface, an address and a service."""
    network = SERVERS.prefix_at(pool.site)
    host = FIRST_HOST
    for purpose, count in pool.machines:
        role, cores, memory, disk, service = PURPOSES[purpose]
        for number in range(1, count + 1):
            host += 1
            name = f'{pool.site.code}-{purpose}-{number:02d}'
            machine = ledger.put(
                VirtualMachine,
                {'name': name, 'cluster': cluster},
                role=equipment.roles[role],
                vcpus=cores,
                memory=memory,
                status='offline' if number == 7 else 'active',
                platform=equipment.platforms['Ubuntu 24.04'],
                tenant=organisation.tenants[TEAMS[number % len(TEAMS)]],
            )
            ledger.put(VirtualDisk, {'virtual_machine': machine, 'name': 'disk0'}, size=1000 * disk)
            port = ledger.put(
                VMInterface,
                {'virtual_machine': machine, 'name': 'eth0'},
                mode='access',
                untagged_vlan=addresses.vlans[pool.site.code, SERVERS.vid],
                description='Servers',
            )
            address = ledger.put(
                IPAddress,
                {'address': IPNetwork(f'{network[host]}/{network.prefixlen}'), 'vrf': None},
                assigned_object_type=ContentType.objects.get_for_model(VMInterface),
                assigned_object_id=port.pk,
                tenant=machine.tenant,
                dns_name=f'{name}.nordwind.example',
            )
            if machine.primary_ip4_id is None:
                VirtualMachine.objects.filter(pk=machine.pk).update(primary_ip4=address)
            write_service(ledger, machine, *service)


def write_service(ledger: Ledger, machine: Device | VirtualMachine, name: str, ports: tuple[str, ...]) -> None:
    """What a machine answers on."""
    lookup = {
        'parent_object_type': ContentType.objects.get_for_model(machine),
        'parent_object_id': machine.pk,
        'name': name,
    }
    ledger.put(Service, lookup, port_mappings=list(ports))
