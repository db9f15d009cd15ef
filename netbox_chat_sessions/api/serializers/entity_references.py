"""Links between sessions and the NetBox objects they have talked about."""

from netbox.api.fields import ChoiceField, ContentTypeField
from netbox.api.gfk_fields import GFKSerializerField
from netbox.api.serializers.base import BaseModelSerializer

from ...choices import SaidByChoices
from ...models import EntityReference
from .sessions import ChatSessionSerializer

__all__ = ('EntityReferenceSerializer',)


class EntityReferenceSerializer(BaseModelSerializer):
    """An object that a session has talked about; `object` is null once it has been deleted."""

    display_url = None
    session = ChatSessionSerializer(nested=True, read_only=True)
    object_type = ContentTypeField(read_only=True)
    object = GFKSerializerField(read_only=True, allow_missing_serializer=True)
    said_by = ChoiceField(choices=SaidByChoices, read_only=True)

    class Meta:
        model = EntityReference
        fields = (
            'id',
            'url',
            'display',
            'session',
            'object_type',
            'object_id',
            'object',
            'object_repr',
            'first_mentioned',
            'last_mentioned',
            'last_sequence',
            'mention_count',
            'said_by',
            'pinned',
        )
        brief_fields = ('id', 'url', 'display', 'object_type', 'object_id')
        read_only_fields = (
            'object_id',
            'object_repr',
            'first_mentioned',
            'last_mentioned',
            'last_sequence',
            'mention_count',
        )

    def get_display(self, obj: EntityReference) -> str:
        """What the object is called now; once it has been deleted, what it was called."""
        return str(obj.object or obj.object_repr)
