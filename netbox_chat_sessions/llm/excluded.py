"""The setting `llm_excluded`: what of the inventory no language model is sent."""

from collections.abc import Collection, Iterator

from ..conversation.naming import objects_named
from ..conversation.session import Interaction

__all__ = ('excludes', 'fields_excluded', 'may_tell', 'touches')

EVERY_TYPE = '*'


def excludes(entries: Collection[str], object_type: str) -> bool:
    """Whether objects of that type are kept back, by their type or their app."""
    return object_type in entries or object_type.partition('.')[0] in entries


def fields_excluded(entries: Collection[str], object_type: str) -> frozenset[str]:
    """Names of the fields of that type that are kept back; custom fields without their prefix."""
    split = [entry.rpartition('.') for entry in entries if entry.count('.') == 2 or entry.startswith('*.')]
    return frozenset(name.removeprefix('cf_') for of, _dot, name in split if of in (object_type, EVERY_TYPE))


def touches(entries: Collection[str], object_type: str) -> bool:
    """Whether anything of objects of that type is kept back."""
    return excludes(entries, object_type) or bool(fields_excluded(entries, object_type))


def may_tell(entries: Collection[str], exchange: Interaction) -> bool:
    """Whether an exchange may tell what is kept back: it names, or its query asks about, objects of such a type."""
    return any(touches(entries, object_type) for object_type in _types(exchange))


def _types(exchange: Interaction) -> Iterator[str]:
    """The types that an exchange is about; a grouping by a field tells its values and names no object."""
    yield from (key.object_type for key in objects_named(exchange.reading, exchange.reply, exchange.listed))
    query = exchange.reply.get('query') or {}
    parts = (query, query.get('rank') or {}, *query.get('having', ()))
    yield from filter(None, (part.get('object_type') for part in parts))
