"""Device types with their port templates, device roles and platforms."""

from dataclasses import dataclass

from dcim.models import (
    ConsolePortTemplate,
    ConsoleServerPortTemplate,
    DeviceRole,
    DeviceType,
    FrontPortTemplate,
    InterfaceTemplate,
    Manufacturer,
    Platform,
    PortTemplateMapping,
    PowerOutletTemplate,
    PowerPortTemplate,
    RearPortTemplate,
)

from . import hardware
from .hardware import Hardware
from .ledger import Ledger

ROLES = {
    'Router': ('e91e63', None),
    'Firewall': ('f44336', None),
    'Core switch': ('1565c0', None),
    'Distribution switch': ('2196f3', None),
    'Access switch': ('03a9f4', None),
    'Access point': ('00bcd4', None),
    'Console server': ('795548', None),
    'Patch panel': ('9e9e9e', None),
    'PDU': ('ffc107', None),
    'Industrial gateway': ('607d8b', None),
    'Server': ('4caf50', None),
    'Storage': ('ff9800', None),
    'Application server': ('8bc34a', 'Server'),
    'Database server': ('009688', 'Server'),
    'Hypervisor': ('388e3c', 'Server'),
}
VM_ROLES = frozenset({'Server', 'Application server', 'Database server'})
PLATFORM_MAKERS = {
    'Juniper Junos': 'Juniper',
    'Cisco IOS-XE': 'Cisco',
    'FortiOS': 'Fortinet',
    'Arista EOS': 'Arista',
    'ONTAP 9': 'NetApp',
}


@dataclass(frozen=True)
class Equipment:
    """What devices are made of."""

    types: dict[Hardware, DeviceType]
    roles: dict[str, DeviceRole]
    platforms: dict[str, Platform]


def write_equipment(ledger: Ledger) -> Equipment:
    """Write roles, platforms, and a device type with port templates for each piece of hardware."""
    roles: dict[str, DeviceRole] = {}
    for name, (color, parent) in ROLES.items():
        above = roles[parent] if parent else None
        roles[name] = ledger.put_named(DeviceRole, name, {'parent': above}, color=color, vm_role=name in VM_ROLES)
    platforms: dict[str, Platform] = {}
    types: dict[Hardware, DeviceType] = {}
    for model in hardware.ALL:
        maker = ledger.put_named(Manufacturer, model.manufacturer)
        if model.platform and model.platform not in platforms:
            limited = maker if model.platform in PLATFORM_MAKERS else None
            platforms[model.platform] = ledger.put_named(Platform, model.platform, {'manufacturer': limited})
        types[model] = device_type(ledger, model, maker, platforms.get(model.platform))
    return Equipment(types, roles, platforms)


def device_type(ledger: Ledger, model: Hardware, maker: Manufacturer, platform: Platform | None) -> DeviceType:
    """One device type; its templates are written only when the type is new."""
    found = DeviceType.objects.filter(manufacturer=maker, model=model.model).first()
    written = ledger.put(
        DeviceType,
        {'manufacturer': maker, 'model': model.model},
        slug=f'nwl-{model.slug}',
        part_number=model.part_number,
        u_height=model.u_height,
        is_full_depth=model.full_depth,
        weight=model.weight,
        weight_unit='kg' if model.weight else None,
        airflow=model.airflow,
        default_platform=platform,
        end_of_life=model.end_of_life,
    )
    if found is None:
        write_templates(ledger, model, written)
    return written


def write_templates(ledger: Ledger, model: Hardware, owner: DeviceType) -> None:
    """Write the port templates of a new device type and the counters that NetBox keeps of them."""
    inlets = ledger.insert(PowerPortTemplate, power_port_templates(model, owner))
    outlets = [
        PowerOutletTemplate(device_type=owner, name=name, type=kind, power_port=inlets[0], feed_leg='A')
        for name, kind in model.outlets
    ]
    ledger.insert(PowerOutletTemplate, outlets)
    ledger.insert(InterfaceTemplate, interface_templates(model, owner))
    ledger.insert(ConsolePortTemplate, console_port_templates(model, owner))
    ledger.insert(ConsoleServerPortTemplate, console_server_port_templates(model, owner))
    rears = ledger.insert(RearPortTemplate, rear_port_templates(model, owner))
    fronts = ledger.insert(FrontPortTemplate, front_port_templates(model, owner))
    if model.panel:
        ledger.insert(
            PortTemplateMapping,
            [
                PortTemplateMapping(
                    device_type=owner,
                    front_port=front,
                    front_port_position=1,
                    rear_port=rears[index // model.panel.positions],
                    rear_port_position=index % model.panel.positions + 1,
                )
                for index, front in enumerate(fronts)
            ],
        )
    DeviceType.objects.filter(pk=owner.pk).update(
        power_port_template_count=len(model.supplies),
        power_outlet_template_count=len(model.outlets),
        interface_template_count=len(model.interfaces),
        console_port_template_count=len(model.consoles),
        console_server_port_template_count=len(model.console_servers),
        front_port_template_count=len(fronts),
        rear_port_template_count=len(rears),
    )


def power_port_templates(model: Hardware, owner: DeviceType) -> list[PowerPortTemplate]:
    """Unsaved templates of the power inlets."""
    return [
        PowerPortTemplate(
            device_type=owner,
            name=supply.name,
            type=supply.type,
            maximum_draw=supply.maximum_draw,
            allocated_draw=supply.allocated_draw,
        )
        for supply in model.supplies
    ]


def interface_templates(model: Hardware, owner: DeviceType) -> list[InterfaceTemplate]:
    """Unsaved templates of the interfaces."""
    return [
        InterfaceTemplate(
            device_type=owner,
            name=port.name,
            type=port.type,
            mgmt_only=port.mgmt_only,
            poe_mode=port.poe_mode,
        )
        for port in model.interfaces
    ]


def console_port_templates(model: Hardware, owner: DeviceType) -> list[ConsolePortTemplate]:
    """Unsaved templates of the console ports."""
    return [ConsolePortTemplate(device_type=owner, name=name, type='rj-45') for name in model.consoles]


def console_server_port_templates(model: Hardware, owner: DeviceType) -> list[ConsoleServerPortTemplate]:
    """Unsaved templates of the console server ports."""
    return [ConsoleServerPortTemplate(device_type=owner, name=name, type='rj-45') for name in model.console_servers]


def rear_port_templates(model: Hardware, owner: DeviceType) -> list[RearPortTemplate]:
    """Unsaved templates of the ports at the back of a panel."""
    panel = model.panel
    if panel is None:
        return []
    return [
        RearPortTemplate(
            device_type=owner,
            name=f'{panel.rear_prefix}{n}',
            type=panel.rear_type,
            positions=panel.positions,
        )
        for n in range(1, panel.rears + 1)
    ]


def front_port_templates(model: Hardware, owner: DeviceType) -> list[FrontPortTemplate]:
    """Unsaved templates of the ports at the front of a panel."""
    panel = model.panel
    if panel is None:
        return []
    return [
        FrontPortTemplate(device_type=owner, name=f'{panel.front_prefix}{n}', type=panel.front_type)
        for n in range(1, panel.fronts + 1)
    ]
