"""Which columns of answers hold what people wrote freely: it is shown, and proves nothing."""

from collections.abc import Iterable

from django.utils.translation import gettext
from extras.choices import CustomFieldTypeChoices
from extras.models import CustomField

from ...inventory.attributes import find_attribute
from ...inventory.catalogue import kind
from ...inventory.errors import QueryError

__all__ = ('FREE_TEXT', 'free_columns')

# Names that NetBox gives to fields for free text.
FREE_TEXT = frozenset({'description', 'comments', 'message'})
WRITTEN = (
    CustomFieldTypeChoices.TYPE_TEXT,
    CustomFieldTypeChoices.TYPE_LONGTEXT,
    CustomFieldTypeChoices.TYPE_JSON,
    CustomFieldTypeChoices.TYPE_URL,
)


def free_columns(object_types: Iterable[str]) -> frozenset[str]:
    """The labels of such fields of these types, custom fields of text included."""
    found = {gettext('Message'), gettext('Description'), gettext('Comments')}
    for object_type in object_types:
        for name in FREE_TEXT:
            try:
                found.add(find_attribute(kind(object_type), name).label)
            except QueryError:
                continue
    written = CustomField.objects.filter(type__in=WRITTEN)
    return frozenset(found | {str(field) for field in written} | {field.name for field in written})
