"""The ports of many new devices at once, made by NetBox's own templates."""

from dcim.models import (
    ConsolePort,
    ConsoleServerPort,
    Device,
    FrontPort,
    Interface,
    PortMapping,
    PowerOutlet,
    PowerPort,
    RearPort,
)
from django.db.models import Model

from . import equipment
from .hardware import Hardware
from .layout import DevicePlan
from .ledger import Ledger

TEMPLATES = {
    ConsolePort: equipment.console_port_templates,
    ConsoleServerPort: equipment.console_server_port_templates,
    PowerPort: equipment.power_port_templates,
    Interface: equipment.interface_templates,
    RearPort: equipment.rear_port_templates,
    FrontPort: equipment.front_port_templates,
}


def count_ports(plan: DevicePlan, device: Device) -> None:
    """Set the counters that NetBox keeps on a device; bulk creation of its ports does not."""
    model = plan.hardware
    device.console_port_count = len(model.consoles)
    device.console_server_port_count = len(model.console_servers)
    device.power_port_count = len(model.supplies)
    device.power_outlet_count = len(model.outlets)
    device.interface_count = len(model.interfaces) + len(plan.lags)
    device.front_port_count = model.panel.fronts if model.panel else 0
    device.rear_port_count = model.panel.rears if model.panel else 0


def install_ports(ledger: Ledger, devices: list[tuple[DevicePlan, Device]]) -> None:
    """Write every port of the given new devices, panels mapped front to rear, outlets fed by their inlet."""
    written: dict[type[Model], list[Model]] = {}
    for model, templates in TEMPLATES.items():
        rows = [
            placed(template.instantiate(device=device), device)
            for plan, device in devices
            for template in templates(plan.hardware, device.device_type)
        ]
        if model is Interface:
            rows.extend(
                placed(Interface(device=device, name=name, type='lag'), device)
                for plan, device in devices
                for name in plan.lags
            )
        written[model] = ledger.insert(model, rows)
    install_outlets(ledger, devices, written[PowerPort])
    map_panels(ledger, devices, written[FrontPort], written[RearPort])


def placed[M: Model](port: M, device: Device) -> M:
    """Set the columns in which NetBox repeats the place of the device."""
    port._site_id, port._location_id, port._rack_id = device.site_id, device.location_id, device.rack_id
    return port


def install_outlets(ledger: Ledger, devices: list[tuple[DevicePlan, Device]], inlets: list[PowerPort]) -> None:
    """Write the outlets of power strips."""
    inlet_of = {inlet.device_id: inlet for inlet in inlets}
    ledger.insert(
        PowerOutlet,
        [
            placed(
                PowerOutlet(device=device, name=name, type=kind, power_port=inlet_of[device.pk], feed_leg='A'), device
            )
            for plan, device in devices
            for name, kind in plan.hardware.outlets
        ],
    )


def map_panels(
    ledger: Ledger, devices: list[tuple[DevicePlan, Device]], fronts: list[FrontPort], rears: list[RearPort]
) -> None:
    """Write which front port of a panel leads to which position of which rear port."""
    hardware_of: dict[int, Hardware] = {device.pk: plan.hardware for plan, device in devices}
    rears_of: dict[int, list[RearPort]] = {}
    for rear in rears:
        rears_of.setdefault(rear.device_id, []).append(rear)
    seen: dict[int, int] = {}
    mappings = []
    for front in fronts:
        index = seen.get(front.device_id, 0)
        seen[front.device_id] = index + 1
        positions = hardware_of[front.device_id].panel.positions
        mappings.append(
            PortMapping(
                device_id=front.device_id,
                front_port=front,
                front_port_position=1,
                rear_port=rears_of[front.device_id][index // positions],
                rear_port_position=index % positions + 1,
            )
        )
    ledger.insert(PortMapping, mappings)
