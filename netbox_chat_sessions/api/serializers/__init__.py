"""Serializers of the stored models (NetBox looks them up here), and of what turns take and give."""

from .entity_references import EntityReferenceSerializer
from .interactions import InteractionSerializer
from .requests import (
    ChatTurnSerializer,
    PinSerializer,
    ReasonSerializer,
    RecordedInteractionSerializer,
    TurnPreviewRequestSerializer,
)
from .sessions import ChatSessionSerializer
from .turns import (
    ChatAnswerSerializer,
    ContextSerializer,
    ErrorSerializer,
    SessionControlSerializer,
    TurnPreviewSerializer,
)

__all__ = (
    'ChatAnswerSerializer',
    'ChatSessionSerializer',
    'ChatTurnSerializer',
    'ContextSerializer',
    'EntityReferenceSerializer',
    'ErrorSerializer',
    'InteractionSerializer',
    'PinSerializer',
    'ReasonSerializer',
    'RecordedInteractionSerializer',
    'SessionControlSerializer',
    'TurnPreviewRequestSerializer',
    'TurnPreviewSerializer',
)
