"""All that a package needs to add words, questions and agents of its own (docs/extending.md)."""

from .conversation.agent_types import AgentType, Material, Section
from .conversation.objects import ObjectKey, ObjectRef
from .conversation.ports import AgentRequest
from .conversation.reading import Reading
from .conversation.reply import Link, Reply, ReplyKind, Table, text_block
from .inventory.describe import describe_all
from .inventory.extensions.request import ActionRequest
from .inventory.extensions.shape import Answer, Extension, ExtensionAction
from .inventory.query import Action, InventoryQuery

__all__ = (
    'Action',
    'ActionRequest',
    'AgentRequest',
    'AgentType',
    'Answer',
    'Extension',
    'ExtensionAction',
    'InventoryQuery',
    'Link',
    'Material',
    'ObjectKey',
    'ObjectRef',
    'Reading',
    'Reply',
    'ReplyKind',
    'Section',
    'Table',
    'describe_all',
    'text_block',
)
