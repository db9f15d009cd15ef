"""All object types that NetBox and its plugins register, with their names, filters and topic domains."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.apps import apps
from django.db.models import Model
from django.urls import NoReverseMatch, get_resolver, reverse
from django_filters import FilterSet
from netbox.models.features import model_is_public
from netbox.registry import registry
from utilities.views import get_viewname

from .errors import UnknownObjectType

__all__ = ('RECORDS', 'Kind', 'kind', 'kind_of', 'kinds')

# Apps of what is written about objects of all types, which is no relation between these.
RECORDS = ('core', 'extras', 'users')
# Chats are no part of the inventory that they are about.
HIDDEN_APPS = ('netbox_chat_sessions',)


@dataclass(frozen=True)
class Kind:
    """An object type.

    Attributes:
        object_type: `app_label.model`, lower case.
    """

    object_type: str
    model: type[Model]
    filterset: type[FilterSet]

    @property
    def noun(self) -> str:
        """What NetBox calls one of them, in the user's language."""
        return str(self.model._meta.verbose_name)

    @property
    def nouns(self) -> str:
        """What NetBox calls several of them."""
        return str(self.model._meta.verbose_name_plural)

    @cached_property
    def list_path(self) -> str:
        """Path of their list in NetBox's UI, BASE_PATH included; empty where there is none."""
        try:
            return reverse(get_viewname(self.model, 'list'))
        except NoReverseMatch:
            return ''


@lru_cache(maxsize=1)
def kinds() -> Mapping[str, Kind]:
    """All object types that have filters, by name. Loads the URLconf, for only then all FilterSets are registered."""
    get_resolver().url_patterns  # noqa: B018 (loading is the purpose)
    found = {}
    for object_type, filterset in sorted(registry['filtersets'].items()):
        model = apps.get_model(object_type)
        if model_is_public(model) and model._meta.app_label not in HIDDEN_APPS:
            found[object_type] = Kind(object_type, model, filterset)
    return found


def kind(object_type: str) -> Kind:
    """The object type of that name.

    Raises:
        UnknownObjectType: There is none.
    """
    try:
        return kinds()[object_type]
    except KeyError:
        raise UnknownObjectType(object_type) from None


def kind_of(model: type[Model] | Model) -> Kind:
    """The object type of a model or object.

    Raises:
        UnknownObjectType: It has no filters.
    """
    return kind(model._meta.label_lower)
