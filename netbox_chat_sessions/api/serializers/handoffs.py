"""What an operator is told of a session that waits for a person."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from users.api.serializers import UserSerializer

from ...conversation.objects import ObjectRef
from ...conversation.reply import object_json
from ...ui.exchanges import Exchange
from .turns import ChatObjectSerializer

__all__ = ('HandoffSerializer',)


class HandoffExchangeSerializer(serializers.Serializer):
    """A question with its answer."""

    interaction = serializers.IntegerField(source='id')
    sequence = serializers.IntegerField()
    query = serializers.CharField()
    response = serializers.SerializerMethodField()
    withheld = serializers.BooleanField(help_text=_('It mentions objects that you may not see'))

    def get_response(self, exchange: Exchange) -> str:
        """The sentence that was answered; empty where there was no answer."""
        return next((block.text for block in exchange.blocks if block.kind == 'text'), exchange.notice)


class HandoffEntitySerializer(ChatObjectSerializer):
    """An object that was talked about."""

    def to_representation(self, ref: ObjectRef) -> dict[str, Any]:
        """The object as turns show it."""
        return object_json(ref)


class HandoffSerializer(serializers.Serializer):
    """Who asked for a person and why, and what it is about; only what the caller may see."""

    waiting = serializers.BooleanField()
    requested = serializers.DateTimeField(allow_null=True)
    requested_by = UserSerializer(nested=True, allow_null=True)
    reason = serializers.CharField()
    entities = HandoffEntitySerializer(many=True)
    exchanges = HandoffExchangeSerializer(many=True, help_text=_('The last questions before that, in their order'))
