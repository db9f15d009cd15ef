"""Interaction records."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from netbox.api.fields import ChoiceField
from netbox.api.serializers.base import BaseModelSerializer
from rest_framework import serializers
from users.api.serializers import UserSerializer

from ...choices import DecidedByChoices, DecisionChoices, InteractionStatusChoices, RatingChoices
from ...conversation.results import stored_turn
from ...conversation.session import InteractionStatus
from ...models import Interaction
from ...storage.mapping import interaction_value
from ...storage.withholding import readable
from .sessions import ChatSessionSerializer
from .turns import ChatControlSerializer, ChatReadingSerializer

__all__ = ('InteractionSerializer',)

# What the memory keeps beside the reading, for itself.
INTERNAL = ('about', 'classifier', 'open_question')
FEEDBACK = {'rating', 'rating_comment'}


class ClassifierSerializer(serializers.Serializer):
    """What the turn classifier took; its tokens are among those of the interaction."""

    latency_ms = serializers.IntegerField()
    tokens = serializers.IntegerField()


class ChosenField(ChoiceField):
    """A choice that may not have been made yet."""


class InteractionSerializer(BaseModelSerializer):
    """One exchange of a session. Only the feedback (rating and comment) can be set.

    The view says in the context which interactions are `withheld`: they mention objects that the reader may not see.
    Without that, all of them are.
    """

    session = ChatSessionSerializer(nested=True, read_only=True)
    author = UserSerializer(nested=True, read_only=True)
    status = ChoiceField(choices=InteractionStatusChoices, read_only=True)
    decision = ChosenField(choices=DecisionChoices, read_only=True)
    decided_by = ChosenField(choices=DecidedByChoices, read_only=True)
    rating = ChosenField(choices=RatingChoices, required=False, allow_blank=True)
    reply = serializers.DictField(read_only=True, help_text=_('As in the answer to the turn'))
    reading = serializers.DictField(read_only=True, help_text=_('References, follow-up and topic'))
    classifier = ClassifierSerializer(
        source='reading.classifier',
        read_only=True,
        allow_null=True,
        help_text=_('Time and tokens of the classifier; null if none was used'),
    )
    turn = serializers.SerializerMethodField(help_text=_('As in the answer to the turn; null while it is pending'))
    control = serializers.SerializerMethodField(help_text=_('As in the answer to the turn'))
    listed = serializers.ListField(
        child=serializers.ListField(), read_only=True, help_text=_('Object type and ID, in the order shown')
    )
    withheld = serializers.SerializerMethodField(
        help_text=_('It mentions objects that you may not see, so its text is left out')
    )

    class Meta:
        model = Interaction
        fields = (
            'id',
            'url',
            'display_url',
            'display',
            'session',
            'sequence',
            'turn_id',
            'status',
            'author',
            'query',
            'response',
            'reply',
            'reading',
            'turn',
            'control',
            'decision',
            'decided_by',
            'confidence',
            'reason',
            'classifier',
            'agent',
            'listed',
            'tokens',
            'duration_ms',
            'rating',
            'rating_comment',
            'created',
            'answered',
            'withheld',
        )
        brief_fields = ('id', 'url', 'display', 'sequence', 'status')
        read_only_fields = (
            'sequence',
            'turn_id',
            'query',
            'response',
            'confidence',
            'reason',
            'agent',
            'tokens',
            'duration_ms',
            'answered',
        )

    @extend_schema_field(ChatReadingSerializer(allow_null=True))
    def get_turn(self, obj: Interaction) -> dict[str, Any] | None:
        """How it was understood, for who looks at an answer that a worker gave."""
        return self._told(obj)[0]

    @extend_schema_field(ChatControlSerializer(allow_null=True))
    def get_control(self, obj: Interaction) -> dict[str, Any] | None:
        """What it did to the session."""
        return self._told(obj)[1]

    def _told(self, obj: Interaction) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        if obj.status == InteractionStatus.PENDING:
            return None, None
        text = readable(obj, self.reader, withheld=self.get_withheld(obj))
        return stored_turn(replace(interaction_value(obj), query=text.query, reply=text.reply, reading=text.reading))

    def get_withheld(self, obj: Interaction) -> bool:
        """Whether the reader may not see what it mentions."""
        withheld = self.context.get('withheld')
        return withheld is None or obj.pk in withheld

    def to_representation(self, instance: Interaction) -> dict[str, Any]:
        """The record as its reader may see it."""
        shown = super().to_representation(instance)
        text = readable(instance, self.reader, withheld=self.get_withheld(instance))
        reading = {name: value for name, value in text.reading.items() if name not in INTERNAL}
        said = {
            'query': text.query,
            'response': text.response,
            'reply': text.reply,
            'reading': reading,
            'listed': text.listed,
            'rating_comment': text.rating_comment,
        }
        return shown | {name: value for name, value in said.items() if name in shown}

    @property
    def reader(self) -> Any:
        """Who reads; nobody in particular where there is no request."""
        request = self.context.get('request')
        return request.user if request else AnonymousUser()

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The feedback.

        Raises:
            ValidationError: Something else was sent: a record of what was said is not edited.
        """
        if isinstance(data, dict) and (others := sorted(set(data) - FEEDBACK)):
            refusal = [_('Only rating and rating_comment can be set.')]
            raise serializers.ValidationError(dict.fromkeys(others, refusal))
        return super().to_internal_value(data)

    def update(self, instance: Interaction, validated_data: dict[str, Any]) -> Interaction:
        """Write the feedback and nothing else: the turn may be finishing at this moment."""
        for name, value in validated_data.items():
            setattr(instance, name, value)
        instance.save(update_fields=list(validated_data))
        return instance
