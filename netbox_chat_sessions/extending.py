"""All that a package needs to add words, questions and agents of its own (docs/extending.md)."""

from .conversation.agent_types import AgentType, Material, Section
from .conversation.reply import Link, Reply, ReplyKind, Table, text_block
from .inventory.extensions.request import ActionRequest
from .inventory.extensions.shape import Answer, Extension, ExtensionAction
from .inventory.query import Action, InventoryQuery

__all__ = (
    'Action',
    'ActionRequest',
    'AgentType',
    'Answer',
    'Extension',
    'ExtensionAction',
    'InventoryQuery',
    'Link',
    'Material',
    'Reply',
    'ReplyKind',
    'Section',
    'Table',
    'text_block',
)
