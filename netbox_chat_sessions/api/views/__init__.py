"""Views of the REST API."""

from .chat import ChatView
from .context import SessionContextView
from .control import SessionEndView, SessionHandoffView, SessionReleaseView
from .entity_references import EntityReferenceViewSet
from .health import HealthView
from .interactions import InteractionViewSet, SessionInteractionViewSet
from .memory import SessionMemoryViewSet
from .messages import SessionMessagesView
from .preview import SessionClassifyView, SessionResolveView
from .proposals import ProposalCancelView, ProposalConfirmView, ProposalViewSet
from .root import ChatSessionsRootView
from .sessions import ChatSessionViewSet
from .stopping import InteractionStopView

__all__ = (
    'ChatSessionViewSet',
    'ChatSessionsRootView',
    'ChatView',
    'EntityReferenceViewSet',
    'HealthView',
    'InteractionStopView',
    'InteractionViewSet',
    'ProposalCancelView',
    'ProposalConfirmView',
    'ProposalViewSet',
    'SessionClassifyView',
    'SessionContextView',
    'SessionEndView',
    'SessionHandoffView',
    'SessionInteractionViewSet',
    'SessionMemoryViewSet',
    'SessionMessagesView',
    'SessionReleaseView',
    'SessionResolveView',
)
