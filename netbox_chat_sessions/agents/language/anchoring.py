"""What the names of a question stand for when several fit, and what a network or an address in it says."""

import ipaddress
from collections.abc import Sequence

from ...conversation.objects import ObjectRef
from .suitability import NETWORKS, PLACES

__all__ = ('is_address', 'most_specific', 'network', 'tells_apart')


def most_specific(candidates: Sequence[ObjectRef]) -> Sequence[ObjectRef]:
    """Of a prefix and an aggregate of one network the prefix."""
    prefixes = [ref for ref in candidates if ref.key.object_type == NETWORKS[0]]
    aggregates = [ref for ref in candidates if ref.key.object_type == NETWORKS[1]]
    return prefixes if len(prefixes) == 1 and len(prefixes) + len(aggregates) == len(candidates) else candidates


def tells_apart(ref: ObjectRef, refs: Sequence[ObjectRef]) -> bool:
    """Whether all the objects of some type stand in `ref`."""
    by_type: dict[str, list[bool]] = {}
    for other in refs:
        if other is not ref:
            within = any(
                (trait.object_type, trait.object_id) == ref.key for trait in other.traits if trait.name in PLACES
            )
            by_type.setdefault(other.key.object_type, []).append(within)
    return any(all(within) for within in by_type.values())


def is_address(text: str) -> bool:
    """Whether a text is an IP address without a mask."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def network(text: str) -> str | None:
    """The network that a text writes with its mask; None for anything else."""
    try:
        return str(ipaddress.ip_network(text, strict=False)) if '/' in text else None
    except ValueError:
        return None
