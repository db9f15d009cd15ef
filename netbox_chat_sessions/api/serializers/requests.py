"""What turns take: bodies of `chat/`, `resolve/`, `classify/`, and of recorded interactions."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ...conversation.objects import ObjectKey
from ...conversation.records import Recorded, RecordedEntity
from ...conversation.requests import Correction, PageHint, TurnRequest
from ...conversation.session import SaidBy
from ...settings import get

__all__ = (
    'ChatTurnSerializer',
    'PersonMessageSerializer',
    'PinSerializer',
    'ReasonSerializer',
    'RecordedInteractionSerializer',
    'StrictSerializer',
    'TurnPreviewRequestSerializer',
)

LARGEST_ID = 2**63 - 1
LARGEST_SEQUENCE = 2**31 - 1
OBJECT_TYPE = r'^[a-z0-9_]+\.[a-z0-9_]+$'


class StrictSerializer(serializers.Serializer):
    """Refuses keys that it does not know, each by its name."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The validated values.

        Raises:
            ValidationError: A field is wrong, or a key is not known.
        """
        unknown = set(data) - set(self.fields) if isinstance(data, Mapping) else ()
        errors = {name: [_('There is no such key.')] for name in sorted(unknown)}
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**error.detail, **errors}) from error
        if errors:
            raise serializers.ValidationError(errors)
        return found


class MessageField(serializers.CharField):
    """A message: trimmed, then 1 to `max_message_chars` characters."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """The trimmed message.

        Raises:
            ValidationError: It is no text, empty or too long.
        """
        found = super().run_validation(data)
        limit = get().max_message_chars
        if isinstance(found, str) and len(found) > limit:
            raise serializers.ValidationError(
                _('At most {limit} characters are allowed, not {length}.').format(limit=limit, length=len(found))
            )
        return found


class ObjectKeySerializer(StrictSerializer):
    """A NetBox object."""

    object_type = serializers.RegexField(
        OBJECT_TYPE, max_length=201, help_text=_('Application and model, such as dcim.rack')
    )
    object_id = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)

    def to_internal_value(self, data: Any) -> ObjectKey:
        """The key; whether there is such an object is not checked here."""
        found = super().to_internal_value(data)
        return ObjectKey(found['object_type'], found['object_id'])


class PageSerializer(StrictSerializer):
    """What the user looks at: a path of NetBox's UI, or an object."""

    path = serializers.CharField(
        required=False, max_length=2000, help_text=_('Path of a page, such as /dcim/racks/16/')
    )
    object_type = serializers.RegexField(OBJECT_TYPE, max_length=201, required=False)
    object_id = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)

    def to_internal_value(self, data: Any) -> PageHint:
        """The hint.

        Raises:
            ValidationError: It is neither a path nor an object, or both.
        """
        found = super().to_internal_value(data)
        match sorted(found):
            case ['path']:
                return PageHint(path=found['path'])
            case ['object_id', 'object_type']:
                return PageHint(key=ObjectKey(found['object_type'], found['object_id']))
        raise serializers.ValidationError({'__all__': [_('Send either a path, or object_type and object_id.')]})


class CorrectionSerializer(StrictSerializer):
    """Which phrase of a message was misread, and in which interaction."""

    sequence = serializers.IntegerField(min_value=1, max_value=LARGEST_SEQUENCE)
    start = serializers.IntegerField(min_value=0, help_text=_('Offset of its first character'))
    end = serializers.IntegerField(min_value=0, help_text=_('Offset behind its last character'))

    def to_internal_value(self, data: Any) -> Correction:
        """The correction; whether there is such an interaction does not matter to it."""
        return Correction(**super().to_internal_value(data))


@extend_schema_field(
    {
        'type': 'array',
        'nullable': True,
        'items': {
            'type': 'object',
            'properties': {
                'role': {'type': 'string', 'enum': ['user', 'assistant']},
                'content': {'type': 'string'},
            },
        },
    }
)
class HistoryField(serializers.Field):
    """Whatever the client says was said before. It is sanitised later, and never makes a turn fail."""

    def to_internal_value(self, data: Any) -> Any:
        """The history as it came."""
        return data


