"""Questions that fit an object or a NetBox as a whole; each is one that the inventory agent answers."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...conversation.objects import ObjectRef
from ...inventory.sight import view_of

__all__ = ('ABOUT', 'about', 'at_all', 'here', 'named')

# `{object}` becomes "rack R101" or "this rack".
SHOW = gettext_lazy('Show {object}')
# What there is always an answer to.
ABOUT = {
    'dcim.rack': gettext_lazy('How full is {object}?'),
    'dcim.device': gettext_lazy('Where is {object}?'),
    'ipam.prefix': gettext_lazy('How full is {object}?'),
}
HERE = {
    'dcim.region': (gettext_lazy('Which sites are in {object}?'), gettext_lazy('How many devices are in {object}?')),
    'dcim.site': (
        gettext_lazy('Which devices are at {object}?'),
        gettext_lazy('Which racks are at {object}?'),
        gettext_lazy('Which prefixes are at {object}?'),
    ),
    'dcim.location': (gettext_lazy('Which racks are in {object}?'), gettext_lazy('Which devices are in {object}?')),
    'dcim.rack': (gettext_lazy('How full is {object}?'), gettext_lazy('Which devices are in {object}?')),
    'dcim.device': (gettext_lazy('Where is {object}?'), gettext_lazy('Which interfaces does {object} have?')),
    'dcim.devicerole': (gettext_lazy('How many devices have {object}?'),),
    'dcim.devicetype': (gettext_lazy('How many devices are of {object}?'),),
    'dcim.manufacturer': (gettext_lazy('How many devices are of {object}?'),),
    'ipam.prefix': (gettext_lazy('How full is {object}?'), gettext_lazy('Which IP addresses are in {object}?')),
    'ipam.vlan': (gettext_lazy('Which prefixes are in {object}?'),),
    'tenancy.tenant': (gettext_lazy('Which devices does {object} have?'),),
    'virtualization.cluster': (gettext_lazy('Which virtual machines are in {object}?'),),
    'circuits.provider': (gettext_lazy('Which circuits does {object} have?'),),
}

# With the type that must be there to be asked about.
GENERAL = (
    ('dcim.site', gettext_lazy('Which sites are there?')),
    ('dcim.rack', gettext_lazy('Which racks are the fullest?')),
    ('dcim.device', gettext_lazy('How many devices are at each site?')),
    ('ipam.prefix', gettext_lazy('Which prefixes are the fullest?')),
    ('virtualization.virtualmachine', gettext_lazy('Which virtual machines are there?')),
    ('circuits.circuit', gettext_lazy('Which circuits are there?')),
    ('tenancy.tenant', gettext_lazy('Which tenants are there?')),
)


def about(ref: ObjectRef) -> Iterator[str]:
    """A question about an object: by its name, and by the name with what tells it apart from others of that name."""
    question = str(ABOUT.get(ref.key.object_type, SHOW))
    for name in (ref.display, f'{ref.display} ({ref.detail})' if ref.detail else ''):
        if name:
            yield question.format(object=_('{kind} {name}').format(kind=ref.kind, name=name))


def here(ref: ObjectRef) -> tuple[str, ...]:
    """Questions about the object whose page is open."""
    this = _('this {kind}').format(kind=ref.kind)
    return tuple(str(text).format(object=this) for text in HERE.get(ref.key.object_type, (SHOW,)))


def named(ref: ObjectRef) -> tuple[str, ...]:
    """Questions about an object by its name, where that says which it is."""
    name = _('{kind} {name}').format(kind=ref.kind, name=ref.display)
    return tuple(str(text).format(object=name) for text in HERE.get(ref.key.object_type, (SHOW,)))


def at_all(user: object) -> Iterator[str]:
    """Questions about the whole of what the user may see, those without an answer left out; a statement each."""
    for object_type, text in GENERAL:
        view = view_of(object_type, user)
        if not view.hidden and view.objects().exists():
            yield str(text)
