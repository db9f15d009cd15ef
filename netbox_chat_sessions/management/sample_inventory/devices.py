"""Devices in their racks, virtual chassis and tags."""

from collections import Counter
from dataclasses import dataclass, field

from dcim.models import Device, DeviceType, Rack, VirtualChassis
from django.contrib.contenttypes.models import ContentType
from django.db.models import F
from extras.models import TaggedItem

from .components import count_ports, install_ports
from .equipment import Equipment
from .layout import DevicePlan, devices
from .ledger import Ledger
from .organisation import Organisation
from .racks import RackKey

SERVICE_LEVELS = {
    'Router': 'gold',
    'Firewall': 'gold',
    'Core switch': 'gold',
    'Storage': 'gold',
    'Hypervisor': 'silver',
}


@dataclass(frozen=True)
class Fleet:
    """All devices of the plan by key; `fresh` are those that this run has made and may still configure."""

    plans: dict[str, DevicePlan]
    devices: dict[str, Device]
    fresh: frozenset[str] = field(default_factory=frozenset)

    def fresh_plans(self) -> list[tuple[DevicePlan, Device]]:
        """The plans and devices of this run, in the order of the plan."""
        return [(plan, self.devices[key]) for key, plan in self.plans.items() if key in self.fresh]


def asset_tag(number: int) -> str:
    """The label on a device, by which a later run knows it even when it has no name."""
    return f'NWL-{number:05d}'


def write_devices(
    ledger: Ledger, organisation: Organisation, equipment: Equipment, racks: dict[RackKey, Rack]
) -> Fleet:
    """Write the devices that are missing, with all their ports."""
    plans = {asset_tag(number): plan for number, plan in enumerate(devices(), start=1)}
    there = {device.asset_tag: device for device in Device.objects.filter(asset_tag__in=plans)}
    ledger.kept[Device] += len(there)
    stacks = {
        plan.stack: ledger.put(VirtualChassis, {'name': plan.stack}, domain='nordwind')
        for plan in plans.values()
        if plan.stack
    }
    missing = {
        tag: build(tag, plan, organisation, equipment, racks, stacks.get(plan.stack))
        for tag, plan in plans.items()
        if tag not in there
    }
    ledger.insert(Device, missing.values())
    fresh = [(plans[tag], device) for tag, device in missing.items()]
    install_ports(ledger, fresh)
    count_devices(fresh)
    tag_devices(organisation, fresh)
    everything = {**there, **missing}
    return Fleet(
        {plan.key: plan for plan in plans.values()},
        {plan.key: everything[tag] for tag, plan in plans.items()},
        frozenset(plans[tag].key for tag in missing),
    )


def build(
    tag: str,
    plan: DevicePlan,
    organisation: Organisation,
    equipment: Equipment,
    racks: dict[RackKey, Rack],
    stack: VirtualChassis | None,
) -> Device:
    """An unsaved device with everything that saving one would copy from its type and rack."""
    spot, kind = plan.spot, equipment.types[plan.hardware]
    rack = racks[spot.site.code, spot.room.code, spot.rack.name] if spot.rack else None
    device = Device(
        name=plan.key if plan.named else None,
        asset_tag=tag,
        serial=plan.serial,
        device_type=kind,
        role=equipment.roles[plan.role],
        platform=equipment.platforms.get(plan.hardware.platform),
        site=organisation.sites[spot.site.code],
        location=organisation.locations[spot.site.code, spot.room.code],
        rack=rack,
        position=plan.position,
        face='front' if plan.position else None,
        status=plan.status,
        tenant=organisation.tenants[plan.tenant],
        airflow=kind.airflow,
        cooling_method=kind.cooling_method,
        virtual_chassis=stack,
        vc_position=plan.stack_position,
        vc_priority=_priority(plan),
        custom_field_data={
            'cost_center': f'NWL-{spot.site.number}000',
            'service_level': SERVICE_LEVELS.get(plan.role, 'bronze'),
            'support_until': plan.hardware.end_of_life or '2029-12-31',
        },
    )
    count_ports(plan, device)
    return device


def count_devices(fresh: list[tuple[DevicePlan, Device]]) -> None:
    """Bring the counters of device types and virtual chassis up to date and give each chassis its master."""
    for kind, number in Counter(device.device_type_id for _, device in fresh).items():
        DeviceType.objects.filter(pk=kind).update(device_count=F('device_count') + number)
    members = Counter(device.virtual_chassis_id for _, device in fresh if device.virtual_chassis_id)
    for stack, number in members.items():
        VirtualChassis.objects.filter(pk=stack).update(member_count=F('member_count') + number)
    for plan, device in fresh:
        if plan.stack_position == 1:
            VirtualChassis.objects.filter(pk=device.virtual_chassis_id, master=None).update(master=device)


def tag_devices(organisation: Organisation, fresh: list[tuple[DevicePlan, Device]]) -> None:
    """Tag what matters most, what handles card data, what is a trial and what will not be supported for long."""
    kind = ContentType.objects.get_for_model(Device)
    TaggedItem.objects.bulk_create(
        TaggedItem(tag=organisation.tags[name], content_type=kind, object_id=device.pk)
        for plan, device in fresh
        for name in tags_of(plan)
    )


def tags_of(plan: DevicePlan) -> list[str]:
    """The names of the tags of a device."""
    tags = ['Monitored'] if plan.status == 'active' and plan.role not in ('Patch panel', 'PDU') else []
    if plan.role in ('Router', 'Firewall', 'Core switch'):
        tags.append('Critical')
    if plan.tenant == 'Finance':
        tags.append('PCI DSS')
    if plan.role == 'Industrial gateway':
        tags.append('End of life')
    if not plan.spot.rack and plan.role in ('Application server', 'Access switch') and plan.named:
        tags.append('Lab')
    return tags


def _priority(plan: DevicePlan) -> int | None:
    return None if plan.stack_position is None else 200 - 10 * plan.stack_position
