"""Serializers of the stored models (NetBox looks them up here), and of what turns take and give."""

from .entity_references import EntityReferenceSerializer
from .handoffs import HandoffSerializer
from .health import HealthSerializer
from .interactions import InteractionSerializer
from .proposals import ProposalSerializer
from .requests import (
    ChatTurnSerializer,
    PersonMessageSerializer,
    PinSerializer,
    ReasonSerializer,
    RecordedInteractionSerializer,
    TurnPreviewRequestSerializer,
)
from .sessions import ChatSessionSerializer
from .turns import (
    ChatAcceptedSerializer,
    ChatAnswerSerializer,
    ContextSerializer,
    ErrorSerializer,
    SessionControlSerializer,
    TurnPreviewSerializer,
)

__all__ = (
    'ChatAcceptedSerializer',
    'ChatAnswerSerializer',
    'ChatSessionSerializer',
    'ChatTurnSerializer',
    'ContextSerializer',
    'EntityReferenceSerializer',
    'ErrorSerializer',
    'HandoffSerializer',
    'HealthSerializer',
    'InteractionSerializer',
    'PersonMessageSerializer',
    'PinSerializer',
    'ProposalSerializer',
    'ReasonSerializer',
    'RecordedInteractionSerializer',
    'SessionControlSerializer',
    'TurnPreviewRequestSerializer',
    'TurnPreviewSerializer',
)
