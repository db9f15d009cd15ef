"""Topic domains as they are set: which apps and object types belong to each."""

from collections.abc import Iterable, Mapping
from typing import Any

from .setting_rules import Rule, strings

__all__ = ('TOPIC_DOMAINS', 'TOPIC_DOMAINS_RULE', 'topic_domains_of')

TOPIC_DOMAINS: Mapping[str, tuple[str, ...]] = {
    'infrastructure': ('dcim', 'virtualization'),
    'network': (
        'ipam',
        'circuits',
        'vpn',
        'wireless',
        'dcim.interface',
        'dcim.cable',
        'dcim.frontport',
        'dcim.rearport',
        'dcim.macaddress',
        'virtualization.vminterface',
    ),
    'power': (
        'dcim.powerpanel',
        'dcim.powerfeed',
        'dcim.powerport',
        'dcim.poweroutlet',
        'dcim.powerporttemplate',
        'dcim.poweroutlettemplate',
    ),
    'provisioning': (),
}

LONGEST_NAME = 50


def _is_valid(value: Any) -> bool:
    if not isinstance(value, Mapping) or not all(map(strings, value.values())):
        return False
    return all(name is None or (isinstance(name, str) and 0 < len(name.strip()) <= LONGEST_NAME) for name in value)


TOPIC_DOMAINS_RULE: Rule = (
    _is_valid,
    f'a mapping of names (up to {LONGEST_NAME} characters, or None) to lists of apps or object types',
)


def topic_domains_of(given: Mapping[str | None, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The default domains with what an administrator adds and moves; what stands under None belongs to no domain."""
    moved = {member for members in given.values() for member in members}
    kept = {name: tuple(item for item in members if item not in moved) for name, members in TOPIC_DOMAINS.items()}
    added = {name: tuple(members) for name, members in given.items() if name is not None}
    return {name: (*kept.get(name, ()), *added.get(name, ())) for name in (*kept, *(added.keys() - kept.keys()))}
