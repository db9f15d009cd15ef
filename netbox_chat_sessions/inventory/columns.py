"""The columns by which NetBox's own lists tell the objects of a kind."""

from functools import cache
from typing import Any

from django.utils.text import capfirst
from utilities.tables import get_table_for_model

from .attributes import INTERNAL, SHOWN_PROPERTIES, Attribute
from .catalogue import Kind
from .model_fields import field_of, title_of, words_of
from .visibility import is_credential

__all__ = ('columns_of',)

# A list's column that shows something behind the field of its name; empty: one that says too little for its cost.
BEHIND = {
    ('circuits.circuit', 'termination_a'): 'termination_a.termination',
    ('circuits.circuit', 'termination_z'): 'termination_z.termination',
    ('ipam.ipaddress', 'assigned'): 'assigned_object',
    ('dcim.powerfeed', 'link_peer'): '',
    ('dcim.powerfeed', 'cable'): '',
    ('dcim.frontport', 'mappings'): '',
    ('dcim.rearport', 'mappings'): '',
}


@cache
def columns_of(kind: Kind) -> tuple[Attribute, ...]:
    """The default columns of NetBox's own list of the kind, without its name, counters and graphs."""
    table = get_table_for_model(kind.model)
    names = getattr(table.Meta, 'default_columns', ()) if table else ()
    if not names:
        names = [field.name for field in kind.model._meta.concrete_fields]
    found = []
    for name in names:
        if name in ('pk', *INTERNAL) or name.endswith('_count') or is_credential(name):
            continue
        column = table.base_columns.get(name) if table else None
        accessor = BEHIND.get((kind.object_type, name), str(getattr(column, 'accessor', None) or name))
        accessor = name if name in SHOWN_PROPERTIES else accessor
        if item := _column(kind, name, accessor, column):
            found.append(item)
    return tuple(found)


def _column(kind: Kind, name: str, accessor: str, column: Any) -> Attribute | None:
    steps = tuple(accessor.replace('__', '.').split('.')) if accessor else ()
    if not steps:
        return None
    field = field_of(kind.model, steps[0])
    if field is None and not (len(steps) == 1 and steps[0] in SHOWN_PROPERTIES):
        return None
    title = getattr(column, 'verbose_name', None)
    if title is None:
        title = title_of(field, name) if len(steps) == 1 and field is not None else words_of(name)
    return Attribute(kind, name, capfirst(title), steps)
