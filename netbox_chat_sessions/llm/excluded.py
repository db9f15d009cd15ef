"""The setting `llm_excluded`: what of the inventory no language model is sent."""

from collections.abc import Collection

__all__ = ('excludes', 'fields_excluded', 'touches')

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
