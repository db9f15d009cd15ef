"""Which object types suit which question."""

__all__ = (
    'CABLED',
    'COMPONENTS',
    'FREE',
    'MEASURED',
    'MEASURED_BY',
    'NETWORKS',
    'NETWORK_FILTERS',
    'NUMBERED',
    'PLACES',
    'PORTS',
    'POWERED',
    'SPACES',
)

# One can ask how full they are.
MEASURED = (
    'dcim.rack', 'ipam.prefix', 'ipam.aggregate', 'ipam.iprange', 'dcim.powerfeed', 'dcim.powerpanel',
    'virtualization.cluster', 'ipam.vlangroup',
)  # fmt: skip
# Whose fullness is that of others.
MEASURED_BY = {'ipam.ipaddress': 'ipam.prefix'}
# Cables end at them.
PORTS = (
    'dcim.interface', 'dcim.frontport', 'dcim.rearport', 'dcim.powerport', 'dcim.poweroutlet', 'dcim.consoleport',
    'dcim.consoleserverport',
)  # fmt: skip
# Parts of a device or a virtual machine: their names are said of many.
COMPONENTS = (*PORTS, 'virtualization.vminterface', 'dcim.inventoryitem', 'dcim.modulebay', 'dcim.devicebay')
CABLED = (*PORTS, 'dcim.device', 'dcim.cable', 'circuits.circuit', 'dcim.powerfeed')
# Something feeds them, or they feed something.
POWERED = ('dcim.rack', 'dcim.device', 'dcim.powerfeed', 'dcim.powerpanel', 'dcim.poweroutlet', 'dcim.powerport')
# They can be free.
FREE = (
    'dcim.interface', 'dcim.frontport', 'dcim.poweroutlet', 'dcim.powerport', 'ipam.ipaddress', 'ipam.prefix',
    'ipam.vlan', 'dcim.rack',
)  # fmt: skip
# Something can be free in them.
SPACES = ('ipam.prefix', 'ipam.iprange', 'dcim.rack', 'ipam.vlangroup')
# A network in the text stands for them.
NETWORKS = ('ipam.prefix', 'ipam.aggregate', 'ipam.ipaddress')
NETWORK_FILTERS = {'ipam.ipaddress': 'parent', 'ipam.prefix': 'within'}
# By which field their numbers are meant ("VLANs 100-200").
NUMBERED = {'ipam.vlan': ('vid',), 'ipam.asn': ('asn',), 'dcim.device': ('position',)}
# Relations to where something is; who is told apart by its place is not asked about as well.
PLACES = ('site', 'location', 'rack', 'device', 'vrf', 'cluster', 'region', 'group')
