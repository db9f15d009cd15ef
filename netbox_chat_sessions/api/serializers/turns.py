"""What turns give, described for the OpenAPI schema; the values are made by the conversation itself."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ...conversation.decisions import DecidedBy, DecisionKind
from ...conversation.proposals import ChangeAction
from ...conversation.reading import QueryType, ReferenceStatus, Source
from ...conversation.reply import ReplyKind
from ...conversation.session import InteractionStatus, SaidBy, SessionStatus

__all__ = (
    'ChatAnswerSerializer',
    'ChatChangeSerializer',
    'ChatDependentsSerializer',
    'ContextSerializer',
    'ErrorSerializer',
    'SessionControlSerializer',
    'TurnPreviewSerializer',
)

OBJECT_REF = {
    'type': 'array',
    'items': {
        'type': 'array',
        'nullable': True,
        'items': {'oneOf': [{'type': 'string'}, {'type': 'integer'}]},
        'minItems': 2,
        'maxItems': 2,
    },
}


@extend_schema_field(OBJECT_REF)
class ObjectRefsField(serializers.ListField):
    """The object that each row is about, as `[object type, ID]`, or null."""


class ChatObjectSerializer(serializers.Serializer):
    """A NetBox object that the caller may see."""

    object_type = serializers.CharField()
    object_id = serializers.IntegerField()
    display = serializers.CharField()
    url = serializers.CharField(help_text=_('Path of its page'))
    detail = serializers.CharField(help_text=_('The fact that tells it apart'))


class ChatChoiceSerializer(ChatObjectSerializer):
    """A candidate of a question, and what to send to pick it."""

    message = serializers.CharField()


class ChatReferenceSerializer(serializers.Serializer):
    """A phrase of the message, and what it stands for."""

    phrase = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    status = serializers.ChoiceField(list(ReferenceStatus))
    source = serializers.ChoiceField(list(Source), allow_null=True)
    objects = ChatObjectSerializer(many=True)
    candidates = ChatObjectSerializer(many=True)


class ChatTopicSerializer(serializers.Serializer):
    """The topic domain of the turn, and the one before."""

    domain = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    changed = serializers.BooleanField()


class ChatReadingSerializer(serializers.Serializer):
    """How the message was understood."""

    decision = serializers.ChoiceField(list(DecisionKind))
    decided_by = serializers.ChoiceField(list(DecidedBy))
    confidence = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text=_('Why a fallback happened'))
    query_type = serializers.ChoiceField(list(QueryType))
    followup_signals = serializers.ListField(child=serializers.CharField())
    topic = ChatTopicSerializer()
    agent = serializers.CharField(allow_null=True)
    references = ChatReferenceSerializer(many=True)
    resolved_message = serializers.CharField()


class ChatBlockSerializer(serializers.Serializer):
    """A part of a reply: a text, or a table with columns, rows and object_refs."""

    kind = serializers.CharField(help_text=_('text or table'))
    text = serializers.CharField(required=False)
    columns = serializers.ListField(child=serializers.CharField(), required=False)
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), required=False)
    object_refs = ObjectRefsField(required=False)


class ChatLinkSerializer(serializers.Serializer):
    """Where NetBox shows the same."""

    text = serializers.CharField()
    url = serializers.CharField()


class ChatChangeSerializer(serializers.Serializer):
    """A field before and after; empty where there is no value."""

    field = serializers.CharField()
    label = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class ChatDependentsSerializer(serializers.Serializer):
    """Objects that are deleted along, as many as the caller may see."""

    object_type = serializers.CharField()
    label = serializers.CharField()
    count = serializers.IntegerField()
    more = serializers.BooleanField(help_text=_('There are others'))


class ChatTargetSerializer(ChatObjectSerializer):
    """The object of a change; one that does not exist yet has no ID."""

    object_id = serializers.IntegerField(allow_null=True)


class ChatProposalSerializer(serializers.Serializer):
    """A change that waits for confirmation."""

    id = serializers.IntegerField()
    url = serializers.URLField()
    expires = serializers.DateTimeField()
    action = serializers.ChoiceField(list(ChangeAction))
    object_type = serializers.CharField()
    object = ChatTargetSerializer()
    changes = ChatChangeSerializer(many=True)
    dependents = ChatDependentsSerializer(many=True)


class ChatReplySerializer(serializers.Serializer):
    """What was answered."""

    text = serializers.CharField()
    blocks = ChatBlockSerializer(many=True)
    kind = serializers.ChoiceField(list(ReplyKind))
    total = serializers.IntegerField(allow_null=True, help_text=_('Exact count of what was asked for'))
    shown = serializers.IntegerField(help_text=_('How many objects are listed'))
    objects = ChatObjectSerializer(many=True)
    query = serializers.DictField(allow_null=True, help_text=_('How the question was understood'))
    links = ChatLinkSerializer(many=True)
    choices = ChatChoiceSerializer(many=True)
    proposal = ChatProposalSerializer(required=False, help_text=_('Where kind is proposal'))


class ChatControlSerializer(serializers.Serializer):
    """What happens to the session itself."""

    action = serializers.CharField()
    human_handoff_requested = serializers.BooleanField(required=False)
    session_ended = serializers.BooleanField(required=False)
    next_state = serializers.CharField(required=False)


class ChatSessionPartSerializer(serializers.Serializer):
    """The session of a turn."""

    id = serializers.IntegerField()
    url = serializers.URLField()
    display = serializers.CharField()
    title = serializers.CharField()
    status = serializers.ChoiceField(list(SessionStatus))
    topic_domain = serializers.CharField(allow_null=True)
    active_agent = serializers.CharField(allow_null=True)


class ChatInteractionPartSerializer(serializers.Serializer):
    """The stored interaction of a turn; empty for a stateless one."""

    id = serializers.IntegerField(required=False)
    url = serializers.URLField(required=False)
    sequence = serializers.IntegerField(required=False)
    status = serializers.ChoiceField(list(InteractionStatus), required=False)


class ChatAcceptedSerializer(serializers.Serializer):
    """A turn that a worker answers."""

    session = ChatSessionPartSerializer()
    interaction = ChatInteractionPartSerializer()


class ChatAnswerSerializer(serializers.Serializer):
    """A finished turn."""

    session = ChatSessionPartSerializer(allow_null=True)
    interaction = ChatInteractionPartSerializer()
    turn = ChatReadingSerializer()
    reply = ChatReplySerializer()
    control = ChatControlSerializer(allow_null=True)


class TurnPreviewSerializer(serializers.Serializer):
    """How a text would be understood."""

    turn = ChatReadingSerializer()


class SessionControlSerializer(serializers.Serializer):
    """The session after it was ended, handed over or released."""

    session = ChatSessionPartSerializer()
    control = ChatControlSerializer(allow_null=True)


class ContextEntitySerializer(serializers.Serializer):
    """An object that the session is about."""

    object_id = serializers.IntegerField()
    display = serializers.CharField()
    mention_count = serializers.IntegerField()
    last_mentioned = serializers.DateTimeField()


class ContextReferenceSerializer(serializers.Serializer):
    """An object that the session is about, with who mentioned it and where."""

    display = serializers.CharField()
    said_by = serializers.ChoiceField(list(SaidBy))
    last_sequence = serializers.IntegerField()


class ContextInteractionSerializer(serializers.Serializer):
    """One of the latest interactions, whole."""

    sequence = serializers.IntegerField()
    query = serializers.CharField()
    response = serializers.CharField()


class ContextSerializer(serializers.Serializer):
    """The curated context of one agent type; sections that the type does not get are absent."""

    agent_type = serializers.CharField()
    topic_domain = serializers.CharField(allow_null=True)
    recent_entities = serializers.DictField(
        child=ContextEntitySerializer(many=True), required=False, help_text=_('By object type')
    )
    conversation_history = ContextInteractionSerializer(many=True, required=False)
    entity_references = serializers.DictField(
        child=ContextReferenceSerializer(), required=False, help_text=_('By object type and ID, as dcim.rack:16')
    )
    summary = serializers.CharField()
    characters = serializers.IntegerField()
    tokens_estimate = serializers.IntegerField()
    truncated = serializers.BooleanField()


class ErrorSerializer(serializers.Serializer):
    """An error; a 400 also has a key for each field that is wrong."""

    code = serializers.CharField(help_text=_('For programs'))
    detail = serializers.CharField(help_text=_('For people'))
