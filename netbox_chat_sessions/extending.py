"""All that a package needs to add words and questions of its own (docs/extending.md)."""

from .conversation.reply import Link, Reply, ReplyKind, Table, text_block
from .inventory.extensions.request import ActionRequest
from .inventory.extensions.shape import Answer, Extension, ExtensionAction
from .inventory.query import Action, InventoryQuery

__all__ = (
    'Action',
    'ActionRequest',
    'Answer',
    'Extension',
    'ExtensionAction',
    'InventoryQuery',
    'Link',
    'Reply',
    'ReplyKind',
    'Table',
    'text_block',
)