class ChatTurnSerializer(StrictSerializer):
    """One message of a user."""

    message = MessageField(required=False, help_text=_('Required unless choice is given'))
    session = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=LARGEST_ID, help_text=_('Absent or null: a new session')
    )
    turn_id = serializers.UUIDField(
        required=False, allow_null=True, help_text=_('The same one again returns the stored turn')
    )
    page = PageSerializer(required=False, allow_null=True)
    choice = ObjectKeySerializer(required=False, allow_null=True)
    corrects = CorrectionSerializer(
        required=False, allow_null=True, help_text=_('The message was misread: the phrase there means the choice')
    )
    history = HistoryField(
        required=False, allow_null=True, help_text=_('What was said before, for a client that keeps the memory itself')
    )
    stateless = serializers.BooleanField(required=False, default=False, help_text=_('Store nothing'))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check what the fields say together.

        Raises:
            ValidationError: There is nothing to answer, or two memories are named.
        """
        errors = {}
        if not attrs.get('message') and attrs.get('choice') is None:
            errors['message'] = [_('This field is required unless choice is given.')]
        if attrs.get('session') is not None and attrs.get('history') is not None:
            errors['history'] = [_('A session has its own history: send one or the other.')]
        if attrs.get('session') is not None and attrs['stateless']:
            errors['stateless'] = [_('A turn in a session is stored: send one or the other.')]
        if (corrects := attrs.get('corrects')) and not self._fits(corrects, attrs):
            errors['corrects'] = [_('Send the session, the message, a phrase of it by its offsets, and a choice.')]
        if errors:
            raise serializers.ValidationError(errors)
        return attrs

    @staticmethod
    def _fits(corrects: Correction, attrs: dict[str, Any]) -> bool:
        complete = attrs.get('session') is not None and attrs.get('choice') is not None
        return complete and corrects.start <= corrects.end <= len(attrs.get('message', ''))

    def turn(self) -> TurnRequest:
        """The validated turn."""
        data = self.validated_data
        history = data.get('history')
        return TurnRequest(
            message=data.get('message', ''),
            session_id=data.get('session'),
            turn_id=data.get('turn_id'),
            page=data.get('page'),
            choice=data.get('choice'),
            corrects=data.get('corrects'),
            history=() if history is None else history,
            stateless=data['stateless'],
        )


class TurnPreviewRequestSerializer(StrictSerializer):
    """A text to understand without answering it."""

    message = MessageField()
    page = PageSerializer(required=False, allow_null=True)

    def turn(self, session_id: int) -> TurnRequest:
        """The validated text as a turn of the session."""
        data = self.validated_data
        return TurnRequest(data['message'], session_id=session_id, page=data.get('page'))


class RecordedEntitySerializer(ObjectKeySerializer):
    """A NetBox object that an interaction was about."""

    said_by = serializers.ChoiceField([source.value for source in SaidBy], default=SaidBy.USER.value)

    def to_internal_value(self, data: Any) -> RecordedEntity:
        """The object with who mentioned it."""
        found = StrictSerializer.to_internal_value(self, data)
        return RecordedEntity(ObjectKey(found['object_type'], found['object_id']), SaidBy(found['said_by']))


class RecordedInteractionSerializer(StrictSerializer):
    """An interaction that somebody else's agent answered."""

    query = MessageField()
    response = serializers.CharField(required=False, allow_blank=True, default='')
    agent = serializers.CharField(required=False, allow_blank=True, max_length=100, default='')
    turn_id = serializers.UUIDField(required=False, allow_null=True, default=None)
    entities = RecordedEntitySerializer(
        many=True, required=False, default=(), help_text=_('What it is about; the last one is the focus')
    )
    listed = ObjectKeySerializer(
        many=True, required=False, default=(), help_text=_('The ordered list that the answer showed')
    )
    choices = ObjectKeySerializer(
        many=True, required=False, default=(), help_text=_('Candidates of a question that was left open')
    )

    def recorded(self) -> Recorded:
        """The validated interaction."""
        data = self.validated_data
        lists = {name: tuple(data[name]) for name in ('entities', 'listed', 'choices')}
        return Recorded(data['query'], data['response'], data['agent'], data['turn_id'], **lists)


class ReasonSerializer(StrictSerializer):
    """Why a session ends, is handed over or released."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=200, default='')


class PersonMessageSerializer(StrictSerializer):
    """What a person writes to those who wait."""

    message = MessageField()
    turn_id = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text=_('The same one again returns the stored message')
    )


class PinSerializer(StrictSerializer):
    """Whether a reference is kept at the top of what agents see."""

    pinned = serializers.BooleanField()
