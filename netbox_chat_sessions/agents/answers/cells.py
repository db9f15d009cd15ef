"""Values as the text of a cell; names of related objects only where the user may see them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext
from utilities.templatetags.helpers import humanize_disk_capacity, humanize_ram_capacity, humanize_speed

from ...conversation.objects import ObjectKey
from ...inventory.attributes import Attribute
from ...inventory.enumerating import enumeration
from ...inventory.loading import parent_field
from ...inventory.visibility import Visibility, key_of

__all__ = ('Cells', 'moment', 'number', 'parent_of', 'percent')

MAX_TEXT = 500
MAX_ITEMS = 20
FIGURE = re.compile(r'\d+(\.\d+)?')
# Numbers that NetBox stores in a small unit and shows in a fitting one.
HUMANIZED = {
    'speed': humanize_speed,
    'commit_rate': humanize_speed,
    'port_speed': humanize_speed,
    'upstream_speed': humanize_speed,
    'memory': humanize_ram_capacity,
    'disk': humanize_disk_capacity,
}


def number(value: float | Decimal, decimals: int | None = None) -> str:
    """A number with separators of thousands, without trailing zeros unless `decimals` are asked for."""
    if decimals is None:
        plain = Decimal(str(value)).normalize()
        decimals = max(0, -int(plain.as_tuple().exponent))
    return number_format(value, decimals, force_grouping=True)


def moment(value: date | datetime) -> str:
    """A date, or a time in the current time zone to the minute, as NetBox's own pages write them."""
    if not isinstance(value, datetime):
        return value.isoformat()
    local = timezone.localtime(value) if timezone.is_aware(value) else value
    return f'{local.date().isoformat()} {local.time().isoformat(timespec="minutes")}'


def _localised(text: str) -> str:
    """NetBox's `2.5 Gbps` with the number as the reader writes it."""
    figure, _, unit = text.partition(' ')
    if not FIGURE.fullmatch(figure):
        return text
    return f'{number(Decimal(figure), len(figure.partition(".")[2]))} {unit}'


def percent(value: float) -> str:
    """A share, one digit behind the point."""
    rounded = round(value, 1)
    return gettext('%(share)s %%') % {'share': number(int(rounded) if rounded == int(rounded) else rounded)}


def parent_of(obj: Model) -> Model | None:
    """What a component is a part of: the device of an interface; None for what stands for itself."""
    name = parent_field(type(obj))
    return getattr(obj, name) if name and obj._meta.model_name.startswith(PART_MODELS) else None


# Models whose own name says little without what they are a part of.
PART_MODELS = (
    'interface',
    'vminterface',
    'frontport',
    'rearport',
    'console',
    'powerport',
    'poweroutlet',
    'devicebay',
    'modulebay',
    'inventoryitem',
    'virtualdisk',
    'circuittermination',
    'coolingintake',
    'coolingoutflow',
)


@dataclass(frozen=True)
class Cells:
    """Turns values into text for one user.

    Attributes:
        seen: The related objects that the user may view.
    """

    seen: frozenset[ObjectKey]

    @classmethod
    def of(cls, values: Iterable[Any], user: AbstractBaseUser | AnonymousUser) -> 'Cells':
        """Cells for these values: at most one statement for each related model with constrained permissions."""
        found: list[Model] = []
        for value in values:
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, Model):
                    parent = parent_of(item)
                    found += [item] if parent is None else [item, parent]
        return cls(Visibility(user).visible(found))

    def visible(self, obj: Model) -> bool:
        """Whether an object may be named."""
        return key_of(obj) in self.seen

    def name(self, obj: Model) -> str:
        """The name of an object, behind the name of what it is a part of; empty where it may not be seen."""
        if not self.visible(obj):
            return ''
        parent = parent_of(obj)
        if parent is None or not self.visible(parent) or str(parent) in str(obj):
            return str(obj)
        return f'{parent} {obj}'

    def text(self, value: Any, attribute: Attribute | None = None, owner: Model | None = None) -> str:
        """A value as plain text; empty where there is none."""
        name = attribute.name if attribute else ''
        if value is None or value == '' or value == ():
            return ''
        if isinstance(value, bool):
            return gettext('Yes') if value else gettext('No')
        if isinstance(value, tuple):
            return self._several(value)
        if isinstance(value, ContentType):
            return str(value)
        if isinstance(value, Model):
            return self.name(value)
        if isinstance(value, date):
            return moment(value)
        if isinstance(value, int | float | Decimal):
            return self._number(value, name, attribute.unit(owner) if attribute and owner else '')
        text = enumeration(line.strip() for line in str(value).splitlines() if line.strip())
        return text if len(text) <= MAX_TEXT else f'{text[: MAX_TEXT - 1]}…'

    def _several(self, values: tuple[Any, ...]) -> str:
        texts = [text for text in (self.text(item) for item in values[:MAX_ITEMS]) if text]
        if len(values) > MAX_ITEMS:
            texts.append(gettext('%(count)s more') % {'count': number(len(values) - MAX_ITEMS)})
        return enumeration(texts)

    def _number(self, value: float | Decimal, name: str, unit: str) -> str:
        if name in HUMANIZED:
            return _localised(str(HUMANIZED[name](value)))
        if name == 'position' and unit == 'U':
            return f'U{number(value)}'
        if unit:
            return f'{number(value)} {unit}'
        return str(value) if isinstance(value, int) else number(value)

    def of_attribute(self, attribute: Attribute, obj: Model) -> str:
        """What an attribute of an object is, as text with its unit."""
        return self.text(attribute.value(obj), attribute, obj)
