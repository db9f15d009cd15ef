"""Where NetBox's own documentation tells about kinds of objects, and where one is made."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from netbox.plugins import PluginConfig
from utilities.permissions import get_permission_for_model
from utilities.views import get_viewname

from ...conversation.reply import Link
from ...inventory.catalogue import Kind, kinds

__all__ = ('add_links', 'documentation')

# As many kinds as one question may be about.
MOST = 3


def documentation(object_types: Sequence[str]) -> tuple[Link, ...]:
    """The pages about kinds of objects; without one, the whole, as NetBox's help menu links it."""
    pages = tuple(link for known in _kinds(object_types) if (link := _page(known)))
    return pages or (Link(_('Documentation'), static('docs/')),)


def add_links(object_types: Sequence[str], user: Any) -> Iterator[Link]:
    """NetBox's forms for new objects of these kinds, where the user may add some."""
    for known in _kinds(object_types):
        if user.has_perm(get_permission_for_model(known.model, 'add')):
            try:
                yield Link(_('Add: {kind}').format(kind=known.noun), reverse(get_viewname(known.model, 'add')))
            except NoReverseMatch:
                continue


def _kinds(object_types: Sequence[str]) -> list[Kind]:
    return [kinds()[object_type] for object_type in object_types if object_type in kinds()][:MOST]


def _page(known: Kind) -> Link | None:
    """The page about a model; where those of plugins have theirs, NetBox does not know."""
    meta = known.model._meta
    if isinstance(apps.get_app_config(meta.app_label), PluginConfig):
        return None
    path = static(f'docs/models/{meta.app_label}/{meta.model_name}/')
    return Link(_('Documentation: {kind}').format(kind=known.noun), path)
