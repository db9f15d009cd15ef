"""Session records."""

import re
from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from netbox.api.fields import ChoiceField, SerializedPKRelatedField
from netbox.api.serializers.base import ValidatedModelSerializer
from netbox.api.serializers.features import CustomFieldModelSerializer, TaggableModelSerializer
from rest_framework import serializers
from users.api.serializers import UserSerializer
from users.models import User

from ...choices import SessionStatusChoices
from ...models import ChatSession
from ...storage.titles import automatic_title

__all__ = ('ChatSessionSerializer',)

UNSTORABLE = re.compile(r'[\x00\ud800-\udfff]')


def storable(value: Any) -> bool:
    """Whether a value of JSON holds only texts that the database can: no null characters, no lone surrogates."""
    match value:
        case Mapping():
            return all(storable(part) for pair in value.items() for part in pair)
        case list():
            return all(map(storable, value))
        case str():
            return not UNSTORABLE.search(value)
    return True


class ParticipantField(SerializedPKRelatedField):
    """Users by ID: those that the caller may see, the caller, and those who take part already.

    Others answer like users that do not exist.
    """

    def get_queryset(self) -> QuerySet[User]:
        """The users that may be named."""
        caller = self.context['request'].user
        known = Q(pk__in=User.objects.restrict(caller, 'view').values('pk')) | Q(pk=caller.pk)
        session = self.root.instance
        if isinstance(session, ChatSession):
            known |= Q(pk__in=session.participants.values('pk'))
        return User.objects.filter(known)


class ChatSessionSerializer(TaggableModelSerializer, CustomFieldModelSerializer, ValidatedModelSerializer):
    """A conversation of one user, perhaps shared with participants. Only title, participants and tags can be set."""

    user = UserSerializer(nested=True, read_only=True)
    participants = ParticipantField(
        queryset=User.objects.all(), serializer=UserSerializer, nested=True, required=False, many=True
    )
    status = ChoiceField(choices=SessionStatusChoices, read_only=True)

    class Meta:
        model = ChatSession
        fields = (
            'id',
            'url',
            'display_url',
            'display',
            'user',
            'participants',
            'title',
            'status',
            'topic_domain',
            'active_agent',
            'interaction_count',
            'last_interaction',
            'handoff_requested',
            'handoff_reason',
            'ended',
            'tags',
            'custom_fields',
            'created',
            'last_updated',
        )
        brief_fields = ('id', 'url', 'display', 'title', 'status')
        read_only_fields = (
            'topic_domain',
            'active_agent',
            'interaction_count',
            'last_interaction',
            'handoff_requested',
            'handoff_reason',
            'ended',
        )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The validated values.

        Raises:
            ValidationError: A field is wrong, or holds a text that the database cannot: tags are looked for, and
                custom fields stored, without a look at their characters.
        """
        if isinstance(data, Mapping) and (wrong := [name for name, value in data.items() if not storable(value)]):
            raise serializers.ValidationError(dict.fromkeys(wrong, [_('It holds characters that cannot be stored.')]))
        return super().to_internal_value(data)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Make the caller the owner of a new session, and note whether a person gave the title."""
        if not self.nested:
            if self.instance is None:
                data['user'] = self.context['request'].user
            if 'title' in data:
                data['title_is_manual'] = bool(data['title'])
        return super().validate(data)

    def update(self, instance: ChatSession, validated_data: dict[str, Any]) -> ChatSession:
        """Write the fields that were sent and no others: a turn may be changing the session at this moment.

        An empty title is no title, but the end of one that a person gave.
        """
        participants = validated_data.pop('participants', None)
        tags, add, remove = (validated_data.pop(name, None) for name in ('tags', 'add_tags', 'remove_tags'))
        if participants is not None:
            instance.participants.set(participants)
        if validated_data.get('title') == '':
            validated_data['title'] = automatic_title(instance, instance.user)
        for name, value in validated_data.items():
            setattr(instance, name, value)
        instance.save(update_fields=[*validated_data, 'last_updated'])
        if tags is not None:
            self._save_tags(instance, tags)
        instance.tags.add(*(tag.name for tag in add or ()))
        instance.tags.remove(*(tag.name for tag in remove or ()))
        return instance
