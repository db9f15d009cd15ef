"""GraphQL filters. What was said has none: they would tell about texts that are withheld from the reader."""

from typing import TYPE_CHECKING, Annotated

import strawberry
import strawberry_django
from extras.graphql.filter_mixins import CustomFieldsFilterMixin, TagsFilterMixin
from netbox.graphql.filters import BaseModelFilter, register_filter
from strawberry import ID
from strawberry_django import DatetimeFilterLookup, FilterLookup, StrFilterLookup

from .. import models

if TYPE_CHECKING:
    from core.graphql.filters import ContentTypeFilter

__all__ = ('ChatSessionFilter', 'EntityReferenceFilter', 'InteractionFilter')


@register_filter(models.ChatSession, lookups=True)
class ChatSessionFilter(CustomFieldsFilterMixin, TagsFilterMixin, BaseModelFilter):
    """Filters of sessions."""

    title: StrFilterLookup | None = strawberry_django.filter_field()
    status: StrFilterLookup | None = strawberry_django.filter_field()
    topic_domain: StrFilterLookup | None = strawberry_django.filter_field()
    active_agent: StrFilterLookup | None = strawberry_django.filter_field()
    user_id: ID | None = strawberry_django.filter_field()
    last_interaction: DatetimeFilterLookup | None = strawberry_django.filter_field()
    created: DatetimeFilterLookup | None = strawberry_django.filter_field()


@register_filter(models.Interaction, lookups=True)
class InteractionFilter(BaseModelFilter):
    """Filters of interactions."""

    session: Annotated['ChatSessionFilter', strawberry.lazy('netbox_chat_sessions.graphql.filters')] | None = (
        strawberry_django.filter_field()
    )
    session_id: ID | None = strawberry_django.filter_field()
    status: StrFilterLookup | None = strawberry_django.filter_field()
    decision: StrFilterLookup | None = strawberry_django.filter_field()
    agent: StrFilterLookup | None = strawberry_django.filter_field()
    rating: StrFilterLookup | None = strawberry_django.filter_field()
    created: DatetimeFilterLookup | None = strawberry_django.filter_field()


@register_filter(models.EntityReference, lookups=True)
class EntityReferenceFilter(BaseModelFilter):
    """Filters of entity references."""

    session_id: ID | None = strawberry_django.filter_field()
    object_type: Annotated['ContentTypeFilter', strawberry.lazy('core.graphql.filters')] | None = (
        strawberry_django.filter_field()
    )
    object_id: ID | None = strawberry_django.filter_field()
    said_by: StrFilterLookup | None = strawberry_django.filter_field()
    pinned: FilterLookup[bool] | None = strawberry_django.filter_field()
    last_mentioned: DatetimeFilterLookup | None = strawberry_django.filter_field()
