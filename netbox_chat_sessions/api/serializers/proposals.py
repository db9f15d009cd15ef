"""Proposed changes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from netbox.api.fields import ChoiceField, ContentTypeField
from netbox.api.serializers.base import BaseModelSerializer
from rest_framework import serializers
from users.api.serializers import UserSerializer

from ...choices import ChangeActionChoices, ProposalStatusChoices
from ...models import Proposal
from .interactions import InteractionSerializer
from .sessions import ChatSessionSerializer
from .turns import ChatChangeSerializer, ChatDependentsSerializer

__all__ = ('ProposalSerializer',)

# What of a proposal tells about objects.
TELLING = {'display': '', 'object_id': None, 'object_repr': '', 'changes': [], 'dependents': [], 'result': {}}


class ProposalSerializer(BaseModelSerializer):
    """A change that was proposed, and what became of it.

    The view says in the context of which interactions the text is `withheld`; without that, of all of them.
    """

    display_url = None
    session = ChatSessionSerializer(nested=True, read_only=True)
    interaction = InteractionSerializer(nested=True, read_only=True)
    user = UserSerializer(nested=True, read_only=True)
    action = ChoiceField(choices=ChangeActionChoices, read_only=True)
    object_type = ContentTypeField(read_only=True)
    status = ChoiceField(choices=ProposalStatusChoices, source='standing', read_only=True)
    changes = ChatChangeSerializer(many=True, read_only=True)
    dependents = ChatDependentsSerializer(many=True, read_only=True)
    result = serializers.DictField(read_only=True, help_text=_('The object as it is now, or why it failed'))
    withheld = serializers.SerializerMethodField(
        help_text=_('It is about objects that you may not see, so what it changes is left out')
    )

    class Meta:
        model = Proposal
        fields = (
            'id',
            'url',
            'display',
            'session',
            'interaction',
            'user',
            'action',
            'object_type',
            'object_id',
            'object_repr',
            'changes',
            'dependents',
            'status',
            'result',
            'created',
            'expires',
            'decided',
            'withheld',
        )
        brief_fields = ('id', 'url', 'display', 'action', 'status')

    def get_withheld(self, obj: Proposal) -> bool:
        """Whether the reader may not see what it is about."""
        withheld = self.context.get('withheld')
        return withheld is None or obj.interaction_id in withheld

    def to_representation(self, instance: Proposal) -> dict[str, Any]:
        """The record as its reader may see it."""
        shown: dict[str, Any] = super().to_representation(instance)
        if self.get_withheld(instance):
            shown |= {name: value for name, value in TELLING.items() if name in shown}
        return shown
