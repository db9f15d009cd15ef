"""Relations that a third kind of object makes, as power feeds relate a panel to the racks it feeds."""

from dataclasses import dataclass
from functools import cache

from dcim.models.device_components import ComponentModel
from django.contrib.contenttypes.fields import GenericRel
from django.db.models import Model
from virtualization.models import VirtualDisk, VMInterface

from .catalogue import RECORDS, Kind, kinds
from .links import WHOLES, closeness, forward_paths, generic_filters, strong_filter, takes_several

__all__ = ('PARTS', 'Bridge', 'bridges')

# Who owns nearly everything is never found by what happens to lie in between.
OWNERS = ('tenancy.tenant', 'tenancy.tenantgroup', 'extras.tag')
# What carries addresses, ports and software, the first of them being what people mean by hardware.
HUBS = ('dcim.device', 'virtualization.virtualmachine')
PARTS = (ComponentModel, VMInterface, VirtualDisk)


@dataclass(frozen=True)
class Bridge:
    """A kind that stands between two others, as power feeds stand between a panel and the racks it feeds.

    Attributes:
        kind: Belongs to the anchor.
        paths: Lead from it up to the target; empty: the target belongs to it, by `filter`.
        filter: The target's filter for objects of the kind.
    """

    kind: Kind
    paths: tuple[str, ...] = ()
    filter: str = ''


@cache
def bridges(target_type: str, anchor_type: str) -> tuple[Bridge, ...]:
    """The kinds that lead from an anchor down, and then up or further down to the target; empty without any.

    Never first up and then down: that would be everything else at the anchor's site, not what belongs to the anchor.
    Where several kinds would lead there and none is the natural one, there is no bridge: a part of the truth is not
    an answer.
    """
    target = kinds().get(target_type)
    if target is None or target_type == anchor_type or target_type in OWNERS:
        return ()
    found = [
        item
        for middle in kinds().values()
        if middle.object_type not in (target_type, anchor_type) and middle.model._meta.app_label not in RECORDS
        if strong_filter(middle, anchor_type) or generic_filters(middle, anchor_type)
        if (item := _bridge_over(middle, target))
    ]
    return _upwards([item for item in found if item.paths], target) or _downwards(
        [i for i in found if i.filter], target
    )


def _bridge_over(middle: Kind, target: Kind) -> Bridge | None:
    paths = [
        path for path in forward_paths(middle.object_type, target.object_type) if not _roundabout(middle.model, path)
    ]
    close = tuple(path for path in paths if closeness(path.rpartition('__')[2], target.model))
    if close:
        return Bridge(middle, close)
    down = strong_filter(target, middle.object_type)
    if down and takes_several(target, down):
        return Bridge(middle, filter=down)
    # A filter for one object of the kind at a time: its fields say the same (untagged and tagged VLANs of interfaces).
    return Bridge(middle, tuple(paths)) if down and paths else None


def _roundabout(model: type[Model], path: str) -> bool:
    first, _, rest = path.partition('__')
    return isinstance(model._meta.get_field(first), GenericRel) or (first in WHOLES[:2] and rest.count('__') > 0)


def _upwards(found: list[Bridge], target: Kind) -> tuple[Bridge, ...]:
    if target.object_type == 'dcim.cable' and (len(found) > 1 or '__' in ''.join(found[0].paths if found else ())):
        return ()
    ranked = sorted(found, key=_distance)
    near = [item for item in ranked if _distance(item) == _distance(ranked[0])]
    same_app = [item for item in near if item.kind.model._meta.app_label == target.model._meta.app_label]
    hubs = [item for item in near if item.kind.object_type == HUBS[0]]
    return next((tuple(items) for items in (hubs, near, same_app) if len(items) == 1), ())


def _downwards(found: list[Bridge], target: Kind) -> tuple[Bridge, ...]:
    hubs = [item for item in found if item.kind.object_type in HUBS and target.object_type not in HUBS]
    return tuple(hubs or (found if len(found) == 1 else ()))


def _distance(item: Bridge) -> tuple[bool, int]:
    return issubclass(item.kind.model, PARTS), max(path.count('__') for path in item.paths)
