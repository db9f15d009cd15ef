"""Which types people call by name, and how: in full, in part, by address or by number."""

__all__ = (
    'ADDRESSED',
    'CATEGORIES',
    'COMPONENTS',
    'IDENTIFIED',
    'IN_FULL',
    'IN_PART',
    'NUMBERED',
    'PARTIES',
)

# Types with many objects: a name must be said in full, so that an index serves the search where NetBox has one.
IN_FULL = (
    'dcim.device',
    'virtualization.virtualmachine',
    'dcim.rack',
    'dcim.location',
    'ipam.vlan',
    'circuits.circuit',
    'dcim.powerpanel',
    'dcim.powerfeed',
    'dcim.virtualchassis',
)
# Types with few objects: a part of the name will do ("Akron" for DM-Akron). Of several the first one is meant.
IN_PART = (
    'dcim.site',
    'dcim.region',
    'dcim.sitegroup',
    'tenancy.tenant',
    'circuits.provider',
    'virtualization.cluster',
    'dcim.manufacturer',
    'dcim.devicerole',
    'dcim.devicetype',
    'dcim.platform',
    'ipam.vrf',
    'ipam.role',
    'dcim.rackrole',
    'circuits.circuittype',
    'virtualization.clustertype',
    'ipam.vlangroup',
    'tenancy.contact',
    'tenancy.tenantgroup',
    'extras.tag',
)
# Types whose names are words for a kind of thing: in lower case only in front of a noun ("internet circuits").
CATEGORIES = (
    'dcim.rackrole',
    'ipam.role',
    'circuits.circuittype',
    'virtualization.clustertype',
    'extras.tag',
    'dcim.platform',
    'dcim.devicerole',
    'ipam.vlangroup',
    'tenancy.tenantgroup',
)
# Whom "the" and the beginning of a word of the name may describe: "the bank".
PARTIES = ('tenancy.tenant', 'circuits.provider', 'tenancy.contact')
# Of several at one address the first one is meant, unless the text says otherwise.
ADDRESSED = ('ipam.prefix', 'ipam.aggregate', 'ipam.ipaddress')
# Types with a number of their own, and its field.
NUMBERED = {'ipam.vlan': 'vid', 'dcim.cable': 'pk', 'ipam.asn': 'asn'}
# Types with a serial number and an asset tag.
IDENTIFIED = ('dcim.device', 'dcim.rack')
# Parts of a device, whose names repeat from device to device.
COMPONENTS = (
    'dcim.interface',
    'dcim.frontport',
    'dcim.rearport',
    'dcim.poweroutlet',
    'dcim.powerport',
    'dcim.consoleport',
    'dcim.consoleserverport',
    'dcim.modulebay',
    'dcim.devicebay',
    'dcim.inventoryitem',
)
