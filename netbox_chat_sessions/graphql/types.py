"""GraphQL types. They carry no text of the conversation: the REST API alone withholds what a reader may not see."""

from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from extras.graphql.mixins import CustomFieldsMixin, TagsMixin
from netbox.graphql.types import BaseObjectType, ContentTypeType, register_type
from strawberry.types import Info

from .. import models
from ..querysets import visible_references
from .filters import ChatSessionFilter, EntityReferenceFilter, InteractionFilter

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ('ChatSessionType', 'EntityReferenceType', 'InteractionType')


@register_type(
    models.ChatSession,
    fields=[
        'id',
        'title',
        'status',
        'topic_domain',
        'active_agent',
        'interaction_count',
        'last_interaction',
        'handoff_requested',
        'ended',
        'created',
        'last_updated',
    ],
    filters=ChatSessionFilter,
    pagination=True,
)
class ChatSessionType(CustomFieldsMixin, TagsMixin, BaseObjectType):
    """A conversation of one user."""


@register_type(
    models.Interaction,
    fields=[
        'id',
        'session',
        'sequence',
        'turn_id',
        'status',
        'decision',
        'decided_by',
        'confidence',
        'reason',
        'agent',
        'tokens',
        'duration_ms',
        'rating',
        'created',
        'answered',
    ],
    filters=InteractionFilter,
    pagination=True,
)
class InteractionType(BaseObjectType):
    """One exchange of a session."""

    session: Annotated['ChatSessionType', strawberry.lazy('netbox_chat_sessions.graphql.types')] | None


@register_type(
    models.EntityReference,
    fields=[
        'id',
        'session',
        'object_type',
        'object_id',
        'object_repr',
        'first_mentioned',
        'last_mentioned',
        'last_sequence',
        'mention_count',
        'said_by',
        'pinned',
    ],
    filters=EntityReferenceFilter,
    pagination=True,
)
class EntityReferenceType(BaseObjectType):
    """An object that a session has talked about."""

    session: Annotated['ChatSessionType', strawberry.lazy('netbox_chat_sessions.graphql.types')] | None
    object_type: ContentTypeType

    @classmethod
    def get_queryset(cls, queryset: 'QuerySet[Any]', info: Info, **kwargs: Any) -> 'QuerySet[Any]':
        """The references whose object the user may see now."""
        permitted = super().get_queryset(queryset, info, **kwargs)
        return visible_references(permitted, info.context.request.user)
