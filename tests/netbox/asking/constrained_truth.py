"""What the answer is to somebody: functions of `see`, where `see(Model)` is what they may see of a model."""

from dcim.models import Device, Rack
from django.db.models import Count
from ipam.models import IPAddress
from netaddr import IPNetwork

from .variation import Best, Groups, Says

__all__ = (
    'best', 'full_network', 'full_rack', 'is_none', 'is_some', 'per', 'related', 'says', 'some', 'told', 'without',
)  # fmt: skip


def some(model, **filters):
    return lambda see: see(model).filter(**filters).distinct()


def without(model, **filters):
    return lambda see: see(model).exclude(**filters)


def number(see, others, path, obj, **filters):
    """How many visible others belong to an object, or to what is below it in a tree, as in NetBox's lists."""
    of = {f'{path}__in': obj.get_descendants(include_self=True)} if hasattr(obj, 'get_descendants') else {path: obj}
    return see(others).filter(**of, **filters).distinct().count()


def related(model, others, path, fits, **filters):
    """Those objects of a model whose number of visible others fits."""
    return lambda see: [obj for obj in see(model) if fits(number(see, others, path, obj, **filters))]


def best(model, others, path, size=1, descending=True, **filters):
    return lambda see: Best({obj: number(see, others, path, obj, **filters) for obj in see(model)}, size, descending)


def per(model, path, **filters):
    def groups(see):
        rows = see(model).filter(**filters).order_by().values_list(path).annotate(Count('pk', distinct=True))
        return Groups({str(name): count for name, count in rows})

    return groups


def says(*texts, total=None):
    return lambda see: Says.all(*texts, total=total)


def told(model, attribute, **lookup):
    """What an attribute of one object says."""

    def text(see):
        value = see(model).get(**lookup)
        for name in attribute.split('.'):
            value = getattr(value, name)
        return Says.all(value() if callable(value) else value)

    return text


def percent(part, whole):
    return Says.all(f'{round(100 * part / whole, 1):g} %')


def full_rack(name):
    """How much of a rack the visible devices take; all of them are in whole units."""

    def text(see):
        rack = see(Rack).get(name=name)
        mounted = see(Device).filter(rack=rack, position__isnull=False, device_type__exclude_from_utilization=False)
        return percent(sum(float(device.device_type.u_height) for device in mounted), rack.u_height)

    return text


def full_network(network):
    """How many of the addresses of a network are visible, without those of the network and for broadcasts."""
    return lambda see: percent(
        see(IPAddress).filter(address__net_host_contained=network).count(), IPNetwork(network).size - 2
    )


def is_none(number):
    return number == 0


def is_some(number):
    return number > 0
