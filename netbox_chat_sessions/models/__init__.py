"""The stored conversation: sessions, their interactions, and the NetBox objects they are about."""

from ..events import register
from .cleanup_runs import CLEANUP_PARTS, CleanupRun
from .entity_references import EntityReference
from .interactions import Interaction
from .proposals import Proposal
from .sessions import ChatSession

__all__ = ('CLEANUP_PARTS', 'ChatSession', 'CleanupRun', 'EntityReference', 'Interaction', 'Proposal')

register()
