"""Custom fields of a kind, as people call them."""

from collections.abc import Mapping
from dataclasses import dataclass

from extras.models import CustomField as Row

from .catalogue import Kind
from .visibility import is_credential

__all__ = ('CustomField', 'custom_fields')


@dataclass(frozen=True)
class CustomField:
    """A custom field.

    Attributes:
        name: Its name in filters, behind `cf_`.
        labels: What it is called.
        choices: Value of each of its choices; empty where anything can be written.
    """

    name: str
    labels: tuple[str, ...]
    choices: Mapping[str, str]


def custom_fields(kind: Kind) -> tuple[CustomField, ...]:
    """Those that NetBox shows of objects of the kind; none of those that may hold a credential."""
    if not hasattr(kind.model, 'custom_field_data'):
        return ()
    return tuple(
        CustomField(row.name, tuple(filter(None, (row.label, row.name.replace('_', ' ')))), dict(row.choices or ()))
        for row in Row.objects.get_for_model(kind.model)
        if not is_credential(row.name) and row.ui_visible != 'hidden'
    )
