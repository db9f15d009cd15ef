"""Questions that fit an object or a NetBox as a whole; each is one that the inventory agent answers.

They are English whatever language the user reads: they are sent as they stand, and questions are understood in English.
"""

from collections.abc import Iterator

from ...conversation.objects import ObjectRef
from ...inventory.sight import view_of

__all__ = ('ABOUT', 'about', 'at_all', 'here', 'named')

# `{object}` becomes "rack R101" or "this rack".
SHOW = 'Show {object}'
# What there is always an answer to.
ABOUT = {
    'dcim.rack': 'How full is {object}?',
    'dcim.device': 'Where is {object}?',
    'ipam.prefix': 'How full is {object}?',
}
HERE = {
    'dcim.region': ('Which sites are in {object}?', 'How many devices are in {object}?'),
    'dcim.site': (
        'Which devices are at {object}?',
        'Which racks are at {object}?',
        'Which prefixes are at {object}?',
    ),
    'dcim.location': ('Which racks are in {object}?', 'Which devices are in {object}?'),
    'dcim.rack': ('How full is {object}?', 'Which devices are in {object}?'),
    'dcim.device': ('Where is {object}?', 'Which interfaces does {object} have?'),
    'dcim.devicerole': ('How many devices have {object}?',),
    'dcim.devicetype': ('How many devices are of {object}?',),
    'dcim.manufacturer': ('How many devices are of {object}?',),
    'ipam.prefix': ('How full is {object}?', 'Which IP addresses are in {object}?'),
    'ipam.vlan': ('Which prefixes are in {object}?',),
    'tenancy.tenant': ('Which devices does {object} have?',),
    'virtualization.cluster': ('Which virtual machines are in {object}?',),
    'circuits.provider': ('Which circuits does {object} have?',),
}

# With the type that must be there to be asked about.
GENERAL = (
    ('dcim.site', 'Which sites are there?'),
    ('dcim.rack', 'Which racks are the fullest?'),
    ('dcim.device', 'How many devices are at each site?'),
    ('ipam.prefix', 'Which prefixes are the fullest?'),
    ('virtualization.virtualmachine', 'Which virtual machines are there?'),
    ('circuits.circuit', 'Which circuits are there?'),
    ('tenancy.tenant', 'Which tenants are there?'),
)


def about(ref: ObjectRef) -> Iterator[str]:
    """A question about an object: by its name, and by the name with what tells it apart from others of that name."""
    question = ABOUT.get(ref.key.object_type, SHOW)
    for name in (ref.display, f'{ref.display} ({ref.detail})' if ref.detail else ''):
        if name:
            yield question.format(object=f'{ref.kind} {name}')


def here(ref: ObjectRef) -> tuple[str, ...]:
    """Questions about the object whose page is open."""
    return tuple(text.format(object=f'this {ref.kind}') for text in HERE.get(ref.key.object_type, (SHOW,)))


def named(ref: ObjectRef) -> tuple[str, ...]:
    """Questions about an object by its name, where that says which it is."""
    return tuple(text.format(object=f'{ref.kind} {ref.display}') for text in HERE.get(ref.key.object_type, (SHOW,)))


def at_all(user: object) -> Iterator[str]:
    """Questions about the whole of what the user may see, those without an answer left out; a statement each."""
    for object_type, text in GENERAL:
        view = view_of(object_type, user)
        if not view.hidden and view.objects().exists():
            yield text
