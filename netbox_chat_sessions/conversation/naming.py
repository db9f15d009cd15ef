"""Which objects a stored interaction names: whoever may not see one of them must not read it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .objects import ObjectKey

__all__ = ('objects_named',)


def objects_named(
    reading: Mapping[str, Any], reply: Mapping[str, Any], listed: Sequence[Sequence[Any]]
) -> Iterator[ObjectKey]:
    """Every object that an interaction shows, or whose name its text may hold; some more than once.

    Args:
        reading: As stored: `Reading.as_json`, with `about` (all objects of the turn) and `open_question`.
        reply: `Reply.as_json`, or empty.
        listed: Pairs of object type and ID.
    """
    objects = [*reply.get('objects', ()), *reply.get('choices', ())]
    for reference in reading.get('references', ()):
        objects += [*reference.get('objects', ()), *reference.get('candidates', ())]
    for item in objects:
        yield ObjectKey(item['object_type'], item['object_id'])
    asked = reading.get('open_question') or {}
    pairs = [*listed, *reading.get('about', ()), *asked.get('candidates', ())]
    for block in reply.get('blocks', ()):
        pairs += [pair for pair in block.get('object_refs', ()) if pair]
    for object_type, object_id in pairs:
        yield ObjectKey(object_type, object_id)
