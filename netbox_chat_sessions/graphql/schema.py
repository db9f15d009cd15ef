"""Queries over sessions, interactions and entity references."""

import strawberry
import strawberry_django

from .types import ChatSessionType, EntityReferenceType, InteractionType

__all__ = ('schema',)


@strawberry.type(name='Query')
class ChatSessionsQuery:
    """What can be asked for, one record or a list."""

    chat_session: ChatSessionType = strawberry_django.field()
    chat_session_list: list[ChatSessionType] = strawberry_django.field()

    interaction: InteractionType = strawberry_django.field()
    interaction_list: list[InteractionType] = strawberry_django.field()

    entity_reference: EntityReferenceType = strawberry_django.field()
    entity_reference_list: list[EntityReferenceType] = strawberry_django.field()


schema = [ChatSessionsQuery]
